// Tracks the contents of shared memory from barrier to barrier, for two work-items of a group in lock step.
//
// Memory at a barrier is a function of the address, a separate one for each barrier that is reached. If the
// group has no data race, a place that the two work-items have accessed since the previous barrier holds what
// they left there. All other places are known only from barrier invariants, which are shown for an arbitrary
// work-item before the barrier and assumed for chosen ones after it (Chong, Donaldson, Kelly, Ketema and
// Qadeer, "Barrier Invariants: A Shared State Abstraction for the Analysis of Data-Dependent GPU Kernels",
// OOPSLA 2013, section 3). In the paper, the contents of a place that neither work-item has accessed are
// unknown. Here they are known if no third work-item writes to the place. One fresh work-item for each place
// expresses that.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/model/alignment.h"
#include "verify/two_thread/terms/values.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

// A place that a claim reads: an array element, by its index, and its value, both as terms.
struct ObservedPlace {
  model::ArrayId array = model::kNone;
  smt::Term element, content;
};

// One part of the claim of an annotation, which must be shown.
struct MemoryClaim {
  std::uint32_t annotation = model::kNone;
  model::BarrierId barrier = model::kNone;  // the barrier that follows a barrier invariant
  FrameId frame = kOutside;
  std::vector<Assumption> context;
  smt::Term bad;                      // must be refuted
  std::size_t part = 1, parts = 1;    // number of the conjunct, from 1, and how many there are
  std::size_t granted = 0;            // number of elements of SharedContents::granted() that precede it
  smt::Term other_comes;              // for a comparison of two work-items: the other one gets there, too
  std::vector<ObservedPlace> places;  // places that the part reads
};

// An obligation that all judgements depend on. `bad` must be refuted.
struct MemoryNeed {
  std::vector<Assumption> context;
  smt::Term bad;
  std::string why;  // the reason if it is not refuted
  model::LocationId location = model::kNone;
};

class SharedContents : public MemoryFollower {
 public:
  // Makes `values` obtain reads from this object from now on. Both arguments must outlive it. Requires
  // unwound loops.
  SharedContents(const Setting& setting, Values& values);

  void at_event(model::BlockId block, std::uint32_t event, FrameId frame,
                const std::vector<Assumption>& context) override;
  void at_site(model::SiteId id, FrameId frame) override;
  void at_barrier(model::BarrierId id, FrameId frame, smt::Term both) override;
  // Must be called after the last block.
  void end();

  const std::vector<MemoryClaim>& claims() const { return d_claims; }
  const std::vector<MemoryNeed>& needed() const { return d_needed; }
  // Returns facts that hold in every execution without a data race.
  const std::vector<smt::Term>& facts() const { return d_facts; }
  // Returns what barrier invariants state about chosen work-items, provided that the invariants were shown.
  const std::vector<smt::Term>& granted() const { return d_granted; }
  // Returns, by annotation, why it is not judged.
  const std::map<std::uint32_t, std::string>& open() const { return d_open; }

 private:
  struct Access {
    smt::Term guard, address;
    smt::Term value;  // value of a write, otherwise null
    bool is_write = false;
    unsigned who = 0;
  };
  // A read for an annotation, at a place that may still be written in the interval.
  struct Pending {
    smt::Term address, content, expected;
    unsigned who = 0;
    bool is_at_barrier = false;  // refers to its contents at that time
  };
  struct Permission {
    std::uint32_t annotation = model::kNone;
    FrameId frame = kOutside;
    std::vector<Assumption> context;
    smt::Term reached, address;
    ObservedPlace place;
  };
  struct Region {
    bool is_followed = false, is_written = false;
    bool is_logged = true;  // all accesses but atomics are in `since`
    model::Memory memory = model::Memory::Local;
    std::uint32_t bytes = 0;    // of each component
    std::string name;           // name of the function for its contents at the last barrier
    std::vector<Access> since;  // accesses since then
    std::vector<Pending> pending;
    std::vector<Permission> permissions;
    std::uint32_t snapshot = model::kNone;  // the latest snapshot that was included
  };
  struct Taken {  // a snapshot
    model::ArrayId to = model::kNone, from = model::kNone;
    Region source;  // as it was
    std::string name;
    std::vector<smt::Term> known;  // addresses whose contents are known
  };
  struct AtBarrier {  // a barrier invariant whose barrier has not been reached yet
    std::uint32_t annotation = model::kNone;
    FrameId frame = kOutside;
    smt::Term claim, reached;
  };

  void choose_regions();
  bool is_followable(const model::Site& site, const Region& region);
  smt::Term follow(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  smt::Term address_of(const model::Site& site, std::uint64_t component, FrameId frame, unsigned who);
  // Returns the contents of the region at the address, given what the two work-items did since the last
  // barrier.
  smt::Term content(const Region& region, smt::Term address);
  smt::Term held(const std::string& name, const Region& region, smt::Term address);
  smt::Term kept(Region& region, smt::Term address);
  smt::Term accessed(const model::AccessQuery& query, FrameId frame);
  // Returns whether the first work-item made such an access since the last barrier, or the address of the
  // access. One of these accesses, or none, is chosen arbitrarily.
  smt::Term chosen(const model::Value& value, const model::AccessQuery& query, FrameId frame);
  // Returns facts about the accesses that the annotation mentions.
  std::vector<smt::Term> choices(std::uint32_t annotation, FrameId frame);
  std::string why_not_logged(std::uint32_t annotation) const;
  // Returns the condition that some work-item of the group, other than those excluded, writes there in the
  // interval.
  smt::Term is_written_by_another(const Region& region, smt::Term address, bool leaves_out_second,
                                  unsigned reader);
  void take(const model::Snapshot& snapshot, FrameId frame, const std::vector<Assumption>& context);
  void ask(std::uint32_t annotation, FrameId frame, const std::vector<Assumption>& context);
  void ask_at_barrier(std::uint32_t annotation, model::BarrierId barrier, FrameId frame,
                      const std::vector<Assumption>& context);
  void ask_parts(MemoryClaim claim, smt::Term reached, smt::Term claimed);
  void permit(std::uint32_t annotation, FrameId frame, const std::vector<Assumption>& context);
  model::BarrierId barrier_behind(model::BlockId from, std::size_t event) const;
  void find_reads_at_barriers();
  bool compares_two(model::ValueId claim) const;
  bool reads_unfenced(model::ValueId claim, const model::Barrier& barrier) const;
  void settle(Region& region);
  void grant(const AtBarrier& invariant, smt::Term both);
  smt::Term about(smt::Term term, const std::vector<smt::Term>& items, const std::string& name);
  smt::Term renamed(smt::Term variable, const std::string& name);

  const Setting& d_setting;
  smt::TermStore& d_store;
  Values& d_values;
  model::Alignment d_alignment;
  std::vector<Region> d_regions;
  std::vector<Taken> d_taken;
  std::vector<AtBarrier> d_waiting;
  std::vector<smt::Term> d_facts, d_granted;
  std::vector<MemoryClaim> d_claims;
  std::vector<MemoryNeed> d_needed;
  std::vector<ObservedPlace> d_places;  // places that have been read for annotations
  std::map<std::uint32_t, std::string> d_open;
  // The current position of the walk.
  model::SiteId d_at_site = model::kNone;
  FrameId d_at_frame = kOutside;
  std::vector<model::BarrierId> d_barrier_of;  // by site: the barrier of the barrier invariant that reads
                                               // there
  unsigned d_others = 0;                       // fresh work-items
};

}  // namespace launchproof::two_thread
