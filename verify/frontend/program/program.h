// A program as it is given to the front end: its sources, and the device that it is compiled for.
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
  std::vector<std::string> undefined_macros;  // that it is known not to predefine
  // The device is none in particular: what a program enables by a pragma and this front end understands
  // (half arithmetic, depth images, writes to 3D images) is taken to be there, as an assumption.
  bool grants_extensions = false;
  // The features of the device are not stated: one that the program tests is an assumption.
  bool assumes_features = false;
  bool images = true;
  bool little_endian = true;
};

struct HeaderFile {
  std::string name;  // as the source includes it
  std::string text;
};

// A conditional of the preprocessor whose outcome is set, whatever it says.
struct DecidedConditional {
  std::string file;  // as Clang names it
  unsigned line = 0;
  bool holds = false;
};

// The branches taken at the conditionals that a preprocessor reaches, in order: the number of the branch,
// from 0, or kNoBranch. A conditional reaches from `#if` to `#endif`.
using Branches = std::vector<std::int32_t>;
inline constexpr std::int32_t kNoBranch = -1;

// A question that a program asks its compiler and that Launchproof's own compiler answers, since the answer
// of the device's compiler is not known.
struct Guess {
  std::uint32_t source = 0;  // its number in the program
  std::string file;          // as Clang names it
  unsigned line = 0;
  std::string text;        // a sentence
  bool holds = false;      // of a conditional: its outcome
  bool can_differ = true;  // a conditional that is reached once, so that its other outcome can be examined
};

// Which annotations of kernels count (docs/annotations.md).
enum class AnnotationUse : std::uint8_t { All, InvariantsAsCandidates, Preconditions, None };

enum class PrivateArrays : std::uint8_t {
  TakenApart,  // into a variable for each cell, where that can be done
  Kept         // arrays of numbers stay memory, with unknown results of reads
};

enum class SourceLanguage : std::uint8_t { OpenCl, Cuda, Ptx };

struct ProgramSource {
  std::string file_name;  // for messages and locations
  std::string text;
  std::string options;  // as given to clBuildProgram, e.g. "-D N=4 -I include -cl-fast-relaxed-math"
  std::string working_directory;    // that relative -I paths start from; empty: the current one
  std::vector<HeaderFile> headers;  // embedded headers (clCompileProgram) and recorded included files
  AnnotationUse annotations = AnnotationUse::All;
  bool is_modular = false;  // kernels in parts are wanted too (KernelModel::modular)
  PrivateArrays private_arrays = PrivateArrays::TakenApart;
  std::optional<Branches> branches;  // that the device's compiler took, where it was asked
  std::vector<DecidedConditional> decided;
  SourceLanguage language = SourceLanguage::OpenCl;
  // Instead of the program's kernels, those that ask their postconditions are wanted
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
