#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "cli/output.h"
#include "reports/terminal_findings.h"

namespace launchproof::cli {
namespace {

constexpr std::chrono::milliseconds kInterval{200};
constexpr std::chrono::milliseconds kPlainInterval{30'000};
constexpr unsigned kMostFailures = 50;
constexpr double kSlowSeconds = 1;
constexpr std::size_t kDefaultColumns = 80;

std::size_t columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefaultColumns;
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

ProgressLine::ProgressLine(Manner manner, std::function<std::string(std::size_t)> name)
    : d_manner(manner == Manner::Animated && !is_terminal(stderr) ? Manner::Silent : manner),
      d_name(std::move(name)) {
  if (d_manner == Manner::Plain) d_last = d_begin;  // the first line comes after half a minute
}

ProgressLine::~ProgressLine() {
  wipe();
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
  const auto interval = d_manner == Manner::Plain ? kPlainInterval : kInterval;
  if (d_manner == Manner::Silent || now - d_last < interval) return;
  d_last = now;
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

void ProgressLine::print(const std::string& lines) {
  if (d_manner == Manner::Silent || lines.empty()) return;
  wipe();
  std::fwrite(lines.data(), 1, lines.size(), stderr);
  std::fflush(stderr);
}

std::string FailureLines::of(const verdict::ClassResult& result) {
  if (d_shown > kMostFailures) return {};
  std::string text;
  for (const std::string& line : reports::headlines(result, d_colours)) {
    if (++d_shown > kMostFailures) return text + "more failures stand in the summary\n";
    text += line + "\n";
  }
  return text;
}

}  // namespace launchproof::cli
