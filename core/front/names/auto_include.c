// The C library's common names, for code that uses them without their header (cells and .cu files).
//
// Functions and types are included when a lookup finds nothing else (builtins.c asks
// hd_header_find). Macros cannot wait so long, because they are expanded before anything is looked
// up: the text of an input is scanned for their names before it is preprocessed, and that of its
// own headers ("book.h") afterwards. A name that the input itself defines, undefines or tests is
// left alone.
//
// So are names of C++'s headers that we have (`std::cout`), which are only meant with `std::`
// before them.
//
// A lookup can come too late: `exit(1)` in a cell that includes <pthread.h> further down. The
// preprocessor has read that by then, and what both headers share stands behind the place. Then the
// cell starts again with the missing header in front.
//
// Example: `int best = INT_MAX;` includes <limits.h> first.
#include "front/check/check.h"
#include "front/lex/embedded.h"
#include "front/names/library.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names by header and kind. Not complete: the names that small programs use.
static const struct {
    const char *header;
    char kind; // 'f' functions and variables, 't' types, 'm' macros
    const char *names;
} headers[] = {
#include "front/lex/headers.def"
};

struct header_entry {
    const char *header;
    char kind;
};
static pthread_once_t headers_once = PTHREAD_ONCE_INIT;
static struct hd_map header_names; // -> struct header_entry *

static void index_headers(void) {
    for (int i = 0; i < HD_COUNT(headers); i++) {
        struct header_entry *entry = hd_xcalloc(1, sizeof *entry);
        entry->header = headers[i].header;
        entry->kind = headers[i].kind;
        for (const char *p = headers[i].names; *p;) {
            size_t len = strcspn(p, " ");
            const char *name = hd_intern(p, len);
            if (!hd_map_get(&header_names, name)) hd_map_set(&header_names, name, entry);
            p += len;
            while (*p == ' ') p++;
        }
    }
}

const char *hd_header_find(const char *name, char *kind) {
    pthread_once(&headers_once, index_headers);
    const struct header_entry *entry = hd_map_get(&header_names, hd_intern_str(name));
    if (!entry) return NULL;
    if (kind) *kind = entry->kind;
    return entry->header;
}

void hd_header_each(void (*each)(void *user, const char *name, char kind, const char *header),
                    void *user) {
    const char *name;
    void *entry;
    pthread_once(&headers_once, index_headers);
    for (int i = 0; (i = hd_map_next(&header_names, i, &name, &entry)) > 0;)
        each(user, name, ((struct header_entry *)entry)->kind,
             ((struct header_entry *)entry)->header);
}

const char *hd_header_of(const char *name) { return hd_header_find(name, NULL); }

