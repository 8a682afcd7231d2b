#include "export/pack.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <locale>

#include "core/errors.h"
#include "export/decode.h"
#include "export/pack_journal.h"
#include "export/raster.h"
#include "export/sha256.h"
#include "export/verify.h"
#include "support.h"

using namespace terrain;
using test::names_in;
using test::sample_terrain;
using test::TemporaryFolder;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

OutputSpec output(OutputLayer layer, OutputFormat format, const std::string& file) {
    OutputSpec spec;
    spec.layer = layer;
    spec.format = format;
    spec.file = file;
    return spec;
}

/// Every layer in every format that it has.
std::vector<OutputSpec> all_outputs() {
    std::vector<OutputSpec> outputs;
    for (const auto& [layer, layer_name] : kOutputLayers) {
        for (const auto& [format, format_name] : kOutputFormats) {
            if (is_allowed(layer, format)) {
                outputs.push_back(output(
                    layer, format,
                    std::string(layer_name) + "-" + std::string(format_name) + std::string(extension_of(format))));
            }
        }
    }
    return outputs;
}

/// One of every kind, the first among them.
std::vector<OutputSpec> some_outputs() {
    std::vector<OutputSpec> outputs;
    for (const OutputSpec& spec : all_outputs()) {
        if (outputs.empty() || outputs.back().layer != spec.layer) outputs.push_back(spec);
    }
    outputs.front() = output(OutputLayer::height, OutputFormat::png16, "height-png16.png");
    return outputs;
}

PackDescription description(std::uint64_t seed = 42) {
    PackDescription d;
    d.seed = seed;
    d.recipe = {{"name", "test"}, {"seed", seed}, {"factor", 0.1}};
    d.algorithm_versions = {{"noise", 1}};
    d.statistics = {{"relief_m", 1234.5}};
    return d;
}

std::vector<PackedFile> pack(const fs::path& folder, const Terrain& t, const std::vector<OutputSpec>& outputs,
                             bool overwrite = false, int threads = 2, std::uint64_t seed = 42) {
    ThreadPool pool(threads);
    Progress progress;
    return write_pack(folder, overwrite, t, outputs, description(seed), pool, progress);
}

Json manifest_of(const fs::path& folder) { return Json::parse(test::read_text(folder / "manifest.json")); }

Json entry_of(const fs::path& folder, const std::string& file) {
    const Json manifest = manifest_of(folder);
    for (const Json& entry : manifest["files"]) {
        if (entry["file"] == file) return entry;
    }
    throw std::runtime_error("no entry for " + file);
}

void check_same_files(const fs::path& a, const fs::path& b) {
    REQUIRE(names_in(a) == names_in(b));
    for (const std::string& name : names_in(a)) {
        CHECK(test::read_bytes(a / utf8_path(name)) == test::read_bytes(b / utf8_path(name)));
    }
}

}  // namespace

TEST_CASE("pack: every layer and format, at awkward sizes, verifies, the list of files is exact") {
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{200, 120}, Shape{1, 50}, Shape{127, 509}}) {
        const TemporaryFolder folder;
        const auto outputs = all_outputs();
        const auto files = pack(folder.path() / "p", sample_terrain(shape), outputs);
        CHECK(verify_pack(folder.path() / "p") == std::vector<std::string>{});
        std::set<std::string> expected{"manifest.json"};
        for (const OutputSpec& spec : outputs) expected.insert(spec.file);
        CHECK(names_in(folder.path() / "p") == expected);
        REQUIRE(files.size() == outputs.size());
        for (std::size_t i = 0; i < files.size(); ++i) {
            const Bytes bytes = test::read_bytes(folder.path() / "p" / files[i].spec.file);
            CHECK(files[i].spec == outputs[i]);
            CHECK(files[i].bytes == bytes.size());
            CHECK(files[i].sha256 == sha256_hex(bytes));
        }
    }
}

