#ifdef __cplusplus
extern "C" {
#endif
int *make_table(int n);
#ifdef __cplusplus
}
#endif
