#include "shim/opencl/programs/skeleton.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <utility>

#include "capture/writing/directives.h"
#include "shim/opencl/devices/asked_names.h"
#include "shim/opencl/devices/probe_name.h"

namespace launchproof::shim {
namespace {

using capture::Directive;

constexpr std::size_t kMostConditionals = 2000;
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostOpen = 2;  // how often one file may be open at once; include guards stop it before
constexpr const char* kEnd = "launchproof_end";
constexpr const char* kName = "launchproof_name_";
constexpr std::size_t kMostNames = 16;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

template <class Visit>
bool any_word(std::string_view text, const Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > begin && visit(text.substr(begin, end - begin))) return true;
    begin = std::max(end, begin + 1);
  }
  return false;
}

std::string first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  return std::string(text.substr(0, end));
}

bool is_question(std::string_view word) {
  return word.starts_with("__has_") || word.starts_with("__is_") || word.starts_with("__building_");
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool may_be_predefined(std::string_view word) {
  if (word.size() > 1 && word[0] == '_' &&
      (word[1] == '_' || std::isupper(static_cast<unsigned char>(word[1])) != 0))
    return true;
  return word.starts_with("CL_") || word.starts_with("cl_") || word.starts_with("POCL_") ||
         word.starts_with("FP_FAST_FMA");
}

// Returns whether the record of every device determines the name.
bool is_recorded(std::string_view word) {
  if (std::ranges::find(kAskedNames, word) != kAskedNames.end()) return true;
  if (is_one_of(word, {"__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__", "__FILE__", "__LINE__"})) return true;
  const std::initializer_list<std::string_view> prefixes{"CL_VERSION_", "cl_khr_", "cl_ext_", "__opencl_c_"};
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return word.starts_with(prefix); });
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string(".") : path.substr(0, slash);
}

template <class Visit>
void each_text(std::string_view source, const IncludeTexts& includes, const Visit& visit) {
  visit(source, true);
  for (const auto& [name, text] : includes.embedded) visit(std::string_view(text), false);
  for (const auto& [path, text] : includes.files) visit(std::string_view(text), false);
}

// Returns whether the answer to `__has_include` or a similar test depends on the folder of the text. The
// folders that are searched for `<name>` are the same for every file.
bool looks_from_its_place(std::string_view text) {
  constexpr std::string_view kInclude = "__has_include";
  if (text.find("__has_embed") != std::string_view::npos) return true;
  for (std::size_t at = text.find(kInclude); at != std::string_view::npos; at = text.find(kInclude, at + 1)) {
    std::size_t next = at + kInclude.size();
    const auto skip_blanks = [&] {
      while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
    };
    skip_blanks();
    if (next >= text.size() || text[next] != '(') return true;
    ++next;
    skip_blanks();
    if (next >= text.size() || text[next] != '<') return true;
  }
  return false;
}

// Returns whether only the directives of this text decide what is preprocessed.
bool is_decided_by_directives(std::string_view text) {
  const auto holds = [&](std::string_view piece) { return text.find(piece) != std::string_view::npos; };
  return capture::is_plain_text(text) && !holds("__COUNTER__") && !holds("__INCLUDE_LEVEL__") &&
         !(holds("_Pragma") && holds("_macro"));
}

// Returns the name that a file's include guard tests, or an empty text. Such a file consists of an `#ifndef`
// and its contents, which define the name first.
std::string include_guard(std::string_view text, const std::vector<Directive>& directives) {
  if (directives.size() < 3 || directives[0].name != "ifndef" || directives[1].name != "define") return {};
  const std::string name = first_word(directives[0].rest);
  if (first_word(directives[1].rest) != name) return {};
  int depth = 0;
  for (std::size_t i = 0; i < directives.size(); ++i) {
    const std::string& word = directives[i].name;
    if (depth == 1 && (capture::is_alternative(word) || word == "else")) return {};
    if (capture::begins_conditional(word)) ++depth;
    if (word != "endif" || --depth > 0) continue;
    const bool is_last = i + 1 == directives.size() &&
                         text.find_first_not_of(" \t\r\n", directives[i].end) == std::string_view::npos;
    return is_last ? name : std::string();
  }
  return {};
}

// Names that conditionals test, including those in the bodies of macros.
class TestedNames {
 public:
  // `options`: those of the build, whose `-D` define macros.
  explicit TestedNames(std::string_view options) {
    for (std::size_t at = options.find("-D"); at != std::string_view::npos; at = options.find("-D", at + 2)) {
      const std::size_t begin = std::min(options.find_first_not_of(' ', at + 2), options.size());
      const std::string_view rest =
          options.substr(begin, std::min(options.find(' ', begin), options.size()) - begin);
      const std::string name = first_word(rest);
      d_bodies[name].append(" ").append(rest.substr(name.size()));
      d_given.insert(name);
    }
  }

