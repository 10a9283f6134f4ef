#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "cli/output.h"

namespace launchproof::cli {
namespace {

constexpr std::chrono::milliseconds kInterval{200};
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

ProgressLine::ProgressLine(bool enabled, std::function<std::string(std::size_t)> name)
    : d_enabled(enabled && is_terminal(stderr)), d_name(std::move(name)) {}

ProgressLine::~ProgressLine() {
  if (d_shown) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::show(const worker::Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!d_enabled || now - d_last < kInterval) return;
  d_last = now;
  std::string text = progress_text(progress, std::chrono::duration<double>(now - d_begin).count(), d_name);
  if (text.size() >= columns()) text.resize(columns() - 1);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  }
  std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
  std::fflush(stderr);
  d_shown = true;
}

}  // namespace launchproof::cli
