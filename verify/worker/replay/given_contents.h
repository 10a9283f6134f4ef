// The buffer contents with which a replay begins: what is recorded, and what the solver chose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/replay/memory/contents.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// The bytes up to which a buffer is made up to hold the values that the solver chose.
inline constexpr std::uint64_t kMostContentsBytes = 16ULL << 20;

// Returns an object's bytes, at least this many. Bytes that are given nowhere have the object's filling.
std::vector<std::uint8_t>& object_of(replay::Contents& contents, std::uint64_t object, std::size_t size);

// Adds the contents of buffers that the launch facts know. Bytes of an object that no argument covers are 0.
// An object with an argument whose contents are not known is made up, whatever is known of others.
void add_recorded(const model::LaunchFacts& facts, replay::Contents& contents);

// Adds the values that the solver chose, over the contents that are recorded. Returns false when one lies
// beyond `most_bytes` of a buffer.
bool add_chosen(const verdict::Witness& witness, const model::LaunchFacts& facts, std::uint64_t most_bytes,
                replay::Contents& contents);

// Gives each buffer whose contents are stated by properties elements that have them, and keeps those that the
// witness chose. Returns why there are none, or an empty text. Comes after add_chosen(), wherever a replay is
// to be one of a launch that the facts allow.
std::string keep_to_properties(const verdict::Witness& witness, const model::LaunchFacts& facts,
                               replay::Contents& contents);

// Returns whether nothing of the launch would have to be made up: the contents of all buffers and all values
// are known.
bool all_is_known(const model::LaunchFacts& facts);

}  // namespace launchproof::worker
