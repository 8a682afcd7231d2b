// The tests' own folders: what other tests rely on.
#include "temporary_folder.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <optional>

using terrain::test::TemporaryFolder;

namespace {

// TMPDIR set for as long as it lives.
class TemporaryPlace {
  public:
    explicit TemporaryPlace(const std::filesystem::path& place) {
        if (const char* old = std::getenv("TMPDIR")) before_ = old;
        setenv("TMPDIR", place.c_str(), 1);
    }
    ~TemporaryPlace() { before_ ? setenv("TMPDIR", before_->c_str(), 1) : unsetenv("TMPDIR"); }
    TemporaryPlace(const TemporaryPlace&) = delete;
    TemporaryPlace& operator=(const TemporaryPlace&) = delete;

  private:
    std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("temporary folders are each their own, and go with what is in them") {
    std::filesystem::path path;
    {
        const TemporaryFolder one, other;
        REQUIRE(one.path() != other.path());
        REQUIRE(std::filesystem::is_empty(one.path()));
        std::filesystem::create_directory(one / "below");
        std::ofstream(one / "below/file") << "x";
        path = one.path();
    }
    REQUIRE_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a temporary folder that cannot be made is an error, not a folder elsewhere") {
    const TemporaryFolder outer;
    const std::filesystem::path gone = outer / "gone";
    std::filesystem::create_directory(gone);
    const TemporaryPlace place(gone);
    std::filesystem::remove(gone);
    // The library may refuse the place before mkdtemp does.
    REQUIRE_THROWS_AS(TemporaryFolder(), std::runtime_error);
}
