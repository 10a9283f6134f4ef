// Finds the names of kernels without translating them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::frontend {

// Returns the names by which a CUDA program calls kernels with these mangled names: with template arguments,
// and with parameters if two kernels have the same name. Example: "scale<float>" for `_Z5scaleIfEvPT_i`.
std::map<std::string, std::string> kernel_names(const std::vector<std::string>& mangled);

// Returns the names by which a program may call the function with this mangled name: without and with its
// parameters.
std::vector<std::string> source_names(const std::string& mangled);

// Returns the names of the entries in the PTX module `text`; nothing if it cannot be parsed.
std::vector<std::string> ptx_kernel_names(std::string_view text);

// Returns the same, keyed by the entries' names in the PTX.
std::map<std::string, std::string> ptx_entry_names(std::string_view text);

}  // namespace launchproof::frontend
