#if __cplusplus == 201402L
static const char *seen = "C++";
#else
static const char *seen = "C";
#endif
