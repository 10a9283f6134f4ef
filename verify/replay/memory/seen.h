// Defects that a replay observed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::replay {

class Footprint;

// One side of an observation.
struct Participant {
  verdict::WorkItem work_item;  // `access` is "read", "write", "atomic", "reaches the barrier" or "returns"
  std::vector<verdict::SourceLocation> locations;  // innermost first; the remaining ones are call sites
  bool by_copy = false;                            // made by an asynchronous copy of the work-item's group
};

// The kind of a read of private memory that the work-item has not written.
inline constexpr const char* kUndefinedPrivate = "undefined private value";

// The kinds of accesses that violate an access flag, as in verdict::Finding.
inline constexpr const char* kReadOnlyStore = "store into read-only memory";
inline constexpr const char* kWriteOnlyLoad = "load from write-only memory";

struct Seen {
  verdict::Property property{};
  std::string kind;     // as verdict::Finding::kind
  bool benign = false;  // a race whose instances all stored equal bytes
  std::vector<Participant> participants;
  std::uint64_t count = 0;  // number of instances with the same lines; the participants are those of the
                            // first
};

enum class Status : std::uint8_t {
  Completed,    // every requested work-item has run
  Unknown,      // a limit was reached; `reason` names it and the line
  Unsupported,  // `reason` names the construct
  Error,        // the kernel does not compile, or the launch does not match it
};

// How a launch that was executed in place ended: it completed, or a thread ended it.
enum class LaunchEnd : std::uint8_t { Completed, Assertion, Trap };

struct Outcome {
  Status status = Status::Error;
  std::string reason;
  std::vector<Seen> seen;  // also set if a limit was reached
  // Races with writes of equal bytes may have been missed, because fewer details of earlier accesses are
  // kept.
  bool may_hide = false;
  std::vector<std::string> made_up;                            // made-up values: "contents of a", "n = 4"
  std::vector<std::uint32_t> made_up_parameters;               // their numbers
  std::map<std::uint64_t, std::vector<std::uint8_t>> results;  // by object; only if requested
  // By object (Options::footprint): the parts of it that the launch touched.
  std::map<std::uint64_t, std::shared_ptr<Footprint>> footprints;
  // Subnormal numbers or NaNs were used in a computation, so devices may get a different result.
  bool open_floats = false;
  // A divisor was zero, or the least number was divided by -1; some other quotient was used.
  bool open_divisions = false;
  // Work-items exchanged values that may differ between devices: the value of a work-item that did not take
  // part, a sum of floats, whose order devices choose, or values of work-items that need not come together.
  bool open_exchanges = false;
  // A precondition was violated, or an assumption excluded work-items: no real launch has the values
  // executed.
  bool is_excluded = false;
  bool is_out_of_steps = false;  // Unknown: Options::maximum_steps was too low
  // Unknown: a group was abandoned because a work-item waits for a value that has not been stored yet.
  bool is_waiting = false;
  std::uint64_t work_items = 0;
  std::uint64_t groups = 0;
  std::uint64_t accesses = 0;      // number of accesses that were compared with others
  std::uint64_t steps = 0;         // compared accesses and loop iterations, in batches
  std::uint64_t data_bytes = 0;    // bytes of touched memory, in whole chunks
  std::uint64_t shadow_bytes = 0;  // bytes that record accesses to it
  double seconds = 0;              // duration of execution, without compilation
  LaunchEnd end = LaunchEnd::Completed;
  std::string printed;         // output of the kernel's printf
  std::string failed_asserts;  // one line for each failed assertion
};

}  // namespace launchproof::replay
