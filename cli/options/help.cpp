#include "cli/options/help.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

#include "cli/options/registry.h"

namespace launchproof::cli {
namespace {

constexpr std::size_t kUsualWidth = 90;
constexpr std::size_t kLeastWidth = 60;
constexpr std::size_t kMostWidth = 110;
constexpr std::size_t kMeaningColumn = 28;

// A name and its meaning, side by side or, if the name is long, one below the other.
std::string entry(const std::string& name, const std::string& meaning, std::size_t width) {
  std::string text = "  " + name;
  if (text.size() + 2 > kMeaningColumn)
    text += "\n" + std::string(kMeaningColumn, ' ');
  else
    text.resize(kMeaningColumn, ' ');
  return text + wrapped(meaning, width - kMeaningColumn, kMeaningColumn) + "\n";
}

// Returns the end of the sentence that begins at `begin`, after its full stop.
std::size_t end_of_sentence(const std::string& text, std::size_t begin) {
  for (std::size_t stop = text.find(". ", begin); stop != std::string::npos;
       stop = text.find(". ", stop + 1)) {
    const auto next = static_cast<unsigned char>(text[stop + 2]);
    if (std::isupper(next) != 0 || next == '`') return stop + 1;
  }
  return text.size();
}

// Returns the text without Markdown markup.
std::string plain(std::string text) {
  std::erase(text, '`');
  for (std::size_t open = text.find("]("); open != std::string::npos; open = text.find("](")) {
    const std::size_t begin = text.rfind('[', open);
    const std::size_t end = text.find(')', open);
    if (begin == std::string::npos || end == std::string::npos) break;
    text.erase(open, end - open + 1);
    text.erase(begin, 1);
  }
  return text;
}

}  // namespace

std::string in_short(const std::string& meaning) {
  const std::size_t end = end_of_sentence(meaning, 0);
  std::string text = meaning.substr(0, end);
  const std::size_t standard = meaning.find(" Default: ", end == 0 ? 0 : end - 1);
  if (standard != std::string::npos)
    text += meaning.substr(standard, end_of_sentence(meaning, standard + 1) - standard);
  return plain(text);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string result;
  std::size_t column = 0;
  for (std::string word; words >> word;) {
    if (column > 0 && column + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) result += ' ';
    column += (column > 0 ? 1 : 0) + word.size();
    result += word;
  }
  return result;
}

std::string commands_help(const std::string& group, std::size_t width) {
  std::string text =
      group.empty() ? wrapped(
                          "Proves GPU kernel launches free of data races, barrier divergence and accesses "
                          "out of bounds, or shows a counterexample.",
                          width, 0)
                    : std::string(summary_of_group(group));
  text += fmt::format("\n\nUsage: launchproof {}[OPTIONS] ...\n\nCommands\n",
                      group.empty() ? "COMMAND " : group + " COMMAND ");
  for (const CommandSpec& spec : command_specs())
    if (group.empty() || spec.words.starts_with(group + " "))
      text += entry(spec.words, plain(spec.summary), width);
  const std::string more = fmt::format("`launchproof {}COMMAND --help` shows the options of a command.{}",
                                       group.empty() ? "" : group + " ",
                                       group.empty() ? " `launchproof --version` prints the version." : "");
  return text + "\n" + wrapped(more, width, 0) + "\n";
}

std::string command_help(Command command, std::size_t width) {
  const CommandSpec& of = spec_of(command);
  std::string text = wrapped(plain(of.summary), width, 0);
  text += fmt::format("\n\nUsage: launchproof {} [OPTIONS] {}\n\nExample\n  {}\n", of.words, of.operands,
                      of.example);
  std::optional<OptionGroup> group;
  for (const OptionSpec& option : option_specs()) {
    if ((option.commands & command) == 0) continue;
    if (group != option.group) text += fmt::format("\n{}\n", title_of(option.group));
    group = option.group;
    text += entry(option.in_words(), in_short(option.meaning), width);
  }
  return text + "\n" +
         wrapped(
             "`launchproof explain --NAME` describes an option in full, and so do docs/commands.md and the "
             "manual page.",
             width, 0) +
         "\n";
}

std::size_t help_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  return std::clamp<std::size_t>(size.ws_col, kLeastWidth, kMostWidth);
}

}  // namespace launchproof::cli
