// The program as a child process, with limits and a deadline.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.h"

namespace terrain::test {

struct Launch {
    std::vector<std::string> arguments;
    std::filesystem::path folder = ".";  ///< working directory
    std::vector<std::pair<std::string, std::string>> environment;
    std::size_t address_space = 0;  ///< bytes; 0: no limit
    std::size_t file_size = 0;      ///< bytes, the largest file that may be written; 0: no limit
    std::string standard_output;    ///< a file to write to instead of Finished::out
    double deadline_s = 120;        ///< then it is killed
    int signal = 0;                 ///< sent after signal_after_s
    double signal_after_s = 0;
};

struct Finished {
    int code = -1;    ///< exit code; -1 if a signal ended it
    int signal = 0;   ///< that signal
    std::string out;  ///< standard output
    std::string err;  ///< standard error
    double seconds = 0;
    double seconds_after_signal = 0;  ///< from the signal sent to the end
    long peak_kib = 0;                ///< largest resident set
};

Finished launch(const Launch& what);

/// Runs the program with these arguments in a folder.
Finished terrain_gen(const std::vector<std::string>& arguments, const std::filesystem::path& folder);

void write_file(const std::filesystem::path& file, const std::string& text);
std::string read_file(const std::filesystem::path& file);

/// Names and bytes of all files below the folder, sorted.
std::vector<std::pair<std::string, std::string>> contents(const std::filesystem::path& folder);

/// A recipe that takes no time: 48 x 32 cells and a little rain.
extern const std::string kSmallRecipe;

}  // namespace terrain::test
