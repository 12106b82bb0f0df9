// The hashed containers. Elements form one list, those of a bucket next to each other; a bucket
// knows the node before its first. Numbers of buckets and the places where new elements go are
// libstdc++'s, so that iteration has its order.
#pragma once
#include <heddle/allocator.h>
#include <heddle/hash.h>
#include <heddle/throw.h>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace std {

// The number of buckets for at least n.
inline size_t __bucket_count(size_t n) {
    static const unsigned few[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
    static const unsigned sizes[] = {
        17,         19,         23,         29,        31,        37,        41,        43,
        47,         53,         59,         61,        67,        71,        73,        79,
        83,         89,         97,         103,       109,       113,       127,       137,
        139,        149,        157,        167,       179,       193,       199,       211,
        227,        241,        257,        277,       293,       313,       337,       359,
        383,        409,        439,        467,       503,       541,       577,       619,
        661,        709,        761,        823,       887,       953,       1031,      1109,
        1193,       1289,       1381,       1493,      1613,      1741,      1879,      2029,
        2179,       2357,       2549,       2753,      2971,      3209,      3469,      3739,
        4027,       4349,       4703,       5087,      5503,      5953,      6427,      6949,
        7517,       8123,       8783,       9497,      10273,     11113,     12011,     12983,
        14033,      15173,      16411,      17749,     19183,     20753,     22447,     24281,
        26267,      28411,      30727,      33223,     35933,     38873,     42043,     45481,
        49201,      53201,      57557,      62233,     67307,     72817,     78779,     85229,
        92203,      99733,      107897,     116731,    126271,    136607,    147793,    159871,
        172933,     187091,     202409,     218971,    236897,    256279,    277261,    299951,
        324503,     351061,     379787,     410857,    444487,    480881,    520241,    562841,
        608903,     658753,     712697,     771049,    834181,    902483,    976369,    1056323,
        1142821,    1236397,    1337629,    1447153,   1565659,   1693859,   1832561,   1982627,
        2144977,    2320627,    2510653,    2716249,   2938679,   3179303,   3439651,   3721303,
        4026031,    4355707,    4712381,    5098259,   5515729,   5967347,   6456007,   6984629,
        7556579,    8175383,    8844859,    9569143,   10352717,  11200489,  12117689,  13109983,
        14183539,   15345007,   16601593,   17961079,  19431899,  21023161,  22744717,  24607243,
        26622317,   28802401,   31160981,   33712729,  36473443,  39460231,  42691603,  46187573,
        49969847,   54061849,   58488943,   63278561,  68460391,  74066549,  80131819,  86693767,
        93793069,   101473717,  109783337,  118773397, 128499677, 139022417, 150406843, 162723577,
        176048909,  190465427,  206062531,  222936881, 241193053, 260944219, 282312799, 305431229,
        330442829,  357502601,  386778277,  418451333, 452718089, 489790921, 529899637, 573292817,
        620239453,  671030513,  725980837,  785430967, 849749479, 919334987, 994618837, 1076067617,
        1164186217, 1259520799, 1362662261,
    };
    constexpr size_t most = sizeof sizes / sizeof *sizes;
    if (n < 14) return few[n];
    size_t low = 0, high = most - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sizes[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    return sizes[low] < n ? n | 1 : sizes[low];
}

struct __chain {
    __chain *next;
};
template <typename T> struct __hash_node {
    __chain chain;
    size_t code;
    T value;
    template <typename... P> __hash_node(P &&...parts) : value((P &&)parts...) {}
};
template <typename T, typename V> struct __hash_iterator { // V: T or const T
    typedef T value_type;
    typedef V *pointer;
    typedef V &reference;
    typedef ptrdiff_t difference_type;
    typedef forward_iterator_tag iterator_category;
    __chain *at;
    __hash_iterator() : at(nullptr) {}
    explicit __hash_iterator(__chain *at) : at(at) {}
    __hash_iterator(const __hash_iterator<T, T> &other) : at(other.at) {}
    __hash_iterator &operator=(const __hash_iterator &other) {
        at = other.at;
        return *this;
    }
    V &operator*() const { return ((__hash_node<T> *)at)->value; }
    V *operator->() const { return &((__hash_node<T> *)at)->value; }
    __hash_iterator &operator++() {
        at = at->next;
        return *this;
    }
    __hash_iterator operator++(int) {
        __hash_iterator old(at);
        at = at->next;
        return old;
    }
};
template <typename T, typename V, typename W>
inline bool operator==(const __hash_iterator<T, V> &a, const __hash_iterator<T, W> &b) {
    return a.at == b.at;
}
template <typename T, typename V, typename W>
inline bool operator!=(const __hash_iterator<T, V> &a, const __hash_iterator<T, W> &b) {
    return a.at != b.at;
}

template <typename K> struct __hash_whole {
    static const K &of(const K &value) { return value; }
};
template <typename K> struct __hash_first {
    template <typename V> static const K &of(const pair<const K, V> &value) { return value.first; }
};
template <typename K, typename T, typename P, typename H, typename E, typename A = allocator<T>>
struct __hash_table : __keeps<A> {
    typedef __hash_node<T> node;
    typedef __hash_iterator<T, T> iterator;
    __chain head;
    size_t count, buckets, next_resize;
    __chain **table; // null: one bucket
    __chain *single;
    float most; // elements per bucket
    H hasher;
    E same;
    __hash_table()
        : head{nullptr}, count(0), buckets(1), next_resize(0), table(nullptr), single(nullptr),
          most(1) {}
    __hash_table(const H &h, const E &e)
        : head{nullptr}, count(0), buckets(1), next_resize(0), table(nullptr), single(nullptr),
          most(1), hasher(h), same(e) {}
    __hash_table(const H &h, const E &e, const A &a)
        : __keeps<A>(a), head{nullptr}, count(0), buckets(1), next_resize(0), table(nullptr),
          single(nullptr), most(1), hasher(h), same(e) {}
    __hash_table(const __hash_table &other)
        : __keeps<A>(__keeps<A>::__copy_of(other)), head{nullptr}, count(0), buckets(1),
          next_resize(0), table(nullptr), single(nullptr), most(1), hasher(other.hasher),
          same(other.same) {
        copy(other);
    }
    __hash_table(__hash_table &&other) noexcept
        : __keeps<A>(other.__alloc()), head{nullptr}, count(0), buckets(1), next_resize(0),
          table(nullptr), single(nullptr), most(1), hasher(other.hasher), same(other.same) {
        trade(other);
    }
    ~__hash_table() {
        clear();
        drop_table();
    }
    __hash_table &operator=(const __hash_table &other) {
        if (this != &other) {
            clear();
            drop_table();
            this->__take_copied(other);
            hasher = other.hasher;
            same = other.same;
            copy(other);
        }
        return *this;
    }
    __hash_table &operator=(__hash_table &&other) noexcept {
        if (this != &other) {
            clear();
            drop_table();
            next_resize = 0;
            this->__take_moved(other);
            take(other);
        }
        return *this;
    }
    void drop_table() {
        __array_delete(this->__alloc(), table, buckets);
        table = nullptr;
        buckets = 1;
    }
    void take(__hash_table &other) {
        if (this->__same_alloc(other)) {
            trade(other);
            return;
        }
        hasher = other.hasher;
        same = other.same;
        copy(other);
        other.clear();
    }
    __chain **row(size_t bucket) { return table ? table + bucket : &single; }
    static const K &key(const __chain *n) { return P::of(((const node *)n)->value); }
    size_t bucket_of(const __chain *n) const { return ((const node *)n)->code % buckets; }
    void copy(const __hash_table &other) {
        drop_table();
        buckets = other.buckets;
        next_resize = other.next_resize;
        most = other.most;
        make_table();
        __chain *last = &head;
        for (__chain *i = other.head.next; i; i = i->next) {
            node *made = __node_new<node>(this->__alloc(), ((const node *)i)->value);
            made->code = ((const node *)i)->code;
            made->chain.next = nullptr;
            last->next = &made->chain;
            __chain **r = row(bucket_of(last->next));
            if (!*r) *r = last;
            last = last->next;
            count++;
        }
    }
    void make_table() {
        single = nullptr;
        if (buckets == 1) return;
        table = __array_new<__chain *>(this->__alloc(), buckets);
        memset(table, 0, buckets * sizeof *table);
    }
    void clear() {
        for (__chain *i = head.next, *next; i; i = next) {
            next = i->next;
            __node_delete(this->__alloc(), (node *)i);
        }
        head.next = nullptr;
        count = 0;
        if (table) memset(table, 0, buckets * sizeof *table);
        single = nullptr;
    }
    void swap(__hash_table &other) noexcept {
        trade(other);
        this->__take_swapped(other);
    }
    void trade(__hash_table &other) {
        std::swap(head.next, other.head.next);
        std::swap(count, other.count);
        std::swap(buckets, other.buckets);
        std::swap(next_resize, other.next_resize);
        std::swap(table, other.table);
        std::swap(single, other.single);
        std::swap(most, other.most);
        std::swap(hasher, other.hasher);
        std::swap(same, other.same);
        if (head.next) *row(bucket_of(head.next)) = &head;
        if (other.head.next) *other.row(other.bucket_of(other.head.next)) = &other.head;
    }
    // The node before the first with the key, or null.
    __chain *before(const K &k, size_t code) {
        size_t bucket = code % buckets;
        __chain *p = *row(bucket);
        if (!p) return nullptr;
        for (__chain *n = p->next;; p = n, n = n->next) {
            if (((node *)n)->code == code && same(k, key(n))) return p;
            if (!n->next || bucket_of(n->next) != bucket) return nullptr;
        }
    }
    __chain *find(const K &k) {
        if (!count) return nullptr;
        __chain *p = before(k, hasher(k));
        return p ? p->next : nullptr;
    }
    size_t number(const K &k) {
        size_t n = 0;
        size_t code = 0;
        for (__chain *i = find(k); i; i = i->next, n++) {
            if (!n)
                code = ((node *)i)->code;
            else if (((node *)i)->code != code || !same(k, key(i)))
                break;
        }
        return n;
    }
    size_t set_resize(size_t n) {
        n = __bucket_count(n);
        next_resize = (size_t)((double)n * most);
        return n;
    }
    void expect(size_t more, bool multi) {
        if (count + more <= next_resize) return;
        size_t wanted = count + more;
        if (!next_resize && wanted < 11) wanted = 11;
        double least = (double)wanted / most;
        if (least >= (double)buckets) {
            size_t n = (size_t)least + 1, twice = buckets * 2;
            rehash_to(set_resize(n > twice ? n : twice), multi);
        } else
            next_resize = (size_t)((double)buckets * most);
    }
    void rehash_to(size_t n, bool multi) {
        __chain *p = head.next, *last = nullptr;
        size_t begin_bucket = 0, last_bucket = 0;
        drop_table();
        buckets = n;
        make_table();
        head.next = nullptr;
        bool check = false;
        while (p) {
            __chain *next = p->next;
            size_t bucket = bucket_of(p);
            if (multi && last && last_bucket == bucket) {
                p->next = last->next;
                last->next = p;
                check = true;
            } else {
                if (check) {
                    if (last->next) {
                        size_t b = bucket_of(last->next);
                        if (b != last_bucket) *row(b) = last;
                    }
                    check = false;
                }
                __chain **r = row(bucket);
                if (!*r) {
                    p->next = head.next;
                    head.next = p;
                    *r = &head;
                    if (p->next) *row(begin_bucket) = p;
                    begin_bucket = bucket;
                } else {
                    p->next = (*r)->next;
                    (*r)->next = p;
                }
            }
            last = p;
            last_bucket = bucket;
            p = next;
        }
        if (check && last->next) {
            size_t b = bucket_of(last->next);
            if (b != last_bucket) *row(b) = last;
        }
    }
    void rehash(size_t n, bool multi) {
        size_t least = (size_t)((double)(count + 1) / most);
        if (least < (size_t)((double)count / most + 0.9999999))
            least = (size_t)((double)count / most + 0.9999999);
        n = set_resize(n > least ? n : least);
        if (n != buckets)
            rehash_to(n, multi);
        else
            next_resize = (size_t)((double)n * most);
    }
    __chain *place(node *made, size_t code, bool multi) {
        __chain *hint = nullptr, *p = nullptr;
        if (multi && __hash_is_slow<H>::value && count <= 20)
            for (__chain *i = head.next; i; i = i->next)
                if (same(P::of(made->value), key(i))) {
                    hint = i;
                    break;
                }
        expect(1, multi);
        made->code = code;
        __chain *n = &made->chain;
        if (multi) p = hint ? hint : before(P::of(made->value), code);
        __chain **r = row(code % buckets);
        count++;
        if (p) {
            n->next = p->next;
            p->next = n;
            if (p == hint && n->next &&
                !(((node *)n->next)->code == code && same(P::of(made->value), key(n->next)))) {
                size_t b = bucket_of(n->next);
                if (b != code % buckets) *row(b) = n;
            }
        } else if (*r) {
            n->next = (*r)->next;
            (*r)->next = n;
        } else {
            n->next = head.next;
            head.next = n;
            if (n->next) *row(bucket_of(n->next)) = n;
            *r = &head;
        }
        return n;
    }
    template <typename U> pair<iterator, bool> insert(U &&value, bool multi) {
        const K &k = P::of(value);
        size_t code = hasher(k);
        if (!multi && count)
            if (__chain *p = before(k, code)) return pair<iterator, bool>(iterator(p->next), false);
        return pair<iterator, bool>(
            iterator(place(__node_new<node>(this->__alloc(), (U &&)value), code, multi)), true);
    }
    __chain *erase(__chain *n) {
        size_t bucket = bucket_of(n);
        __chain **r = row(bucket), *p = *r;
        while (p->next != n) p = p->next;
        __chain *next = n->next;
        size_t next_bucket = next ? bucket_of(next) : 0;
        if (p == *r) {
            if (!next || next_bucket != bucket) {
                if (next) *row(next_bucket) = p;
                *r = nullptr;
            }
        } else if (next && next_bucket != bucket)
            *row(next_bucket) = p;
        p->next = next;
        __node_delete(this->__alloc(), (node *)n);
        count--;
        return next;
    }
    size_t erase_key(const K &k) {
        size_t n = number(k);
        if (!n) return 0;
        __chain *i = find(k);
        for (size_t done = 0; done < n; done++) i = erase(i);
        return n;
    }
    // Room is made ahead only where keys may be many.
    template <typename I> void insert_all(I first, I last, bool multi) {
        if constexpr (__is_base_of(forward_iterator_tag,
                                   typename iterator_traits<I>::iterator_category))
            if (multi && first != last) expect((size_t)distance(first, last), multi);
        for (; first != last; ++first) insert(T(*first), multi);
    }
    template <typename I> void construct(I first, I last, size_t hint, bool multi) {
        size_t n = 0;
        if constexpr (__is_base_of(forward_iterator_tag,
                                   typename iterator_traits<I>::iterator_category))
            if (multi) n = (size_t)distance(first, last);
        begin_with(n > hint ? n : hint);
        for (; first != last; ++first) insert(T(*first), multi);
    }
    void begin_with(size_t n) {
        if (!n) return;
        n = set_resize(n);
        if (n > buckets) {
            buckets = n;
            make_table();
        }
    }
};

} // namespace std
