// Results of the API's clGet*Info queries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "shim/opencl/entry/api.h"

namespace launchproof::shim {

// Returns the result of a clGet*Info query as a vector of T or as text; empty if the driver refuses.
template <class Item, class Query>
std::vector<Item> ask_list(Query&& query) {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): items may be handles.
  constexpr std::size_t kItemBytes = sizeof(Item);
  std::size_t bytes = 0;
  if (query(0, nullptr, &bytes) != CL_SUCCESS || bytes < kItemBytes) return {};
  std::vector<Item> items(bytes / kItemBytes);
  void* const destination = static_cast<void*>(items.data());
  if (query(items.size() * kItemBytes, destination, nullptr) != CL_SUCCESS) return {};
  return items;
}

template <class Query>
std::string ask_text(Query&& query) {
  const std::vector<char> characters = ask_list<char>(query);
  std::string text(characters.begin(), characters.end());
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace launchproof::shim
