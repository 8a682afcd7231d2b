#include "recipe/fields.h"

namespace terrain {

void describe_tiling(FieldVisitor& v, TileLayout& tiling) {
    auto& [columns, rows, shared_edges, name, first] = tiling;
    std::array<std::int32_t, 2> count{columns, rows};
    v.integers({"tiles",
                "files each layer is cut into, [from west to east, from north to south]; ranges and normals are "
                "the whole map's"},
               count, {1, kMostTiles});
    columns = count[0];
    rows = count[1];
    v.object({"tiling", "how the tiles are cut and named"}, [&] {
        v.boolean(
            {"shared_edges",
             "neighbours both hold the row or column of samples between them: (size - 1) is then a multiple of the "
             "tiles, else size is"},
            tiling.shared_edges);
        v.text({"name",
                "file name without extension; {layer}: the output's own, {x} or {col}, {y} or {row}: the tile's "
                "place"},
               tiling.name,
               {[](std::string_view pattern) {
                    TileLayout named;
                    named.name = pattern;
                    return tile_name_problem(named);
                },
                "a file name with {layer}, {x} or {col}, and {y} or {row}"});
        v.integer({"first", "number of the westernmost and northernmost tiles"}, tiling.first, {0, 1});
    });
    (void)shared_edges;
    (void)name;
    (void)first;
}

}  // namespace terrain
