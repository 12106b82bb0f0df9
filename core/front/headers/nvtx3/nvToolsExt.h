/* NVTX: marks for a profiler, which do nothing here. */
#ifndef HEDDLE_NVTX
#define HEDDLE_NVTX
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_UNKNOWN 0
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_UNKNOWN 0
#define NVTX_MESSAGE_TYPE_ASCII 1
#define NVTX_MESSAGE_TYPE_UNICODE 2
#define NVTX_MESSAGE_TYPE_REGISTERED 3
#define NVTX_PAYLOAD_UNKNOWN 0
#define NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 1
#define NVTX_PAYLOAD_TYPE_INT64 2
#define NVTX_PAYLOAD_TYPE_DOUBLE 3
#define NVTX_SUCCESS 0

typedef uint64_t nvtxRangeId_t;
typedef struct heddle_nvtx_domain *nvtxDomainHandle_t;
typedef struct heddle_nvtx_string *nvtxStringHandle_t;
typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

static inline void nvtxInitialize(const void *reserved) {}
static inline void nvtxMarkA(const char *message) {}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *attributes) {}
static inline nvtxRangeId_t nvtxRangeStartA(const char *message) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) { return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t id) {}
static inline int nvtxRangePushA(const char *message) { return 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) { return 0; }
static inline int nvtxRangePop(void) { return 0; }
static inline void nvtxNameCategoryA(uint32_t category, const char *name) {}
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) {}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return NULL; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) { return NULL; }
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) { return 0; }
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return 0; }
static inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) { return 0; }
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {}
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif
