// interact.h: controls for a function, `interact(f, slider(0, 10), checkbox(true))`. Ours alone; included by its names.
#ifndef HEDDLE_INTERACT_H
#define HEDDLE_INTERACT_H

#include <stdlib.h>
#include <tuple>
#include <type_traits>
#include <utility>

enum { __heddle_slider, __heddle_checkbox, __heddle_menu, __heddle_button, __heddle_most_choices = 24 };

// What a front-end is told of a control. Values travel as doubles: a menu's is the number of the choice, a button's how often
// it was pressed.
struct __heddle_control {
    int kind, whole; // whole: integers only
    double low, high, step, value;
    const char *name; // NULL: the parameter's
    const char *choices[__heddle_most_choices];
    int nchoices;
};

// An argument of interact: T is what the function gets.
template <typename T> struct __heddle_argument {
    __heddle_control control;
    // the same with a name beside it
    __heddle_argument named(const char *name) const {
        __heddle_argument copy = *this;
        copy.control.name = name;
        return copy;
    }
    T get(double value) const { return (T)value; }
};

// A choice of a menu: its number or its text, as the function wants it.
struct __heddle_choice {
    int number;
    const char *text;
    operator int() const { return number; }
    operator const char *() const { return text; }
};

template <> struct __heddle_argument<__heddle_choice> {
    __heddle_control control;
    __heddle_argument named(const char *name) const {
        __heddle_argument copy = *this;
        copy.control.name = name;
        return copy;
    }
    __heddle_choice get(double value) const {
        int i = (int)value;
        return __heddle_choice{i, i >= 0 && i < control.nchoices ? control.choices[i] : ""};
    }
};

// a slider from low to high for interact; it starts in the middle
template <typename T> __heddle_argument<T> slider(T low, T high) {
    if (high < low) return slider(high, low);
    T middle = low + (high - low) / 2;
    return slider(low, high, middle);
}
// a slider from low to high that starts at `value`, for interact
template <typename T> __heddle_argument<T> slider(T low, T high, T value, T step = 0) {
    __heddle_argument<T> a = {};
    a.control.kind = __heddle_slider;
    a.control.whole = std::is_integral<T>::value;
    a.control.low = low;
    a.control.high = high;
    a.control.value = value < low ? low : high < value ? high : value;
    a.control.step = step != 0 ? (double)step : a.control.whole ? 1 : ((double)high - (double)low) / 100;
    return a;
}

// a box to tick, for interact
inline __heddle_argument<bool> checkbox(bool value = false) {
    __heddle_argument<bool> a = {};
    a.control.kind = __heddle_checkbox;
    a.control.value = value;
    return a;
}

// a list to choose from, for interact: `menu("box", "gauss")`; the function gets the number of the choice or its text
template <typename... S> __heddle_argument<__heddle_choice> menu(S... choices) {
    static_assert(sizeof...(S) <= __heddle_most_choices, "a menu has 24 choices at most");
    __heddle_argument<__heddle_choice> a = {};
    const char *all[] = {choices...};
    a.control.kind = __heddle_menu;
    for (const char *choice : all) a.control.choices[a.control.nchoices++] = choice;
    return a;
}

// a button for interact; the function gets how often it was pressed
inline __heddle_argument<int> button(const char *text) {
    __heddle_argument<int> a = {};
    a.control.kind = __heddle_button;
    a.control.name = text;
    return a;
}

void __heddle_interact(void *object, const __heddle_control *controls, int n, const void *function) __asm__("hd_interact");

// What a front-end holds on to: it calls __heddle_again with the address and new values.
struct __heddle_interaction {
    const void *self; // its own address while it lives
    void (*run)(void *object, const double *values);
};

template <typename F, typename... C> struct __heddle_bound {
    __heddle_interaction head;
    F function;
    std::tuple<C...> arguments;
    template <size_t... I> void apply(const double *values, std::index_sequence<I...>) {
        typedef decltype(function(std::get<I>(arguments).get(values[I])...)) result;
        if constexpr (std::is_void<result>::value) {
            function(std::get<I>(arguments).get(values[I])...);
        } else {
            auto value = function(std::get<I>(arguments).get(values[I])...);
            display(value);
        }
    }
    static void run(void *object, const double *values) {
        ((__heddle_bound *)object)->apply(values, std::make_index_sequence<sizeof...(C)>());
    }
};

inline const void *__heddle_address(...) { return 0; }
template <typename R, typename... P> const void *__heddle_address(R (*function)(P...)) { return (const void *)function; }

// Calls f with what the controls say, and again whenever one of them is moved: `interact(f, slider(0, 10), checkbox(true))`. What f
// prints and shows stands below the controls. Controls: slider, checkbox, menu, button; `.named("x")` says what stands beside one.
template <typename F, typename... C> void interact(F f, C... controls) {
    __heddle_bound<F, C...> *object =
        new __heddle_bound<F, C...>{{0, &__heddle_bound<F, C...>::run}, f, std::tuple<C...>(controls...)};
    object->head.self = object;
    const __heddle_control all[] = {controls.control..., {}};
    double values[sizeof...(C) + 1];
    for (size_t i = 0; i < sizeof...(C); i++) values[i] = all[i].value;
    __heddle_interact(object, all, sizeof...(C), __heddle_address(f));
    object->head.run(object, values);
    __heddle_interact(0, 0, 0, 0);
}

inline void __heddle_again(void *object, const double *values) {
    __heddle_interaction *head = (__heddle_interaction *)object;
    if (head->self == object) head->run(object, values);
}

#endif
