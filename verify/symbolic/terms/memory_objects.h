// Launch facts about pointers: numbers for the memory objects in which arrays begin, which annotations
// compare (`__ptr_base`, `__requires_fresh_array`, `__writes_to`), and the order of addresses.
#pragma once

#include <optional>
#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

// The model's functions on pointers.
inline constexpr const char* kObject = "pointer.object";
inline constexpr const char* kPointerBelow = "pointer.below";
inline constexpr const char* kPointerAddress = "pointer.address.";  // the bits of an address

// Returns the 32-bit number for the array with the number `base`: equal for arrays that begin at the same
// place, different for arrays in different memory, and UINT32_MAX for null. Returns a null term if `base` may
// be an array of a buffer and another argument is a part of that buffer with a different start.
smt::Term memory_object(smt::TermStore& store, const model::KernelModel& kernel,
                        const analysis::MemoryRegions& regions, smt::Term base);

// Returns the value of `pointer.below`, whose operands are base and offset of each pointer, or a null term if
// the launch facts do not decide it. Arguments in one memory object are compared by their positions in it.
smt::Term pointer_below(smt::TermStore& store, const analysis::MemoryRegions& regions,
                        const std::vector<smt::Term>& operands);

// The start of an array: `distance` bytes after the start of the first array that shares its memory.
struct ArrayStart {
  smt::Term array;     // as wide as the base
  smt::Term distance;  // of `width` bits
};

// Returns nothing if the possible values of `base` cannot be distinguished.
std::optional<ArrayStart> start_of(smt::TermStore& store, const analysis::MemoryRegions& regions,
                                   smt::Term base, unsigned width);

}  // namespace launchproof::symbolic
