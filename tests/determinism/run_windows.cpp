// Runs a Windows program by Wine, in one of the folders that the preview made for Wine, and prints what it says.
// Usage: run_windows PREVIEW_DIR PROGRAM ARGUMENT..., or run_windows PREVIEW_DIR --check. Exit code 77: there is no
// Wine.
#include <chrono>
#include <cstdio>
#include <exception>
#include <string_view>

#include "d3d11_host/child_process.h"
#include "d3d11_host/d3d11_environment.h"
#include "d3d11_host/wine_prefix.h"

int main(int argc, char** argv) {
    using namespace terrain;
    if (argc < 3) {
        std::fputs("usage: run_windows PREVIEW_DIR PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    try {
        const D3d11Search search = find_d3d11(argv[1]);
        if (!search.found) {
            std::printf("%s\n", search.missing.c_str());
            return 77;
        }
        if (std::string_view(argv[2]) == "--check") return 0;
        Progress progress;
        const WinePrefix prefix(search.found->wine, cache_folder(), progress);
        ChildCommand command;
        command.arguments = {search.found->wine.loader.string()};
        command.arguments.insert(command.arguments.end(), argv + 2, argv + argc);
        command.environment = prefix.environment("");
        ChildProcess program(command);
        constexpr std::chrono::minutes kPatience{10};
        while (const auto line = program.read_line(kPatience, progress)) {
            std::printf("%s\n", line->substr(0, line->find('\r')).c_str());
        }
        return program.wait(std::chrono::seconds(10), progress).value_or(1);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "run_windows: %s\n", error.what());
        return 1;
    }
}
