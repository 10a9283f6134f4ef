#include "verify/model/array_places.h"

#include <algorithm>

namespace launchproof::model {
namespace {

// Returns the layout of an array if only the size of its elements is known.
Layout plain_layout(const Array& array) {
  Layout result;
  result.extents = {0};
  result.bytes = std::max(array.element_bytes, 1U);
  return result;
}

}  // namespace

std::string place_in(const Array& array, std::int64_t offset, std::uint64_t bytes) {
  const bool is_known = array.layout.bytes != 0;
  return place_in(array.name, is_known ? array.layout : plain_layout(array), offset, bytes).value_or("");
}

std::string size_in(const Array& array, std::uint64_t bytes) {
  const bool is_known = array.layout.bytes != 0;
  return size_in(is_known ? array.layout : plain_layout(array), bytes).value_or("");
}

}  // namespace launchproof::model
