#include "shim/cuda/forwarding/links.h"

#include <algorithm>

namespace launchproof::cuda {
namespace {

// CU_JIT_INPUT_...
constexpr int kPtxInput = 1, kFatBinaryInput = 2, kLibraryInput = 4;

}  // namespace

void Links::add(const void* link, int type, std::string_view bytes) {
  const std::lock_guard lock(d_mutex);
  d_links[link].push_back({type, std::string(bytes)});
}

void Links::complete(const void* link, std::string_view result) {
  const std::lock_guard lock(d_mutex);
  const auto found = d_links.find(link);
  if (found == d_links.end()) return;
  const Input* only = nullptr;
  for (const Input& input : found->second) {
    if (input.type == kLibraryInput) continue;
    if (only != nullptr) return;
    only = &input;
  }
  if (only == nullptr || (only->type != kPtxInput && only->type != kFatBinaryInput)) return;
  d_results.push_back({std::string(result), only->bytes});
  if (d_results.size() > kMostResults) d_results.pop_front();
}

void Links::destroy(const void* link) {
  const std::lock_guard lock(d_mutex);
  d_links.erase(link);
}

std::string Links::source_of(std::string_view image) const {
  const std::lock_guard lock(d_mutex);
  // The amount of data after the last section of an image is unknown.
  const auto is_image = [&](const Result& result) {
    constexpr std::size_t kPadding = 64;
    const std::string_view bytes = result.bytes;
    const std::size_t most = std::max(bytes.size(), image.size()),
                      least = std::min(bytes.size(), image.size());
    return most - least < kPadding && bytes.substr(0, least) == image.substr(0, least);
  };
  const auto found = std::find_if(d_results.rbegin(), d_results.rend(), is_image);
  return std::string(found == d_results.rend() ? image : std::string_view(found->source));
}

}  // namespace launchproof::cuda
