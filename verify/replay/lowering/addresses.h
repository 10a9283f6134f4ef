// A step of rewriting (tables.h) by itself.
#pragma once

namespace launchproof::replay {

struct Rewriting;

// Gives comparisons of pointers, and integers that are made of pointers, the addresses that a device has.
void lower_addresses(Rewriting& rewriting);

}  // namespace launchproof::replay