// Names of C++'s headers that we have (headers/iostream ...), each between blanks.
static const struct {
    const char *header, *names;
} std_headers[] = {
    {"iostream",
     " cout cerr clog cin endl ends flush hex dec oct fixed scientific defaultfloat left right internal boolalpha noboolalpha"
     " showpos noshowpos showbase noshowbase showpoint noshowpoint uppercase nouppercase hexfloat streamsize"
     " ws ios ios_base ostream istream iostream streambuf locale ostream_iterator istream_iterator"
     " istreambuf_iterator ostreambuf_iterator getline unitbuf nounitbuf skipws noskipws streampos streamoff "},
    {"sstream", " stringstream ostringstream istringstream stringbuf "},
    {"fstream", " fstream ofstream ifstream filebuf "},
    {"iomanip", " setw setprecision setfill setbase setiosflags resetiosflags put_time quoted "},
    {"algorithm",
     " sort stable_sort fill fill_n copy copy_n copy_if generate for_each transform replace reverse rotate find find_if"
     " count count_if all_of any_of none_of equal max_element min_element clamp is_sorted lower_bound upper_bound"
     " binary_search unique copy_backward generate_n for_each_n replace_if iter_swap swap_ranges remove_if partition"
     " reverse_copy minmax minmax_element mismatch find_if_not adjacent_find search lexicographical_compare"
     " equal_range merge next_permutation prev_permutation nth_element partial_sort make_heap push_heap pop_heap"
     " sort_heap move_backward stable_partition partition_copy partition_point is_partitioned includes set_union"
     " set_intersection set_difference set_symmetric_difference inplace_merge remove_copy remove_copy_if replace_copy"
     " replace_copy_if unique_copy rotate_copy search_n find_end find_first_of is_sorted_until is_heap is_heap_until"
     " is_permutation partial_sort_copy "},
    {"numeric",
     " accumulate inner_product iota partial_sum inclusive_scan exclusive_scan adjacent_difference reduce gcd lcm"
     " transform_reduce transform_inclusive_scan transform_exclusive_scan midpoint "},
    {"concepts",
     " same_as derived_from convertible_to common_reference_with common_with integral signed_integral"
     " unsigned_integral floating_point assignable_from swappable swappable_with destructible constructible_from"
     " default_initializable move_constructible copy_constructible equality_comparable equality_comparable_with"
     " totally_ordered totally_ordered_with movable copyable semiregular regular invocable regular_invocable"
     " predicate relation equivalence_relation strict_weak_order "},
    {"type_traits",
     " integral_constant true_type false_type bool_constant enable_if enable_if_t conditional conditional_t void_t"
     " is_same is_same_v is_integral is_integral_v is_floating_point is_floating_point_v is_arithmetic"
     " is_arithmetic_v is_pointer is_pointer_v is_class is_class_v is_enum is_enum_v is_const is_const_v is_signed"
     " is_signed_v is_unsigned is_unsigned_v is_convertible is_convertible_v is_base_of is_base_of_v"
     " is_constructible is_constructible_v is_trivially_copyable is_trivially_copyable_v is_void is_void_v"
     " remove_cv remove_cv_t remove_const remove_const_t remove_reference remove_reference_t remove_pointer"
     " remove_pointer_t decay decay_t add_pointer add_pointer_t make_signed make_signed_t make_unsigned"
     " make_unsigned_t underlying_type underlying_type_t common_type common_type_t declval invoke_result"
     " invoke_result_t is_invocable is_invocable_v "},
    {"utility",
     " swap exchange move forward pair make_pair as_const move_if_noexcept integer_sequence index_sequence"
     " make_integer_sequence make_index_sequence index_sequence_for in_place in_place_t in_place_type in_place_index"
     " piecewise_construct tuple_size tuple_size_v tuple_element tuple_element_t "},
    {"tuple", " tuple make_tuple tie forward_as_tuple tuple_cat apply make_from_tuple ignore get "},
    {"optional", " optional nullopt nullopt_t make_optional bad_optional_access "},
    {"variant",
     " variant visit get_if holds_alternative monostate variant_size variant_size_v variant_alternative"
     " variant_alternative_t bad_variant_access "},
    {"any", " any any_cast make_any bad_any_cast "},
    {"string_view", " string_view basic_string_view wstring_view u16string_view u32string_view "},
    {"iterator",
     " begin end cbegin cend rbegin rend size empty data distance next prev advance iterator_traits reverse_iterator"
     " make_reverse_iterator back_inserter front_inserter inserter back_insert_iterator insert_iterator "},
    {"initializer_list", " initializer_list "},
    {"exception",
     " exception bad_exception terminate set_terminate get_terminate terminate_handler exception_ptr"
     " current_exception rethrow_exception make_exception_ptr uncaught_exception uncaught_exceptions"
     " nested_exception throw_with_nested "},
    {"stdexcept",
     " logic_error runtime_error domain_error invalid_argument length_error out_of_range range_error overflow_error"
     " underflow_error "},
    {"typeinfo", " type_info bad_typeid bad_cast "},
    {"typeindex", " type_index "},
    {"new", " nothrow nothrow_t bad_alloc bad_array_new_length "},
    {"memory",
     " allocator allocator_traits addressof unique_ptr make_unique shared_ptr weak_ptr make_shared default_delete"
     " enable_shared_from_this static_pointer_cast const_pointer_cast dynamic_pointer_cast reinterpret_pointer_cast construct_at destroy_at destroy"
     " uninitialized_copy uninitialized_fill uninitialized_move align "},
    {"vector", " vector "},
    {"string",
     " string basic_string wstring u16string u32string char_traits to_string stoi stol stoll "
     "stoul stoull stof stod "},
    {"map", " map multimap "},
    {"set", " set multiset "},
    {"unordered_map", " unordered_map unordered_multimap "},
    {"unordered_set", " unordered_set unordered_multiset "},
    {"deque", " deque "},
    {"list", " list "},
    {"queue", " queue priority_queue "},
    {"stack", " stack "},
    {"random",
     " mt19937 mt19937_64 minstd_rand0 minstd_rand default_random_engine ranlux24_base ranlux48_base ranlux24 ranlux48"
     " random_device seed_seq generate_canonical uniform_int_distribution uniform_real_distribution normal_distribution"
     " lognormal_distribution exponential_distribution bernoulli_distribution geometric_distribution poisson_distribution"
     " gamma_distribution chi_squared_distribution cauchy_distribution weibull_distribution extreme_value_distribution"
     " discrete_distribution binomial_distribution negative_binomial_distribution fisher_f_distribution"
     " student_t_distribution piecewise_constant_distribution piecewise_linear_distribution knuth_b shuffle sample "},
    {"functional",
     " plus minus multiplies divides modulus negate less greater less_equal greater_equal equal_to not_equal_to"
     " bit_and bit_or bit_xor bit_not logical_and logical_or logical_not function bind placeholders ref cref"
     " reference_wrapper hash invoke mem_fn not_fn identity "},
    {"limits", " numeric_limits "},
    {"array", " array "},
    {"chrono",
     " high_resolution_clock steady_clock system_clock duration_cast duration time_point nanoseconds microseconds"
     " milliseconds seconds minutes hours time_point_cast "},
    {"system_error",
     " error_code error_condition error_category system_error generic_category system_category "},
    {"ratio",
     " ratio nano micro milli centi kilo mega giga ratio_multiply ratio_less ratio_less_v ratio_equal ratio_equal_v "},
    {"thread", " sleep_for yield thread this_thread "},
    {"mutex",
     " mutex recursive_mutex lock_guard unique_lock scoped_lock lock once_flag call_once defer_lock adopt_lock"
     " try_to_lock "},
    {"shared_mutex", " shared_mutex shared_lock "},
    {"condition_variable", " condition_variable condition_variable_any cv_status "},
    {"atomic",
     " atomic atomic_int atomic_uint atomic_long atomic_bool atomic_flag memory_order memory_order_relaxed"
     " memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst atomic_thread_fence "},
    {"future", " future promise async packaged_task future_status launch "},
    {"bitset", " bitset "},
    {"forward_list", " forward_list "},
    {"charconv", " to_chars from_chars chars_format to_chars_result from_chars_result errc "},
    {"valarray", " valarray slice "},
    {"complex", " complex norm conj proj polar "},
    {"bit",
     " bit_cast popcount countl_zero countr_zero countl_one countr_one has_single_bit bit_width bit_floor bit_ceil rotl"
     " rotr endian "},
    {"span", " span dynamic_extent "},
    {"cstddef", " byte nullptr_t to_integer "},
    {"cmath", " lerp "},
    {"regex",
     " regex smatch cmatch regex_match regex_search regex_replace regex_error sregex_iterator cregex_iterator"
     " sregex_token_iterator cregex_token_iterator regex_iterator regex_token_iterator sub_match ssub_match"
     " match_results regex_constants "},
    {"stop_token", " jthread stop_token stop_source stop_callback nostopstate "},
    {"execution", " execution is_execution_policy is_execution_policy_v "},
    {"format",
     " format format_to format_to_n formatted_size vformat make_format_args formatter format_error"
     " format_context format_parse_context "},
    {"print", " print println "},
    {"ranges", " ranges views "},
    {"source_location", " source_location "},
    {"latch", " latch "},
    {"barrier", " barrier "},
    {"semaphore", " counting_semaphore binary_semaphore "},
};