TEST_CASE("pack: engine sizes are exact in every format and nothing is repeated at the edge") {
    for (const Shape shape : {Shape{1009, 1009}, Shape{513, 513}, Shape{1025, 33}}) {
        const TemporaryFolder folder;
        const Terrain t = sample_terrain(shape);
        pack(folder.path(), t,
             {output(OutputLayer::height, OutputFormat::png16, "h.png"),
              output(OutputLayer::height, OutputFormat::tiff32f, "h.tif"),
              output(OutputLayer::height, OutputFormat::raw16le, "h.raw")});
        const auto png = test::read_plain_png(test::read_bytes(folder.path() / "h.png"));
        CHECK(Shape{static_cast<int>(png.width), static_cast<int>(png.height)} == shape);
        CHECK(png.chunks.front() == "IHDR");
        const Bytes raw = test::read_bytes(folder.path() / "h.raw");
        REQUIRE(raw.size() == 2 * shape.cells());
        const Raster tiff = decode_tiff(test::read_bytes(folder.path() / "h.tif"), shape);
        const auto& metres = std::get<std::vector<float>>(tiff.samples);
        CHECK(std::equal(metres.begin(), metres.end(), t.height.begin()));
        // The corners of a lopsided map are the same corners in each.
        const auto w = static_cast<std::size_t>(shape.width);
        for (const std::size_t i : {std::size_t{0}, w - 1, shape.cells() - w, shape.cells() - 1}) {
            CHECK(png.samples[i] == (raw[2 * i] | raw[2 * i + 1] << 8));
        }
        CHECK(png.samples[w - 1] > png.samples[0]);
        CHECK(png.samples[0] > png.samples[shape.cells() - w]);
        CHECK(png.samples[w - 1] != png.samples[w - 2]);
        CHECK(png.samples[shape.cells() - w] != png.samples[shape.cells() - 2 * w]);
    }
}

TEST_CASE("pack: the manifest reconstructs the metres and states the conventions") {
    const TemporaryFolder folder;
    Terrain t = sample_terrain({20, 10});
    t.world.sea_level_m = 12.5;
    OutputSpec minus = output(OutputLayer::normal, OutputFormat::png8, "n.png");
    minus.normal_y = NormalY::minus;
    OutputSpec raw = output(OutputLayer::height, OutputFormat::raw16be, "h.raw");
    raw.flip_y = true;
    pack(folder.path(), t,
         {output(OutputLayer::height, OutputFormat::png16, "h.png"), minus, raw,
          output(OutputLayer::flow, OutputFormat::png8, "f.png"),
          output(OutputLayer::trees, OutputFormat::csv, "trees.csv")});
    const Json manifest = manifest_of(folder.path());
    CHECK(manifest["generator"]["name"] == "terrain-gen");
    CHECK(manifest["generator"]["algorithm_versions"]["noise"] == 1);
    CHECK(manifest["seed"] == 42);
    CHECK(manifest["size"] == Json({20, 10}));
    CHECK(manifest["world"]["sea_level_m"] == 12.5);
    CHECK(manifest["recipe"]["factor"] == 0.1);
    CHECK(manifest["statistics"]["relief_m"] == 1234.5);
    const Json height = entry_of(folder.path(), "h.png");
    CHECK(height["range"]["unit"] == "m");
    const auto png = test::read_plain_png(test::read_bytes(folder.path() / "h.png"));
    const double lo = height["range"]["lo"], hi = height["range"]["hi"];
    for (std::size_t i = 0; i < t.height.size(); ++i) {
        CHECK(std::fabs(lo + png.samples[i] / 65535.0 * (hi - lo) - t.height[i]) <= 0.5 * (hi - lo) / 65535 + 1e-9);
    }
    CHECK(entry_of(folder.path(), "n.png")["normal"]["y"] == "-");
    CHECK(entry_of(folder.path(), "h.raw")["byte_order"] == "big");
    CHECK(entry_of(folder.path(), "h.raw")["row_order"] == "south_to_north");
    CHECK(entry_of(folder.path(), "h.png")["row_order"] == "north_to_south");
    CHECK(entry_of(folder.path(), "h.raw")["samples_sha256"] == height["samples_sha256"]);
    CHECK(entry_of(folder.path(), "f.png")["flow"]["still"] == Json({128, 128, 0}));
    CHECK_FALSE(entry_of(folder.path(), "trees.csv").contains("samples_sha256"));
    CHECK(test::read_text(folder.path() / "trees.csv").find("1.500,2.250,300.125,0.500\n") != std::string::npos);
}

