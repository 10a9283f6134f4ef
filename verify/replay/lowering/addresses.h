// A step of rewriting (tables.h).
#pragma once

namespace launchproof::replay {

struct Rewriting;

// Makes comparisons of pointers, and integers made from pointers, use the addresses of a device.
void lower_addresses(Rewriting& rewriting);

}  // namespace launchproof::replay