const char *hd_std_usual(const char *name) {
    char word[48];
    if (snprintf(word, sizeof word, " %s ", name) >= (int)sizeof word) return NULL;
    for (int i = 0; i < HD_COUNT(std_headers); i++)
        if (strstr(std_headers[i].names, word)) return std_headers[i].header;
    return NULL;
}

// What no row has may be declared in some header all the same. Short words are parts of its text
// that the build took for names.
const char *hd_std_header_of(const char *name) {
    const char *header = hd_std_usual(name);
    if (header || strlen(name) < 5 || hd_header_of(name)) return header;
    return waiting_header_of(name);
}

// The header that has `thrust::name` or `cub::name`. NULL: none, or no such library.
static const char *library_header(const char *space, size_t space_len, const char *name) {
    char word[96];
    if (snprintf(word, sizeof word, "%.*s::%s", (int)space_len, space, name) >= (int)sizeof word)
        return NULL;
    int low = 0, high = hd_embedded_library_count - 1;
    while (low <= high) {
        int mid = (low + high) / 2, order = strcmp(word, hd_embedded_library[mid].name);
        if (order == 0) return hd_embedded_library[mid].header;
        if (order < 0)
            high = mid - 1;
        else
            low = mid + 1;
    }
    return NULL;
}

bool hd_is_std_name(const char *name) { return hd_std_header_of(name) != NULL; }