  void add(std::string_view text) {
    const std::vector<Directive> directives = capture::directives_in(text);
    const std::string guard = include_guard(text, directives);
    const int outside = guard.empty() ? 0 : 1;
    int depth = 0;
    std::set<std::string> known = d_given;  // whatever the compiler predefines
    known.insert(guard);
    for (const Directive& one : directives) {
      const std::string name = first_word(one.rest);
      if (is_one_of(one.name, {"elifdef", "elifndef"})) d_asks = true;
      if (is_one_of(one.name, {"define", "include"}) && any_word(one.rest, is_question)) d_asks = true;
      if (one.name == "define") {
        d_bodies[name].append(" ").append(one.rest.substr(name.size()));
        if (depth == outside) known.insert(name);
      }
      if (one.name == "undef") known.erase(name);
      if (one.name == "endif") --depth;
      const bool begins = capture::begins_conditional(one.name);
      if (begins || one.name == "elif")
        any_word(one.rest, [&](std::string_view word) {
          d_expanded.emplace(word);
          if (!known.contains(std::string(word))) d_tested.emplace(word);
          return false;
        });
      if (begins) ++depth;
    }
  }

  // Returns whether one of them is a query operator, or a name that may be predefined but is not recorded.
  bool ask() {
    expand();
    return d_asks || std::ranges::any_of(d_tested, [](const std::string& word) {
             return is_question(word) || is_open(word);
           });
  }

  // Names that may be predefined but are not recorded.
  std::vector<std::string> open() {
    expand();
    std::vector<std::string> names;
    std::ranges::copy_if(d_tested, std::back_inserter(names), is_open);
    return names;
  }

 private:
  static bool is_open(const std::string& word) {
    return may_be_predefined(word) && !is_recorded(word) && !is_question(word);
  }

  void expand() {
    std::vector<std::string> open(d_expanded.begin(), d_expanded.end());
    while (!open.empty()) {
      const auto body = d_bodies.find(open.back());
      open.pop_back();
      if (body == d_bodies.end()) continue;
      any_word(body->second, [&](std::string_view word) {
        if (!d_given.contains(std::string(word))) d_tested.emplace(word);
        if (d_expanded.emplace(word).second) open.emplace_back(word);
        return false;
      });
    }
  }

  bool d_asks = false;
  std::set<std::string> d_given;                // defined by the options of the build
  std::map<std::string, std::string> d_bodies;  // all bodies that each macro may have
  std::set<std::string> d_tested;               // names that the program may not have defined
  std::set<std::string> d_expanded;
};

}  // namespace

bool asks_compiler(std::string_view source, const IncludeTexts& includes, std::string_view options) {
  TestedNames names(options);
  each_text(source, includes, [&](std::string_view text, bool) { names.add(text); });
  return names.ask();
}

class SkeletonMaker {
 public:
  explicit SkeletonMaker(const IncludeTexts& includes) : d_includes(includes) {}

  std::optional<Skeleton> make(std::string_view source, std::vector<std::string> names) {
    kernel(kProbe);
    // Before the program defines any of them.
    for (std::size_t i = 0; i < names.size(); ++i) {
      text() += "#ifdef " + names[i] + "\n";
      kernel(std::string(kName) + std::to_string(i));
      text() += "#endif\n";
    }
    d_result.d_names = std::move(names);
    if (!add(source, {})) return std::nullopt;
    kernel(kEnd);
    return std::move(d_result);
  }

 private:
  using Conditional = Skeleton::Conditional;

  std::string& text() { return d_result.d_text; }

  void kernel(const std::string& name) { text() += "__kernel void " + name + "(void) {}\n"; }

  void gap() { kernel("launchproof_gap_" + std::to_string(d_result.d_gaps++)); }

  void begin_branch() {
    Conditional& open = d_result.d_conditionals[static_cast<std::size_t>(d_open.back())];
    kernel("launchproof_" + std::to_string(d_open.back()) + "_" + std::to_string(open.count));
    ++open.count;
  }

  void begin(bool is_counted) {
    Conditional conditional;
    conditional.is_counted = is_counted;
    if (!d_open.empty()) {
      conditional.parent = d_open.back();
      conditional.branch = d_result.d_conditionals[static_cast<std::size_t>(d_open.back())].count - 1;
    }
    d_open.push_back(static_cast<std::int32_t>(d_result.d_conditionals.size()));
    d_result.d_conditionals.push_back(conditional);
    begin_branch();
  }

  void write(const Directive& one) {
    text() += "#" + one.name + (one.rest.empty() ? "" : " ") + one.rest + "\n";
  }

