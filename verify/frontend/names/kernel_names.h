// The names of kernels without their translation.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::frontend {

// Returns the names by which a CUDA program calls kernels of these mangled names, with template arguments,
// and with their parameters where two have one name: "scale<float>" for `_Z5scaleIfEvPT_i`.
std::map<std::string, std::string> kernel_names(const std::vector<std::string>& mangled);

// Returns the names of the entries of the PTX module in `text`; nothing where it cannot be read.
std::vector<std::string> ptx_kernel_names(std::string_view text);

// Returns the same by the names that the entries have in the PTX.
std::map<std::string, std::string> ptx_entry_names(std::string_view text);

}  // namespace launchproof::frontend
