// The declared shape of memory, for messages that name a place as the program does: `k[1][3]`, `p[0].tag`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::model {

struct LayoutMember;

// A type as it lies in memory: an array, or a single number, vector, structure or union.
struct Layout {
  std::vector<std::uint64_t> extents;  // of an array, the outermost first; 0: not known. Empty: no array
  std::uint64_t bytes = 0;             // of one element of the innermost array, with its padding; 0: unknown
  std::uint32_t components = 0;        // of a vector; otherwise 0
  std::vector<LayoutMember> members;   // of a structure or union, bases included

  bool operator==(const Layout& other) const;
};

struct LayoutMember {
  std::string name;  // empty for a base or an anonymous member
  std::uint64_t offset = 0;
  Layout layout;

  bool operator==(const LayoutMember& other) const = default;
};

// Returns the bytes of the whole type; 0 if they are unknown.
std::uint64_t total_bytes(const Layout& layout);

// Returns the place that an access of `bytes` bytes at `offset` touches in the variable `name`: "k[1][3]".
// The first index of an array may lie outside of it, or be negative. An access to several elements or members
// is named by the first of them, or by the row or structure that it begins with and covers. Returns nothing
// if the access begins within an element, or in padding.
std::optional<std::string> place_in(const std::string& name, const Layout& layout, std::int64_t offset,
                                    std::uint64_t bytes);

// Returns the size of an array of `bytes` bytes: "64 elements", "8 x 16 elements". Returns nothing if it is
// not a whole number of elements.
std::optional<std::string> size_in(const Layout& layout, std::uint64_t bytes);

}  // namespace launchproof::model
