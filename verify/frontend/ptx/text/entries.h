// Selects the requested kernels of a module, so that the others need not be compiled.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace launchproof::frontend::ptx {

// Returns the module without the entries whose PTX names are not in `names`, with the line numbers kept.
// Returns it unchanged if its entries cannot be distinguished.
std::string only_entries(std::string_view text, const std::set<std::string>& names);

}  // namespace launchproof::frontend::ptx
