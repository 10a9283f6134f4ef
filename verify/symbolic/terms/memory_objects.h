// Launch facts about pointers: the memory objects that arrays begin in, as numbers that annotations compare
// (`__ptr_base`, `__requires_fresh_array`, `__writes_to`), and the order of addresses.
#pragma once

#include <optional>
#include <vector>

#include "verify/analysis/memory_regions.h"
#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

// The model's functions of pointers.
inline constexpr const char* kObject = "pointer.object";
inline constexpr const char* kPointerBelow = "pointer.below";
inline constexpr const char* kPointerAddress = "pointer.address.";  // and the bits of an address

// Returns the number, of 32 bits, for the array whose number is `base`: equal for arrays that begin at one
// place, different for those of different memory, and UINT32_MAX for null. Returns a null term where `base`
// may be an array of a buffer, and another argument is a part of that buffer which begins elsewhere.
smt::Term memory_object(smt::TermStore& store, const model::KernelModel& kernel,
                        const analysis::MemoryRegions& regions, smt::Term base);

// Returns the value of `pointer.below`, whose operands are base and offset of either pointer, or a null term
// where the launch facts do not decide it. Arguments in one memory object compare by their places in it.
smt::Term pointer_below(smt::TermStore& store, const analysis::MemoryRegions& regions,
                        const std::vector<smt::Term>& operands);

// The start of an array: `distance` bytes after the first array that shares its memory.
struct ArrayStart {
  smt::Term array;     // as wide as the base
  smt::Term distance;  // of `width` bits
};

// Returns nothing where `base` is not told apart.
std::optional<ArrayStart> start_of(smt::TermStore& store, const analysis::MemoryRegions& regions,
                                   smt::Term base, unsigned width);

}  // namespace launchproof::symbolic
