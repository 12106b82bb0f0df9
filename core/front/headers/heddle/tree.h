// The sorted containers: a search tree whose nodes also form a heap by numbers drawn for them,
// which keeps it shallow. `head` stands past the last element; its left child is the root. T is
// what a node holds, and P says which part of it is the key.
#pragma once
#include <heddle/allocator.h>
#include <heddle/throw.h>
#include <initializer_list>
#include <iterator>
#include <new>
#include <utility>

namespace std {

struct __link {
    __link *left, *right, *up;
    unsigned rank;
};
inline __link *__tree_next(__link *n) {
    if (n->right) {
        for (n = n->right; n->left;) n = n->left;
        return n;
    }
    while (n->up->right == n) n = n->up;
    return n->up;
}
inline __link *__tree_previous(__link *n) {
    if (n->left) {
        for (n = n->left; n->right;) n = n->right;
        return n;
    }
    while (n->up->left == n) n = n->up;
    return n->up;
}
// n takes its parent's place, which becomes its child.
inline void __tree_lift(__link *n) {
    __link *p = n->up, *top = p->up;
    if (p->left == n) {
        p->left = n->right;
        if (n->right) n->right->up = p;
        n->right = p;
    } else {
        p->right = n->left;
        if (n->left) n->left->up = p;
        n->left = p;
    }
    if (top->left == p)
        top->left = n;
    else
        top->right = n;
    n->up = top;
    p->up = n;
}
inline void __tree_remove(__link *n) {
    while (n->left && n->right) __tree_lift(n->left->rank > n->right->rank ? n->left : n->right);
    __link *child = n->left ? n->left : n->right;
    if (n->up->left == n)
        n->up->left = child;
    else
        n->up->right = child;
    if (child) child->up = n->up;
}

template <typename T> struct __tree_node {
    __link link;
    T value;
    template <typename... P> __tree_node(P &&...parts) : value((P &&)parts...) {}
};
template <typename T, typename V> struct __tree_iterator { // V: T or const T
    typedef T value_type;
    typedef V *pointer;
    typedef V &reference;
    typedef ptrdiff_t difference_type;
    typedef bidirectional_iterator_tag iterator_category;
    __link *at;
    __tree_iterator() : at(nullptr) {}
    explicit __tree_iterator(__link *at) : at(at) {}
    __tree_iterator(const __tree_iterator<T, T> &other) : at(other.at) {}
    V &operator*() const { return ((__tree_node<T> *)at)->value; }
    V *operator->() const { return &((__tree_node<T> *)at)->value; }
    __tree_iterator &operator++() {
        at = __tree_next(at);
        return *this;
    }
    __tree_iterator &operator--() {
        at = __tree_previous(at);
        return *this;
    }
    __tree_iterator operator++(int) {
        __tree_iterator old(at);
        at = __tree_next(at);
        return old;
    }
    __tree_iterator operator--(int) {
        __tree_iterator old(at);
        at = __tree_previous(at);
        return old;
    }
};
template <typename T, typename V, typename W>
inline bool operator==(const __tree_iterator<T, V> &a, const __tree_iterator<T, W> &b) {
    return a.at == b.at;
}
template <typename T, typename V, typename W>
inline bool operator!=(const __tree_iterator<T, V> &a, const __tree_iterator<T, W> &b) {
    return a.at != b.at;
}

template <typename K> struct __tree_whole {
    static const K &of(const K &value) { return value; }
};
template <typename K> struct __tree_first {
    template <typename V> static const K &of(const pair<const K, V> &value) { return value.first; }
};

template <typename K, typename T, typename P, typename L, typename A = allocator<T>>
struct __tree : __keeps<A> {
    typedef __tree_node<T> node;
    typedef __tree_iterator<T, T> iterator;
    __link head;
    size_t count;
    unsigned drawn;
    L less;
    __tree() : head{nullptr, nullptr, nullptr, 0}, count(0), drawn(2463534242u) {}
    __tree(const L &less, const A &a)
        : __keeps<A>(a), head{nullptr, nullptr, nullptr, 0}, count(0), drawn(2463534242u),
          less(less) {}
    __tree(const __tree &other)
        : __keeps<A>(__keeps<A>::__copy_of(other)), head{nullptr, nullptr, nullptr, 0}, count(0),
          drawn(2463534242u), less(other.less) {
        add(other);
    }
    __tree(__tree &&other) noexcept
        : __keeps<A>(other.__alloc()), head{nullptr, nullptr, nullptr, 0}, count(0),
          drawn(2463534242u), less(other.less) {
        swap(other);
    }
    ~__tree() { clear(); }
    __tree &operator=(const __tree &other) {
        if (this != &other) {
            clear();
            this->__take_copied(other);
            less = other.less;
            add(other);
        }
        return *this;
    }
    __tree &operator=(__tree &&other) noexcept {
        if (this == &other) return *this;
        clear();
        this->__take_moved(other);
        if (this->__same_alloc(other))
            swap(other);
        else {
            add(other);
            other.clear();
        }
        return *this;
    }
    template <typename... Q> node *__new(Q &&...parts) {
        return __node_new<node>(this->__alloc(), (Q &&)parts...);
    }
    void __delete(node *n) { __node_delete(this->__alloc(), n); }
    void add(const __tree &other) {
        for (__link *i = other.first(); i != &other.head; i = __tree_next(i))
            insert(((node *)i)->value, true);
    }
    __link *end() const { return (__link *)&head; }
    __link *first() const {
        __link *n = (__link *)&head;
        while (n->left) n = n->left;
        return n;
    }
    static const K &key(const __link *n) { return P::of(((const node *)n)->value); }
    // The first that is not before the key, or, with `after`, the first behind it.
    template <typename Q> __link *bound(const Q &k, bool after) const {
        __link *n = head.left, *best = (__link *)&head;
        while (n) {
            if (after ? less(k, key(n)) : !less(key(n), k)) {
                best = n;
                n = n->left;
            } else
                n = n->right;
        }
        return best;
    }
    template <typename Q> __link *find(const Q &k) const {
        __link *n = bound(k, false);
        return n == &head || less(k, key(n)) ? (__link *)&head : n;
    }
    template <typename Q> size_t number(const Q &k) const {
        size_t n = 0;
        for (__link *i = bound(k, false); i != &head && !less(k, key(i)); i = __tree_next(i)) n++;
        return n;
    }
    __link *place(node *made) {
        __link *at = &head, **to = &head.left;
        while (*to) {
            at = *to;
            to = less(P::of(made->value), key(at)) ? &at->left : &at->right;
        }
        __link *n = &made->link;
        drawn ^= drawn << 13;
        drawn ^= drawn >> 17;
        drawn ^= drawn << 5;
        n->left = n->right = nullptr;
        n->up = at;
        n->rank = drawn;
        *to = n;
        while (n->up != &head && n->up->rank < n->rank) __tree_lift(n);
        count++;
        return n;
    }
    pair<iterator, bool> insert(const T &value, bool many) {
        __link *there = many ? &head : find(P::of(value));
        if (there != &head) return pair<iterator, bool>(iterator(there), false);
        return pair<iterator, bool>(iterator(place(__new(value))), true);
    }
    template <typename U>
    pair<iterator, bool> insert_as(U &&value, bool many) { // T, or what becomes one
        __link *there = many ? &head : find(P::of(value));
        if (there != &head) return pair<iterator, bool>(iterator(there), false);
        return pair<iterator, bool>(iterator(place(__new((U &&)value))), true);
    }
    // The node comes first, and goes again where the key is there.
    template <typename... Q> pair<iterator, bool> emplace(bool many, Q &&...parts) {
        node *made = __new((Q &&)parts...);
        __link *there = many ? &head : find(P::of(made->value));
        if (there == &head) return pair<iterator, bool>(iterator(place(made)), true);
        __delete(made);
        return pair<iterator, bool>(iterator(there), false);
    }
    __link *erase(__link *n) {
        __link *next = __tree_next(n);
        __tree_remove(n);
        __delete((node *)n);
        count--;
        return next;
    }
    size_t erase_key(const K &k) {
        size_t n = 0;
        __link *last = bound(k, true);
        for (__link *i = bound(k, false); i != last; n++) i = erase(i);
        return n;
    }
    void free_from(__link *n) {
        while (n) {
            free_from(n->right);
            __link *left = n->left;
            __delete((node *)n);
            n = left;
        }
    }
    void clear() {
        free_from(head.left);
        head.left = nullptr;
        count = 0;
    }
    void swap(__tree &other) noexcept {
        __link *root = head.left;
        size_t n = count;
        head.left = other.head.left;
        count = other.count;
        other.head.left = root;
        other.count = n;
        if (head.left) head.left->up = &head;
        if (root) root->up = &other.head;
    }
};

// A node that a container has given away ([container.node]).
template <typename K, typename T, typename P> struct __tree_handle {
    __tree_node<T> *held;
    __tree_handle() noexcept : held(nullptr) {}
    explicit __tree_handle(__tree_node<T> *node) noexcept : held(node) {}
    __tree_handle(__tree_handle &&other) noexcept : held(other.held) { other.held = nullptr; }
    __tree_handle &operator=(__tree_handle &&other) noexcept {
        std::swap(held, other.held);
        return *this;
    }
    ~__tree_handle() { delete held; }
    bool empty() const noexcept { return !held; }
    explicit operator bool() const noexcept { return held; }
    T &value() const { return held->value; }
    K &key() const { return (K &)P::of(held->value); }
    auto &mapped() const { return held->value.second; }
};

// What sorted containers have in common. T is an element, V how iterators show it, and `many`
// whether equal keys stay.
template <typename K, typename T, typename P, typename L, typename V, bool many,
          typename A = allocator<T>>
struct __sorted {
    typedef K key_type;
    typedef T value_type;
    typedef L key_compare;
    typedef A allocator_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef __tree_iterator<T, V> iterator;
    typedef __tree_iterator<T, const T> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    typedef __tree_handle<K, T, P> node_type;
    struct value_compare {
        L less;
        bool operator()(const T &a, const T &b) const { return less(P::of(a), P::of(b)); }
    };
    struct insert_return_type {
        iterator position;
        bool inserted;
        node_type node;
    };
    __tree<K, T, P, L, A> tree;
    __sorted() {}
    __sorted(const L &less, const A &a) : tree(less, a) {}
    explicit __sorted(const L &less) { tree.less = less; }
    iterator begin() { return iterator(tree.first()); }
    iterator end() { return iterator(tree.end()); }
    const_iterator begin() const { return const_iterator(tree.first()); }
    const_iterator end() const { return const_iterator(tree.end()); }
    const_iterator cbegin() const { return const_iterator(tree.first()); }
    const_iterator cend() const { return const_iterator(tree.end()); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator crend() const { return const_reverse_iterator(begin()); }
    size_t size() const { return tree.count; }
    size_t max_size() const { return (size_t)-1 / 2 / sizeof(__tree_node<T>); }
    bool empty() const { return tree.count == 0; }
    void clear() { tree.clear(); }
    L key_comp() const { return tree.less; }
    value_compare value_comp() const { return value_compare{tree.less}; }
    allocator_type get_allocator() const { return tree.__alloc(); }
    iterator find(const K &k) { return iterator(tree.find(k)); }
    const_iterator find(const K &k) const { return const_iterator(tree.find(k)); }
    size_t count(const K &k) const { return tree.number(k); }
    bool contains(const K &k) const { return tree.find(k) != tree.end(); }
    iterator lower_bound(const K &k) { return iterator(tree.bound(k, false)); }
    iterator upper_bound(const K &k) { return iterator(tree.bound(k, true)); }
    const_iterator lower_bound(const K &k) const { return const_iterator(tree.bound(k, false)); }
    const_iterator upper_bound(const K &k) const { return const_iterator(tree.bound(k, true)); }
    pair<iterator, iterator> equal_range(const K &k) {
        return pair<iterator, iterator>(lower_bound(k), upper_bound(k));
    }
    pair<const_iterator, const_iterator> equal_range(const K &k) const {
        return pair<const_iterator, const_iterator>(lower_bound(k), upper_bound(k));
    }
    // By what can be compared with keys and is none, where the comparison says so
    // ([associative.reqmts], is_transparent).
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    iterator find(const Q &k) {
        return iterator(tree.find(k));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    const_iterator find(const Q &k) const {
        return const_iterator(tree.find(k));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    size_t count(const Q &k) const {
        return tree.number(k);
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    bool contains(const Q &k) const {
        return tree.find(k) != tree.end();
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    iterator lower_bound(const Q &k) {
        return iterator(tree.bound(k, false));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    iterator upper_bound(const Q &k) {
        return iterator(tree.bound(k, true));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    const_iterator lower_bound(const Q &k) const {
        return const_iterator(tree.bound(k, false));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    const_iterator upper_bound(const Q &k) const {
        return const_iterator(tree.bound(k, true));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    pair<iterator, iterator> equal_range(const Q &k) {
        return pair<iterator, iterator>(lower_bound(k), upper_bound(k));
    }
    template <typename Q, typename M = L, typename = typename M::is_transparent>
    pair<const_iterator, const_iterator> equal_range(const Q &k) const {
        return pair<const_iterator, const_iterator>(lower_bound(k), upper_bound(k));
    }
    struct __no_iterator {
        __link *at;
    };
    iterator erase(conditional_t<__is_same(V, T), iterator, __no_iterator> i) {
        return iterator(tree.erase(i.at));
    } // a set's is a const_iterator
    iterator erase(const_iterator i) { return iterator(tree.erase(i.at)); }
    iterator erase(const_iterator first, const_iterator last) {
        while (first.at != last.at) first.at = tree.erase(first.at);
        return iterator(last.at);
    }
    size_t erase(const K &k) { return tree.erase_key(k); }
    template <typename I> void __add(I first, I last) {
        for (; first != last; ++first) tree.insert_as(T(*first), many);
    }
    node_type extract(const_iterator i) {
        static_assert(__is_same(A, allocator<T>),
                      "nodes are given away by containers with std::allocator only");
        __tree_remove(i.at);
        tree.count--;
        return node_type((__tree_node<T> *)i.at);
    }
    node_type extract(const K &k) {
        __link *n = tree.find(k);
        return n == tree.end() ? node_type() : extract(const_iterator(n));
    }
    auto insert(node_type &&node) {
        __link *there = node.empty() || many ? tree.end() : tree.find(P::of(node.held->value));
        bool placed = !node.empty() && there == tree.end();
        if (placed) {
            there = tree.place(node.held);
            node.held = nullptr;
        }
        if constexpr (many)
            return iterator(there);
        else
            return insert_return_type{iterator(there), placed, (node_type &&)node};
    }
    iterator insert(const_iterator, node_type &&node) {
        if constexpr (many)
            return insert((node_type &&)node);
        else
            return insert((node_type &&)node).position;
    }
    template <typename C> void merge(C &&other) {
        for (__link *i = other.tree.first(), *next; i != other.tree.end(); i = next) {
            next = __tree_next(i);
            if (!many && tree.find(tree.key(i)) != tree.end()) continue;
            __tree_remove(i);
            other.tree.count--;
            tree.place((__tree_node<T> *)i);
        }
    }
};
template <typename K, typename T, typename P, typename L, typename V, bool many, typename A>
inline bool operator==(const __sorted<K, T, P, L, V, many, A> &a,
                       const __sorted<K, T, P, L, V, many, A> &b) {
    if (a.size() != b.size()) return false;
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
        if (!(*i == *j)) return false;
    return true;
}
template <typename K, typename T, typename P, typename L, typename V, bool many, typename A>
inline bool operator<(const __sorted<K, T, P, L, V, many, A> &a,
                      const __sorted<K, T, P, L, V, many, A> &b) {
    auto i = a.begin(), j = b.begin();
    for (; i != a.end() && j != b.end(); ++i, ++j) {
        if (*i < *j) return true;
        if (*j < *i) return false;
    }
    return i == a.end() && j != b.end();
}
#define __SORTED                                                                                 \
    template <typename K, typename T, typename P, typename L, typename V, bool many, typename A> \
    inline bool
#define __SORTED_PAIR \
    (const __sorted<K, T, P, L, V, many, A> &a, const __sorted<K, T, P, L, V, many, A> &b)
__SORTED operator!= __SORTED_PAIR { return !(a == b); }
__SORTED operator> __SORTED_PAIR { return b < a; }
__SORTED operator<= __SORTED_PAIR { return !(b < a); }
__SORTED operator>= __SORTED_PAIR { return !(a < b); }
#undef __SORTED
#undef __SORTED_PAIR

} // namespace std
