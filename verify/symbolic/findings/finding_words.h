// The text of findings.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

const char* word(model::AccessKind kind);
const char* word(model::Convergence kind);

// Returns a 64-bit number as a signed decimal number.
std::string signed_decimal(std::uint64_t number);

// Returns "(3)", or "(3, 0)" for a launch of two dimensions.
std::string triple(const std::array<std::uint64_t, 3>& id, std::uint32_t dimensions);

// Returns "work-item (3) of group (0)".
std::string words_of(const verdict::WorkItem& item, std::uint32_t dimensions);

// Returns "k.cl:7".
std::string words_of(const verdict::SourceLocation& at);

// Finding::kind of accesses that violate an access flag of the site's memory, and a description of the
// violation.
struct ForbiddenAccess {
  const char* kind = "";
  const char* words = "";
};
ForbiddenAccess forbidden_access(model::KernelAccess access);

// Returns "`a`: work-items (0) and (1) of group (0) read and write byte 4, unordered". `copies` says which
// sides are asynchronous copies. `touched` may be empty if the place is unknown.
std::string race_words(const verdict::WorkItem& one, const verdict::WorkItem& two,
                       const std::array<bool, 2>& copies, const std::string& touched,
                       std::uint32_t dimensions);

// The reason for a broken assertion that no execution can check (model::Annotation::is_executed).
inline constexpr const char* kNotExecuted = "not replayed: what annotations say of accesses is not executed";

// The reason for a subscript outside an inner array.
inline constexpr const char* kInnerNotReplayed =
    "not replayed: an execution does not tell inner arrays apart";

}  // namespace launchproof::symbolic
