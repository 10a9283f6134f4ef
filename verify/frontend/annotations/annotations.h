// The annotations that kernels may call, and how each is treated. Declared in annotations.def.
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
  GlobalAssertion,  // an assertion that also applies to work-items that took another path
  Invariant,
  Candidate,         // an invariant that is not asserted
  AtReturn,          // an assertion at the place where the function returns
  AtLoops,           // an invariant at the start of the function's loops
  CandidateAtLoops,  // likewise a candidate
  Exemption,         // loads after it are exempt from comparison with other accesses
  Postcondition,     // a statement about the contents of arrays when the launch has ended
  Scan,              // an assertion about the contents of arrays at the end
  FreshArray,        // an assertion about the function's pointers
  DeclaredAccess,    // assertions about accesses made by the function
  Snapshot,          // keeps the contents of an array for use in conditions
  BarrierInvariant,  // an assertion at the next barrier, and a known fact about others after that barrier
  ReadPermission,    // an assertion that no other work-item writes there before the next barrier
  Accesses,          // a value: which accesses were made since the last barrier
  Others,            // a value that concerns two work-items
  Contract,          // a value that is visible to the caller of a function
  Value              // a plain function or macro, with its body in the declaration
};

struct AnnotationEntry {
  std::string_view name;
  Treatment treatment;
  std::string_view declaration;
  std::string_view meaning;
};

// Returns whether an annotation makes a statement, rather than returning a value.
bool states_something(Treatment treatment);

std::span<const AnnotationEntry> all_annotations();

// Returns the entry of the function with this name, as called; null if there is none.
const AnnotationEntry* annotation(std::string_view name);

// Returns the declarations of all annotations, which are inserted before a source.
const std::string& annotation_declarations();

// The compiler's path for the file with the declarations.
inline constexpr const char* kAnnotationFile = "/launchproof.annotations/annotations.h";

// The function that `assert` of a program calls, whichever annotations are in use, and the functions that the
// compiler sees for `__array_snapshot`.
inline constexpr const char* kProgramAssertion = "__assert_of_program";
inline constexpr const char* kSnapshotTo = "__array_snapshot_to";
inline constexpr const char* kSnapshotFrom = "__array_snapshot_from";

// The functions that replace `__read_permission` and `__accessed` for the compiler.
inline constexpr const char* kReadPermission = "__read_permission_of";
inline constexpr const char* kAccessedAt = "__accessed_at";
// The functions that make up `__is_scan` for the compiler.
inline constexpr const char* kScanOutput = "__is_scan_output";
inline constexpr const char* kScanInput = "__is_scan_input";

// The functions that replace `__postcondition` for the compiler, and the macro under which its condition is
// compiled (passes/postconditions.h). Without the macro, the compiler only sees that a postcondition exists.
inline constexpr const char* kPostconditionStated = "__postcondition_stated";
inline constexpr const char* kPostconditionHolds = "__postcondition_holds";
inline constexpr const char* kAskedPostconditions = "LAUNCHPROOF_ASKS_POSTCONDITIONS";

// The header of GPUVerify that its kernels include, used if the program has no file of that name.
inline constexpr const char* kAnnotationFolder = "/launchproof.annotations";
inline constexpr const char* kGpuverifyHeader = "/launchproof.annotations/opencl.h";
std::string gpuverify_header();

// Metadata of instructions that only read for an annotation; see observations.h.
inline constexpr const char* kObservation = "launchproof.observation";

// Metadata of loads that are excluded from the search for races; see non_temporal.h.
inline constexpr const char* kNonTemporal = "launchproof.non_temporal";

// Replaces the model's names of annotations by the calls as the sources spell them, if they can be found.
void spell_annotations(model::KernelModel& kernel, const std::vector<ProgramSource>& sources);

// Returns macros with which a device's compiler accepts a kernel with annotations and ignores them.
std::string annotation_macros();

// Returns the text of docs/annotations.md, which describes all annotations.
std::string annotations_page();

}  // namespace launchproof::frontend
