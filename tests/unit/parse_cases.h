static const char *const good_texts[] = {"int x;"};
static void test_cases(void) {}
