// A program's preprocessor directives, made into a program that tells by its kernels which branches a
// compiler takes.
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

// The texts that `#include` finds.
struct IncludeTexts {
  std::map<std::string, std::string> embedded;  // by the name that is written
  std::map<std::string, std::string> files;     // by path
  std::vector<std::string> directories;         // to look in after the including file's own
};

// Returns whether the program tests something that the record of a device does not decide: `__has_builtin`
// and its like, `#elifdef`, or a name that compilers may predefine, that predefined_macros() does not ask
// for, and that the program has not certainly defined by then. A condition also tests the names in the bodies
// of its macros. `options` are those of the build.
bool asks_compiler(std::string_view source, const IncludeTexts& includes, std::string_view options);

// A program of directives alone: files are included in place, and each branch gets a kernel of its own.
class Skeleton {
 public:
  // Makes a skeleton, or nothing where preprocessing may depend on more than directives (`__COUNTER__`, a
  // macro pushed by `_Pragma`), or where the text cannot be read for certain. `options` are those of the
  // build.
  static std::optional<Skeleton> make(std::string_view source, const IncludeTexts& includes,
                                      std::string_view options = {});

  const std::string& text() const { return d_text; }

  // Returns the branches that were taken (capture::TakenBranches), from the names of the built kernels.
  // Returns nothing if the compiler reached something that the skeleton leaves out.
  std::optional<std::vector<std::int32_t>> branches(const std::set<std::string>& kernels) const;

  // Returns the names that the compiler predefines, among those that asks_compiler() asks about.
  std::vector<std::string> predefined(const std::set<std::string>& kernels) const;

 private:
  struct Conditional {
    std::int32_t parent = -1;  // the conditional that it lies in
    std::int32_t branch = 0;   // the branch of that one
    std::int32_t count = 0;    // of its branches
    bool is_counted = true;    // otherwise it is `#pragma once`
  };
  friend class SkeletonMaker;

  std::string d_text;
  std::vector<Conditional> d_conditionals;
  std::vector<std::string> d_names;
  unsigned d_gaps = 0;  // places where something is left out
};

// How programs are built, as Compiler does it (probe.h).
struct AskedBuilds {
  std::function<std::optional<std::set<std::string>>(const std::string&)> kernels;
  std::function<std::map<std::string, std::size_t>(const std::string&)> required_sizes;
};

// Returns which of these predefined names stand for one digit or for nothing, with their bodies. The programs
// that are asked build whatever the bodies are, as a driver may print the errors of one that does not.
std::vector<std::pair<std::string, std::string>> short_bodies(const std::vector<std::string>& names,
                                                              const AskedBuilds& builds);

}  // namespace launchproof::shim
