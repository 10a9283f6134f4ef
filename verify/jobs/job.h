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

// Portfolio: the two-thread engine is asked what the access engine leaves open. Auto: the same for kernels
// with annotations that the access engine could not judge or use, which have what is left of the time; others
// are for the access engine alone.
enum class Engine : std::uint8_t { Access, TwoThread, Portfolio, Auto };

struct Job {
  std::shared_ptr<const Program> program;
  std::string kernel;  // empty: every kernel of the program
  std::string source;  // as shown: a file, or "program <digest>"
  std::string launch;  // in words; when empty it is made from the facts
  std::string call_site;
  std::string repro;
  std::string replay_command;  // replays a finding when `--finding ID` is added
  std::string export_command;  // exports a finding when its id takes the place of kFindingId
  std::string launch_command;  // executes the launch again
  std::size_t number = 0;      // of the launch class in its capture, from 1; 0: none
  bool merge = true;           // may be proved together with other classes of the kernel
  bool minimise_facts = true;  // name only the launch facts that the proofs need
  // How long to look for a precondition under which the proof of a verified class holds; 0: not at all.
  std::chrono::milliseconds derive_time{0};
  bool names_must_fit = false;  // names that the facts know and the only kernel does not are an input error
  std::uint64_t launches = 1;
  std::string solver = "z3";
  std::string second_solver;  // of the second engine; empty: `solver`
  smt::CrossCheckChoice cross_check;
  smt::LogPlaces log;  // of questions to solvers
  bool replay = true;  // execute the witnesses of findings
  bool repair = true;  // look for a change of the source under which what is found does not occur
  Engine engine = Engine::Access;
  two_thread::Options two_thread;
  symbolic::Options options;  // `time` is the limit of the whole class, translation included
  LaunchSource launch_source;
  // Everything that the answers of facts_of(), with_sizes() and variants_of() depend on, the kernel aside, as
  // a text that is the same wherever and whenever these are the same. Empty: no outcome may be kept for
  // another run.
  std::string facts_key;
  // A runtime chose the open sizes, so a defect that only some sizes show is not a defect of this launch.
  bool runtime_chose = false;
};

// Returns the facts of the job's launch for a kernel of its program.
FactsAnswer facts_of(const Job& job, const model::KernelModel& kernel);

// Returns whether the job's launch leaves sizes open, and certain sizes may be tried for them.
bool leaves_sizes_open(const Job& job);

// Returns the job with these sizes. Requires leaves_sizes_open().
Job with_sizes(const Job& job, const model::LaunchSizes& sizes);

// Return whether the class can be divided by the contents of its arguments, and the parts, for properties
// that depend on contents which its launches do not share: every launch is in one of them.
bool has_variants(const Job& job);
std::vector<LaunchVariant> variants_of(const Job& job, const std::vector<std::size_t>& arguments);

}  // namespace launchproof::jobs
