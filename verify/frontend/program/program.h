// A program as passed to the front end: its sources, and the device for which it is compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace launchproof::frontend {

// The device as the kernel compiler saw it (recorded by the capture; defaults describe a plain OpenCL 3.0 CPU
// device).
struct DeviceEnvironment {
  unsigned address_bits = 64;
  std::string opencl_c_version = "1.2";  // highest OpenCL C version: "1.0" .. "3.0"
  std::vector<std::string> extensions{"cl_khr_global_int32_base_atomics",
                                      "cl_khr_global_int32_extended_atomics",
                                      "cl_khr_local_int32_base_atomics",
                                      "cl_khr_local_int32_extended_atomics",
                                      "cl_khr_byte_addressable_store",
                                      "cl_khr_int64_base_atomics",
                                      "cl_khr_int64_extended_atomics",
                                      "cl_khr_fp64",
                                      "cl_khr_subgroups",
                                      "cl_khr_subgroup_ballot",
                                      "cl_khr_subgroup_shuffle",
                                      "cl_khr_subgroup_shuffle_relative",
                                      "cl_khr_subgroup_non_uniform_vote",
                                      "cl_khr_extended_bit_ops"};
  std::vector<std::string> features;  // OpenCL C 3.0 feature macros without the leading __opencl_c_
  std::vector<std::pair<std::string, std::string>>
      macros;  // predefined by the device's compiler without options, name and body
  std::vector<std::string> undefined_macros;  // macros that the compiler is known not to predefine
  // The device is not a specific one. Features that a program enables by a pragma and that this front end
  // understands (half arithmetic, depth images, writes to 3D images) are assumed to be present.
  bool grants_extensions = false;
  // The features of the device are not stated, so a feature that the program tests is an assumption.
  bool assumes_features = false;
  bool images = true;
  bool little_endian = true;
};

struct HeaderFile {
  std::string name;  // as included by the source
  std::string text;
};

// A preprocessor conditional whose outcome is fixed, whatever its condition says.
struct DecidedConditional {
  std::string file;  // as named by Clang
  unsigned line = 0;
  bool holds = false;
};

// The branches taken at the conditionals that a preprocessor reaches, in order: the number of the branch,
// from 0, or kNoBranch. A conditional extends from `#if` to `#endif`.
using Branches = std::vector<std::int32_t>;
inline constexpr std::int32_t kNoBranch = -1;

// A question of a program to its compiler. Launchproof's own compiler answers it, since the answer of the
// device's compiler is unknown.
struct Guess {
  std::uint32_t source = 0;  // number of the source in the program
  std::string file;          // as named by Clang
  unsigned line = 0;
  std::string text;        // a sentence
  bool holds = false;      // outcome of a conditional
  bool can_differ = true;  // a conditional that is reached exactly once, so that its other outcome can be
                           // examined
};

// Which annotations of kernels are used (docs/annotations.md).
enum class AnnotationUse : std::uint8_t { All, InvariantsAsCandidates, Preconditions, None };

enum class PrivateArrays : std::uint8_t {
  TakenApart,  // split into one variable per cell, if possible
  Kept         // arrays of numbers remain memory, and reads have unknown results
};

enum class SourceLanguage : std::uint8_t { OpenCl, Cuda, Ptx };

struct ProgramSource {
  std::string file_name;  // for messages and locations
  std::string text;
  std::string options;  // as given to clBuildProgram, e.g. "-D N=4 -I include -cl-fast-relaxed-math"
  std::string working_directory;    // where relative -I paths start; empty: the current directory
  std::vector<HeaderFile> headers;  // embedded headers (clCompileProgram) and recorded included files
  AnnotationUse annotations = AnnotationUse::All;
  bool is_modular = false;  // kernels in parts are requested as well (KernelModel::modular)
  PrivateArrays private_arrays = PrivateArrays::TakenApart;
  std::optional<Branches> branches;  // branches that the device's compiler took, if it was asked
  std::vector<DecidedConditional> decided;
  SourceLanguage language = SourceLanguage::OpenCl;
  // Requests the kernels that check postconditions instead of the program's kernels
  // (passes/postconditions.h).
  bool asks_postconditions = false;
};

struct CompilerMessage {
  std::string file;
  unsigned line = 0, column = 0;
  bool is_error = false;
  std::string text;
};

}  // namespace launchproof::frontend
