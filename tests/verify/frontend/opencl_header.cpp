#include "tests/verify/frontend/opencl_header.h"

#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>

namespace launchproof::frontend {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Returns a parameter such as "const __global char *dst" without its name.
std::string type_of(const std::string& parameter) {
  static const std::set<std::string> kTypeWords{
      "const",    "volatile",  "__global",   "__local",    "__private",   "__constant",   "__generic",
      "unsigned", "read_only", "write_only", "read_write", "__read_only", "__write_only", "__read_write"};
  std::string text = trimmed(parameter);
  const std::size_t end =
      text.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  if (end == std::string::npos) return text;  // one word
  const std::string before = trimmed(text.substr(0, end + 1));
  // The last word is the type if all words before it only qualify it.
  bool type_before = before.find('*') != std::string::npos;
  for (std::size_t at = 0; at < before.size() && !type_before;) {
    const std::size_t space = std::min(before.find(' ', at), before.size());
    const std::string word = before.substr(at, space - at);
    type_before = !word.empty() && !kTypeWords.contains(word);
    at = space + 1;
  }
  return type_before ? before : text;
}

}  // namespace

std::vector<Prototype> declared_functions() {
  const std::string path = std::string(LAUNCHPROOF_CLANG_RESOURCE_DIR) + "/include/opencl-c.h";
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read; install libclang-common-19-dev");
  std::vector<Prototype> all;
  std::string pending;
  unsigned number = 0;
  bool continued = false;
  bool comment = false;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool directive = continued || trimmed(line).starts_with("#");
    continued = directive && line.ends_with("\\");
    if (directive) continue;
    if (comment || trimmed(line).starts_with("/*")) {
      comment = line.find("*/") == std::string::npos;
      continue;
    }
    pending += " " + line.substr(0, line.find("//"));
    const std::size_t end = pending.find(';');
    if (end == std::string::npos) continue;
    const std::string text = pending.substr(0, end);
    pending.clear();
    const std::size_t overloaded = text.find("__ovld");
    const std::size_t open = text.find('(', overloaded);
    if (overloaded == std::string::npos || open == std::string::npos) continue;
    Prototype item;
    item.line = number;
    item.result = trimmed(text.substr(0, overloaded));
    const std::string head = trimmed(text.substr(0, open));
    item.name = head.substr(head.find_last_of(" \t") + 1);
    const std::size_t close = text.find(')', open);
    const std::string list = text.substr(open + 1, close - open - 1);
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t comma = std::min(list.find(',', at), list.size());
      const std::string type = type_of(list.substr(at, comma - at));
      if (!type.empty() && type != "void") item.parameters.push_back(type);
      at = comma + 1;
    }
    all.push_back(std::move(item));
  }
  return all;
}

}  // namespace launchproof::frontend
