#include "d3d11_host/virtual_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/errors.h"

namespace terrain {
namespace {

ChildCommand server_command(const std::filesystem::path& xvfb, const std::filesystem::path& errors) {
    ChildCommand command;
    // Nothing is shown, so that the smallest screen will do.
    command.arguments = {xvfb.string(), "-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp", "-noreset"};
    for (char** entry = environ; *entry != nullptr; ++entry) command.environment.emplace_back(*entry);
    command.errors = errors;
    command.display_pipe = true;
    return command;
}

}  // namespace

VirtualDisplay::VirtualDisplay(const std::filesystem::path& xvfb, const std::filesystem::path& errors,
                               std::chrono::milliseconds limit, const Progress& progress)
    : server_(server_command(xvfb, errors)) {
    const auto number = server_.read_line(limit, progress);
    if (!number || number->empty()) throw RunError(fmt::format("{} opens no display", xvfb.string()));
    name_ = ":" + *number;
}

}  // namespace terrain
