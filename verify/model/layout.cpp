#include "verify/model/layout.h"

#include <algorithm>

namespace launchproof::model {
namespace {

// Returns the bytes of one element of the array's dimension number `depth`.
std::uint64_t element_bytes(const Layout& layout, std::size_t depth) {
  std::uint64_t result = layout.bytes;
  for (std::size_t i = depth + 1; i < layout.extents.size(); ++i) result *= layout.extents[i];
  return result;
}

std::string component(const Layout& layout, std::uint64_t number) {
  constexpr std::string_view kFirst = "xyzw", kDigits = "0123456789abcdef";
  if (layout.components <= kFirst.size()) return {'.', kFirst[number]};
  return {'.', 's', kDigits[number]};
}

// Appends the place in one element of the innermost array.
std::optional<std::string> in_element(std::string text, const Layout& layout, std::uint64_t offset,
                                      std::uint64_t bytes);

// Appends the place in the layout, or leaves the text as it is if the access covers all of it.
std::optional<std::string> inside(std::string text, const Layout& layout, std::uint64_t offset,
                                  std::uint64_t bytes) {
  const std::uint64_t whole = total_bytes(layout);
  if (offset == 0 && whole != 0 && bytes >= whole) return text;
  for (std::size_t depth = 0; depth < layout.extents.size(); ++depth) {
    const std::uint64_t element = element_bytes(layout, depth);
    if (element == 0) return std::nullopt;
    text += "[" + std::to_string(offset / element) + "]";
    offset %= element;
    if (offset == 0 && bytes >= element) return text;
  }
  return in_element(std::move(text), layout, offset, bytes);
}

std::optional<std::string> in_element(std::string text, const Layout& layout, std::uint64_t offset,
                                      std::uint64_t bytes) {
  if (layout.components != 0 && layout.bytes != 0) {
    // A vector of three components takes the memory of four.
    const std::uint64_t places = layout.components == 3 ? 4 : layout.components;
    const std::uint64_t one = layout.bytes / places;
    if (one == 0 || offset % one != 0 || offset / one >= layout.components) return std::nullopt;
    if (offset == 0 && bytes > one) return text;
    return text + component(layout, offset / one);
  }
  std::optional<std::string> wider;
  for (const LayoutMember& member : layout.members) {
    const std::uint64_t size = total_bytes(member.layout);
    if (size == 0 || offset < member.offset || offset - member.offset >= size) continue;
    // A base or an anonymous member is never named as a whole.
    auto place = member.name.empty() && member.layout.extents.empty()
                     ? in_element(text, member.layout, offset - member.offset, bytes)
                     : inside(text + "." + member.name, member.layout, offset - member.offset, bytes);
    if (!place) continue;
    // Members of a union overlap: the one that is as wide as the access is meant.
    if (member.offset == offset && size == bytes) return place;
    if (!wider) wider = std::move(place);
  }
  if (wider) return wider;
  return offset == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace

bool Layout::operator==(const Layout& other) const = default;

std::uint64_t total_bytes(const Layout& layout) {
  std::uint64_t result = layout.bytes;
  for (const std::uint64_t extent : layout.extents) result *= extent;
  return result;
}

std::optional<std::string> place_in(const std::string& name, const Layout& layout, std::int64_t offset,
                                    std::uint64_t bytes) {
  if (layout.bytes == 0) return std::nullopt;
  if (layout.extents.empty()) {
    if (offset < 0 || static_cast<std::uint64_t>(offset) >= layout.bytes) return std::nullopt;
    return inside(name, layout, static_cast<std::uint64_t>(offset), bytes);
  }
  const auto element = static_cast<std::int64_t>(element_bytes(layout, 0));
  if (element <= 0) return std::nullopt;
  const std::int64_t rest = (offset % element + element) % element;
  Layout row = layout;
  row.extents.erase(row.extents.begin());
  return inside(name + "[" + std::to_string((offset - rest) / element) + "]", row,
                static_cast<std::uint64_t>(rest), bytes);
}

std::optional<std::string> size_in(const Layout& layout, std::uint64_t bytes) {
  const std::uint64_t element = layout.extents.empty() ? 0 : element_bytes(layout, 0);
  if (element == 0 || bytes % element != 0) return std::nullopt;
  std::string text = std::to_string(bytes / element);
  for (std::size_t i = 1; i < layout.extents.size(); ++i) text += " x " + std::to_string(layout.extents[i]);
  return text + (text == "1" ? " element" : " elements");
}

}  // namespace launchproof::model
