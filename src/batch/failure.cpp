#include "batch/failure.h"

#include <new>

#include "core/errors.h"

namespace terrain {

Failure failure_of(const std::string& subject, const std::function<void()>& body) {
    const std::string prefix = subject.empty() ? "" : subject + ": ";
    try {
        body();
    } catch (const UserError& error) {
        return {kExitUsage, error.what()};
    } catch (const Interrupted&) {
        return {kExitInterrupted, prefix + "interrupted"};
    } catch (const RunError& error) {
        return {kExitRunFailed, error.what()};
    } catch (const std::bad_alloc&) {
        return {kExitRunFailed, prefix + "out of memory"};
    } catch (const std::exception& error) {
        return {kExitRunFailed, prefix + error.what()};
    }
    return {};
}

int worse(int a, int b) {
    const auto weight = [](int code) { return code == kExitRunFailed ? 3 : code; };
    return weight(a) > weight(b) ? a : b;
}

}  // namespace terrain
