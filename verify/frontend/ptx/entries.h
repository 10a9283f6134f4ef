// The kernels of a module that are wanted, so that the others need not be compiled.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace launchproof::frontend::ptx {

// Returns the module without the entries that `names` lacks, in lines of the same numbers; the module as it
// is where its entries cannot be told apart. Names are those of the PTX.
std::string only_entries(std::string_view text, const std::set<std::string>& names);

}  // namespace launchproof::frontend::ptx