TEST_CASE("pack: seeds of 64 bits stay exact") {
    const TemporaryFolder folder;
    pack(folder.path(), sample_terrain({2, 2}), {}, false, 1, 18446744073709551615ULL);
    CHECK(test::read_text(folder.path() / "manifest.json").find("18446744073709551615") != std::string::npos);
}

TEST_CASE("pack: clamping is counted, stated and warned of") {
    struct Warnings : Progress {
        std::vector<std::string> texts;
        void warn(std::string_view text) override { texts.emplace_back(text); }
    } progress;
    const TemporaryFolder folder;
    Terrain t = sample_terrain({4, 1});
    const float metres[4] = {-1.0F, 0.0F, 5.0F, 11.0F};
    std::copy(metres, metres + 4, t.height.begin());
    OutputSpec spec = output(OutputLayer::height, OutputFormat::png16, "h.png");
    spec.range = {OutputRange::Kind::fixed, 0, 10};
    ThreadPool pool(1);
    write_pack(folder.path(), false, t, {spec}, description(), pool, progress);
    CHECK(entry_of(folder.path(), "h.png")["range"]["clamped"] == 2);
    REQUIRE(progress.texts.size() == 1);
    CHECK_THAT(progress.texts[0], Catch::Contains("h.png") && Catch::Contains("2 of 4"));
}

TEST_CASE("pack: the same bytes for any threads, folder, working directory and locale, no trace of the machine") {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const TemporaryFolder a;
    const TemporaryFolder b;
    const Terrain t = sample_terrain({61, 47});
    pack(a.path(), t, all_outputs(), false, 1);
    const fs::path here = fs::current_path();
    fs::current_path(b.path());
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Comma));
    pack("", t, all_outputs(), false, 8);
    std::locale::global(old);
    fs::current_path(here);
    check_same_files(a.path(), b.path());
    for (const std::string& name : names_in(a.path())) {
        CHECK(test::read_text(a.path() / name).find(fs::temp_directory_path().string() + "/") == std::string::npos);
    }
}

TEST_CASE("pack: paths are UTF-8 end to end") {
    const TemporaryFolder folder;
    const std::string name = "Żółć-Ωξ-地形-🏔 a'b";
    const fs::path strange = folder.path() / utf8_path(name);
    pack(strange, sample_terrain({9, 9}), {output(OutputLayer::height, OutputFormat::png16, name + ".png")});
    CHECK(names_in(folder.path()) == std::set<std::string>{name});
    CHECK(names_in(strange) == std::set<std::string>{name + ".png", "manifest.json"});
    CHECK(verify_pack(strange).empty());
    CHECK(manifest_of(strange)["files"][0]["file"] == name + ".png");
    const fs::path plain = folder.path() / "plain";
    pack(plain, sample_terrain({9, 9}), {output(OutputLayer::height, OutputFormat::png16, "h.png")});
    CHECK(test::read_bytes(plain / "h.png") == test::read_bytes(strange / utf8_path(name + ".png")));
}

TEST_CASE("pack: outputs that cannot be are refused before anything is written") {
    const TemporaryFolder folder;
    OutputSpec range = output(OutputLayer::height, OutputFormat::png16, "h.png");
    range.range = {OutputRange::Kind::fixed, 5, 5};
    OutputSpec not_a_number = range;
    not_a_number.range = {OutputRange::Kind::fixed, 0, std::nan("")};
    const std::vector<std::vector<OutputSpec>> wrong{
        {output(OutputLayer::height, OutputFormat::png16, "../h.png")},
        {output(OutputLayer::height, OutputFormat::png16, "Manifest.json")},
        {output(OutputLayer::height, OutputFormat::png16, "a.png"),
         output(OutputLayer::flow, OutputFormat::png8, "A.png")},
        {output(OutputLayer::height, OutputFormat::csv, "h.csv")},
        {range},
        {not_a_number}};
    for (const auto& outputs : wrong) {
        CHECK_THROWS_AS(pack(folder.path() / "p", sample_terrain({3, 3}), outputs), UserError);
        CHECK_FALSE(fs::exists(folder.path() / "p"));
    }
}

