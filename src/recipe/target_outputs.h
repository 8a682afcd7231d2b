// What a target asks of a recipe's outputs.
#pragma once

#include <vector>

#include "export/target.h"
#include "recipe/fields.h"

namespace terrain {

/// The target's own outputs, for a recipe that lists none.
std::vector<OutputFields> target_outputs(Target target);

/// Fills what the listed outputs leave out (format, file, range, y, flip_y) with the target's choices: an output of the
/// same layer, and the same format if it names one, as one of the target's own takes its place. The target's heightmap
/// and import notes are added at the end if they are missing. Done twice it is the same as once.
std::vector<OutputFields> with_target(std::vector<OutputFields> listed, Target target);

}  // namespace terrain
