// The arguments as data.
#pragma once

#include <string>
#include <vector>

#include "batch/batch.h"

namespace terrain {

struct CommandLine {
    enum class Command { run, preview_only, schema, reference, verify, contact, done };
    Command command = Command::run;
    BatchOptions batch;              ///< run
    std::string folder;              ///< preview_only
    std::vector<std::string> packs;  ///< verify, contact: folders or manifests, UTF-8
    bool regenerate = false;         ///< verify
    std::string expect;              ///< verify: a hash; empty: none
    std::string inputs = ".";        ///< verify: where heightmaps lie
    bool contact = true;             ///< run: with a contact sheet, if it is a batch
    bool dry_run = false;
    bool quiet = false;
    bool verbose = false;
    std::string text;  ///< done: what --help or --version print
};

/// Throws UserError naming the argument that is wrong and what is allowed.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace terrain
