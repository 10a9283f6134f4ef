// What can be said of conditions and declarations without a compiler.
#pragma once

#include <string_view>

#include "verify/repair/source_tree.h"

namespace launchproof::repair {

// Returns whether a condition may be evaluated twice: it calls and changes nothing, and reads no memory.
bool is_repeatable(std::string_view condition);

// Returns whether a statement is a declaration, which a branch would hide from later statements.
bool declares(const SourceTree& tree, const Stretch& statement);

}  // namespace launchproof::repair
