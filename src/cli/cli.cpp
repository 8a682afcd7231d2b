#include "cli/cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "batch/contact_sheet.h"
#include "batch/report.h"
#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/plan_text.h"
#include "cli/terminal_progress.h"
#include "core/errors.h"
#include "export/folder.h"
#include "export/utf8_path.h"
#include "export/verify.h"
#include "pipeline/preview_stage.h"
#include "pipeline/regenerate.h"
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

/// Says what became of each pack: while it runs for a single one, in one line each for many.
class Reporter {
  public:
    Reporter(const CommandLine& line, const Batch& batch) : line_(line), batch_(batch) {}

    std::unique_ptr<Progress> progress(const PackJob& job) const {
        const bool silent = line_.quiet || (batch_.many && !line_.verbose) || line_.batch.jobs > 1;
        auto shown = std::make_unique<TerminalProgress>(silent ? TerminalProgress::Mode::quiet
                                                               : TerminalProgress::mode_for(stderr));
        if (silent) return shown;
        if (line_.verbose) {
            std::string text = plan_text(job.recipe, *job.plan, job.file, job.options.out);
            text.pop_back();
            shown->note(text);
        } else {
            shown->note(fmt::format("{}: seed {}, {} x {} -> {}", job.recipe.name, job.recipe.seed,
                                    job.recipe.size.width, job.recipe.size.height, utf8_text(job.options.out)));
        }
        return shown;
    }

    void done(const PackJob& job) {
        ++count_;
        // What is wrong for every recipe is said once; so is that the user stopped all of them.
        if (job.failure.code != kExitOk && job.failure.message != last_message_) print_error(job.failure.message);
        if (job.failure.code != kExitOk) last_message_ = job.failure.message;
        if (line_.quiet || job.failure.code == kExitInterrupted) return;
        if (!batch_.many && job.state != PackJob::State::current) return;
        const std::string what = job.state == PackJob::State::made      ? "made in " + duration_text(job.seconds)
                                 : job.state == PackJob::State::current ? "up to date"
                                 : job.state == PackJob::State::refused ? "refused"
                                                                        : "failed";
        const std::string subject = job.plan ? fmt::format("{} seed {}: {} -> {}", job.recipe.name, job.recipe.seed,
                                                           what, utf8_text(job.options.out))
                                             : fmt::format("{}: {}", job.file, what);
        fmt::print(stderr, "[{}/{}] {}\n", count_, batch_.packs.size(), subject);
    }

    void sum_up() const {
        if (line_.quiet || !batch_.many) return;
        const auto count = [&](PackJob::State state) {
            return std::count_if(batch_.packs.begin(), batch_.packs.end(),
                                 [&](const PackJob& job) { return job.state == state; });
        };
        fmt::print(stderr, "{} packs: {} made, {} up to date, {} failed, {} refused\n", batch_.packs.size(),
                   count(PackJob::State::made), count(PackJob::State::current), count(PackJob::State::failed),
                   count(PackJob::State::refused));
    }

  private:
    const CommandLine& line_;
    const Batch& batch_;
    std::size_t count_ = 0;
    std::string last_message_;
};

void print_plan(PackJob& job, std::string& last_message) {
    if (job.state != PackJob::State::refused)
        job.failure = failure_of(job.file, [&] {
            const bool current = is_current(job.recipe, job.options.out);
            // The only proof that the folder can be made is to make it; it goes at once.
            { const OutputFolder trial(job.options.out, true, true); }
            print_data(plan_text(job.recipe, *job.plan, job.file, job.options.out) +
                       (current ? "state    up to date\n" : ""));
        });
    if (job.failure.code != kExitOk && job.failure.message != last_message) print_error(job.failure.message);
    last_message = job.failure.message;
}

int run_recipes(const CommandLine& line) {
    Batch batch = plan_batch(line.batch);
    if (batch.many && !line.batch.overwrite) check_report(batch, line.batch.shard, line.contact);
    if (line.dry_run) {
        std::string last_message;
        for (PackJob& job : batch.packs) print_plan(job, last_message);
        return exit_code(batch);
    }
    Reporter reporter(line, batch);
    run_batch(
        batch, line.batch,
        {[&](const PackJob& job) { return reporter.progress(job); }, [&](const PackJob& job) { reporter.done(job); }});
    const int code = exit_code(batch);
    if (code == kExitInterrupted) return code;
    if (batch.many) write_report(batch, line.batch.shard, line.contact, line.batch.threads);
    reporter.sum_up();
    return code;
}

std::vector<std::string> findings_of(const CommandLine& line, const std::string& pack) {
    std::vector<std::string> findings = verify_pack(utf8_path(pack));
    const PackHashes hashes = hashes_of_pack(utf8_path(pack));
    if (!line.expect.empty() && line.expect != hashes.manifest_sha256 && line.expect != hashes.content_sha256) {
        findings.push_back(fmt::format("expected {}; its content_sha256 is {}, its manifest_sha256 {}", line.expect,
                                       hashes.content_sha256, hashes.manifest_sha256));
    }
    if (line.regenerate && findings.empty()) {
        TerminalProgress progress(TerminalProgress::Mode::quiet);
        findings = regenerate(utf8_path(pack), utf8_path(line.inputs), line.batch.threads, progress);
    }
    return findings;
}

int verify(const CommandLine& line) {
    int code = kExitOk;
    for (const std::string& pack : line.packs) {
        const std::vector<std::string> findings = findings_of(line, pack);
        for (const std::string& finding : findings)
            print_error(line.packs.size() > 1 ? pack + ": " + finding : finding);
        if (!findings.empty()) {
            code = kExitRunFailed;
            continue;
        }
        const PackHashes hashes = hashes_of_pack(utf8_path(pack));
        print_data(fmt::format("{}: every file is as its manifest says{}\ncontent_sha256 {}\nmanifest_sha256 {}\n",
                               pack, line.regenerate ? ", and the same comes out again" : "", hashes.content_sha256,
                               hashes.manifest_sha256));
    }
    return code;
}

int contact(const CommandLine& line) {
    std::vector<SheetEntry> entries;
    for (const std::string& pack : line.packs) {
        const auto manifest = read_sealed_manifest(utf8_path(pack));
        if (!manifest.is_object()) throw RunError(pack + ": holds no pack whose manifest is whole");
        entries.push_back({utf8_path(pack), {manifest["seed"].dump(), manifest["recipe"].value("name", "")}});
    }
    ThreadPool pool(0);
    write_picture(contact_sheet(entries, pool), utf8_path(line.batch.out.empty() ? "contact.png" : line.batch.out));
    return kExitOk;
}

int preview_only(const CommandLine& line) {
    TerminalProgress progress(line.quiet ? TerminalProgress::Mode::quiet : TerminalProgress::mode_for(stderr));
    RunOptions options;
    options.out = utf8_path(line.folder);
    options.threads = line.batch.threads;
    PreviewBackends backends;
    run_preview_only(read_pack_recipe(options.out, line.batch.overrides), options, backends, progress);
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
        case CommandLine::Command::contact:
            return contact(line);
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
    int code = kExitOk;
    const Failure failure = failure_of("", [&] { code = execute(parse_command_line(argc, argv)); });
    if (failure.code == kExitOk) return code;
    print_error(failure.message);
    return failure.code;
}

}  // namespace terrain
