#include "cli/verification/verification.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "cli/terminal/progress.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/result_cache.h"
#include "reports/formats/files.h"
#include "reports/terminal/terminal.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

ProgressLine::Manner progress_manner(const Arguments& arguments) {
  const bool is_json_on_error_output = arguments.json() && arguments.command == Command::Run;
  if (arguments.progress == "none") return ProgressLine::Manner::Silent;
  if (arguments.progress == "json") return ProgressLine::Manner::Json;
  if (arguments.progress == "plain") return ProgressLine::Manner::Plain;
  if (arguments.quiet || is_json_on_error_output) return ProgressLine::Manner::Silent;
  return arguments.ci ? ProgressLine::Manner::Plain : ProgressLine::Manner::Animated;
}

// Returns 0 if the stream is no terminal.
unsigned columns_of(std::FILE* stream) {
  winsize size{};
  if (::isatty(::fileno(stream)) != 1) return 0;
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 40 ? size.ws_col : 100;
}

// Returns whether both are one file, pipe or terminal, so that a reader sees them together.
bool leads_to_error_output(std::FILE* stream) {
  struct stat one{}, other{};
  return ::fstat(::fileno(stream), &one) == 0 && ::fstat(STDERR_FILENO, &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

std::vector<worker::Completed> verify_jobs(const std::vector<jobs::Job>& jobs, const Arguments& arguments,
                                           std::vector<std::string>& notes, const Decided& decided,
                                           std::set<std::string>* named) {
  ProgressLine line(progress_manner(arguments), [&](std::size_t task) {
    return jobs[task].kernel.empty() ? jobs[task].source : jobs[task].kernel;
  });
  EarlyFailures failures(line, wants_colours(arguments, stderr));
  worker::VerifyOptions options;
  options.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  options.limits = {time_limit(arguments), arguments.memory_mib};
  options.progress = [&](const worker::Progress& progress) { line.show(progress); };
  struct Coming {
    std::size_t outcomes = 1;  // still to come
    std::vector<worker::Completed> here;
  };
  std::map<std::size_t, Coming> of_job;
  if (decided)
    options.expanded = [&](std::size_t job, const worker::Outcome& several) {
      of_job[job].outcomes = several.expand.size();
    };
  options.completed = [&](const worker::Completed& one) {
    line.done(one);
    failures.add(one.outcome.result);
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
  if (named != nullptr) named->insert(failures.named().begin(), failures.named().end());
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
                   const Arguments& arguments, std::FILE* stream, const std::set<std::string>& named) {
  if (arguments.quiet) return true;
  std::string text;
  if (arguments.json()) {
    text = verdict::to_json(results);
    if (!text.ends_with('\n')) text += '\n';
  } else {
    text = reports::terminal_report(results, {.colours = wants_colours(arguments, stream),
                                              .width = columns_of(stream),
                                              .finds_by_id = finds_by_id,
                                              .named = leads_to_error_output(stream) ? &named : nullptr,
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
  write([&](const fs::path& path) { reports::write_html(results, acceptance, is_found_by_id(folder), path); },
        "report", folder / "report.html");
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

}  // namespace launchproof::cli
