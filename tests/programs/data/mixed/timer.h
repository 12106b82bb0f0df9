#pragma once
namespace app {
class Timer {
public:
    Timer();
    ~Timer();
    void start();
    float stop();

private:
    struct Impl;
    Impl *impl;
};
extern int g_verbose;
}
