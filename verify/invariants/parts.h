// Modular mode: a kernel in parts (model::ModularKernel), each verified by itself. docs/two-thread.md says
// what is proved.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/engine.h"
#include "verify/invariants/memory.h"
#include "verify/invariants/options.h"

namespace launchproof::invariants {

// An array in any part of the kernel.
struct ArrayName {
  std::uint32_t parameter = model::kNone;
  model::Memory memory = model::Memory::Global;
  std::string name;

  auto operator<=>(const ArrayName&) const = default;
};
ArrayName name_of(const model::Array& array);

// What may be logged when a procedure is called: what no caller was shown to have left out.
struct EntryLogs {
  bool any = false;  // nothing was found out
  std::set<std::pair<ArrayName, LogKind>> some;

  bool may_hold(const model::KernelModel& kernel, const Memory& memory, std::uint32_t region,
                LogKind kind) const;
};
using ProcedureEntry = std::array<EntryLogs, 3>;  // by Pairing

// What the verification of one part is given, and leaves behind.
struct Part {
  const ProcedureEntry* entry = nullptr;          // of a procedure
  std::vector<ProcedureEntry>* called = nullptr;  // by procedure: what its callers add
  bool is_broken = false;                         // not all that a contract says here was shown
};

// The parts with what stands for calls in them: where a procedure is called, a barrier if it holds one, and a
// site for each kind of its accesses; and in each part sites that say how others access the memory.
model::ModularKernel with_summaries(const model::ModularKernel& kernel);

using VerifyPart = std::function<void(const model::KernelModel& part, const access::Options& limits,
                                      const Options& options, Part& notes, verdict::ClassResult& result)>;

// Verifies all parts, callers first, within the limits of one, and puts their results together. Where
// something that a contract says was not shown, nothing that rests on contracts is verified.
void verify_parts(const model::ModularKernel& kernel, const access::Options& limits, const Options& options,
                  const VerifyPart& verify, verdict::ClassResult& result);

}  // namespace launchproof::invariants
