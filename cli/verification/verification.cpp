#include "cli/verification/verification.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "cli/verification/result_cache.h"
#include "reports/formats/files.h"
#include "reports/terminal/terminal.h"
#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/solver_names.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

std::chrono::milliseconds time_limit(const Arguments& arguments) {
  return std::chrono::milliseconds(std::max<std::int64_t>(std::llround(arguments.timeout_seconds * 1000), 1));
}

ProgressLine::Manner progress_manner(const Arguments& arguments) {
  const bool is_json_on_error_output = arguments.json() && arguments.command == Command::Run;
  if (arguments.progress == "none") return ProgressLine::Manner::Silent;
  if (arguments.progress == "json") return ProgressLine::Manner::Json;
  if (arguments.progress == "plain") return ProgressLine::Manner::Plain;
  if (arguments.quiet || is_json_on_error_output) return ProgressLine::Manner::Silent;
  return arguments.ci ? ProgressLine::Manner::Plain : ProgressLine::Manner::Animated;
}

unsigned columns_of(std::FILE* stream) {
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 40 ? size.ws_col : 100;
}

// cvc5, else CVC4; empty where neither is installed.
const std::string& installed_cvc() {
  static const std::string name = [] {
    for (const char* const program : {"cvc5", "cvc4"})
      if (!smt::find_program(program).empty()) return std::string(program);
    return std::string();
  }();
  return name;
}

// CaDiCaL decides most questions before Z3 has begun. A question that takes it long is often short for
// another solver as arithmetic over the integers, and Z3 takes those that are too large for a circuit.
std::string usual_solver() {
  return "cadical," + (installed_cvc().empty() ? "z3" : installed_cvc()) + ":int,z3";
}

}  // namespace

