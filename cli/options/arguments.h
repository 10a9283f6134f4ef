// The arguments of a command line. options.def declares each member that an option sets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::cli {

enum Command : std::uint32_t {
  Run = 1,
  Record = 2,
  Verify = 4,
  Check = 8,
  CaptureShow = 16,
  Report = 32,
  Replay = 64,
  ExportRepro = 128,
  CaptureStats = 256,
  CaptureMerge = 512,
  CaptureGc = 1024,
  CaptureRedact = 2048,
  CaptureExport = 4096,
  CaptureImport = 8192,
  Diff = 16384,
  CacheStats = 32768,
  CacheGc = 65536,
  Equal = 131072,
  Explain = 262144
};

struct Arguments {
  Command command = Run;
  std::vector<std::string> operands;  // files, the capture, or the application and its arguments

  std::string output;
  std::string solver;  // empty: the engine's own choice
  double timeout_seconds = 10;
  unsigned memory_mib = 1024;
  unsigned jobs = 0;  // 0: the number of cores
  std::string format = "text";
  std::string color = "auto";
  std::string progress = "auto";
  int error_exitcode = 10;
  bool quiet = false;
  bool strict = false;
  bool no_benign_tolerance = false;
  unsigned warp_sync = 0;
  unsigned sub_group_size = 0;    // 0: any
  std::string sub_group_mapping;  // empty: the default
  std::string barrier_rule;       // empty: the rule of the language
  std::string engine = "auto";
  std::vector<std::string> omit_rules, only_rules;
  std::vector<std::string> adversarial_arrays;
  std::string refute, dump_houdini;  // empty: none
  std::string statistics, dump_smt;  // empty: none
  bool adversarial_abstraction = false;
  bool modular = false;
  std::string k_induction_depth;
  std::string race_instrumenter = "watchdog-multiple";
  std::vector<std::string> omit_optimisations;
  bool find_bugs = false;
  std::string loop_unwind;  // empty: the default number of iterations
  std::string cross_check;  // empty: the default
  bool no_replay = false;
  std::string fixes;  // empty: the default
  std::string launch_races = "on";
  std::string assumptions;  // empty: the default
  bool derive_preconditions = false;
  double derive_seconds = 20;
  std::string merge = "on";
  std::vector<std::string> classes;
  unsigned launch = 0;  // from 1; 0: not given
  std::string finding;  // its id
  std::string results;  // results that contain the finding; empty: those of the capture
  unsigned contents_seed = 1;
  std::string recorded_contents = "none";
  std::string cuda = "auto";
  std::string cuda_device = "sm_90";
  bool no_execute = false;
  unsigned kernel_seconds = 600;
  std::string device_type_as;
  std::string platform;  // a number; empty: not given
  bool prefer_source = false;
  bool append = false;
  std::string contents_limit = "64M,1G";

  std::string kernel;
  std::string local_size, num_groups, global_size, global_offset;
  std::vector<std::string> values, buffers, kernel_args, kernel_arrays, given_contents, locals, accesses,
      images, samplers, defines, include_folders, clang_options, boogie_files;
  std::string build_options, device_features;         // features: empty: not given
  std::string dynamic_shared;                         // bytes; empty: not given
  std::string language;                               // empty: determined by the file's name
  std::string standard, gpu_architecture, cuda_path;  // empty: the default
  std::string batch;
  bool list_kernels = false;
  bool dump_model = false;
  bool dry_run = false;
  bool only_divergence = false;
  bool only_intra_group = false;
  bool only_requires = false;
  bool invariants_as_candidates = false;
  bool no_annotations = false;
  unsigned address_bits = 64;
  std::string arithmetic = "bits";
  std::string hidden_assumptions = "on";
  std::vector<std::string> bindings;  // LEFT=RIGHT
  std::string specification;          // empty: none
  bool equivalence = false;
  // The files for report formats; empty: none.
#define FORMAT(name, label, ci_file, text) std::string name;
#include "reports/formats/formats.def"
  std::string baseline, suppressions;  // files to read
  bool first_run_ok = false;
  bool index = false;
  bool force = false;
  bool ci = false;
  bool allow_not_asked = false;
  std::string cache;  // a folder; empty: the default
  bool no_cache = false;
  std::string max_size, older_than;  // empty: not given
  std::vector<std::string> notes;    // options that were given and change nothing, in words

  bool json() const { return format == "json"; }
};

}  // namespace launchproof::cli
