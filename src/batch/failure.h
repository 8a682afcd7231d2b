// What an exception means for the user.
#pragma once

#include <functional>
#include <string>

namespace terrain {

struct Failure {
    int code = 0;         ///< core/errors.h; 0: nothing failed
    std::string message;  ///< one line or several
};

/// Calls body and says what it threw. `subject`, unless empty, starts messages that do not name their place themselves.
Failure failure_of(const std::string& subject, const std::function<void()>& body);

/// The exit code that stands for both: an interruption weighs most, then a run that failed, then what was refused.
int worse(int a, int b);

}  // namespace terrain
