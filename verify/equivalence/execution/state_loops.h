// Describes loops of unknown length that leave local memory from one iteration to the next.
//
// The contents of such memory before an arbitrary iteration, and after the loop, are functions of the address
// and the group. They have the same names on both sides of a comparison, which is right only if both sides
// keep these contents equal. state_proof.h shows that, by induction over the iterations, and nothing may rest
// on these functions where it has not been shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/equivalence/execution/values.h"
#include "verify/equivalence/graph/graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::equivalence {

// One write of the work-item.
struct Effect {
  std::string memory;          // name of the memory; "array NAME" for local memory
  std::uint32_t interval = 0;  // number of barriers before the write
  Word guard;                  // width 1
  Word address;                // in bytes
  unsigned bytes = 0;
  Word value;
};

// A value that the loop carries in registers.
struct LoopValue {
  unsigned width = 0;
  bool is_uniform = true;  // all work-items of a group have the same value
  bool is_held = false;    // it is found to be what local memory holds at some address
  Word first;              // before the loop
  Word now, next;          // before and after an arbitrary iteration
  Word after;              // after the loop
};

// The contents of memory at a point of the execution.
struct Held {
  std::uint32_t loop = 0;    // index of the loop
  std::uint32_t memory = 0;  // index among the memories of the loop
  bool is_after = false;     // after the loop, not before an arbitrary iteration
  bool operator==(const Held&) const = default;
};

// A read of such contents under a guard.
struct Need {
  Word guard, address;
  bool is_after = false;
};

struct StateMemory {
  unsigned bytes = 0;                // of an element
  std::optional<Held> base;          // what it held before the writes `before`; else nothing is known
  std::vector<Effect> before, step;  // writes before the loop, and in an iteration
  std::vector<Need> needs;           // reads of the contents before an iteration or after the loop
};

struct StateLoop {
  Word condition;  // there is another iteration
  std::vector<LoopValue> values;
  std::vector<StateMemory> memories;
  model::LocationId location = model::kNone;
};

// Returns what the memory holds at the address for the group with these ids.
Word held_at(Graph& graph, const Held& held, unsigned bytes, Word address, unsigned address_bits,
             const Words& groups);

// Returns a name for the value of a loop. Values of single work-items have the same name on both sides.
std::string name_of_value(const std::string& side, std::uint32_t loop, std::size_t number, bool is_after);

// Returns whether all work-items of a group certainly have the same value.
bool is_uniform(const Graph& graph, Word word);

}  // namespace launchproof::equivalence