std::chrono::milliseconds derive_time(const Arguments& arguments) {
  if (!arguments.derive_preconditions) return std::chrono::milliseconds{0};
  return std::chrono::milliseconds(std::max<std::int64_t>(std::llround(arguments.derive_seconds * 1000), 1));
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

// Another engine concurrent with the two-thread engine would have less to go by.
frontend::PrivateArrays private_arrays(const Arguments& arguments) {
  const bool is_left_out =
      arguments.engine == "two-thread" &&
      std::ranges::any_of(arguments.omit_optimisations, [](const std::string& name) {
        return invariants::parse_optimisation(name) == invariants::Optimisation::PrivateArrays;
      });
  return is_left_out ? frontend::PrivateArrays::Kept : frontend::PrivateArrays::TakenApart;
}

access::Options engine_options(const Arguments& arguments) {
  access::Options options;
  options.strict = arguments.strict;
  options.warp_sync = arguments.warp_sync;
  options.only_divergence = arguments.only_divergence;
  options.only_intra_group = arguments.only_intra_group;
  if (arguments.barrier_rule == "cuda") options.barrier_rule = model::BarrierRule::Cuda;
  options.time = time_limit(arguments);
  // A class that may take longer may have a question that does.
  options.question_time = std::max(options.question_time, options.time / 2);
  options.memory_mib = arguments.memory_mib;
  return options;
}

void choose_engine(jobs::Job& job, const Arguments& arguments) {
  job.solver = arguments.solver.empty() ? usual_solver() : arguments.solver;
  // Workers have a folder of their own.
  if (!arguments.statistics.empty()) job.log.statistics = std::filesystem::absolute(arguments.statistics);
  if (!arguments.dump_smt.empty()) job.log.questions = std::filesystem::absolute(arguments.dump_smt);
  if (arguments.engine == "access") return;
  if (arguments.engine == "auto")
    job.engine = jobs::Engine::Auto;
  else
    job.engine = arguments.engine == "portfolio" ? jobs::Engine::Portfolio : jobs::Engine::TwoThread;
  job.invariants.omitted = arguments.omit_rules;
  job.invariants.only = arguments.only_rules;
  if (!arguments.refute.empty()) job.invariants.refutation = invariants::parse_refutation(arguments.refute);
  job.invariants.dump = arguments.dump_houdini;
  job.invariants.is_adversarial = arguments.adversarial_abstraction;
  job.invariants.adversarial_arrays.insert(arguments.adversarial_arrays.begin(),
                                           arguments.adversarial_arrays.end());
  job.invariants.is_modular = is_modular(arguments);
  if (!arguments.k_induction_depth.empty())
    job.invariants.induction_depth = invariants::parse_induction_depth(arguments.k_induction_depth);
  job.invariants.instrumentation = invariants::parse_instrumentation(arguments.race_instrumenter);
  for (const std::string& name : arguments.omit_optimisations)
    job.invariants.left_out.insert(invariants::parse_optimisation(name));
  if (arguments.find_bugs)
    job.invariants.unwinding = arguments.loop_unwind.empty()
                                   ? invariants::kUsualUnwinding
                                   : invariants::parse_unwinding(arguments.loop_unwind);
  // Classes are proved together by the access engine alone.
  if (job.engine == jobs::Engine::TwoThread) job.merge = false;
  // The engines' questions differ, and so do the solvers that decide them: each engine has its own.
  if (arguments.solver.empty() && job.engine != jobs::Engine::TwoThread) job.second_solver = usual_solver();
}

namespace {

void check_program(const std::string& option, const smt::SolverName& solver) {
  const std::string& name = solver.program;
  if (name == "cadical" && solver.form == smt::Form::Integers)
    throw UsageError(fmt::format("{}: cadical has no integers; use z3:int or cvc5:int", option));
  if (smt::is_in_process(name)) return;
  const bool is_found = !smt::find_program(name).empty();
  if (name.find('/') != std::string::npos) {
    if (!is_found) throw UsageError(fmt::format("{}: {} is no program that can be run", option, name));
    return;
  }
  if (name != "cvc4" && name != "cvc5") {
    throw UsageError(fmt::format("{}: `{}` is not known; use cadical, z3, cvc4, cvc5 or a path with a slash",
                                 option, name));
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

std::vector<worker::Completed> verify_jobs(const std::vector<jobs::Job>& jobs, const Arguments& arguments,
                                           std::vector<std::string>& notes, const Decided& decided) {
  ProgressLine line(progress_manner(arguments), [&](std::size_t task) {
    return jobs[task].kernel.empty() ? jobs[task].source : jobs[task].kernel;
  });
  FailureLines failures(wants_colours(arguments, stderr));
  worker::PoolOptions options;
  options.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  options.limits = {time_limit(arguments), arguments.memory_mib};
  options.progress = [&](const worker::Progress& progress) { line.show(progress); };
  struct Coming {
    std::size_t outcomes = 1;  // that are still to come
    std::vector<worker::Completed> here;
  };
  std::map<std::size_t, Coming> of_job;
  if (decided)
    options.expanded = [&](std::size_t job, const worker::Outcome& several) {
      of_job[job].outcomes = several.expand.size();
    };
  options.completed = [&](const worker::Completed& one) {
    line.done(one);
    if (line.is_shown()) line.print(failures.of(one.outcome.result));
    if (!decided) return;
    Coming& coming = of_job[one.task];
    coming.here.push_back(one);
    if (--coming.outcomes > 0) return;
    line.wipe();
    decided(one.task, coming.here);
    of_job.erase(one.task);
  };
  const Interruption interruption;
  options.stop = [] { return interrupting_signal() != 0; };
  ResultCache cache(arguments);
  std::vector<worker::Completed> all = worker::verify_all(jobs, options, cache.classes());
  for (std::string& trouble : cache.troubles()) notes.push_back(std::move(trouble));
  return all;
}

std::FILE* stream_of_names(const Arguments& arguments, std::FILE* stream) {
  if (arguments.quiet) return nullptr;
  if (!arguments.json()) return stream;
  return stream == stderr ? nullptr : stderr;
}

void keep_interrupted(const verdict::Results& results, const fs::path& folder) {
  if (interrupting_signal() == 0 || folder.empty()) return;
  try {
    reports::write_json(results, folder / "results.json");
    results_kept();
  } catch (const std::runtime_error& error) {
    say(error.what());
  }
}

bool print_results(const verdict::Results& results, const reports::Acceptance& acceptance, bool finds_by_id,
                   const Arguments& arguments, std::FILE* stream) {
  if (arguments.quiet) return true;
  std::string text;
  if (arguments.json()) {
    text = verdict::to_json(results);
    if (!text.ends_with('\n')) text += '\n';
  } else {
    text = reports::terminal_report(results, {.colours = wants_colours(arguments, stream),
                                              .width = columns_of(stream),
                                              .finds_by_id = finds_by_id,
                                              .acceptance = &acceptance});
  }
  return print(stream, text);
}

bool write_reports(const verdict::Results& results, const reports::Acceptance& acceptance,
                   const fs::path& folder, const Arguments& arguments, std::FILE* stream) {
  bool written = true;
  std::FILE* const names = stream_of_names(arguments, stream);
  const auto write = [&](auto writer, const char* label, const fs::path& path) {
    try {
      writer(path);
      if (names != nullptr) written = print(names, fmt::format("{}: {}\n", label, path.string())) && written;
    } catch (const std::runtime_error& error) {
      say(error.what());
      written = false;
    }
  };
  write([&](const fs::path& path) { reports::write_json(results, path); }, "results",
        folder / "results.json");
  write([&](const fs::path& path) { reports::write_html(results, acceptance, path); }, "report",
        folder / "report.html");
  return written;
}

bool does_not_compile(const verdict::ClassResult& result) {
  return std::any_of(result.properties.begin(), result.properties.end(), [](const auto& entry) {
    const auto& causes = entry.second.causes;
    return std::any_of(causes.begin(), causes.end(),
                       [](const auto& cause) { return cause.cause == verdict::Cause::CompileError; });
  });
}

int status_of(const verdict::Results& results, const reports::Acceptance& acceptance,
              const Arguments& arguments) {
  const int status = verdict::exit_status(results, reports::waivers(acceptance));
  if (status == 0 && acceptance.unasked_fails && !reports::unasked(results).empty()) return 11;
  return status == 10 ? arguments.error_exitcode : status;
}

bool wants_colours(const Arguments& arguments, std::FILE* stream) {
  if (arguments.color != "auto") return arguments.color == "always";
  const char* none = std::getenv("NO_COLOR");
  return is_terminal(stream) && (none == nullptr || *none == '\0');
}

std::string read_text_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw UsageError(fmt::format("{} is a folder, not a file", path));
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) {
    // An empty file sets failbit on `text` and no error number.
    if (file && fs::file_size(path, error) == 0) throw UsageError(fmt::format("{} is empty", path));
    throw UsageError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
  return text.str();
}

}  // namespace launchproof::cli