  // Reads the text of a file; `path` is its location, empty for the program itself. Returns false if it must
  // stop.
  bool add(std::string_view file, const std::string& path) {
    if (!is_decided_by_directives(file)) return false;
    const std::vector<Directive> directives = capture::directives_in(file);
    const auto once = std::ranges::find_if(directives, [](const Directive& one) {
      return one.name == "pragma" && first_word(one.rest) == "once";
    });
    const bool is_once = once != directives.end() && !path.empty();
    // Inside a conditional, it applies only to some inclusions.
    if (is_once && std::any_of(directives.begin(), once,
                               [](const Directive& one) { return capture::begins_conditional(one.name); }))
      return false;
    const std::size_t depth = d_open.size();
    if (is_once) {
      const auto [name, is_new] =
          d_once.try_emplace(path, "launchproof_once_" + std::to_string(d_once.size()));
      text() += "#ifndef " + name->second + "\n#define " + name->second + "\n";
      begin(false);
    }
    const std::size_t own = d_open.size();
    for (const Directive& one : directives)
      if (!add(one, path, own)) return false;
    if (d_open.size() != own) return false;
    if (is_once) text() += "#endif\n";
    d_open.resize(depth);
    return text().size() <= kMostBytes && d_result.d_conditionals.size() <= kMostConditionals;
  }

  bool add(const Directive& one, const std::string& path, std::size_t own) {
    if (capture::begins_conditional(one.name)) {
      text() += "#line " + std::to_string(one.line) + "\n";
      write(one);
      begin(true);
    } else if (capture::is_alternative(one.name) || one.name == "else") {
      if (d_open.size() <= own) return false;
      text() += "#line " + std::to_string(one.line) + "\n";
      write(one);
      begin_branch();
    } else if (one.name == "endif") {
      if (d_open.size() <= own) return false;
      write(one);
      d_open.pop_back();
    } else if (is_one_of(one.name, {"define", "undef"})) {
      // Declarations of the kernels that show branches.
      if (is_one_of(first_word(one.rest), {"__kernel", "void"})) return false;
      write(one);
    } else if (one.name == "include") {
      return include(one.rest, path);
    } else if (one.name == "pragma") {
      if (is_one_of(first_word(one.rest), {"push_macro", "pop_macro"})) write(one);
    } else if (one.name == "error") {
      text() += "#error\n";
    } else if (!is_one_of(one.name, {"", "warning", "line", "ident", "sccs"})) {
      gap();
    }
    return true;
  }

  bool include(const std::string& rest, const std::string& path) {
    char close = '\0';
    if (rest.starts_with('<')) close = '>';
    if (rest.starts_with('"')) close = '"';
    const std::size_t end = close == '\0' ? std::string::npos : rest.find(close, 1);
    if (end == std::string::npos) {  // by a macro
      gap();
      return true;
    }
    const std::string name = rest.substr(1, end - 1);
    const auto found = find(name, close == '"', path);
    if (!found || std::ranges::count(d_files, found->first) >= static_cast<std::ptrdiff_t>(kMostOpen)) {
      gap();
      return true;
    }
    d_files.push_back(found->first);
    const bool done = add(found->second, found->first);
    d_files.pop_back();
    return done;
  }

  // Path and text.
  std::optional<std::pair<std::string, std::string_view>> find(const std::string& name, bool is_quoted,
                                                               const std::string& path) const {
    if (const auto found = d_includes.embedded.find(name); found != d_includes.embedded.end())
      return {{name, found->second}};
    const auto at = [&](const std::string& place) { return d_includes.files.find(place); };
    if (const auto found = at(name); name.starts_with('/') && found != d_includes.files.end())
      return {{name, found->second}};
    std::vector<std::string> folders = d_includes.directories;
    if (is_quoted && !path.empty()) folders.insert(folders.begin(), folder_of(path));
    for (std::string& folder : folders) {
      folder += '/';
      folder += name;
      if (const auto found = at(folder); found != d_includes.files.end())
        return {{found->first, found->second}};
    }
    return std::nullopt;
  }

  const IncludeTexts& d_includes;
  Skeleton d_result;
  std::vector<std::int32_t> d_open;  // conditionals, by number
  std::vector<std::string> d_files;  // files being included
  std::map<std::string, std::string> d_once;
};

