// The page about the driver API, generated from its table (shim/cuda/recording/functions.def).
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "shim/cuda/recording/function_table.h"

namespace launchproof::cuda::testing {

// A line of the table: one or two symbols.
struct TableLine {
  std::string_view title;  // title of a section; empty for functions
  std::string_view symbol, suffix;
  int since = 0;
  FunctionKind kind = FunctionKind::Passed;
  DeviceSupport device = DeviceSupport::Missing;
  std::string_view text;  // of a section: what applies to its functions
};

std::span<const TableLine> table_lines();

// Returns the text of docs/cuda-api.md.
std::string cuda_api_page();

// Returns the symbols of the driver API that a shared library exports.
std::set<std::string> exported_symbols(const std::string& library);

}  // namespace launchproof::cuda::testing
