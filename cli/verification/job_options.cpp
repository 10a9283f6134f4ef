#include "cli/verification/job_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/smt/solvers/solver_names.h"

namespace launchproof::cli {
namespace {

// Returns cvc5, otherwise CVC4; empty if neither is installed.
const std::string& installed_cvc() {
  static const std::string name = [] {
    for (const char* const program : {"cvc5", "cvc4"})
      if (!smt::find_program(program).empty()) return std::string(program);
    return std::string();
  }();
  return name;
}

// CaDiCaL decides most questions before Z3 has started. A question that is hard for it is often easy for
// another solver as integer arithmetic, and Z3 handles those that are too large for a circuit.
std::string usual_solver() {
  return "cadical,table," + (installed_cvc().empty() ? "z3" : installed_cvc()) + ":int,z3";
}

frontend::AnnotationUse annotations_in_use(const Arguments& arguments) {
  if (arguments.no_annotations) return frontend::AnnotationUse::None;
  if (arguments.only_requires) return frontend::AnnotationUse::Preconditions;
  return arguments.invariants_as_candidates ? frontend::AnnotationUse::InvariantsAsCandidates
                                            : frontend::AnnotationUse::All;
}

bool is_modular(const Arguments& arguments) {
  return arguments.modular && arguments.engine == "two-thread";
}

// Another engine running concurrently with the two-thread engine would have less information.
frontend::PrivateArrays private_arrays(const Arguments& arguments) {
  const bool is_left_out =
      arguments.engine == "two-thread" &&
      std::ranges::any_of(arguments.omit_optimisations, [](const std::string& name) {
        return two_thread::parse_optimisation(name) == two_thread::Optimisation::PrivateArrays;
      });
  return is_left_out ? frontend::PrivateArrays::Kept : frontend::PrivateArrays::TakenApart;
}

}  // namespace

std::chrono::milliseconds time_limit(const Arguments& arguments) {
  return std::chrono::milliseconds(std::max<std::int64_t>(std::llround(arguments.timeout_seconds * 1000), 1));
}

std::chrono::milliseconds derive_time(const Arguments& arguments) {
  if (!arguments.derive_preconditions) return std::chrono::milliseconds{0};
  return std::chrono::milliseconds(std::max<std::int64_t>(std::llround(arguments.derive_seconds * 1000), 1));
}

jobs::SourceUse source_use(const Arguments& arguments) {
  return {annotations_in_use(arguments), is_modular(arguments), private_arrays(arguments)};
}

symbolic::Options engine_options(const Arguments& arguments) {
  symbolic::Options options;
  options.strict = arguments.strict || arguments.no_benign_tolerance;
  options.warp_sync = arguments.warp_sync;
  options.only_divergence = arguments.only_divergence;
  options.only_intra_group = arguments.only_intra_group;
  if (arguments.barrier_rule == "cuda") options.barrier_rule = model::BarrierRule::Cuda;
  options.time = time_limit(arguments);
  // If a class may take longer, its questions may, too.
  options.question_time = std::max(options.question_time, options.time / 2);
  options.memory_mib = arguments.memory_mib;
  return options;
}

void choose_engine(jobs::Job& job, const Arguments& arguments) {
  job.solver = arguments.solver.empty() ? usual_solver() : arguments.solver;
  // Workers have a separate folder.
  if (!arguments.statistics.empty()) job.log.statistics = std::filesystem::absolute(arguments.statistics);
  if (!arguments.dump_smt.empty()) job.log.questions = std::filesystem::absolute(arguments.dump_smt);
  if (arguments.engine == "access") return;
  if (arguments.engine == "auto")
    job.engine = jobs::Engine::Auto;
  else
    job.engine = arguments.engine == "portfolio" ? jobs::Engine::Portfolio : jobs::Engine::TwoThread;
  job.two_thread.omitted = arguments.omit_rules;
  job.two_thread.only = arguments.only_rules;
  if (!arguments.refute.empty()) job.two_thread.refutation = two_thread::parse_refutation(arguments.refute);
  job.two_thread.dump = arguments.dump_houdini;
  job.two_thread.is_adversarial = arguments.adversarial_abstraction;
  job.two_thread.adversarial_arrays.insert(arguments.adversarial_arrays.begin(),
                                           arguments.adversarial_arrays.end());
  job.two_thread.is_modular = is_modular(arguments);
  if (!arguments.k_induction_depth.empty())
    job.two_thread.induction_depth = two_thread::parse_induction_depth(arguments.k_induction_depth);
  job.two_thread.instrumentation = two_thread::parse_instrumentation(arguments.race_instrumenter);
  for (const std::string& name : arguments.omit_optimisations)
    job.two_thread.left_out.insert(two_thread::parse_optimisation(name));
  if (arguments.find_bugs)
    job.two_thread.unwinding = arguments.loop_unwind.empty()
                                   ? two_thread::kUsualUnwinding
                                   : two_thread::parse_unwinding(arguments.loop_unwind);
  // Only the access engine proves classes together.
  if (job.engine == jobs::Engine::TwoThread) job.merge = false;
  // The engines have different questions, for which different solvers are best: each engine has its own.
  if (arguments.solver.empty() && job.engine != jobs::Engine::TwoThread) job.second_solver = usual_solver();
}

jobs::Job common_job(const Arguments& arguments) {
  jobs::Job job;
  job.cross_check = cross_check(arguments);
  job.options = engine_options(arguments);
  job.replay = !arguments.no_replay;
  job.derive_time = derive_time(arguments);
  job.minimise_facts = arguments.assumptions != "read";
  choose_engine(job, arguments);
  return job;
}

namespace {

void check_program(const std::string& option, const smt::SolverName& solver) {
  const std::string& name = solver.program;
  if ((name == "cadical" || name == smt::kTable) && solver.form == smt::Form::Integers)
    throw UsageError(fmt::format("{}: {} does not support integers; use z3:int or cvc5:int", option, name));
  if (smt::is_in_process(name)) return;
  const bool is_found = !smt::find_program(name).empty();
  if (name.find('/') != std::string::npos) {
    if (!is_found) throw UsageError(fmt::format("{}: {} is not an executable program", option, name));
    return;
  }
  if (!smt::is_known_program(name)) {
    throw UsageError(fmt::format("{}: `{}` is not known; use {} or a path with a slash", option, name,
                                 smt::known_solver_names()));
  }
  if (is_found) return;
  throw UsageError(fmt::format("{}: the program {} is not in PATH; install it (apt install {}) or use z3",
                               option, name, name));
}

}  // namespace

void check_solver(const std::string& names) {
  if (names.empty()) return;
  for (const auto& group : smt::solver_names(names))
    for (const smt::SolverName& one : group) check_program("--solver", one);
}

smt::CrossCheckChoice cross_check(const Arguments& arguments) {
#ifdef NDEBUG
  constexpr const char* kDefault = "off";
#else
  constexpr const char* kDefault = "0.05";
#endif
  smt::CrossCheckChoice choice;
  try {
    choice = smt::cross_check_choice(arguments.cross_check.empty() ? kDefault : arguments.cross_check);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--cross-check: {}", error.what()));
  }
  if (!choice.solver.empty())
    check_program("--cross-check", smt::solver_names(choice.solver).front().front());
  return choice;
}

}  // namespace launchproof::cli
