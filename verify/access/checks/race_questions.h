// The questions of data-race.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/access/checks/session.h"
#include "verify/analysis/atomic_order.h"
#include "verify/analysis/lock_step.h"

namespace launchproof::access {

class RaceQuestions {
 public:
  explicit RaceQuestions(Session& session);

  void ask_within_groups(Order order);
  void ask_between_groups();
  // Asks whether accesses of asynchronous copies race with those of their group, and about copies that
  // nothing waits for.
  void ask_copies();
  // Asks whether the launch writes what a load that is not coherent reads, in whatever order.
  void ask_non_coherent_reads();
  // Notes which arrays of the launch would be in a race if they shared memory.
  void note_disjoint_arrays();
  // Returns whether a counting call and another write to its memory object may touch a common byte, by any
  // work-items at any time. For a family, also returns true unless that was refuted for all of its
  // launches.
  bool may_meet(model::SiteId call, model::SiteId write);
  // Returns whether there are flags by which one work-item may tell others how far it has come.
  bool has_flags() { return !flags().empty(); }
  // Adds the fact that some work-item of the group wrote the value that `reader` finds in local memory.
  void add_handed_over(const GroupCount& count, Evaluator& reader, std::vector<smt::Term>& question);

 private:
  // The position of an access up to a constant. Two pairs of sites with equal positions have the same
  // questions.
  struct Position {
    smt::Term condition;  // of the access
    smt::Term base;       // null if pairs are asked about one by one
    smt::Bits constant = 0;
    std::uint64_t kind = 0;  // the width of the access, and what excludes races between atomics
  };
  using PairKey = std::array<std::uint64_t, 8>;
  struct PairHash {
    std::size_t operator()(const PairKey& key) const;
  };
  struct Meeting {
    Side a, b;
    std::vector<smt::Term> conditions;
    bool same_group = true;
    std::string interval;
    model::BarrierId unmatched = model::kNone;  // a wait that may nevertheless order the two
    bool two_items = false;                     // the accesses certainly belong to different work-items
    std::optional<PairKey> key;                 // set if all pairs with this key have the same question
    // The memory whose barriers end the interval. The interval says nothing about other memory.
    std::optional<Order> order;
    bool same_sub_group = false;  // the conditions state that both are in one sub-group
  };
  // The work-items of a group that a question is about.
  enum class Share : std::uint8_t { Group, OtherSubGroups, SubGroup };
  // Memory by which one work-item tells another one how far it has come (a flag).
  struct Flag {
    model::SiteId read = model::kNone;  // the atomic that reads the flag
    model::ValueId value = model::kNone;
    std::vector<model::SiteId> writes;  // all sites that may write the flag
    std::string assumed;                // describes the assumption that the flag is 0 at first
  };
  struct Touch {
    smt::Term overlap;
    smt::Term distance;  // offset of b minus offset of a, in their common region
    smt::Term equal;     // whether both begin at the same byte
  };

