#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>

#include "cli/preview_options.h"
#include "core/errors.h"
#include "recipe/text.h"

namespace terrain {
namespace {

constexpr std::string_view kVersion = "terrain-gen " TERRAIN_GEN_VERSION;

constexpr const char* kExamples = R"(
Commands instead of recipes:
  terrain-gen schema       print the JSON Schema of a recipe
  terrain-gen reference    print the table of all recipe fields (Markdown)
  terrain-gen verify DIR   check a written pack against its manifest; --regenerate makes it again
  terrain-gen contact DIR  put packs on one picture

Examples:
  terrain-gen configs/quickstart.json
  terrain-gen --seed 42 --out packs/alpine configs/alpine.json
  terrain-gen --size 2048x1024 --set hydrology.cycles=100 configs/canyon.json
  terrain-gen --set 'outputs=[{"layer":"height","format":"tiff32f"}]' configs/lakes.json
  terrain-gen --dry-run configs/*.json
  terrain-gen --preview --preview-size 512x512 --lat 30 --sun -60,15 configs/alpine.json
  terrain-gen --preview-only out/alpine-42 --views 36 --background transparent
  terrain-gen --seeds 1..100 --jobs 4 --out 'packs/{name}/{seed}' configs/alpine.json

--set takes JSON, or a bare string where the value is no JSON; an array's items go by
index (outputs.0.format). Later ones win; --seed and --size win over --set. Another size
is another resolution of the same world: the longer side keeps its metres.

Several packs in one run are a batch: batch.json and contact.png, their list and picture, go beside them. A pack that
is there, whole and of the same recipe, seed and version, is left as it is; so after an interruption the same line
makes what is missing.

Exit codes: 0 all files written; 1 a run failed; 2 usage or recipe error; 130 interrupted.)";

struct Given {
    std::string seed;
    std::string size;
    std::string target;
    std::string seeds;
    std::string jobs;
    std::string shard;
    std::string threads;
    std::vector<std::string> sets;
};

void add_options(CLI::App& app, CommandLine& line, Given& given) {
    app.add_option("RECIPE", line.batch.recipes, "recipe files")->type_name("");
    CLI::Option* seed = app.add_option("--seed", given.seed, "seed, 0 to 18446744073709551615, instead of the recipe's")
                            ->type_name("N");
    app.add_option("--seeds", given.seeds, "a pack for each of these seeds, such as 1..100 or 3,7,20..29")
        ->type_name("LIST")
        ->excludes(seed);
    app.add_option("--out", line.batch.out,
                   "output folder, with {name} and {seed} if you like; the folders of several packs go into it "
                   "[out/{name}-{seed}]")
        ->type_name("DIR");
    app.add_option("--jobs", given.jobs, "packs at a time, 1 to 1024 [1]")->type_name("N");
    app.add_option("--shard", given.shard, "only part i of n of the packs")->type_name("i/n");
    app.add_option("--size", given.size, "cells, each side 1 to 32768, instead of the recipe's")->type_name("WxH");
    app.add_option("--target", given.target, "unreal, unity, godot, blender or gis: formats, size rule, import.md")
        ->type_name("NAME");
    app.add_option("--threads", given.threads,
                   "of each pack, 1 to 1024 [all cores, shared by the jobs]; the result is the same")
        ->type_name("N");
    app.add_option("--set", given.sets, "override any field of the recipe; repeatable")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--dry-run", line.dry_run, "validate, print the plan, write nothing");
    app.add_flag("--overwrite", line.batch.overwrite, "replace another run's pack in the output folder");
    app.add_flag_callback(
        "--allow-outside", [&line] { line.batch.input_files = InputFiles::anywhere; },
        "heightmaps may lie outside of their recipe's folder");
    app.add_flag("!--no-readback", line.batch.read_back, "do not read each file again after writing it");
    app.add_flag("--force", line.batch.force, "make packs anew that are up to date");
    app.add_flag("!--no-contact", line.contact, "no contact sheet of a batch");
    CLI::Option* quiet = app.add_flag("--quiet", line.quiet, "print nothing but errors");
    app.add_flag("--verbose", line.verbose, "print the plan of each run too")->excludes(quiet);
    app.set_version_flag("--version", std::string(kVersion), "print the version");
    app.set_help_flag("-h,--help", "print this help");
    app.footer(kExamples);
}

// The parser would take the argument after "--out=" for its value.
void refuse_empty_values(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
        if (argument == "--") return;
        if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
            throw UserError(fmt::format("{}: no value; allowed: a value after the =", printable(argument)));
        }
    }
}

// Leaves line.command at done when the arguments asked for help or the version.
void parse(CLI::App& app, const std::vector<std::string>& arguments, CommandLine& line) {
    refuse_empty_values(arguments);
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        line.command = CommandLine::Command::done;
        line.text = app.help();
    } catch (const CLI::CallForVersion&) {
        line.command = CommandLine::Command::done;
        line.text = std::string(kVersion) + "\n";
    } catch (const CLI::ParseError& error) {
        throw UserError(fmt::format("{} (see {} --help)", printable(error.what(), 400), app.get_name()));
    }
}

Override set_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw UserError(fmt::format("--set {}: no path and value; allowed: path.to.field=value", printable(text)));
    }
    return {text.substr(0, equals), text.substr(equals + 1), fmt::format("--set {}", text)};
}

Override size_override(const std::string& text) {
    const std::size_t cross = text.find('x');
    const auto is_integer = [](std::string_view part) {
        if (part.starts_with('-')) part.remove_prefix(1);
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::string_view all = text;
    if (cross == std::string::npos || !is_integer(all.substr(0, cross)) || !is_integer(all.substr(cross + 1))) {
        throw UserError(fmt::format("--size {}: no size; allowed: WxH such as 1024x512, each from 1 to {}",
                                    printable(text), kMaximumSize));
    }
    return {"size", fmt::format("[{},{}]", all.substr(0, cross), all.substr(cross + 1)),
            fmt::format("--size {}", text)};
}

int count_of(const char* flag, const std::string& text) {
    constexpr int kMost = 1024;
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > kMost) {
        throw UserError(fmt::format("{} {}: allowed: an integer from 1 to {}", flag, printable(text), kMost));
    }
    return count;
}

// Recipes are what to run; a pack that is only to be rendered anew has its own.
void check_recipes(const CLI::App& app, CommandLine& line, const PreviewOptions& preview) {
    if (app.count("--preview-only") == 0) {
        if (line.batch.recipes.empty()) throw UserError("RECIPE is required (see terrain-gen --help)");
        return;
    }
    if (preview.only().empty()) throw UserError("--preview-only: empty; allowed: the folder of a pack");
    if (!line.batch.recipes.empty()) {
        throw UserError(fmt::format("--preview-only {}: takes no recipe; allowed: options of the preview",
                                    printable(preview.only())));
    }
    for (const char* flag : {"--seed", "--size", "--target", "--out", "--dry-run", "--overwrite", "--no-readback",
                             "--seeds", "--jobs", "--shard", "--force"}) {
        if (app.count(flag) > 0) throw UserError(fmt::format("{}: not allowed with --preview-only", flag));
    }
    line.command = CommandLine::Command::preview_only;
    line.folder = preview.only();
}

void parse_run(const std::vector<std::string>& arguments, CommandLine& line) {
    CLI::App app("Makes terrain from JSON recipes: Perlin noise or a heightmap, shaped by hydrology, as an asset pack.",
                 "terrain-gen");
    Given given;
    add_options(app, line, given);
    const PreviewOptions preview(app);
    parse(app, arguments, line);
    if (line.command == CommandLine::Command::done) return;
    check_recipes(app, line, preview);
    for (const std::string& text : given.sets) line.batch.overrides.push_back(set_override(text));
    if (given.seed.find_first_of(" \t\r\n") != std::string::npos) {
        throw UserError(fmt::format("--seed {0}: $.seed: \"{0}\"; allowed: an integer from 0 to 18446744073709551615",
                                    printable(given.seed)));
    }
    if (app.count("--seed") > 0)
        line.batch.overrides.push_back({"seed", given.seed, fmt::format("--seed {}", given.seed)});
    if (app.count("--size") > 0) line.batch.overrides.push_back(size_override(given.size));
    BatchOptions& batch = line.batch;
    for (Override& change : preview.overrides()) batch.overrides.push_back(std::move(change));
    if (app.count("--target") > 0) {
        batch.overrides.push_back({"target", given.target, fmt::format("--target {}", given.target)});
    }
    if (app.count("--threads") > 0) batch.threads = count_of("--threads", given.threads);
    if (app.count("--jobs") > 0) batch.jobs = count_of("--jobs", given.jobs);
    if (app.count("--seeds") > 0) batch.seeds = parse_seeds(given.seeds);
    if (app.count("--shard") > 0) batch.shard = parse_shard(given.shard);
    batch.many = app.count("--shard") > 0;
    if (app.count("--out") > 0 && batch.out.empty()) throw UserError("--out: empty; allowed: a folder");
}

void parse_verify(CLI::App& app, const std::vector<std::string>& arguments, CommandLine& line) {
    std::string threads;
    app.description("Reads each pack's manifest and checks every file of the pack. Exit code 1 if anything is wrong.");
    app.add_option("DIR", line.packs, "the packs' folders, or their manifests")->type_name("")->required();
    app.add_flag("--regenerate", line.regenerate, "make the packs again in memory too, and compare");
    app.add_option("--expect", line.expect, "the pack's manifest_sha256 or content_sha256 has to be this")
        ->type_name("SHA");
    app.add_option("--inputs", line.inputs, "folder of the heightmaps, to regenerate [.]")->type_name("DIR");
    app.add_option("--threads", threads, "to regenerate; 1 to 1024 [all cores]")->type_name("N");
    line.command = CommandLine::Command::verify;
    parse(app, arguments, line);
    if (line.command == CommandLine::Command::done) return;
    if (!threads.empty()) line.batch.threads = count_of("--threads", threads);
    const bool is_hash =
        line.expect.size() == 64 && line.expect.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (app.count("--expect") > 0 && (!is_hash || line.packs.size() > 1)) {
        throw UserError(fmt::format("--expect {}: allowed: 64 hexadecimal digits in lower case, with a single pack",
                                    printable(line.expect, 80)));
    }
}

void parse_command(const std::string& name, const std::vector<std::string>& arguments, CommandLine& line) {
    CLI::App app("", fmt::format("terrain-gen {}", name));
    app.set_help_flag("-h,--help", "print this help");
    if (name == "verify") return parse_verify(app, arguments, line);
    if (name == "contact") {
        app.description("Puts pictures of packs, with seeds and names under them, on one sheet.");
        app.add_option("DIR", line.packs, "the packs' folders")->type_name("")->required();
        app.add_option("--out", line.batch.out, "the picture to write [contact.png]")->type_name("FILE");
        line.command = CommandLine::Command::contact;
    } else if (name == "schema") {
        app.description("Prints the JSON Schema of a recipe.");
        line.command = CommandLine::Command::schema;
    } else {
        app.description("Prints the table of all recipe fields as Markdown.");
        line.command = CommandLine::Command::reference;
    }
    parse(app, arguments, line);
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
    CommandLine line;
    std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "schema" || first == "reference" || first == "verify" || first == "contact") {
        arguments.erase(arguments.begin());
        parse_command(first, arguments, line);
    } else {
        parse_run(arguments, line);
    }
    return line;
}

}  // namespace terrain
