// What dynamic_cast refuses, as nvcc does.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct Plain { int x; };
struct Derived : Plain { int y; };
struct Shape { virtual ~Shape() {} };
struct Circle : Shape { int r; };
struct Later;
void wrong(Plain *plain, const Shape *fixed, Shape *shape, Circle circle, int *number) {
    dynamic_cast<Derived *>(plain);
    // CHECK: dynamic_cast cannot turn `Plain *` into `Derived *`
    // CHECK: only an object of a class with a virtual function knows what it is: make its destructor virtual, or use static_cast
    dynamic_cast<Circle *>(fixed);
    // CHECK: dynamic_cast cannot turn `const Shape *` into `Circle *`
    // CHECK: it must not drop `const`: that takes a const_cast
    dynamic_cast<Circle>(*shape);
    // CHECK: dynamic_cast cannot turn `Shape` into `Circle`
    // CHECK: the target is a pointer or a reference to a class
    dynamic_cast<int *>(shape);
    // CHECK: dynamic_cast cannot turn `Shape *` into `int *`
    // CHECK: the target is a pointer to a class, or `void *`
    dynamic_cast<Circle *>(*shape);
    // CHECK: dynamic_cast cannot turn `Shape` into `Circle *`
    // CHECK: the target is a reference here: `T &`, or give it the object's address
    dynamic_cast<Circle *>(number);
    // CHECK: dynamic_cast cannot turn `int *` into `Circle *`
    // CHECK: it turns pointers to objects of classes into others
    dynamic_cast<Later *>(shape);
    // CHECK: dynamic_cast cannot turn `Shape *` into `Later *`
    // CHECK: the target's class has been declared only
    dynamic_cast<Circle &>(Shape());
    // CHECK: dynamic_cast cannot turn `Shape` into `Circle &`
    // CHECK: a reference needs a variable to refer to
    dynamic_cast<Shape *>(&circle);
    // CHECK: this statement has no effect [unused-value]
    dynamic_cast<const Plain *>(plain);
    // CHECK: this statement has no effect [unused-value]
    dynamic_cast<int &>(*shape);
    // CHECK: dynamic_cast cannot turn `Shape` into `int &`
    // CHECK: the target is a reference to a class
    dynamic_cast<int>(3);
    // CHECK: dynamic_cast cannot turn `int` into `int`
    // CHECK: the target is a pointer or a reference to a class
}
__global__ void kernel(Shape *shape) { Circle *c = dynamic_cast<Circle *>(shape); }
// CHECK: `dynamic_cast` is for host code: kernels know no types
// CHECK: give the class a virtual function that tells its kind
