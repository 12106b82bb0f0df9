// What is known of an address: the variable or allocation that it lies in, in words and for the
// checks of the CUDA runtime's arguments.
#include "run/cudart/heap.h"
#include "run/gpu/gpu.h"

#include <stdio.h>
#include <string.h>

void memory_place_text(hd_loc loc, char *out, size_t n) {
    struct hd_place place;
    if (loc && hd_source_place(loc, &place))
        snprintf(out, n, " at %s:%d", place.source->name, place.line);
    else if (n)
        out[0] = 0;
}

const char *memory_allocator(int kind) {
    return kind == MEMORY_MANAGED  ? "cudaMallocManaged"
           : kind == MEMORY_PINNED ? "cudaMallocHost"
                                   : "cudaMalloc";
}

// A variable of the session that holds addr: __device__ and __constant__ ones are device memory.
static void find_variable(uint64_t addr, struct memory *out) {
    out->kind = MEMORY_VARIABLE;
    if (!hd_engine.front) return;
    int n;
    hd_front_lock();
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n && !out->name; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!sym || sym->kind != SYM_VAR || !sym->addr) continue;
        uint64_t size = sym->type->kind == HD_TY_REF ? 8 : sym->type->size;
        if (addr < sym->addr || addr > sym->addr + size || (addr == sym->addr + size && size))
            continue;
        out->base = sym->addr;
        out->size = size;
        out->name = sym->name;
        out->device_variable = sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT;
    }
    hd_front_unlock();
}

void hd_cudart_find(uint64_t addr, struct memory *out) {
    *out = (struct memory){.kind = MEMORY_HOST};
    if (hd_store_contains(addr)) {
        find_variable(addr, out);
        return;
    }
    hd_cudart_lock();
    const struct allocation *a = heap_find(addr);
    if (!a) a = memory_registered(addr);
    if (a)
        heap_describe(a, out);
    else if (heap_reaches(addr))
        *out = (struct memory){.kind = MEMORY_DEVICE, .nowhere = true};
    hd_cudart_unlock();
}

static const char *kind_text(enum memory_kind kind) {
    switch (kind) {
    case MEMORY_DEVICE: return "device";
    case MEMORY_MANAGED: return "managed";
    case MEMORY_PINNED: return "pinned host";
    case MEMORY_REGISTERED: return "registered host";
    default: return "host";
    }
}

bool hd_cudart_allocation(uint64_t addr, uint64_t *base, size_t *size, const char **kind) {
    struct memory m;
    if (hd_store_contains(addr)) return false;
    hd_cudart_find(addr, &m);
    if (m.kind == MEMORY_HOST || m.freed || m.nowhere || addr >= m.base + m.size) return false;
    *base = m.base;
    *size = m.size;
    *kind = kind_text(m.kind);
    return true;
}

bool hd_cudart_describe(uint64_t addr, char *out, size_t n) {
    hd_cudart_lock();
    struct allocation a = {0};
    bool near = heap_near(addr, &a);
    hd_cudart_unlock();
    if (!near) return false;
    char where[128], there[128];
    memory_place_text(a.at, where, sizeof where);
    memory_place_text(a.freed_at, there, sizeof there);
    const char *by = memory_allocator(a.kind);
    if (a.freed && addr < a.base + a.size)
        snprintf(out, n, "inside %zu bytes that were freed%s (%s%s)", a.size, there, by, where);
    else if (addr < a.base)
        snprintf(out, n, "%zu bytes before %zu bytes of %s memory (%s%s)", (size_t)(a.base - addr),
                 a.size, kind_text(a.kind), by, where);
    else if (addr >= a.base + a.size)
        snprintf(out, n, "%zu bytes past the end of %zu bytes of %s memory (%s%s)",
                 (size_t)(addr - a.base - a.size), a.size, kind_text(a.kind), by, where);
    else
        snprintf(out, n, "%zu bytes into %zu bytes of %s memory (%s%s)", (size_t)(addr - a.base),
                 a.size, kind_text(a.kind), by, where);
    return true;
}

