// std::filesystem and error codes: what g++ prints of the same program.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include <unistd.h>
namespace fs = std::filesystem;
int main() {
    for (const char *text : {"/usr/lib/libm.so.6", "a/b/../c.tar.gz", "plain", ".profile", "dir/", "/", "", "a//b", ".."}) {
        fs::path p(text);
        std::cout << p << " " << p.filename() << " " << p.stem() << " " << p.extension() << " " << p.parent_path() << " " << p.lexically_normal() << " "
                  << p.is_absolute() << p.has_extension() << p.has_filename() << p.has_parent_path() << "\n";
    }
    for (auto &part : fs::path("/usr/local//bin/x")) std::cout << part.string() << "|";
    fs::path q = fs::path("out") / "run" / "log.txt";
    q.replace_extension(".csv");
    std::cout << q << " " << fs::path(q).replace_filename("z").string() << " " << q.lexically_relative("out/other") << " " << (fs::path("a/b") < fs::path("a/c")) << (q == fs::path("out/run/log.csv")) << "\n";
    std::string s = q;
    q += "_1";
    std::cout << s << " " << q.native() << " " << fs::path("a") / "/b" << "\n";

    fs::path top = fs::temp_directory_path() / ("heddle_fs_" + std::to_string(getpid()));
    std::cout << fs::create_directories(top / "x" / "y") << fs::create_directories(top / "x" / "y") << fs::exists(top) << fs::is_directory(top) << fs::is_regular_file(top) << fs::is_empty(top / "x" / "y") << "\n";
    std::ofstream(top / "x" / "f.txt") << "hello";
    std::ofstream(top / "x" / "y" / "g.bin") << "12345678";
    fs::copy_file(top / "x" / "f.txt", top / "copy.txt");
    fs::copy(top / "x", top / "z", fs::copy_options::recursive);
    fs::rename(top / "copy.txt", top / "moved.txt");
    std::vector<std::string> names;
    uintmax_t bytes = 0;
    for (const auto &entry : fs::recursive_directory_iterator(top)) {
        names.push_back(entry.path().lexically_relative(top).string());
        if (entry.is_regular_file()) bytes += entry.file_size();
    }
    std::sort(names.begin(), names.end());
    for (auto &name : names) std::cout << name << " ";
    std::cout << bytes << " " << std::distance(fs::directory_iterator(top), fs::directory_iterator{}) << "\n";
    fs::resize_file(top / "moved.txt", 2);
    std::cout << fs::file_size(top / "moved.txt") << " " << fs::remove(top / "moved.txt") << fs::remove(top / "moved.txt") << "\n";
    std::error_code code;
    std::cout << fs::file_size(top / "none", code) << " " << code.value() << " " << code.message() << " " << (code == std::errc::no_such_file_or_directory) << (bool)code << "\n";
    try {
        fs::create_directory(top / "none" / "deep");
    } catch (const fs::filesystem_error &e) {
        std::string what = e.what();
        std::cout << what.substr(0, what.find('[')) << (e.path1() == top / "none" / "deep") << e.code().value() << "\n";
    }
    try {
        for (auto &entry : fs::directory_iterator(top / "none")) std::cout << entry.path();
    } catch (const std::exception &e) { std::cout << "no folder\n"; }
    std::cout << fs::remove_all(top) << fs::exists(top) << "\n";
}
/* OUTPUT:
"/usr/lib/libm.so.6" "libm.so.6" "libm.so" ".6" "/usr/lib" "/usr/lib/libm.so.6" 1111
"a/b/../c.tar.gz" "c.tar.gz" "c.tar" ".gz" "a/b/.." "a/c.tar.gz" 0111
"plain" "plain" "plain" "" "" "plain" 0010
".profile" ".profile" ".profile" "" "" ".profile" 0010
"dir/" "" "" "" "dir" "dir/" 0001
"/" "" "" "" "/" "/" 1001
"" "" "" "" "" "" 0000
"a//b" "b" "b" "" "a" "a/b" 0011
".." ".." ".." "" "" ".." 0010
/|usr|local|bin|x|"out/run/log.csv" out/run/z "../run/log.csv" 11
out/run/log.csv out/run/log.csv_1 "/b"
101101
moved.txt x x/f.txt x/y x/y/g.bin z z/f.txt z/y z/y/g.bin 31 3
2 10
18446744073709551615 2 No such file or directory 11
filesystem error: cannot create directory: No such file or directory 12
no folder
90
*/
