#include <catch2/catch.hpp>
#include <clocale>
#include <cstdlib>
#include <locale>
#include <optional>

#include "recipe_tools.h"
#include "temporary_folder.h"

using namespace terrain;
using namespace terrain::test;

namespace {

// The same for C++ streams; glibc leaks memory when a named std::locale is looked up along LOCPATH.
struct CommaPunctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

// A locale with a decimal comma for as long as it lives, made on the spot where the system has none.
class CommaLocale {
  public:
    CommaLocale() {
        if (set()) return;
        folder_.emplace();
        const std::string command =
            "localedef -i de_DE -f UTF-8 '" + (*folder_ / "de_DE.UTF-8").string() + "' >/dev/null 2>&1";
        if (std::system(command.c_str()) != 0) return;
        setenv("LOCPATH", folder_->path().c_str(), 1);
        set();
    }
    ~CommaLocale() {
        std::setlocale(LC_ALL, "C");
        std::locale::global(std::locale::classic());
        unsetenv("LOCPATH");
    }
    [[nodiscard]] bool active() const { return std::strtod("0.75", nullptr) == 0.0; }

  private:
    static bool set() {
        if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) return false;
        std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
        return true;
    }
    std::optional<TemporaryFolder> folder_;
};

}  // namespace

TEST_CASE("a locale with a decimal comma changes nothing") {
    const std::string text =
        R"({"seed":1234567,"size":[2048,1024],"world":{"cell_size_m":54.12345},"hydrology":{"drops_per_cell":1.5e-1}})";
    const std::string wrong = R"({"world":{"cell_size_m":-1234.5}})";
    const std::vector<Override> overrides{set("hydrology.drop.gravity", "0.75"), set("world.sea_level_m", "-.25")};
    const std::string before = to_json(parsed(text, overrides));
    const std::string message_before = refusal(wrong);
    const std::string reference_before = recipe_reference();
    const std::string schema_before = recipe_schema();
    const CommaLocale locale;
    if (!locale.active()) {
        WARN("no locale with a decimal comma here and localedef cannot make one");
        return;
    }
    const Recipe recipe = parsed(text, overrides);
    REQUIRE(recipe.world.cell_size_m == 54.12345);
    REQUIRE(recipe.hydrology.drops_per_cell == 0.15);
    REQUIRE(recipe.hydrology.drop.gravity == 0.75);
    REQUIRE(to_json(recipe) == before);
    REQUIRE(refusal(wrong) == message_before);
    REQUIRE(recipe_reference() == reference_before);
    REQUIRE(recipe_schema() == schema_before);
}
