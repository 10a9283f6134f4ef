// A launch class to verify: everything a worker needs for one answer.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "verify/access/terms/options.h"
#include "verify/frontend/frontend.h"
#include "verify/invariants/terms/options.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/questions/question_log.h"
#include "verify/smt/solvers/cross_check.h"
#include "verify/verdict/results.h"
#include "verify/worker/pool/facts_answer.h"
#include "verify/worker/pool/launch_words.h"

namespace launchproof::worker {

struct Program {
  std::string key;  // unique within a run; jobs with equal keys share one translation
  std::vector<frontend::ProgramSource> sources;  // empty: there is none, see `no_source`
  frontend::DeviceEnvironment device;
  std::string no_source;  // why there are no sources, in words
  // The PTX that the application compiled the sources to and launched, where it did so itself; null: none.
  std::shared_ptr<const Program> module;
};

// Launches of a class that agree in the contents of their buffers.
struct LaunchVariant {
  std::uint64_t launch = 0;  // the number of one of them in the capture, from 1
  std::uint64_t count = 0;
  std::function<FactsAnswer(const model::KernelModel&)> facts;
};

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
  smt::LogPlaces log;  // of what solvers are asked
  bool replay = true;  // execute the witnesses of what is found
  bool repair = true;  // look for a change of the source under which what is found does not occur
  Engine engine = Engine::Access;
  invariants::Options invariants;
  access::Options options;  // `time` is the limit of the whole class, translation included
  std::function<FactsAnswer(const model::KernelModel&)> facts;
  // All that the answers of `facts`, `with_sizes` and `variants` rest on, the kernel aside, as a text that
  // is the same wherever and whenever these are the same. Empty: no outcome may be kept for another run.
  std::string facts_key;
  // Returns the job with these sizes. Given where sizes are left open.
  std::function<Job(const model::LaunchSizes&)> with_sizes;
  // Open sizes are those that a runtime chose: what only some of them show is no defect of this launch.
  bool runtime_chose = false;
  // Divides the class by the contents of these arguments, for properties that depend on contents which its
  // launches do not share: every launch is in one of the variants. None: there is nothing to tell apart.
  std::function<std::vector<LaunchVariant>(const std::vector<std::size_t>& arguments)> variants;
};

// Returns "global (1024), local (256), n = 1000, out: 4096 bytes"; with an open local size "local any".
std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            bool local_size_open);

// Returns the same in parts, for in_words().
LaunchWords launch_words(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                         bool local_size_open);

// Returns a result in which every property has this verdict for this cause.
verdict::ClassResult settled(const Job& job, const std::string& kernel, verdict::Verdict verdict,
                             verdict::Cause cause, const std::string& reason,
                             const verdict::SourceLocation& location = {});

}  // namespace launchproof::worker
