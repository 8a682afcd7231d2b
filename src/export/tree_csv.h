// The list of trees as a table.
#pragma once

#include <vector>

#include "core/terrain.h"
#include "export/raster.h"

namespace terrain {

/// "x_m,y_m,ground_m,size" and one line a tree, in order of the list: three decimals each, a point whatever the locale,
/// LF line ends. Throws RunError at a value that is not finite.
Bytes encode_tree_csv(const std::vector<Tree>& trees);

}  // namespace terrain