std::optional<Skeleton> Skeleton::make(std::string_view source, const IncludeTexts& includes,
                                       std::string_view options) {
  // Embedded headers have no location here, and included files have other locations than the skeleton.
  bool looks_for_files = false;
  each_text(source, includes, [&](std::string_view text, bool is_source) {
    const bool looks = text.find("__has_include") != std::string_view::npos ||
                       text.find("__has_embed") != std::string_view::npos;
    const bool is_elsewhere = includes.embedded.empty() ? !is_source && looks_from_its_place(text) : looks;
    looks_for_files = looks_for_files || is_elsewhere;
  });
  if (looks_for_files) return std::nullopt;
  TestedNames tested(options);
  each_text(source, includes, [&](std::string_view text, bool) { tested.add(text); });
  std::vector<std::string> names = tested.open();
  if (names.size() > kMostNames) names.resize(kMostNames);
  return SkeletonMaker(includes).make(source, std::move(names));
}

std::vector<std::string> Skeleton::predefined(const std::set<std::string>& kernels) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < d_names.size(); ++i)
    if (kernels.contains(std::string(kName) + std::to_string(i))) names.push_back(d_names[i]);
  return names;
}

namespace {

std::string length_program(const std::vector<std::string>& names) {
  std::string text =
      "#define LAUNCHPROOF_TEXT_OF(...) #__VA_ARGS__\n#define LAUNCHPROOF_TEXT(...) "
      "LAUNCHPROOF_TEXT_OF(__VA_ARGS__)\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string length = "sizeof(LAUNCHPROOF_TEXT(" + names[i] + "))";
    text.append("__attribute__((reqd_work_group_size(").append(length).append(" > 3 ? 3 : ").append(length);
    text.append(", 1, 1)))\n__kernel void ").append(kName).append(std::to_string(i)).append("(void) {}\n");
  }
  return text;
}

std::string digit_program(const std::vector<std::string>& names) {
  std::string text = std::string("__kernel void ") + kProbe + "(void) {}\n";
  for (unsigned digit = 0; digit < 10; ++digit)
    text.append("#define LAUNCHPROOF_IS_")
        .append(std::to_string(digit))
        .append(" ")
        .append(std::to_string(digit + 1)) += '\n';
  text +=
      "#define LAUNCHPROOF_JOIN(a) LAUNCHPROOF_IS_##a\n#define LAUNCHPROOF_DIGIT(a) LAUNCHPROOF_JOIN(a)\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    for (unsigned digit = 0; digit < 10; ++digit) {
      const std::string number = std::to_string(digit);
      text.append("#if LAUNCHPROOF_DIGIT(")
          .append(names[i])
          .append(") == ")
          .append(std::to_string(digit + 1));
      text.append("\n__kernel void ").append(kName).append(std::to_string(i)).append("_").append(number);
      text += "(void) {}\n#endif\n";
    }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> short_bodies(const std::vector<std::string>& names,
                                                              const AskedBuilds& builds) {
  std::vector<std::pair<std::string, std::string>> bodies;
  if (names.empty()) return bodies;
  const auto lengths = builds.required_sizes(length_program(names));
  std::vector<std::string> single;
  for (std::size_t i = 0; i < names.size(); ++i) {
    // Including the terminating zero.
    const auto length = lengths.find(std::string(kName) + std::to_string(i));
    if (length == lengths.end()) continue;
    if (length->second == 1) bodies.emplace_back(names[i], "");
    if (length->second == 2) single.push_back(names[i]);
  }
  if (single.empty()) return bodies;
  const auto digits = builds.kernels(digit_program(single));
  for (std::size_t i = 0; digits && i < single.size(); ++i)
    for (unsigned digit = 0; digit < 10; ++digit)
      if (digits->contains(kName + std::to_string(i) + "_" + std::to_string(digit)))
        bodies.emplace_back(single[i], std::to_string(digit));
  return bodies;
}

std::optional<std::vector<std::int32_t>> Skeleton::branches(const std::set<std::string>& kernels) const {
  if (!kernels.contains(kEnd)) return std::nullopt;
  for (unsigned i = 0; i < d_gaps; ++i)
    if (kernels.contains("launchproof_gap_" + std::to_string(i))) return std::nullopt;
  std::vector<std::int32_t> taken(d_conditionals.size(), -1);
  std::vector<std::int32_t> result;
  for (std::size_t i = 0; i < d_conditionals.size(); ++i) {
    const Conditional& one = d_conditionals[i];
    for (std::int32_t branch = 0; branch < one.count; ++branch) {
      if (!kernels.contains("launchproof_" + std::to_string(i) + "_" + std::to_string(branch))) continue;
      if (taken[i] >= 0) return std::nullopt;  // a compiler that does not know `#elifdef` skips it
      taken[i] = branch;
    }
    const bool is_reached = one.parent < 0 || taken[static_cast<std::size_t>(one.parent)] == one.branch;
    if (taken[i] >= 0 && !is_reached) return std::nullopt;
    if (is_reached && one.is_counted) result.push_back(taken[i]);
  }
  return result;
}

}  // namespace launchproof::shim
