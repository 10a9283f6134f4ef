#include "shim/opencl/programs/includes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace launchproof::shim {
namespace {

constexpr std::size_t kMaximumFiles = 1000;
constexpr std::size_t kMaximumBytes = std::size_t{64} << 20U;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Returns the words of a build option string. Quotes group; a backslash keeps the next character as it is.
std::vector<std::string> words(std::string_view options) {
  std::vector<std::string> result;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (quote == 0 && is_blank(c)) {
      if (open) result.push_back(std::exchange(word, {}));
      open = false;
      continue;
    }
    open = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && i + 1 < options.size()) {
      word += options[++i];
    } else {
      word += c;
    }
  }
  if (open) result.push_back(word);
  return result;
}

// Returns the text with each comment replaced by one space. Line ends stay.
std::string without_comments(std::string_view text) {
  enum class In { Code, String, Line, Block } in = In::Code;
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char following = i + 1 < text.size() ? text[i + 1] : '\0';
    switch (in) {
      case In::Code:
        if (c == '/' && (following == '/' || following == '*')) {
          in = following == '/' ? In::Line : In::Block;
          result += ' ';
          ++i;
        } else {
          if (c == '"') in = In::String;
          result += c;
        }
        break;
      case In::String:
        result += c;
        if (c == '"' || c == '\n') in = In::Code;
        break;
      case In::Line:
        if (c == '\n') {
          in = In::Code;
          result += c;
        }
        break;
      case In::Block:
        if (c == '\n') result += c;
        if (c == '*' && following == '/') {
          in = In::Code;
          ++i;
        }
        break;
    }
  }
  return result;
}

std::optional<std::string> read_file(const std::string& path, std::size_t limit) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat status{};
  std::optional<std::string> result;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<std::size_t>(status.st_size) <= limit) {
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = read(file, text.data() + done, text.size() - done);
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    result = std::move(text);
  }
  close(file);
  return result;
}

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string(".") : path.substr(0, slash);
}

class Searcher {
 public:
  Searcher(std::vector<std::string> directories, std::set<std::string> embedded)
      : d_directories(std::move(directories)), d_embedded(std::move(embedded)) {}

  void look_through(std::string_view text, const std::string& own_directory) {
    for (const std::string& line : include_lines(text)) {
      const std::string name = line.substr(1);
      if (d_embedded.contains(name)) continue;
      if (!find(name, line[0] == '"' ? own_directory : std::string()) && d_missing.insert(name).second) {
        d_result.not_found.push_back(name);
      }
    }
  }

  IncludeSearch take() { return std::move(d_result); }

 private:
  bool find(const std::string& name, const std::string& own_directory) {
    if (name.starts_with('/')) return add(name, name);
    if (!own_directory.empty() && add(name, own_directory + "/" + name)) return true;
    return std::ranges::any_of(
        d_directories, [&](const std::string& directory) { return add(name, directory + "/" + name); });
  }

  bool add(const std::string& name, const std::string& path) {
    if (d_paths.contains(path)) return true;
    if (d_result.files.size() >= kMaximumFiles) return false;
    auto text = read_file(path, kMaximumBytes - d_bytes);
    if (!text) return false;
    d_paths.insert(path);
    d_bytes += text->size();
    d_result.files.push_back({name, path, *text});
    look_through(*text, directory_of(path));
    return true;
  }

  std::vector<std::string> d_directories;
  std::set<std::string> d_embedded;
  std::set<std::string> d_paths;
  std::set<std::string> d_missing;
  std::size_t d_bytes = 0;
  IncludeSearch d_result;
};

}  // namespace

std::vector<std::string> include_directories(std::string_view options) {
  std::vector<std::string> result;
  bool is_next = false;
  for (std::string& word : words(options)) {
    if (is_next) {
      result.push_back(std::move(word));
      is_next = false;
    } else if (word == "-I") {
      is_next = true;
    } else if (word.starts_with("-I")) {
      result.push_back(word.substr(2));
    }
  }
  return result;
}

std::vector<std::string> include_lines(std::string_view text) {
  std::vector<std::string> result;
  if (text.find("include") == std::string_view::npos) return result;
  const std::string code = without_comments(text);
  std::size_t begin = 0;
  while (begin < code.size()) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    std::size_t at = begin;
    const auto skip = [&] {
      while (at < end && is_blank(code[at])) ++at;
    };
    begin = end + 1;
    skip();
    if (at >= end || code[at] != '#') continue;
    ++at;
    skip();
    if (code.compare(at, 7, "include") != 0) continue;
    at += 7;
    skip();
    if (at >= end || (code[at] != '"' && code[at] != '<')) continue;
    const std::size_t close = code.find(code[at] == '<' ? '>' : '"', at + 1);
    if (close < end && close > at + 1) result.push_back(code.substr(at, close - at));
  }
  return result;
}

IncludeSearch find_includes(std::string_view source, std::string_view options,
                            const std::vector<std::string>& embedded) {
  std::vector<std::string> directories = include_directories(options);
  directories.emplace_back(".");
  Searcher searcher(std::move(directories), {embedded.begin(), embedded.end()});
  searcher.look_through(source, {});
  return searcher.take();
}

}  // namespace launchproof::shim