struct near_std {
    const char *wanted, *best;
    int distance;
};

static void consider_std(void *user, const char *name, char kind, const char *header) {
    struct near_std *near = user;
    (void)kind, (void)header;
    int distance = hd_edit_distance(near->wanted, name, near->distance - 1);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->best = name;
}

const char *hd_std_near(const char *name) {
    struct near_std near = {name, NULL, strlen(name) < 5 ? 2 : 3};
    hd_std_each(consider_std, &near);
    return near.best;
}

void hd_std_each(void (*each)(void *user, const char *name, char kind, const char *header),
                 void *user) {
    for (int i = 0; i < HD_COUNT(std_headers); i++)
        for (const char *p = std_headers[i].names + 1; *p;) {
            size_t len = strcspn(p, " ");
            each(user, hd_intern(p, len), 'f', std_headers[i].header);
            p += len + 1;
        }
}

// ---- macros -------------------------------------------------------------------------------------

static bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

// The next name at or after *at; comments, literals and numbers are stepped over. NULL at the end.
static const char *next_name(const char *text, size_t len, size_t *at, size_t *name_len) {
    size_t i = *at;
    while (i < len) {
        char c = text[i];
        if (starts_name(c)) {
            size_t from = i;
            while (i < len && continues_name(text[i])) i++;
            *at = i;
            *name_len = i - from;
            return text + from;
        }
        if (c >= '0' && c <= '9') {
            while (i < len && (continues_name(text[i]) || text[i] == '.')) i++;
        } else if (c == '/' && i + 1 < len && text[i + 1] == '/') {
            while (i < len && text[i] != '\n') i++;
        } else if (c == '/' && i + 1 < len && text[i + 1] == '*') {
            for (i += 2; i < len && !(text[i] == '/' && text[i - 1] == '*'); i++) continue;
            i++;
        } else if (c == '"' || c == '\'') {
            for (i++; i < len && text[i] != c && text[i] != '\n'; i++)
                if (text[i] == '\\') i++;
            i++;
        } else {
            i++;
        }
    }
    *at = len;
    return NULL;
}

static bool is_word(const char *s, size_t len, const char *word) {
    return strlen(word) == len && memcmp(s, word, len) == 0;
}

// Whether a name after this one is the subject of a directive.
static bool names_macro(const char *s, size_t len) {
    static const char *const words[] = {"define", "undef", "ifdef", "ifndef", "defined"};
    for (int i = 0; i < HD_COUNT(words); i++)
        if (is_word(s, len, words[i])) return true;
    return false;
}

// The namespace whose name, `previous`, stands right before s with a `::`. NULL: none of C++'s.
static struct hd_space *std_space_before(struct hd_front *front, const char *text, const char *s,
                                         const char *previous, size_t previous_len) {
    static const char *const inner[] = {"chrono", "this_thread"};
    if (s - text < 2 || s[-1] != ':' || s[-2] != ':' || previous + previous_len != s - 2)
        return NULL;
    struct hd_space *std =
        hd_space_in(front, hd_space_global(front), hd_intern_str("std"), SPACE_NAMESPACE);
    if (is_word(previous, previous_len, "std")) return std;
    for (int i = 0; i < HD_COUNT(inner); i++)
        if (is_word(previous, previous_len, inner[i]))
            return hd_space_in(front, std, hd_intern_str(inner[i]), SPACE_NAMESPACE);
    return NULL;
}

// The header that has a name after `std::`, where that was not included yet; NULL: nothing to do.
// min and max are built in, unless their type is given.
static const char *wants_std(struct hd_front *front, struct hd_space *space, const char *name,
                             char next, bool qualified) {
    bool given = next == '<' && (!strcmp(name, "max") || !strcmp(name, "min"));
    const char *header = given       ? "algorithm"
                         : qualified ? hd_std_header_of(name)
                                     : hd_std_usual(name);
    if (!header || hd_macro_find(front, name) || waiting_has(front, name)) return NULL;
    const char *key = hd_space_key(front, space, name);
    const struct hd_def *def = hd_map_get(&front->names, key), *tag = hd_map_get(&front->tags, key);
    return (def && !def->dead) || (tag && !tag->dead) ? NULL : header;
}

