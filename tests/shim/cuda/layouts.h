// Sizes, offsets of members and numbers of errors, by name: as declared by Launchproof and by a toolkit.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace launchproof::cuda {

using Layouts = std::map<std::string, std::size_t>;

Layouts own_layouts();
Layouts toolkit_layouts();

}  // namespace launchproof::cuda

// The body of both functions, for a source that includes the respective headers.
#define LAUNCHPROOF_SIZE(type) {#type, sizeof(type)},
#define LAUNCHPROOF_FIELD(type, member) {#type "." #member, offsetof(type, member)},
#define LAUNCHPROOF_NUMBER(name, number, text) {#name, static_cast<std::size_t>(name)},
