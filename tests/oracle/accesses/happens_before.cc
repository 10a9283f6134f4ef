#include "tests/oracle/accesses/happens_before.h"

#include <algorithm>
#include <utility>

namespace launchproof::oracle {

namespace {

bool includes(AtomicScope scope, const Member& a, const Member& b) {
  switch (scope) {
    case AtomicScope::WorkItem:
      return a.item == b.item;
    case AtomicScope::SubGroup:
      return a.group == b.group && a.sub_group == b.sub_group;
    case AtomicScope::WorkGroup:
      return a.group == b.group;
    case AtomicScope::Device:
    case AtomicScope::AllDevices:
      return true;
  }
  return false;
}

// Ranks scopes by width; OpenCL's numbers are not ordered.
unsigned reach(AtomicScope scope) {
  switch (scope) {
    case AtomicScope::WorkItem:
      return 0;
    case AtomicScope::SubGroup:
      return 1;
    case AtomicScope::WorkGroup:
      return 2;
    case AtomicScope::Device:
      return 3;
    case AtomicScope::AllDevices:
      return 4;
  }
  return 0;
}

AtomicScope narrower(AtomicScope a, AtomicScope b) {
  return reach(a) < reach(b) ? a : b;
}

// Replaces entries that it covers: earlier releases of the same work-item with no wider scope.
void put(std::vector<Released>& list, Released fresh) {
  std::erase_if(list, [&](const Released& one) {
    return one.by.item == fresh.by.item && reach(one.scope) <= reach(fresh.scope) &&
           one.past.times.empty() == fresh.past.times.empty();
  });
  list.push_back(std::move(fresh));
}

}  // namespace

void Past::join(const Past& other) {
  if (times.size() < other.times.size()) times.resize(other.times.size());
  for (std::size_t i = 0; i < other.times.size(); ++i) times[i] = std::max(times[i], other.times[i]);
  atomics.insert(other.atomics.begin(), other.atomics.end());
}

bool Past::holds(std::uint32_t item, std::uint32_t time) const {
  return (item < times.size() && times[item] >= time) || atomics.contains({item, time});
}

Progress::Progress(const Member& member, std::size_t items, bool observed)
    : d_member(member), d_observed(observed) {
  d_past.times.assign(items, 0);
  step();
}

bool Progress::comes_after(std::uint32_t item, std::uint32_t time) const {
  return d_past.holds(item, time);
}

void Progress::fence(std::uint64_t order, AtomicScope scope) {
  if (d_past.times.empty()) return;
  if (acquires(order))
    for (const Released& one : d_pending)
      if (includes(narrower(scope, one.scope), one.by, d_member)) d_past.join(one.past);
  if (releases(order)) {
    put(d_fenced, {d_past, scope, d_member});
    step();
  }
}

void Progress::begin_atomic(const Carried& carried, std::uint64_t order, AtomicScope scope, bool reads) {
  if (d_past.times.empty()) return;
  if (d_observed) step();  // the atomic has a time to itself
  if (!reads) return;
  for (const Released& one : carried) {
    if (!includes(narrower(scope, one.scope), one.by, d_member)) continue;
    if (d_observed) d_past.atomics.insert(one.past.atomics.begin(), one.past.atomics.end());
    if (one.past.times.empty()) continue;
    if (acquires(order))
      d_past.join(one.past);
    else
      put(d_pending, {one.past, narrower(scope, one.scope), one.by});
  }
}

void Progress::end_atomic(Carried& carried, std::uint64_t order, AtomicScope scope, AccessKind kind) {
  if (d_past.times.empty() || !writes(kind)) return;
  // A later store by the same work-item continues the release sequences that it began.
  if (kind == AccessKind::AtomicWrite)
    std::erase_if(carried, [&](const Released& one) { return one.by.item != d_member.item; });
  for (const Released& one : d_fenced) put(carried, {one.past, narrower(scope, one.scope), d_member});
  if (releases(order)) put(carried, {d_past, scope, d_member});
  if (d_observed) {
    Past alone;
    alone.atomics = d_past.atomics;
    alone.atomics.insert({d_member.item, time()});
    put(carried, {alone, scope, d_member});
  }
  step();
}

void Progress::meet(const std::vector<Progress*>& all) {
  Past joined;
  for (const Progress* one : all) joined.join(one->d_past);
  for (Progress* one : all) {
    if (one->d_past.times.empty()) continue;
    one->d_past = joined;
    one->step();
  }
}

}  // namespace launchproof::oracle
