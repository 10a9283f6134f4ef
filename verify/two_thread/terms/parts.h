// Modular mode: verifies each part of a kernel (model::ModularKernel) separately. docs/two-thread.md
// describes what is proved.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/terms/memory.h"
#include "verify/two_thread/terms/options.h"

namespace launchproof::two_thread {

// An array in any part of the kernel.
struct ArrayName {
  std::uint32_t parameter = model::kNone;
  model::Memory memory = model::Memory::Global;
  std::string name;

  auto operator<=>(const ArrayName&) const = default;
};
ArrayName name_of(const model::Array& array);

// A place in the source, in any part.
struct Place {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string function;

  auto operator<=>(const Place&) const = default;
};
Place place_of(const model::KernelModel& part, model::LocationId location);

// What may hold at the calls of a procedure, because it was not excluded for each call. If no call was
// examined, nothing may hold.
struct EntryLogs {
  bool any = false;    // whether any call was examined
  bool apart = false;  // one work-item of a pair may call it without the other; for a single work-item: it
                       // may call it
  // The accesses that may be logged, with their places.
  std::map<std::pair<ArrayName, LogKind>, std::set<Place>> some;

  bool may_hold(const model::KernelModel& kernel, const Memory& memory, std::uint32_t region,
                LogKind kind) const;
  // Returns whether the site, which is in another part, may be the logged access.
  bool may_be(const model::KernelModel& kernel, model::SiteId site, LogKind kind) const;
};
using ProcedureEntry = std::array<EntryLogs, 3>;  // by Pairing

// The input and the results of verifying one part.
struct Part {
  const ProcedureEntry* entry = nullptr;          // of a procedure
  std::vector<ProcedureEntry>* called = nullptr;  // by procedure: receives what its callers add
  bool is_broken = false;                         // some statement of a contract was not shown here
};

// Returns the parts with calls represented as follows: where a procedure is called, a barrier if it contains
// one, and a site for each kind of its accesses. Each part also gets sites that describe how other parts
// access the memory.
model::ModularKernel with_summaries(const model::ModularKernel& kernel);

using VerifyPart = std::function<void(const model::KernelModel& part, const symbolic::Options& limits,
                                      const Options& options, Part& notes, verdict::ClassResult& result)>;

// Verifies all parts, callers first, within common limits, and combines their results. If some statement of a
// contract was not shown, nothing that depends on contracts is verified.
void verify_parts(const model::ModularKernel& kernel, const symbolic::Options& limits, const Options& options,
                  const VerifyPart& verify, verdict::ClassResult& result);

}  // namespace launchproof::two_thread
