#include "cli/cli.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <optional>
#include <set>
#include <string_view>

#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/plan_text.h"
#include "cli/terminal_progress.h"
#include "core/errors.h"
#include "export/contained_path.h"
#include "export/utf8_path.h"
#include "export/verify.h"
#include "pipeline/pipeline.h"
#include "pipeline/preview_stage.h"
#include "recipe/text.h"

namespace terrain {
namespace {

void print_error(std::string_view message) {
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        fmt::print(stderr, "error: {}\n", message.substr(0, end));
        message.remove_prefix(std::min(end + 1, message.size()));
    }
}

// Data for stdout that does not arrive is a failure like any other.
void print_data(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
        throw RunError("cannot write to standard output");
    }
}

/// Calls body; prints what it throws and returns the exit code.
template <class Body>
int guarded(const std::string& subject, std::string& last_message, const Body& body) {
    const std::string prefix = subject.empty() ? "" : subject + ": ";
    int code = kExitRunFailed;
    std::string message;
    try {
        return body();
    } catch (const UserError& error) {
        code = kExitUsage;
        message = error.what();
    } catch (const Interrupted&) {
        code = kExitInterrupted;
        message = prefix + "interrupted";
    } catch (const RunError& error) {
        message = error.what();
    } catch (const std::bad_alloc&) {
        message = prefix + "out of memory";
    } catch (const std::exception& error) {
        message = prefix + error.what();
    }
    // A flag that is wrong is wrong for every recipe: once is enough.
    if (message != last_message) print_error(message);
    last_message = message;
    return code;
}

struct Job {
    std::string file;
    Recipe recipe;
    Plan plan;
    RunOptions options;
};

Job prepare(const CommandLine& line, const std::string& file, std::set<std::filesystem::path>& folders) {
    Job job;
    job.file = file;
    job.recipe = read_recipe(utf8_path(file), line.overrides,
                             line.allow_outside ? InputFiles::anywhere : InputFiles::below_recipe);
    const auto folder = utf8_path(fmt::format("{}-{}", job.recipe.name, job.recipe.seed));
    if (line.out.empty()) {
        job.options.out = "out" / folder;
    } else {
        job.options.out = utf8_path(line.out);
        if (line.recipes.size() > 1) job.options.out /= folder;
    }
    // The rest of the path is the recipe's choice: no link that lies there may lead elsewhere.
    const std::filesystem::path base = utf8_path(line.out.empty() ? "out" : line.out);
    if (!lies_below(job.options.out, base)) {
        throw UserError(
            fmt::format("output folder {}: a link leads out of {}; allowed: to give --out the folder itself",
                        utf8_text(job.options.out), utf8_text(base)));
    }
    job.options.overwrite = line.overwrite;
    job.options.threads = line.threads;
    job.options.read_back = !line.no_read_back;
    if (!folders.insert(job.options.out.lexically_normal()).second) {
        throw UserError(
            fmt::format("{}: another recipe of this run already writes to {}; allowed: one name and seed "
                        "a recipe",
                        file, utf8_text(job.options.out)));
    }
    job.plan = plan(job.recipe, job.options.threads);
    check_output_folder(job.recipe, job.options);
    return job;
}

void run_job(const CommandLine& line, const Job& job, PreviewBackends& backends) {
    TerminalProgress progress(line.quiet ? TerminalProgress::Mode::quiet : TerminalProgress::mode_for(stderr));
    progress.check();
    if (line.verbose) {
        std::string text = plan_text(job.recipe, job.plan, job.file, job.options.out);
        text.pop_back();
        progress.note(text);
    } else {
        progress.note(fmt::format("{}: seed {}, {} x {} -> {}", job.recipe.name, job.recipe.seed, job.recipe.size.width,
                                  job.recipe.size.height, utf8_text(job.options.out)));
    }
    run(job.recipe, job.options, backends, progress);
}

// A run that failed weighs more than a recipe that was refused.
int worse(int a, int b) {
    const auto weight = [](int code) { return code == kExitRunFailed ? 3 : code; };
    return weight(a) > weight(b) ? a : b;
}

int run_recipes(const CommandLine& line) {
    int result = kExitOk;
    std::string last_message;
    std::vector<Job> jobs;
    std::set<std::filesystem::path> folders;
    for (const std::string& file : line.recipes) {
        result = worse(result, guarded(file, last_message, [&] {
                           jobs.push_back(prepare(line, file, folders));
                           return kExitOk;
                       }));
    }
    PreviewBackends backends;
    for (const Job& job : jobs) {
        const int code = guarded(job.file, last_message, [&] {
            if (line.dry_run) {
                print_data(plan_text(job.recipe, job.plan, job.file, job.options.out));
            } else {
                run_job(line, job, backends);
            }
            return kExitOk;
        });
        if (code == kExitInterrupted) return code;
        result = worse(result, code);
    }
    return result;
}

int verify(const CommandLine& line) {
    const std::vector<std::string> problems = verify_pack(utf8_path(line.folder));
    for (const std::string& problem : problems) print_error(problem);
    if (!problems.empty()) return kExitRunFailed;
    print_data(line.folder + ": every file is as its manifest says\n");
    return kExitOk;
}

int preview_only(const CommandLine& line) {
    TerminalProgress progress(line.quiet ? TerminalProgress::Mode::quiet : TerminalProgress::mode_for(stderr));
    RunOptions options;
    options.out = utf8_path(line.folder);
    options.threads = line.threads;
    PreviewBackends backends;
    run_preview_only(read_pack_recipe(options.out, line.overrides), options, backends, progress);
    return kExitOk;
}

int execute(const CommandLine& line) {
    switch (line.command) {
        case CommandLine::Command::schema:
            print_data(recipe_schema());
            return kExitOk;
        case CommandLine::Command::reference:
            print_data(recipe_reference());
            return kExitOk;
        case CommandLine::Command::preview_only:
            return preview_only(line);
        case CommandLine::Command::verify:
            return verify(line);
        case CommandLine::Command::done:
            print_data(line.text);
            return kExitOk;
        case CommandLine::Command::run:
            break;
    }
    return run_recipes(line);
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
    catch_interrupts();
    std::string last_message;
    return guarded("", last_message, [&] { return execute(parse_command_line(argc, argv)); });
}

}  // namespace terrain