TEST_CASE("pack: another pack is refused without overwrite, the same one is not another") {
    const TemporaryFolder folder;
    const auto outputs = all_outputs();
    pack(folder.path(), sample_terrain({8, 8}), outputs);
    const auto before = test::read_text(folder.path() / "manifest.json");
    CHECK_NOTHROW(pack(folder.path(), sample_terrain({8, 8}), outputs));
    CHECK_THROWS_AS(pack(folder.path(), sample_terrain({8, 8}, 2), outputs), RunError);
    CHECK(test::read_text(folder.path() / "manifest.json") == before);
    CHECK(verify_pack(folder.path()).empty());
    test::write_text(folder.path() / "mine.txt", "foreign");
    pack(folder.path(), sample_terrain({8, 8}, 2), outputs, true);
    CHECK(test::read_text(folder.path() / "manifest.json") != before);
    CHECK(verify_pack(folder.path()).empty());
    CHECK(test::read_text(folder.path() / "mine.txt") == "foreign");
}

TEST_CASE("pack: files of the replaced pack that have no successor go, and no others") {
    const TemporaryFolder folder;
    const auto at = [&](const char* name) { return folder.path() / name; };
    std::vector<OutputSpec> outputs{output(OutputLayer::height, OutputFormat::png16, "a.png"),
                                    output(OutputLayer::pool, OutputFormat::png16, "b.png"),
                                    output(OutputLayer::stream, OutputFormat::png16, "edited.png"),
                                    output(OutputLayer::trees, OutputFormat::csv, "linked.csv")};
    pack(folder.path(), sample_terrain({8, 8}), outputs);
    test::write_text(at("mine.txt"), "foreign");
    test::write_text(at("edited.png"), "somebody's own by now");
    fs::rename(at("linked.csv"), at("real.csv"));
    fs::create_symlink(at("real.csv"), at("linked.csv"));
    outputs.resize(1);
    outputs[0].file = "c.png";
    pack(folder.path(), sample_terrain({8, 8}), outputs, true);
    CHECK(names_in(folder.path()) ==
          std::set<std::string>{"c.png", "edited.png", "linked.csv", "manifest.json", "mine.txt", "real.csv"});
    CHECK(verify_pack(folder.path()).empty());
}

TEST_CASE("pack: killed while names are given, the journal tells its files from foreign ones") {
    const TemporaryFolder folder;
    const auto outputs = some_outputs();
    std::vector<OutputSpec> former{output(OutputLayer::height, OutputFormat::png16, "former.png")};
    const auto files = pack(folder.path(), sample_terrain({8, 8}, 2), former);
    const PackNames old = names_of_pack(folder.path());
    CHECK(old.size() == 1);
    // As if killed between the journal and the new manifest.
    write_journal(folder.path(), old, files);
    fs::remove(folder.path() / "manifest.json");
    CHECK(holds_journal(folder.path()));
    CHECK(holds_as_listed(folder.path(), names_of_pack(folder.path()), "former.png"));
    pack(folder.path(), sample_terrain({8, 8}), outputs);
    CHECK_FALSE(holds_journal(folder.path()));
    CHECK(names_in(folder.path()).size() == outputs.size() + 1);
    CHECK(verify_pack(folder.path()).empty());
    for (const char* text : {"", "[]", "{\"files\":1}", "{\"files\":[1,{},{\"file\":\"../a\",\"sha256\":\"x\"}]}"}) {
        test::write_text(folder.path() / kJournalName, text);
        CHECK(names_of_pack(folder.path()).size() == outputs.size());
    }
}

