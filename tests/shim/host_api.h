// The table of the host API (shim/opencl/entry/hooks.def) and the page that is generated from it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace launchproof::tests {

enum class HostApiKind { Recorded, Followed, Changed, Passed, Noted };

struct HostFunction {
  std::string_view name;
  std::string_view since;  // "1.2", or an extension
  HostApiKind kind = HostApiKind::Passed;
  std::string_view text;  // what is recorded, or why nothing is recorded
  bool by_name = false;   // a function of an extension, which applications look up by name
};

std::span<const HostFunction> host_functions();

// Returns the text of docs/host-api.md.
std::string host_api_page();

}  // namespace launchproof::tests
