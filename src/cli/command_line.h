// The arguments as data.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "recipe/recipe.h"

namespace terrain {

struct CommandLine {
    enum class Command { run, preview_only, schema, reference, verify, done };
    Command command = Command::run;
    std::vector<std::string> recipes;  ///< run: paths, UTF-8
    std::string folder;                ///< verify, preview_only
    std::vector<Override> overrides;   ///< --set in their order, then --seed, --size and the preview's
    std::string out;                   ///< empty: the default
    int threads = 0;                   ///< 0: all cores
    bool dry_run = false;
    bool overwrite = false;
    bool allow_outside = false;
    bool no_read_back = false;
    bool quiet = false;
    bool verbose = false;
    std::string text;  ///< done: what --help or --version print
};

/// Throws UserError naming the argument that is wrong and what is allowed.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace terrain
