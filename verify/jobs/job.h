// A launch class to verify: everything a worker needs for one answer. All of it is data, which can be written
// and read back (json/job_json.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "verify/jobs/launch_source.h"
#include "verify/jobs/program.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/questions/question_log.h"
#include "verify/smt/solvers/cross_check.h"
#include "verify/symbolic/terms/options.h"
#include "verify/two_thread/terms/options.h"

namespace launchproof::jobs {

inline constexpr std::string_view kFindingId = "FINDING";

// Portfolio: the two-thread engine is asked about what the access engine leaves open. Auto: the same, with
// the remaining time, but only for kernels with annotations that the access engine could not judge or use;
// all other kernels are left to the access engine.
enum class Engine : std::uint8_t { Access, TwoThread, Portfolio, Auto };

struct Job {
  std::shared_ptr<const Program> program;
  std::string kernel;  // empty: every kernel of the program
  std::string source;  // as shown in reports: a file, or "program <digest>"
  std::string launch;  // the launch as text; if empty, it is made from the facts
  std::string call_site;
  std::string repro;
  std::string replay_command;  // replays a finding if `--finding ID` is appended
  std::string export_command;  // exports a finding if its id replaces kFindingId
  std::string launch_command;  // executes the launch again
  std::size_t number = 0;      // number of the launch class in its capture, from 1; 0: none
  bool merge = true;           // may be proved together with other classes of the kernel
  bool minimise_facts = true;  // list only the launch facts that the proofs need
  // Time for finding a precondition under which the proof of a verified class holds; 0: none is searched for.
  std::chrono::milliseconds derive_time{0};
  bool names_must_fit = false;  // If the facts name something that the program's only kernel does not have,
                                // that is an input error.
  std::uint64_t launches = 1;
  std::string solver = "z3";
  std::string second_solver;  // solver of the second engine; empty: `solver`
  smt::CrossCheckChoice cross_check;
  smt::LogPlaces log;  // logs of questions to solvers
  bool replay = true;  // execute the witnesses of findings
  bool repair = true;  // search for a change of the source that removes the findings
  Engine engine = Engine::Access;
  two_thread::Options two_thread;
  symbolic::Options options;  // `time` is the limit for the whole class, including translation
  LaunchSource launch_source;
  // Everything, except the kernel, that the answers of facts_of(), with_sizes() and variants_of() depend on,
  // as a text that is equal on all machines and at all times if these inputs are equal. Empty: no outcome may
  // be kept for another run.
  std::string facts_key;
  // A runtime chose the open sizes, so a defect that occurs only at some sizes is no defect of this launch.
  bool runtime_chose = false;
};

// Returns the facts of the job's launch for a kernel of its program.
FactsAnswer facts_of(const Job& job, const model::KernelModel& kernel);

// Returns whether the job's launch leaves sizes open and specific sizes may be tried for them.
bool leaves_sizes_open(const Job& job);

// Returns the job with the open sizes set to these. Requires leaves_sizes_open().
Job with_sizes(const Job& job, const model::LaunchSizes& sizes);

// These functions divide a class by the contents of its arguments, for properties that depend on contents
// which its launches do not share. has_variants() returns whether that is possible; variants_of() returns the
// parts, and every launch is in one of them.
bool has_variants(const Job& job);
std::vector<LaunchVariant> variants_of(const Job& job, const std::vector<std::size_t>& arguments);

}  // namespace launchproof::jobs
