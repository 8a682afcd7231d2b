// The exceptions that carry a message for the user, and the exit codes they lead to.
#pragma once

#include <stdexcept>
#include <string>

namespace terrain {

enum ExitCode : int { kExitOk = 0, kExitRunFailed = 1, kExitUsage = 2, kExitInterrupted = 130 };

/// What is wrong with what the user gave (recipe, flag, input file): exit code 2, nothing was written.
/// The message names the place (file, line and column, JSON path or flag), the value and what is allowed.
class UserError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What went wrong while running (a write that failed, memory that is not there): exit code 1.
class RunError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The user asked to stop (Ctrl-C): exit code 130.
class Interrupted : public std::runtime_error {
  public:
    Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace terrain
