#include "cli/terminal/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "reports/terminal/terminal_findings.h"
#include "reports/words/root_causes.h"
#include "reports/words/words.h"

namespace launchproof::cli {
namespace {

constexpr const char* kProgressSchema = "launchproof.progress/1";
constexpr unsigned kMostFailures = 50;
constexpr double kSlowSeconds = 1;
constexpr std::size_t kDefaultColumns = 80;

std::size_t columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefaultColumns;
}

using Json = nlohmann::ordered_json;

void write_line(const Json& object) {
  const std::string line = object.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string progress_text(const worker::Progress& progress, double seconds,
                          const std::function<std::string(std::size_t)>& name) {
  std::string text = fmt::format("{}/{} classes", progress.done, progress.total);
  if (progress.done > 0 && seconds > 0)
    text += fmt::format(", {:.1f}/s", static_cast<double>(progress.done) / seconds);
  for (const auto& running : progress.running) {
    if (running.seconds < kSlowSeconds) continue;
    text += fmt::format(", {:.1f} s in {}", running.seconds,
                        running.selector.empty() ? name(running.task) : running.selector);
  }
  return text;
}

void write_recorded(int status, std::uint64_t launches, std::size_t classes) {
  write_line(Json{{"schema", kProgressSchema},
                  {"event", "recorded"},
                  {"status", status},
                  {"launches", launches},
                  {"classes", classes}});
}

ProgressLine::ProgressLine(Manner manner, std::function<std::string(std::size_t)> name, ProgressTimes times)
    : d_manner(manner == Manner::Animated && !is_terminal(stderr) ? Manner::Silent : manner),
      d_times(times),
      d_name(std::move(name)) {
  if (d_manner == Manner::Plain) d_last = d_begin;  // the first line comes after half a minute
}

ProgressLine::~ProgressLine() {
  wipe();
  if (d_manner == Manner::Json) write_object("end", d_progress);
}

void ProgressLine::write_object(const char* event, const worker::Progress& progress) {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - d_begin;
  Json object{{"schema", kProgressSchema},
              {"event", event},
              {"done", progress.done},
              {"total", progress.total},
              {"seconds", seconds.count()}};
  if (event == std::string_view("end")) {
    object["interrupted"] = interrupting_signal() != 0;
  } else {
    object["running"] = Json::array();
    for (const auto& running : progress.running)
      object["running"].push_back(
          {{"kernel", running.selector.empty() ? d_name(running.task) : running.selector},
           {"seconds", running.seconds}});
  }
  write_line(object);
}

void ProgressLine::done(const worker::Completed& one) {
  if (d_manner != Manner::Json) return;
  const verdict::ClassResult& result = one.outcome.result;
  write_line(Json{{"schema", kProgressSchema},
                  {"event", "class"},
                  {"kernel", result.kernel},
                  {"source", result.source},
                  {"launch", result.launch},
                  {"verdict", verdict::name(result.verdict)},
                  {"findings", reports::root_causes(result).size()},
                  {"seconds", result.seconds}});
}

void ProgressLine::wipe() {
  if (d_on_screen) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
  d_on_screen = false;
}

void ProgressLine::show(const worker::Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  d_progress = progress;
  auto interval = d_times.animated;
  if (d_manner == Manner::Plain) interval = d_times.plain;
  if (d_manner == Manner::Json) interval = d_times.json;
  if (d_manner == Manner::Silent || now - d_last < interval) return;
  d_last = now;
  if (d_manner == Manner::Json) {
    write_object("progress", progress);
    return;
  }
  std::string text = progress_text(progress, std::chrono::duration<double>(now - d_begin).count(), d_name);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  if (d_manner == Manner::Plain) {
    say(text);
    return;
  }
  if (text.size() >= columns()) text.resize(columns() - 1);
  std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
  std::fflush(stderr);
  d_on_screen = true;
}

bool ProgressLine::has_lasted() const {
  return std::chrono::steady_clock::now() - d_begin >= d_times.patience;
}

void ProgressLine::print(const std::string& lines) {
  if (!is_shown() || lines.empty()) return;
  wipe();
  std::fwrite(lines.data(), 1, lines.size(), stderr);
  std::fflush(stderr);
}

void EarlyFailures::add(const verdict::ClassResult& result) {
  if (!d_line.is_shown()) return;
  std::vector<std::string> names;  // of the lines, if they are of findings
  for (const reports::RootCause& cause : reports::root_causes(result)) {
    const verdict::Finding& finding = result.findings[cause.front()];
    if (reports::counts(result, finding)) names.push_back(reports::named_key(result, finding));
  }
  const std::vector<std::string> lines = reports::headlines(result, d_colours);
  for (std::size_t i = 0; i < lines.size() && d_count <= kMostFailures; ++i) {
    if (++d_count > kMostFailures) {
      d_held += "the summary lists further failures\n";
      break;
    }
    d_held += lines[i] + "\n";
    if (i < names.size()) d_held_names.insert(names[i]);
  }
  if (!d_line.has_lasted()) return;
  d_line.print(std::exchange(d_held, {}));
  d_named.merge(d_held_names);
  d_held_names.clear();
}

}  // namespace launchproof::cli
