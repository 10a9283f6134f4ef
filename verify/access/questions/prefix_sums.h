// Facts about prefix sums: arrays in local memory that hold some, and results of collective functions.
//
// Another part of the program shows that an array holds, where a site reads it, sums of what the work-items
// of the group have stored (PrefixSum). This adds to questions that mention such a read that the sums rise
// from element to element by what the work-items of the question have stored, and never by more than the
// largest value that is stored. Two work-items then do not find one place, and none finds a place beyond the
// end. The same is added about the results of functions such as `work_group_scan_exclusive_add`, from what
// they are specified to compute.
//
// The sums are those of an execution up to its first data race and its first divergent barrier, as with other
// reads of memory that the launch writes (analysis::StableReads).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::access {

// Elements that hold sums: element number x holds the sum of the first x - `shift` values, or value number x
// - `shift` alone.
struct SumsInArray {
  std::uint64_t low = 0, high = 0;  // the first and the last of these elements
  std::int64_t shift = 0;
  bool is_single = false;
};

// What an array holds where a site reads it, in each group that comes there.
struct PrefixSum {
  // The stores of the values that are summed. In each group they store each element once. The values are
  // summed in the order of these elements.
  std::vector<model::SiteId> inputs;
  std::uint64_t first = 0;  // the element of the first value
  std::uint64_t count = 0;  // number of values, unless `each` is set
  // Not 0: the number of values is the local size in dimension 0 times this, and as many elements from the
  // first one of the array on hold sums, whatever `high` is.
  std::uint64_t each = 0;
  std::vector<SumsInArray> sums;
  std::string sizes;  // the group sizes for which it is shown, in words
};

// Returns what is shown of the array that the site reads; nothing if it is not shown to hold sums.
using SumsOf = std::function<std::optional<PrefixSum>(model::SiteId)>;

class PrefixSums {
 public:
  explicit PrefixSums(const Context& context);

  // Sets where sums in arrays are known from. Without it nothing is known of arrays.
  void look_in(SumsOf sums_of) { d_sums_of = std::move(sums_of); }

  // Returns facts about the reads that the question mentions; none if nothing is known of them.
  std::vector<smt::Term> facts(const std::vector<smt::Term>& question,
                               std::initializer_list<Evaluator*> evaluators);

  // Returns what facts about arrays depended on, as text.
  const std::set<std::string>& used() const { return d_used; }

 private:
  // How many values are summed at most, and how large they are.
  struct Values {
    smt::Bits most = 0, largest = 0;

    bool may_wrap(unsigned width) const;
  };
  struct Known {
    PrefixSum sum;
    Values values;
    std::string name;  // equal for reads that find sums of the same values
  };
  // What a question says about the sums of one group.
  class OfGroup;

  // Adds facts about reads of arrays, and about results of collective functions.
  void add_reads(const std::vector<smt::Term>& applications, std::initializer_list<Evaluator*> evaluators,
                 std::vector<smt::Term>& into);
  void add_places(const std::vector<smt::Term>& applications, std::initializer_list<Evaluator*> evaluators,
                  std::vector<smt::Term>& into);
  const Known* known(model::SiteId read, Evaluator& any);
  void find_reads();
  void keep_in_mind(model::SiteId read, const PrefixSum& sum);

  const Context& d_context;
  smt::TermStore& d_store;
  SumsOf d_sums_of;
  bool d_has_reads = false;
  std::map<std::string, model::SiteId> d_reads;  // by the name of the contents, without the group
  std::map<model::SiteId, std::optional<Known>> d_known;
  std::set<std::string> d_used;
};

}  // namespace launchproof::access