  bool may_conflict(model::SiteId first, model::SiteId second, std::optional<Order> order) const;
  bool in_memory(model::ArrayId array, std::optional<Order> order) const;
  // Returns whether a meeting concerns this array. One access may concern memory of several kinds.
  bool is_about(const Meeting& meeting, model::ArrayId array) const;
  Touch touch(const Side& first, const Side& second, model::ArrayId x, model::ArrayId y);
  Touch meet(const Meeting& meeting, model::ArrayId x, model::ArrayId y);
  smt::Term differ(const Meeting& meeting, smt::Term distance);
  smt::Term byte_of(const Side& side, std::uint32_t byte);
  // Returns component number `component` of the value that the access writes. Returns an arbitrary value if
  // computing it takes too many steps.
  smt::Term written(const Side& side, std::size_t component);
  std::uint64_t bytes_touched(const model::Site& site, model::ArrayId array) const;
  const model::ImageShape* over_buffer(model::ArrayId array) const;
  bool converts(const Meeting& meeting) const;
  void ask(const Meeting& meeting);
  Position position_of(Evaluator& evaluator, model::SiteId id, EnvironmentId environment,
                       smt::Term condition);
  std::optional<PairKey> key_of(const Position& a, const Position& b, bool same_group,
                                Share share = Share::Group) const;
  void ask_within_groups(Order order, Share share);
  // Returns whether no two work-items touch a common byte at these positions, whatever the conditions of the
  // two accesses are.
  bool always_apart(const Meeting& meeting, const Position& a, const Position& b);
  // Returns constraints that keep an access within its array, for each of the arrays outside of which an
  // access was found.
  std::vector<smt::Term> in_bounds(const Meeting& meeting, model::ArrayId x, model::ArrayId y);
  // Handles accesses that meet and race only at addresses outside of their arrays. Adds the race to the
  // consequences of the findings about their bounds.
  void attach(const Meeting& meeting, model::ArrayId x, model::ArrayId y);
  void report_open(const Meeting& meeting, Outcome met, const Outcome& differs);
  void report(const Meeting& meeting, Outcome outcome, bool benign);
  // Returns whether the access is a load that is not coherent, for which ask_non_coherent_reads() asks more
  // than the questions about the order of accesses.
  bool is_non_coherent(model::SiteId id) const;
  // Asks whether the two touch a common byte. Returns true if that was shown to happen.
  bool ask_non_coherent(const Meeting& meeting, std::uint32_t relation);
  // Adds to a question that counters return different values.
  void add_counts(const Meeting& meeting, std::vector<smt::Term>& question);
  smt::Term differ_by_count(const Meeting& meeting, const Evaluator::Call& a, const Evaluator::Call& b,
                            smt::Term first, smt::Term second);
  smt::Term comes_not_round(const analysis::Counter& counter, std::optional<smt::Bits>& most);
  smt::Term apart(const analysis::Counter& counter, std::optional<smt::Bits> most, smt::Term first,
                  smt::Term second);
  void orders(const Meeting& meeting, Outcome& outcome) const;
  // Asks a question about two groups again, with the facts that follow from counting groups. Unsat: the
  // counts order the two accesses. Sat: `question` then includes the facts. Returns nothing if there are no
  // such facts.
  std::optional<Outcome> by_group_counts(const Meeting& meeting, std::vector<smt::Term>& question);
  // Returns whether a flag orders the two accesses in every model of the question.
  bool is_ordered_by_flag(const Meeting& meeting, const std::vector<smt::Term>& question);
  const std::vector<Flag>& flags();
  std::optional<Flag> flag_of(model::SiteId read, model::ValueId value);
  smt::Term in_order(const Flag& flag, const Side& first, const Side& second,
                     std::vector<smt::Term>& premises);
  bool is_reached(const Side& side, const std::vector<smt::Term>& premises, const Meeting& meeting);
  smt::Term in_order(const GroupCount& count, const Side& first, const Side& second,
                     analysis::AtomicOrder::Acquire volatile_reads);
  const analysis::AtomicOrder& order_of(model::SiteId call);
  // Returns what an atomic that counts groups lacks to order the two accesses, or an empty text.
  std::string why_unordered(const Meeting& meeting) const;
  // Returns an arbitrary work-item of the reader's group, taken to be the one that makes the write.
  Evaluator& writer_of(const Evaluator& reader, model::SiteId write);
  // Returns whether the access may happen later than its place in the program, even behind a barrier that it
  // does not follow. Copies of single work-items are accesses again behind each barrier, until their wait.
  bool is_of_copy(model::SiteId id) const;
  // Asks about pairs of work-items of different groups between two barriers of the grid. Leaves out accesses
  // of copies.
  void ask_between_barriers_of_grid();
  // Visits every interval between barriers of this level, or of one that includes it, for the session's first
  // work-item and for `other`. An interval with too many states leaves the property unknown.
  void each_interval(Order order, model::ConvergenceLevel level, Evaluator& other,
                     const std::function<void(const Interval& first, const Interval& second,
                                              const std::string& interval)>& ask_in);
  void ask_before(const Interval& plain, const Interval& copying, Order order, const std::string& interval);
  void ask_in_flight(model::BarrierId copy);
  smt::Term precedes(const Side& first, const Side& second) const;
  // Returns that the other work-item has not waited for the copy of a queue that `copy` stands for, if any.
  smt::Term not_ended(const Side& copy, const Side& other) const;
  smt::Term not_awaited(const Side& first, const Side& then) const;
  // Returns whether the two are different instructions that lock step does not order.
  smt::Term not_in_lock_step(const Meeting& meeting) const;
  std::string interval_after(model::BarrierId barrier) const;

  Session& d_session;
  const model::KernelModel& d_kernel;
  smt::TermStore& d_store;
  std::vector<bool> d_ordered;
  std::optional<analysis::LockStep> d_lock_step;  // with --warp-sync
  bool d_numbered_phases = false;
  // Pairs of sites already reported -> whether the finding is exact.
  std::map<std::pair<model::SiteId, model::SiteId>, bool> d_reported;
  std::map<std::pair<model::SiteId, model::SiteId>, std::size_t> d_finding;
  std::map<std::pair<model::SiteId, model::SiteId>, bool> d_benign;
  std::set<std::pair<model::SiteId, model::SiteId>> d_attached;  // races added to findings about bounds
  std::unordered_map<smt::Term, bool> d_long;     // whether comparing values written takes too many steps
  std::unordered_set<PairKey, PairHash> d_apart;  // pairs that never touch a common byte
  std::unordered_map<PairKey, bool, PairHash> d_always_apart;
  std::optional<std::vector<Flag>> d_flags;
  std::map<model::SiteId, analysis::AtomicOrder> d_orders;
  std::map<std::pair<std::string, model::SiteId>, std::unique_ptr<Evaluator>> d_writers;
  unsigned d_not_apart = 0;  // how many pairs were asked about without success
};

}  // namespace launchproof::access
