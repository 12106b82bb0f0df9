// Files: writing, reading, seeking, fgets, fscanf, ungetc, feof, freopen-free, binary records,
// temporary files, errors.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec {
    int id;
    double v;
    char name[12];
};
int main(void) {
    char path[] = "/tmp/heddle-conf-XXXXXX";
    extern int mkstemp(char *);
    int fd = mkstemp(path);
    if (fd < 0) return 9;
    FILE *f = fopen(path, "w");
    fprintf(f, "line %d\nline %s\n%5.2f\n", 1, "two", 3.14159);
    fputs("hello\n", f);
    fputc('x', f);
    putc('\n', f);
    fwrite("raw\n", 1, 4, f);
    printf("%d\n", fclose(f));
    char b[64];
    f = fopen(path, "r");
    while (fgets(b, sizeof b, f)) printf("[%s]", strtok(b, "\n"));
    puts("");
    printf("%d %d\n", feof(f) != 0, ferror(f));
    rewind(f);
    int n;
    char w[16];
    double d;
    printf("%d ", fscanf(f, "line %d\nline %15s\n%lf", &n, w, &d));
    printf("%d %s %.2f\n", n, w, d);
    fseek(f, 0, SEEK_END);
    printf("%ld ", ftell(f));
    fseek(f, -4, SEEK_END);
    printf("%s", fgets(b, 10, f));
    rewind(f);
    int c = getc(f);
    ungetc('L', f);
    printf("%c", c);
    printf("%c", getc(f));
    printf("%c\n", fgetc(f));
    n = 0;
    while ((c = fgetc(f)) != EOF) n += c == '\n';
    printf("%d\n", n);
    fclose(f);
    struct rec r[3] = {{1, 1.5, "one"}, {2, 2.5, "two"}, {3, 3.5, "three"}}, q;
    f = fopen(path, "wb+");
    printf("%zu\n", fwrite(r, sizeof *r, 3, f));
    fseek(f, sizeof *r, SEEK_SET);
    printf("%zu ", fread(&q, sizeof q, 1, f));
    printf("%d %g %s\n", q.id, q.v, q.name);
    printf("%zu\n", fread(r, sizeof *r, 3, f));
    fclose(f);
    f = fopen(path, "a");
    fputs("tail", f);
    fclose(f);
    f = fopen(path, "r");
    fseek(f, -4, SEEK_END);
    fgets(b, 10, f);
    puts(b);
    fclose(f);
    printf("%d\n", remove(path));
    f = fopen(path, "r");
    printf("%d %d %s\n", f == NULL, errno == ENOENT, strerror(errno));
    f = tmpfile();
    fprintf(f, "%d %x %o", 10, 255, 8);
    rewind(f);
    int x, y, z;
    printf("%d ", fscanf(f, "%d %x %o", &x, (unsigned *)&y, (unsigned *)&z));
    printf("%d %d %d\n", x, y, z);
    fclose(f);
    setvbuf(stdout, NULL, _IOLBF, 0);
    fflush(stdout);
    fprintf(stdout, "%s\n", "to stdout");
    fprintf(stderr, "to stderr\n");
    printf("%d\n", printf("four") == 4);
    char *mem;
    size_t len;
    f = open_memstream(&mem, &len);
    fprintf(f, "mem %d", 5);
    fclose(f);
    printf("%s %zu\n", mem, len);
    free(mem);
    perror("nothing");
    return 0;
}

/* OUTPUT:
0
[line 1][line two][ 3.14][hello][x][raw]
1 0
3 1 two 3.14
34 raw
lLi
6
3
1 2 2.5 two
1
tail
0
1 1 No such file or directory
3 10 255 8
to stdout
four1
mem 5 5
*/
