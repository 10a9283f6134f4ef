// The memory objects that an argument names.
#pragma once

#include <variant>

#include "capture/types.h"

namespace launchproof::capture {

// Calls `visit` with each BufferArgument of a value: the value itself, or those that a structure points to.
template <typename Value, typename Visitor>
void for_each_buffer(Value& value, const Visitor& visit) {
  if (auto* buffer = std::get_if<BufferArgument>(&value)) {
    visit(*buffer);
  } else if (auto* structure = std::get_if<StructureArgument>(&value)) {
    for (auto& pointer : structure->pointers) visit(pointer.memory);
  }
}

}  // namespace launchproof::capture
