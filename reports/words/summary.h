// Counts over all classes, for the beginning and end of every report.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

struct Summary {
  std::uint64_t classes = 0;
  std::uint64_t pairs = 0;   // how many of these are pairs of classes that were checked for races with each
                             // other
  std::uint64_t proofs = 0;  // number of results, in which classes proved together count as one
  std::uint64_t cached = 0;  // classes whose result came from an earlier run
  std::uint64_t launches = 0;
  std::uint64_t kernels = 0;                             // distinct pairs of source and kernel
  std::map<verdict::Verdict, std::uint64_t> by_verdict;  // classes
  double seconds = 0;                                    // summed over the classes
};

// Several results counted as one.
struct Together {
  std::uint64_t classes = 0;
  std::uint64_t launches = 0;
  double seconds = 0;
};
Together together(const verdict::Results& results, const std::vector<std::size_t>& numbers);

Summary summarise(const verdict::Results& results);

// Returns whether the result is about two launches that may run at the same time (Property::LaunchRace). Such
// a result does not represent a launch class.
bool is_pair(const verdict::ClassResult& result);

// Returns "3 launch classes", or "3 launch classes and 1 pair that may run at once".
std::string classes_text(const Summary& summary);

// A line that several classes share, in the order of first appearance, with the number of classes.
struct SharedLine {
  std::string text;
  std::uint64_t classes = 0;
};
std::vector<SharedLine> assumptions_of(const verdict::Results& results);
std::vector<SharedLine> notes_of(const verdict::Results& results);
// Returns what each engine proved or refuted for classes that several engines share.
std::vector<SharedLine> engines_of(const verdict::Results& results);
// Returns a launch fact for display. If results mark a fact "(not minimised)", because no proof without it
// was attempted, it gets a star, which kStarMeaning explains once.
std::string fact_text(const std::string& fact);
bool has_star(const verdict::ClassResult& result);
bool has_star(const verdict::Results& results);
inline constexpr std::string_view kStarMeaning =
    "* not minimised: the value of this launch; no other value was tried";
// Returns, in one line, the launch facts that the proofs of each verified class needed.
std::vector<SharedLine> given_of(const verdict::Results& results);
// Returns a derived precondition in one line: "n <= elements of `out`, for any n; proved by access for local
// size = 64".
std::string precondition_text(const verdict::Precondition& derived);
// Returns the precondition of each launch class with one, or why there is none.
std::vector<SharedLine> preconditions_of(const verdict::Results& results);
// Returns the condition on sizes of each comparison of kernels that was proved under one.
std::vector<SharedLine> equal_where(const verdict::Results& results);
// Returns whether the result is that of a comparison of two kernels.
bool is_comparison(const verdict::ClassResult& result);
// Returns the buffer contents for which the proof of a class holds: "the int32 elements of `perm` are
// distinct, as in 2 recorded launches". Empty if no such properties were found.
std::string contents_text(const verdict::ClassResult& result);
// Returns the same for each class with such a text.
std::vector<SharedLine> contents_of(const verdict::Results& results);
// Returns lines such as "out-of-bounds: size of `out` not known".
std::vector<SharedLine> not_asked_of(const verdict::Results& results);
// Returns lines such as "fill.cl:2:3 write in kernel `fill`".
std::vector<SharedLine> unreachable_of(const verdict::Results& results);

}  // namespace launchproof::reports
