// An X display without a screen (Xvfb), for Direct3D under Wine.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "d3d11_host/child_process.h"

namespace terrain {

/// From construction to destruction. The server picks the number itself, so that any number of jobs may start at once.
class VirtualDisplay {
  public:
    /// errors: file for what the server complains about. RunError: it does not start, or says nothing within `limit`.
    VirtualDisplay(const std::filesystem::path& xvfb, const std::filesystem::path& errors,
                   std::chrono::milliseconds limit, const Progress& progress);

    /// For the variable DISPLAY, e.g. ":3".
    const std::string& name() const { return name_; }

  private:
    ChildProcess server_;
    std::string name_;
};

}  // namespace terrain
