// Stacks of work-items, which one execution leaves to the next.
#pragma once

#include <cstddef>

namespace launchproof::replay {

// Returns the size that stacks of at least `bytes` have: a power of two, in bytes.
std::size_t stack_size(std::size_t bytes);

// Returns the lowest usable byte of a stack of `size` bytes (stack_size()), or null if there is no memory.
// The page below it cannot be accessed. The contents are those of any earlier use.
void* take_stack(std::size_t size);

// Keeps a stack for the next take_stack() of its size, in any thread, or gives its memory back to the system
// where many are kept already.
void return_stack(void* lowest, std::size_t size);

}  // namespace launchproof::replay