// The header of Thrust or CUB that has a name behind `thrust::` or `cub::`, where nothing that was
// included has declared it.
static const char *wants_library(struct hd_front *front, const char *text, const char *s,
                                 const char *name, const char *previous, size_t previous_len) {
    if (s - text < 2 || s[-1] != ':' || s[-2] != ':' || previous + previous_len != s - 2)
        return NULL;
    const char *header = library_header(previous, previous_len, name);
    if (!header || hd_macro_find(front, name)) return NULL;
    struct hd_space *space = hd_space_in(front, hd_space_global(front),
                                         hd_intern(previous, previous_len), SPACE_NAMESPACE);
    const char *key = hd_space_key(front, space, name);
    const struct hd_def *def = hd_map_get(&front->names, key), *tag = hd_map_get(&front->tags, key);
    return (def && !def->dead) || (tag && !tag->dead) ? NULL : header;
}

// Headers that libstdc++'s other headers bring along: programs call what is in them after
// `using namespace std;` without including them.
static bool comes_along(const char *header) {
    static const char *const list[] = {"tuple", "utility", "algorithm", "memory", "numeric"};
    for (int i = 0; i < HD_COUNT(list); i++)
        if (!strcmp(header, list[i])) return true;
    return false;
}

// `tie(a, b)`, not `.tie(` nor `x::tie(`.
static bool called_alone(const char *text, const char *s, size_t len) {
    const char *next = s + len;
    while (*next == ' ') next++;
    char before = s > text ? s[-1] : ' ';
    return *next == '(' && before != '.' && before != ':' && before != '>';
}

struct wanted {
    const char *name, *header;
};

void auto_include_macros(struct hd_front *front, const struct hd_source *source, bool late) {
    if (source->lang != HD_LANG_CU) return;
    HD_VEC(struct wanted) wanted = {0};
    struct hd_map own = {0}; // names that the text defines or tests
    struct hd_space *global_std =
        hd_space_in(front, hd_space_global(front), hd_intern_str("std"), SPACE_NAMESPACE);
    bool uses = hd_space_in_use(front, global_std);
    const char *s, *previous = "";
    size_t len, at = 0, previous_len = 0;
    bool directive = false; // `namespace` after `using`
    while ((s = next_name(source->text, source->len, &at, &len))) {
        char kind = 0;
        if (len >= 3 && len <= 40) {
            const char *name = hd_intern(s, len);
            struct hd_space *std = std_space_before(front, source->text, s, previous, previous_len);
            if (names_macro(previous, previous_len))
                hd_map_set(&own, name, (void *)name);
            else {
                struct wanted want = {name, NULL};
                const char *library =
                    wants_library(front, source->text, s, name, previous, previous_len);
                if (std)
                    want.header = wants_std(front, std, name, s[len], true);
                else if (library)
                    want.header = library;
                else if (!hd_map_get(&front->names, name) && !hd_macro_find(front, name))
                    want.header = hd_header_find(name, &kind);
                if (want.header && (std || library || kind == 'm')) HD_XPUSH(&wanted, want);
                bool alone = uses && !std && !library && called_alone(source->text, s, len) &&
                             !hd_map_get(&front->names, name);
                const char *header = alone ? wants_std(front, global_std, name, '(', false) : NULL;
                if (header && comes_along(header))
                    HD_XPUSH(&wanted, ((struct wanted){name, header}));
            }
        }
        uses = uses || (directive && is_word(s, len, "std"));
        directive = is_word(s, len, "namespace") && is_word(previous, previous_len, "using");
        previous = s;
        previous_len = len;
    }
    const char *missing = NULL;
    for (int i = 0; i < wanted.n && !missing; i++) {
        const struct wanted *want = &wanted.v[i];
        if (hd_map_get(&own, want->name) || hd_macro_find(front, want->name)) continue;
        if (late)
            missing = want->header;
        else
            front_include_now(front, want->header);
    }
    HD_FREE_VEC(&wanted);
    hd_map_finish(&own);
    if (missing) front_include_ahead(front, missing);
}
