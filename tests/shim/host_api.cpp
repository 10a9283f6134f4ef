#include "host_api.h"

#include <algorithm>
#include <vector>

namespace launchproof::tests {
namespace {

// A section's title is an entry among the functions.
struct Line {
  std::string_view title;  // empty for a function
  std::string_view text;
  HostFunction function;
};

constexpr Line kLines[] = {
#define LAUNCHPROOF_SECTION(title, text) {title, text, {}},
#define LAUNCHPROOF_HOOK(name, since, kind, what) {{}, {}, {#name, since, HostApiKind::kind, what}},
#define LAUNCHPROOF_PASS(name, since, why) {{}, {}, {#name, since, HostApiKind::Passed, why}},
#define LAUNCHPROOF_BY_NAME(name, since, kind, what) {{}, {}, {#name, since, HostApiKind::kind, what, true}},
#define LAUNCHPROOF_BY_NAME_OWN(name, since, kind, what) \
  {{}, {}, {#name, since, HostApiKind::kind, what, true}},
#define LAUNCHPROOF_BY_NAME_PASS(name, since, why) {{}, {}, {#name, since, HostApiKind::Passed, why, true}},
#define LAUNCHPROOF_BY_NAME_NOTE(name, since, why) {{}, {}, {#name, since, HostApiKind::Noted, why, true}},
#include "shim/opencl/entry/hooks.def"
};

std::string_view word_of(HostApiKind kind) {
  switch (kind) {
    case HostApiKind::Recorded:
      return "recorded";
    case HostApiKind::Followed:
      return "followed";
    case HostApiKind::Changed:
      return "changed";
    case HostApiKind::Passed:
      return "passed on";
    case HostApiKind::Noted:
      return "noted";
  }
  return {};
}

constexpr std::string_view kHead = R"(# The host API

<!-- Generated from shim/opencl/entry/hooks.def by `LAUNCHPROOF_UPDATE_DOCS=1 build/bin/test_shim --gtest_filter='HostApi.*'`; do not edit. -->

This page says what the shim does with each function of OpenCL 3.0, older versions included, with those of extensions that the loader has in
its table, and with some that applications ask for by name.

- *recorded*: the capture has it, or what is made of it.
- *followed*: nothing of the call is recorded; the shim keeps account of it, so that what is recorded elsewhere is right.
- *changed*: arguments or results are changed when the user asked for it.
- *passed on*: goes from the application to the loader untouched and unseen, for the reason given.
- *noted*: as those, but a note says that the application asked for the function, so that nothing is verified as a whole.

)";

std::string counts() {
  const auto count = [](HostApiKind kind) {
    return std::to_string(std::ranges::count(host_functions(), kind, &HostFunction::kind));
  };
  return "The table names " + std::to_string(host_functions().size()) +
         " functions: " + count(HostApiKind::Recorded) + " recorded, " + count(HostApiKind::Followed) +
         " followed, " + count(HostApiKind::Changed) + " changed, " + count(HostApiKind::Passed) +
         " passed on, " + count(HostApiKind::Noted) +
         " noted. The last column is the version of OpenCL that brought the function, or its "
         "extension.\n";
}

}  // namespace

std::span<const HostFunction> host_functions() {
  static const std::vector<HostFunction> all = [] {
    std::vector<HostFunction> found;
    for (const Line& line : kLines)
      if (line.title.empty()) found.push_back(line.function);
    return found;
  }();
  return all;
}

std::string host_api_page() {
  std::string page = std::string(kHead) + counts();
  for (const Line& line : kLines) {
    if (!line.title.empty()) {
      page.append("\n## ").append(line.title).append("\n\n");
      if (!line.text.empty()) page.append(line.text).append("\n\n");
      page.append("| function | the shim | what, or why not | since |\n|---|---|---|---|\n");
      continue;
    }
    const HostFunction& function = line.function;
    page.append("| `").append(function.name).append("` | ").append(word_of(function.kind));
    page.append(" | ").append(function.text).append(" | ").append(function.since).append(" |\n");
  }
  return page;
}

}  // namespace launchproof::tests
