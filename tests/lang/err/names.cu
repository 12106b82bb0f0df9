// Names: unknown ones with a suggestion, types used as values, unknown members.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct particle { float x, y, mass; };
enum class Color { Red, Green };

float total_energy(float speed) { return speed; }

int main(void)
{
    float velocity = 1.0f;
    struct particle p;
    // CHECK: error: `velocty` is not declared
    // CHECK: did you mean `velocity`?
    velocty = 2.0f;
    velocty = 3.0f;
    // CHECK: error: `total_enrgy` is not declared
    // CHECK: did you mean `total_energy`?
    total_enrgy(velocity);
    // CHECK: error: `particle` has no member `mas`
    // CHECK: did you mean `mass`?
    p.mas = 1;
    // CHECK: error: `particle` has no member `z`
    // CHECK: it has `x`, `y`, `mass`
    p.z = 1;
    // CHECK: error: `->` needs a pointer
    // CHECK: write `.x`
    p->x = 1;
    struct particle *q = &p;
    // CHECK: error: `q` is a pointer, and `.` needs a struct
    // CHECK: write `->y`
    q.y = 1;
    // CHECK: error: `Color::Blue` is not declared
    Color c = Color::Blue;
    // CHECK: error: `velocity` is `float`, which cannot be called
    velocity(2);
    return 0;
}
