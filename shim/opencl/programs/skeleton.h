// Turns a program's preprocessor directives into a program whose kernels show which branches a compiler
// takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::shim {

// The texts that `#include` can find.
struct IncludeTexts {
  std::map<std::string, std::string> embedded;  // by name as written
  std::map<std::string, std::string> files;     // by path
  std::vector<std::string> directories;         // searched after the including file's own directory
};

// Returns whether the program tests something that the record of a device does not determine: `__has_builtin`
// and similar operators, `#elifdef`, or a name that compilers may predefine, that predefined_macros() does
// not ask about, and that the program has not certainly defined before. A condition also tests the names in
// the bodies of its macros. `options` are those of the build.
bool asks_compiler(std::string_view source, const IncludeTexts& includes, std::string_view options);

// A program that consists only of directives: files are included in place, and each branch gets its own
// kernel.
class Skeleton {
 public:
  // Creates a skeleton. Returns nothing if preprocessing may depend on more than directives (`__COUNTER__`, a
  // macro pushed by `_Pragma`), or if the text cannot be read reliably. `options` are those of the build.
  static std::optional<Skeleton> make(std::string_view source, const IncludeTexts& includes,
                                      std::string_view options = {});

  const std::string& text() const { return d_text; }

  // Returns the branches that were taken (capture::TakenBranches), from the names of the built kernels.
  // Returns nothing if the compiler reached something that the skeleton omits.
  std::optional<std::vector<std::int32_t>> branches(const std::set<std::string>& kernels) const;

  // Returns the names that the compiler predefines among those that asks_compiler() asks about.
  std::vector<std::string> predefined(const std::set<std::string>& kernels) const;

 private:
  struct Conditional {
    std::int32_t parent = -1;  // the conditional that contains it
    std::int32_t branch = 0;   // the branch that contains it
    std::int32_t count = 0;    // of its branches
    bool is_counted = true;    // otherwise it is `#pragma once`
  };
  friend class SkeletonMaker;

  std::string d_text;
  std::vector<Conditional> d_conditionals;
  std::vector<std::string> d_names;
  unsigned d_gaps = 0;  // number of places where something is omitted
};

// How programs are built, as by Compiler (probe.h).
struct AskedBuilds {
  std::function<std::optional<std::set<std::string>>(const std::string&)> kernels;
  std::function<std::map<std::string, std::size_t>(const std::string&)> required_sizes;
};

// Returns which of these predefined names have a single digit or nothing as their body, with their bodies.
// The test programs build whatever the bodies are, since a driver may print the errors of a failed build.
std::vector<std::pair<std::string, std::string>> short_bodies(const std::vector<std::string>& names,
                                                              const AskedBuilds& builds);

}  // namespace launchproof::shim
