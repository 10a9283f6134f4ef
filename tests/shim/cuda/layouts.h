// Sizes, places of members and numbers of errors, by name: as Launchproof declares them, and as a toolkit
// does.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace launchproof::cuda {

using Layouts = std::map<std::string, std::size_t>;

Layouts own_layouts();
Layouts toolkit_layouts();

}  // namespace launchproof::cuda

// The body of both, for a source that includes the one or the other headers.
#define LAUNCHPROOF_SIZE(type) {#type, sizeof(type)},
#define LAUNCHPROOF_FIELD(type, member) {#type "." #member, offsetof(type, member)},
#define LAUNCHPROOF_NUMBER(name, number, text) {#name, static_cast<std::size_t>(name)},
