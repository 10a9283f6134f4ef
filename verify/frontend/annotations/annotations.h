// The annotations that kernels may call, and what is made of them. Declared in annotations.def.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::model {
struct KernelModel;
}

namespace launchproof::frontend {

struct ProgramSource;

enum class Treatment : std::uint8_t {
  Precondition,
  Assumption,
  Assertion,
  GlobalAssertion,  // an assertion for those work-items too that took another path
  Invariant,
  Candidate,         // an invariant that is not asserted
  AtReturn,          // an assertion where the function returns
  AtLoops,           // an invariant where the function's loops begin
  CandidateAtLoops,  // likewise a candidate
  Exemption,         // loads after it are not compared with what others do
  Postcondition,     // a statement about what arrays hold when the launch has ended
  Scan,              // an assertion about what arrays hold at the end
  FreshArray,        // an assertion about the function's pointers
  DeclaredAccess,    // assertions about the accesses of the function
  Snapshot,          // what an array held is kept for conditions
  BarrierInvariant,  // an assertion at the barrier after it, and known of others after the barrier
  ReadPermission,    // an assertion that no other work-item writes there before the next barrier
  Accesses,          // a value: which accesses were made since the last barrier
  Others,            // a value of two work-items
  Contract,          // a value that a function's caller sees
  Value              // a plain function or macro, with its body in the declaration
};

struct AnnotationEntry {
  std::string_view name;
  Treatment treatment;
  std::string_view declaration;
  std::string_view meaning;
};

// Returns whether an annotation is called for its statement, not for a value.
bool states_something(Treatment treatment);

std::span<const AnnotationEntry> all_annotations();

// Returns the entry of the function of that name, as called; null when it is none.
const AnnotationEntry* annotation(std::string_view name);

// Returns the declarations of all annotations, to be put before a source.
const std::string& annotation_declarations();

// The path of the declarations for the compiler.
inline constexpr const char* kAnnotationFile = "/launchproof.annotations/annotations.h";

// The function that `assert` of a program calls, whichever annotations count, and the functions that the
// compiler sees for `__array_snapshot`.
inline constexpr const char* kProgramAssertion = "__assert_of_program";
inline constexpr const char* kSnapshotTo = "__array_snapshot_to";
inline constexpr const char* kSnapshotFrom = "__array_snapshot_from";

// The functions that the compiler sees for `__read_permission` and `__accessed`.
inline constexpr const char* kReadPermission = "__read_permission_of";
inline constexpr const char* kAccessedAt = "__accessed_at";
// The functions that `__is_scan` consists of for the compiler.
inline constexpr const char* kScanOutput = "__is_scan_output";
inline constexpr const char* kScanInput = "__is_scan_input";

// The functions that the compiler sees for `__postcondition`, and the macro under which its condition is
// compiled (passes/postconditions.h); without it the compiler sees that there is one.
inline constexpr const char* kPostconditionStated = "__postcondition_stated";
inline constexpr const char* kPostconditionHolds = "__postcondition_holds";
inline constexpr const char* kAskedPostconditions = "LAUNCHPROOF_ASKS_POSTCONDITIONS";

// The header of GPUVerify that its kernels include, where the program has no file of that name.
inline constexpr const char* kAnnotationFolder = "/launchproof.annotations";
inline constexpr const char* kGpuverifyHeader = "/launchproof.annotations/opencl.h";
std::string gpuverify_header();

// Metadata of instructions that read for an annotation alone, see observations.h.
inline constexpr const char* kObservation = "launchproof.observation";

// Metadata of loads that are taken out of the search for races, see non_temporal.h.
inline constexpr const char* kNonTemporal = "launchproof.non_temporal";

// Replaces the names of the model's annotations by the calls as the sources spell them, where they can be
// found.
void spell_annotations(model::KernelModel& kernel, const std::vector<ProgramSource>& sources);

// Returns macros under which a device's compiler takes a kernel with annotations, and does nothing for them.
std::string annotation_macros();

// Returns the page of all annotations, docs/annotations.md.
std::string annotations_page();

}  // namespace launchproof::frontend