void hd_cudart_explain(struct hd_fault *fault) {
    char text[384];
    if (fault->has_address && fault->is_write && hd_store_is_literal(fault->address)) {
        fault->kind = "write to a string literal";
        snprintf(
            fault->message, sizeof fault->message,
            "write to a string literal, which is read-only: use an array, as in `char text[] = \"...\"`");
        return;
    }
    if (fault->has_address && hd_store_stubs_again(fault->address)) {
        fault->kind = "unmapped code";
        snprintf(
            fault->message, sizeof fault->message,
            "call through a function pointer whose code had been unmapped or protected (munmap, mprotect); it is back "
            "now");
        return;
    }
    struct memory m;
    hd_cudart_find(fault->address, &m);
    if (fault->has_address && m.kind == MEMORY_VARIABLE && m.size &&
        fault->address - m.base < m.size && hd_store_map_again(m.base, m.size)) {
        fault->kind = "unmapped variable";
        snprintf(
            fault->message, sizeof fault->message,
            "%s of `%s`, whose memory the code had unmapped or protected (munmap, mprotect); it is back now",
            fault->is_write ? "write" : "read", m.name ? m.name : "?");
        return;
    }
    if (!fault->has_address || !hd_cudart_describe(fault->address, text, sizeof text)) return;
    bool freed = strncmp(text, "inside", 6) == 0;
    fault->kind = freed ? "use after free" : "out-of-bounds access";
    snprintf(fault->message, sizeof fault->message, "%s out of bounds: 0x%llx is %s",
             fault->is_write ? "write" : "read", (unsigned long long)fault->address, text);
    if (freed)
        snprintf(fault->message, sizeof fault->message, "%s of freed memory: 0x%llx is %s",
                 fault->is_write ? "write" : "read", (unsigned long long)fault->address, text);
}

static bool on_device(const struct memory *m) {
    return m->kind == MEMORY_VARIABLE ? m->device_variable || !m->size : m->kind != MEMORY_HOST;
}

static bool on_host(const struct memory *m) {
    return m->kind == MEMORY_VARIABLE ? !m->device_variable : m->kind != MEMORY_DEVICE;
}

int hd_cudart_direction(const void *dst, const void *src) {
    struct memory to, from;
    if (!dst || !src) return -1;
    hd_cudart_find((uint64_t)dst, &to);
    hd_cudart_find((uint64_t)src, &from);
    if (to.nowhere || from.nowhere || to.freed || from.freed) return -1;
    if (!on_host(&to)) return on_host(&from) ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
    return on_host(&from) ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
}

int hd_cudart_check(const char *api, const char *side, const void *p, size_t size, bool device,
                    bool host) {
    if (size == 0) return 0;
    if (!p) {
        hd_cudart_notice("%s: the %s is a null pointer", api, side);
        return cudaErrorInvalidValue;
    }
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    char where[128], there[128];
    memory_place_text(m.at, where, sizeof where);
    memory_place_text(m.freed_at, there, sizeof there);
    if (m.freed) {
        hd_cudart_notice("%s: the %s lies in %zu bytes that were freed%s (%s%s)", api, side, m.size,
                         there, memory_allocator(m.kind), where);
        return cudaErrorInvalidValue;
    }
    if (m.nowhere) {
        hd_cudart_notice("%s: the %s %p is in no allocation", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (device && !on_device(&m)) {
        hd_cudart_notice("%s: the %s must be device memory, but %p is host memory", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (host && !on_host(&m)) {
        hd_cudart_notice("%s: the %s must be host memory, but %p is device memory", api, side, p);
        return cudaErrorInvalidValue;
    }
    if (!m.size) return 0;
    size_t room = m.base + m.size - (uint64_t)p;
    if (size <= room) return 0;
    if (m.name)
        hd_cudart_notice("%s: %zu bytes, but the %s `%s` has only %zu from there", api, size, side,
                         m.name, room);
    else
        hd_cudart_notice(
            "%s: %zu bytes, but the %s has only %zu from there (allocation of %zu bytes, %s%s)",
            api, size, side, room, m.size, memory_allocator(m.kind), where);
    return cudaErrorInvalidValue;
}
