// The buffer contents with which a replay begins: recorded contents, and values chosen by the solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/replay/memory/contents.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// The largest size up to which a made-up buffer is extended to hold the values chosen by the solver.
inline constexpr std::uint64_t kMostContentsBytes = 16ULL << 20;

// Returns an object's bytes, at least this many. Bytes that are not given have the object's fill.
std::vector<std::uint8_t>& object_of(replay::Contents& contents, std::uint64_t object, std::size_t size);

// Adds the contents of buffers that the launch facts know. Bytes of an object that no argument covers are 0.
// If the contents of one argument of an object are unknown, the object counts as made up, even if the
// contents of others are known.
void add_recorded(const model::LaunchFacts& facts, replay::Contents& contents);

// Adds the values chosen by the solver, on top of recorded contents. Returns false if one of them lies beyond
// `most_bytes` of a buffer.
bool add_chosen(const verdict::Witness& witness, const model::LaunchFacts& facts, std::uint64_t most_bytes,
                replay::Contents& contents);

// Gives each buffer whose contents have stated properties elements that satisfy them, and keeps the values
// that the witness chose. Returns why this is impossible, or an empty text. Must be called after add_chosen()
// whenever a replay should represent a launch that the facts allow.
std::string keep_to_properties(const verdict::Witness& witness, const model::LaunchFacts& facts,
                               replay::Contents& contents);

// Returns whether no part of the launch would have to be made up, because the contents of all buffers and all
// values are known.
bool all_is_known(const model::LaunchFacts& facts);

}  // namespace launchproof::worker