TEST_CASE("pack: an interruption at any moment leaves the folder as it was") {
    struct Interruption : Progress {
        mutable std::atomic<int> left;
        explicit Interruption(int calls) : left(calls) {}
        void check() const override {
            if (left.fetch_sub(1) <= 0) throw Interrupted();
        }
    };
    const TemporaryFolder folder;
    test::write_text(folder.path() / "height-png16.png", "old");
    test::write_text(folder.path() / "mine.txt", "foreign");
    const auto before = names_in(folder.path());
    const Terrain terrain = sample_terrain({30, 70});
    int interruptions = 0;
    for (int calls = 0;; ++calls) {
        Interruption progress(calls);
        ThreadPool pool(calls % 3 + 1);
        try {
            write_pack(folder.path(), false, terrain, some_outputs(), description(), pool, progress);
            break;
        } catch (const Interrupted&) {
            ++interruptions;
        }
        REQUIRE(names_in(folder.path()) == before);
        REQUIRE(test::read_text(folder.path() / "height-png16.png") == "old");
    }
    CHECK(interruptions > 100);
    CHECK(verify_pack(folder.path()).empty());
}

TEST_CASE("pack: a layer that was not made, or is not finite, leaves the folder as it was") {
    const TemporaryFolder folder;
    Terrain t = sample_terrain({30, 30});
    t.erosion = Grid<float>();
    CHECK_THROWS_WITH(pack(folder.path(), t, all_outputs()), Catch::Contains("erosion"));
    CHECK(names_in(folder.path()).empty());
    t = sample_terrain({30, 30});
    t.deposition(4, 5) = std::nanf("");
    CHECK_THROWS_AS(pack(folder.path(), t, all_outputs()), RunError);
    CHECK(names_in(folder.path()).empty());
    fs::create_directory(folder.path() / "height-png16.png");
    CHECK_THROWS_WITH(pack(folder.path(), sample_terrain({3, 3}), all_outputs()), Catch::Contains("in the way"));
    CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("pack: files that grow too large fail the run, name the file, and leave old files whole") {
    const TemporaryFolder folder;
    pack(folder.path(), sample_terrain({16, 16}), all_outputs());
    const auto before = names_in(folder.path());
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const rlimit limit{32768, 32768};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        int code = 1;
        try {
            pack(folder.path(), sample_terrain({256, 256}), all_outputs(), true, 2);
        } catch (const RunError& error) {
            const std::string text = error.what();
            const bool named = text.find("cannot write " + folder.path().string() + "/") != std::string::npos;
            code = named && text.find("File too large") != std::string::npos ? 0 : 3;
        }
        ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(names_in(folder.path()) == before);
    CHECK(verify_pack(folder.path()).empty());
}

TEST_CASE("pack: processes that write into one folder at once end with a whole pack") {
    for (const bool same : {true, false}) {
        const TemporaryFolder folder;
        std::vector<pid_t> children;
        for (std::uint64_t k = 0; k < 6; ++k) {
            const pid_t child = ::fork();
            REQUIRE(child >= 0);
            if (child == 0) {
                int code = 1;
                try {
                    const std::uint64_t seed = same ? 1 : k;
                    for (int round = 0; round < 3; ++round) {
                        pack(folder.path() / "p", sample_terrain({40, 40}, seed), all_outputs(), !same, 2, seed);
                    }
                    code = 0;
                } catch (const std::exception&) {
                }
                ::_exit(code);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            ::waitpid(child, &status, 0);
            CHECK(WIFEXITED(status));
            CHECK(WEXITSTATUS(status) == 0);
        }
        CHECK(verify_pack(folder.path() / "p") == std::vector<std::string>{});
        CHECK(names_in(folder.path() / "p").size() == all_outputs().size() + 1);
        if (same) {
            pack(folder.path() / "serial", sample_terrain({40, 40}, 1), all_outputs(), false, 1, 1);
            check_same_files(folder.path() / "p", folder.path() / "serial");
        }
    }
}
