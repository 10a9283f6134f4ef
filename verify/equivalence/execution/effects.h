// Computes the writes of an arbitrary work-item of a launch as a list of guarded writes; the ids, and sizes
// that are left open, are nodes. A read of memory that others wrote before finds its value by naming the
// work-item that wrote it.
//
// Requires a launch free of data races and barrier divergence. Each address then has at most one writer in a
// barrier interval, and naming the writer decides what is read (the fresh writers of Kojima and Igarashi, "A
// Hoare Logic for GPU Kernels", and of PUGpara, with a guess in place of a quantifier).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/equivalence/execution/execution.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/execution/state_loops.h"
#include "verify/equivalence/execution/values.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// The ids and sizes of an arbitrary work-item. Open ones are nodes.
struct OpenItem {
  ItemIds ids;
  SizeWords sizes;
  std::vector<Word>
      facts;  // known facts, of width 1: ids are below sizes, sizes are at least 1, no product overflows
};

OpenItem open_item(const model::LaunchFacts& facts, unsigned address_bits, Graph& graph);

// Returns whether the condition (width 1) holds whenever all the given ones do.
using Prove = std::function<bool(std::span<const Word> given, Word condition)>;

struct Effects {
  std::vector<Effect> writes;    // writes to memory of arguments, in program order
  std::vector<Word> facts;       // the conditions that preconditions of the kernel state
  std::vector<StateLoop> loops;  // values rest on what these loops leave in local memory
  Granted granted;
};

// Returns the effects of the launch. Throws Stop, also if the writer of a value that is read cannot be found.
// `keeps_loops`: loops that write local memory are not followed one iteration after the other, even if their
// conditions are known.
Effects effects_of(const Launch& launch, const std::string& side, const OpenItem& item, Graph& graph,
                   Budget& budget, const Prove& prove, bool keeps_loops);

// Returns the word with its nodes replaced according to `with`.
using Replacements = std::vector<std::pair<NodeId, Word>>;
Word replaced(Graph& graph, Word word, unsigned width, const Replacements& with);

}  // namespace launchproof::equivalence
