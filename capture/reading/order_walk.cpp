#include "capture/reading/order_walk.h"

#include <algorithm>
#include <utility>

namespace launchproof::capture {
namespace {

constexpr std::size_t kMostPairs = 100'000;
constexpr std::size_t kMostLooks = 20'000'000;  // at two enqueues, which may be repeats of one pair

bool is_callback(Actor actor) {
  return (actor & kOfCallback) != 0;
}

}  // namespace

OrderWalk::OrderWalk(const Capture& capture, std::set<Overlap>& pairs)
    : d_capture(capture), d_pairs(pairs), d_launch_at(kWindow), d_before(kWindow) {}

void OrderWalk::run(const Process& process) {
  std::map<std::uint64_t, std::size_t> by_counter;
  for (std::size_t i = 0; i < d_capture.launches.size(); ++i)
    if (d_capture.launches[i].process == process.tag) by_counter[d_capture.launches[i].counter] = i;
  make_nodes(process.order.commands, by_counter);
  // A call that began at a moment began before the call that ended at that moment.
  std::vector<std::pair<std::uint64_t, std::size_t>> points;
  for (std::size_t i = 0; i < d_nodes.size(); ++i) {
    points.emplace_back(2 * std::uint64_t{d_nodes[i].command->begin}, i);
    points.emplace_back(2 * std::uint64_t{d_nodes[i].command->end} + 1, i);
  }
  std::ranges::sort(points);
  for (const auto& [moment, node] : points) {
    if (moment % 2 == 0)
      begin(node);
    else
      end(node);
  }
  decide_all();
}

void OrderWalk::make_nodes(const std::vector<OrderedCommand>& commands,
                           const std::map<std::uint64_t, std::size_t>& by_counter) {
  bool goes_on = false;
  for (const OrderedCommand& command : commands) {
    if (!goes_on) d_nodes.emplace_back();
    Node& node = d_nodes.back();
    node.command = &command;  // the last one includes everything for which all of them wait
    goes_on = (command.flags & kGoesOn) != 0;
    if ((command.flags & kIsLaunch) == 0) continue;
    const auto found = by_counter.find(command.launch);
    if (found == by_counter.end())
      d_lacks_launches = true;
    else
      node.launches.push_back(found->second);
  }
}

OrderWalk::QueueState& OrderWalk::state_of(QueueId id) {
  const auto [found, is_new] = d_queues.try_emplace(id);
  const Queue* const queue = d_capture.queue(id);
  if (is_new && queue != nullptr) found->second.out_of_order = queue->out_of_order;
  return found->second;
}

void OrderWalk::begin(std::size_t index) {
  Node& node = d_nodes[index];
  const OrderedCommand& command = *node.command;
  const bool takes_place = !node.launches.empty() || (command.flags & kUserEvent) != 0;
  if (takes_place && d_next + std::max<std::size_t>(node.launches.size(), 1) > kWindow) make_room();
  d_under_way.insert(index);
  if ((command.flags & kSignals) != 0) {
    for (const std::uint64_t event : command.waits) signal(event, known_to(command.actor));
    return;
  }
  for (const std::uint64_t event : command.waits) {
    const auto found = d_events.find(event);
    if (found != d_events.end()) node.before |= found->second;
  }
  if ((command.flags & kCallback) != 0)
    d_known[command.actor] = node.before;
  else
    begin_command(node);
}

void OrderWalk::begin_command(Node& node) {
  const OrderedCommand& command = *node.command;
  if (is_callback(command.actor)) node.before |= known_to(command.actor);
  if (command.queue == 0) return;
  QueueState& queue = state_of(command.queue);
  const bool all_earlier = !queue.out_of_order || (command.flags & kAllEarlier) != 0;
  node.before |= all_earlier ? queue.returned : queue.fence;
  node.before = resolved(node.before);
  for (const std::size_t launch : node.launches) place(node, queue, launch);
  for (const std::size_t at : node.places) {
    queue.members.add(at);
    d_active.add(at);
  }
}

void OrderWalk::place(Node& node, const QueueState& queue, std::size_t launch) {
  if (d_next == kWindow || d_looks > kMostLooks) {
    d_lost_some = true;
    return;
  }
  const std::size_t own = d_next++;
  d_launch_at[own] = launch;
  d_before[own] = node.before;
  node.places.push_back(own);
  Places others = d_active;
  others -= node.before;
  if (!queue.out_of_order) others -= queue.members;
  others.for_each([&](std::size_t other) { decide({other, own}); });
}

void OrderWalk::end(std::size_t index) {
  Node& node = d_nodes[index];
  const OrderedCommand& command = *node.command;
  d_under_way.erase(index);
  if ((command.flags & kUserEvent) != 0) make_user_event(command.event);
  if ((command.flags & (kUserEvent | kSignals | kCallback)) != 0) return;
  Places after = resolved(node.before);
  for (const std::size_t at : node.places) after.add(at);
  if (command.queue != 0) {
    QueueState& queue = state_of(command.queue);
    queue.returned |= after;
    if ((command.flags & kBlocksLater) != 0) queue.fence |= after;
  }
  if (command.event != 0) d_events[command.event] = after;
  if ((command.flags & kHostWaits) == 0) return;
  // Other threads need not know what a callback knows when they make later calls.
  if (!is_callback(command.actor)) d_active -= after;
  if ((command.actor & ~kOfCallback) != 0) d_known[command.actor] |= after;
}

void OrderWalk::make_user_event(std::uint64_t event) {
  signal(event, {});  // an earlier event with that handle will never be completed
  d_events.erase(event);
  if (d_next == kWindow) {
    d_lost_some = true;
    return;
  }
  const std::size_t at = d_next++;
  d_user_events[event] = at;
  d_open.add(at);
  d_events[event].add(at);
}

void OrderWalk::signal(std::uint64_t event, const Places& known) {
  const auto found = d_user_events.find(event);
  if (found == d_user_events.end()) return;
  const std::size_t at = found->second;
  d_user_events.erase(found);
  d_open.remove(at);
  d_completed.add(at);
  d_before[at] = known;
  const auto undecided = d_undecided.extract(at);
  if (undecided.empty()) return;
  for (const Pair& pair : undecided.mapped()) decide(pair);
}

Places OrderWalk::known_to(Actor actor) const {
  const auto found = d_known.find(actor);
  return found == d_known.end() ? Places() : resolved(found->second);
}

Places OrderWalk::resolved(Places places) const {
  Places replaced = places;
  replaced &= d_completed;
  Places rest = replaced;
  while (!rest.empty()) {
    rest.for_each([&](std::size_t at) { places |= d_before[at]; });
    rest = places;
    rest &= d_completed;
    rest -= replaced;
    replaced |= rest;
  }
  places -= replaced;
  return places;
}

void OrderWalk::decide(const Pair& pair) {
  ++d_looks;
  Places open;
  if (!d_open.empty() || !d_completed.empty()) {
    Places& first = d_before[pair.first] = resolved(d_before[pair.first]);
    Places& second = d_before[pair.second] = resolved(d_before[pair.second]);
    if (first.has(pair.second) || second.has(pair.first)) return;
    open = first;
    open |= second;
    open &= d_open;
  }
  if (open.empty() || d_looks > kMostLooks)
    add(pair);
  else
    d_undecided[open.first()].push_back(pair);
}

void OrderWalk::add(const Pair& pair) {
  const auto [smaller, larger] = std::minmax(d_launch_at[pair.first], d_launch_at[pair.second]);
  if (d_pairs.size() < kMostPairs)
    d_pairs.insert({smaller, larger});
  else
    d_lost_some = true;
}

// Events that are still open are never completed.
void OrderWalk::decide_all() {
  for (const auto& [event, pairs] : d_undecided)
    for (const Pair& pair : pairs) add(pair);
  d_undecided.clear();
}

void OrderWalk::resolve_all() {
  for (auto& [id, queue] : d_queues) {
    queue.returned = resolved(queue.returned);
    queue.fence = resolved(queue.fence);
  }
  for (auto& [event, places] : d_events) places = resolved(places);
  for (auto& [actor, places] : d_known) places = resolved(places);
  for (const std::size_t index : d_under_way) d_nodes[index].before = resolved(d_nodes[index].before);
  for (std::size_t at = 0; at < kWindow; ++at)
    if (!d_completed.has(at)) d_before[at] = resolved(d_before[at]);
  d_completed = {};
}

template <class Renumber>
void OrderWalk::renumber_undecided(const std::vector<std::size_t>& moved_to, Renumber&& renumber) {
  std::map<std::size_t, std::vector<Pair>> undecided;
  for (const auto& [event, pairs] : d_undecided) {
    for (const Pair& pair : pairs) {
      if (moved_to[event] == kWindow || moved_to[pair.first] == kWindow || moved_to[pair.second] == kWindow)
        add(pair);
      else
        undecided[moved_to[event]].push_back({moved_to[pair.first], moved_to[pair.second]});
    }
  }
  d_undecided = std::move(undecided);
  for (auto at = d_user_events.begin(); at != d_user_events.end();) {
    at->second = moved_to[at->second];
    at = at->second == kWindow ? d_user_events.erase(at) : std::next(at);
  }
  renumber(d_open);
}

// Reuses the places of completed launches; if there are none, those in the older half of the window. Launches
// with an undecided pair keep theirs.
void OrderWalk::make_room() {
  resolve_all();
  Places kept = d_active;
  kept |= d_open;
  for (const auto& [event, pairs] : d_undecided) {
    for (const Pair& pair : pairs) {
      kept.add(pair.first);
      kept.add(pair.second);
    }
  }
  const bool drops_half = kept.count() > kWindow / 2;
  d_lost_some = d_lost_some || drops_half;
  std::vector<std::size_t> moved_to(kWindow, kWindow);
  std::size_t next = 0;
  for (std::size_t at = drops_half ? kWindow / 2 : 0; at < kWindow; ++at)
    if (kept.has(at)) moved_to[at] = next++;
  const auto renumber = [&](Places& places) {
    Places moved;
    places.for_each([&](std::size_t at) {
      if (moved_to[at] != kWindow) moved.add(moved_to[at]);
    });
    places = moved;
  };
  renumber_undecided(moved_to, renumber);  // must happen before the launches move
  for (std::size_t at = 0; at < kWindow; ++at) {
    if (moved_to[at] == kWindow) continue;
    d_launch_at[moved_to[at]] = d_launch_at[at];
    renumber(d_before[at]);
    d_before[moved_to[at]] = d_before[at];
  }
  renumber(d_active);
  for (auto& [id, queue] : d_queues) {
    renumber(queue.returned);
    renumber(queue.fence);
    renumber(queue.members);
  }
  for (auto& [event, places] : d_events) renumber(places);
  for (auto& [actor, places] : d_known) renumber(places);
  for (const std::size_t index : d_under_way) {
    Node& node = d_nodes[index];
    renumber(node.before);
    std::vector<std::size_t> places;
    for (const std::size_t at : node.places)
      if (moved_to[at] != kWindow) places.push_back(moved_to[at]);
    node.places = std::move(places);
  }
  d_next = next;
}

}  // namespace launchproof::capture
