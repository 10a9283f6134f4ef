// Modular mode: a kernel in parts (model::ModularKernel), each verified by itself. docs/two-thread.md says
// what is proved.
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

// A place of the source, in any part.
struct Place {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string function;

  auto operator<=>(const Place&) const = default;
};
Place place_of(const model::KernelModel& part, model::LocationId location);

// What may hold at the calls of a procedure, because it was not excluded for each call. Without any call that
// was examined, nothing may hold.
struct EntryLogs {
  bool any = false;    // nothing was found out
  bool apart = false;  // one of the two may call it without the other one; of one work-item: it may call it
  // The accesses that may be logged, and their places.
  std::map<std::pair<ArrayName, LogKind>, std::set<Place>> some;

  bool may_hold(const model::KernelModel& kernel, const Memory& memory, std::uint32_t region,
                LogKind kind) const;
  // Returns whether the site, of another part, may be what was logged.
  bool may_be(const model::KernelModel& kernel, model::SiteId site, LogKind kind) const;
};
using ProcedureEntry = std::array<EntryLogs, 3>;  // by Pairing

// The input and the results of the verification of one part.
struct Part {
  const ProcedureEntry* entry = nullptr;          // of a procedure
  std::vector<ProcedureEntry>* called = nullptr;  // by procedure: what its callers add
  bool is_broken = false;                         // not everything that a contract says here was shown
};

// Returns the parts with what stands for calls in them: where a procedure is called, a barrier if it holds
// one, and a site for each kind of its accesses; and in each part sites that say how others access the
// memory.
model::ModularKernel with_summaries(const model::ModularKernel& kernel);

using VerifyPart = std::function<void(const model::KernelModel& part, const symbolic::Options& limits,
                                      const Options& options, Part& notes, verdict::ClassResult& result)>;

// Verifies all parts, callers first, within common limits, and combines their results. If something that a
// contract says was not shown, nothing that depends on contracts is verified.
void verify_parts(const model::ModularKernel& kernel, const symbolic::Options& limits, const Options& options,
                  const VerifyPart& verify, verdict::ClassResult& result);

}  // namespace launchproof::two_thread
