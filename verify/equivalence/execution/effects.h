// Writes of an arbitrary work-item of a launch, with its ids, and sizes that are left open, as nodes: a list
// of guarded writes. A read of memory that others wrote before finds its value by naming the work-item that
// wrote it.
//
// Requires a launch free of data races and barrier divergence: then the one that wrote an address in a
// barrier interval is unique, and naming one settles what is read (the fresh writers of Kojima and Igarashi,
// "A Hoare Logic for GPU Kernels", and of PUGpara, with a guess in place of a quantifier).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/equivalence/execution/execution.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/execution/values.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// One write of the work-item.
struct Effect {
  std::string memory;          // its name; of local memory "array NAME"
  std::uint32_t interval = 0;  // barriers that come before it
  Word guard;                  // width 1
  Word address;                // in bytes
  unsigned bytes = 0;
  Word value;
};

// The ids and sizes of an arbitrary work-item, those that are open as nodes.
struct OpenItem {
  ItemIds ids;
  SizeWords sizes;
  std::vector<Word>
      facts;  // what is known of them, width 1: ids below sizes, sizes at least 1, no product overflows
};

OpenItem open_item(const model::LaunchFacts& facts, unsigned address_bits, Graph& graph);

// Whether the condition (width 1) holds wherever all the others do.
using Prove = std::function<bool(std::span<const Word> given, Word condition)>;

struct Effects {
  std::vector<Effect> writes;  // to memory of arguments, in program order
  std::vector<Word> facts;     // what preconditions of the kernel state
  Granted granted;
};

// Throws Stop, also if no work-item is found that wrote what is read.
Effects effects_of(const Launch& launch, const std::string& side, const OpenItem& item, Graph& graph,
                   Budget& budget, const Prove& prove);

// The word with nodes replaced, where `with` has them.
using Replacements = std::vector<std::pair<NodeId, Word>>;
Word replaced(Graph& graph, Word word, unsigned width, const Replacements& with);

}  // namespace launchproof::equivalence
