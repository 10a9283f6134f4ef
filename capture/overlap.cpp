#include "capture/overlap.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

namespace launchproof::capture {
namespace {

// Launches of one process that are looked at together. With more under way, the oldest are let go.
constexpr std::size_t kWindow = 1024;
constexpr std::size_t kMostPairs = 100'000;
constexpr std::size_t kMostLooks = 20'000'000;  // at two enqueues, which may be repeats of one pair

// A set of places in the window.
class Places {
 public:
  void add(std::size_t place) { d_words[place / 64] |= std::uint64_t{1} << (place % 64); }
  bool has(std::size_t place) const { return (d_words[place / 64] >> (place % 64) & 1U) != 0; }
  Places& operator|=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] |= other.d_words[i];
    return *this;
  }
  Places& operator-=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] &= ~other.d_words[i];
    return *this;
  }
  Places& operator&=(const Places& other) {
    for (std::size_t i = 0; i < d_words.size(); ++i) d_words[i] &= other.d_words[i];
    return *this;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < d_words.size(); ++i)
      for (std::uint64_t rest = d_words[i]; rest != 0; rest &= rest - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  std::array<std::uint64_t, kWindow / 64> d_words{};
};

// A command, or the commands of one command buffer that were enqueued together.
struct Node {
  const OrderedCommand* command = nullptr;
  std::vector<std::size_t> launches;  // indices in the capture
  Places before;                      // launches that are complete when it begins
  std::vector<std::size_t> places;    // of its launches
  bool is_under_way = false;          // it has begun, and not ended
};

struct QueueState {
  bool out_of_order = true;
  Places returned;  // what commands in the queue, whose calls have returned, and what they wait for
  Places fence;     // what the latest barrier waits for
  Places members;   // its launches
};

// Walks through the calls of one process in the order of time: each begins, and ends.
class Walk {
 public:
  Walk(const Capture& capture, std::set<Overlap>& pairs) : d_capture(capture), d_pairs(pairs) {}

  void run(const Process& process) {
    std::map<std::uint64_t, std::size_t> by_counter;
    for (std::size_t i = 0; i < d_capture.launches.size(); ++i)
      if (d_capture.launches[i].process == process.tag) by_counter[d_capture.launches[i].counter] = i;
    make_nodes(process.order.commands, by_counter);
    // A call that began at a moment began before the call that ended with that moment.
    std::vector<std::pair<std::uint64_t, std::size_t>> points;
    for (std::size_t i = 0; i < d_nodes.size(); ++i) {
      points.emplace_back(2 * std::uint64_t{d_nodes[i].command->begin}, i);
      points.emplace_back(2 * std::uint64_t{d_nodes[i].command->end} + 1, i);
    }
    std::ranges::sort(points);
    for (const auto& [moment, node] : points) {
      if (moment % 2 == 0)
        begin(d_nodes[node]);
      else
        end(d_nodes[node]);
    }
  }

  bool lost_some() const { return d_lost_some; }
  bool lacks_launches() const { return d_lacks_launches; }

 private:
  void make_nodes(const std::vector<OrderedCommand>& commands,
                  const std::map<std::uint64_t, std::size_t>& by_counter) {
    bool goes_on = false;
    for (const OrderedCommand& command : commands) {
      if (!goes_on) d_nodes.emplace_back();
      Node& node = d_nodes.back();
      node.command = &command;  // the last one has what all wait for
      goes_on = (command.flags & kGoesOn) != 0;
      if ((command.flags & kIsLaunch) == 0) continue;
      const auto found = by_counter.find(command.launch);
      if (found == by_counter.end())
        d_lacks_launches = true;
      else
        node.launches.push_back(found->second);
    }
  }

  QueueState& state_of(QueueId id) {
    const auto [found, is_new] = d_queues.try_emplace(id);
    const Queue* const queue = d_capture.queue(id);
    if (is_new && queue != nullptr) found->second.out_of_order = queue->out_of_order;
    return found->second;
  }

  void begin(Node& node) {
    const OrderedCommand& command = *node.command;
    if (d_next + node.launches.size() > kWindow) make_room();
    node.is_under_way = true;
    for (const std::uint64_t event : command.waits) {
      const auto found = d_events.find(event);
      if (found != d_events.end()) node.before |= found->second;
    }
    if (command.queue == 0) return;
    QueueState& queue = state_of(command.queue);
    const bool all_earlier = !queue.out_of_order || (command.flags & kAllEarlier) != 0;
    node.before |= all_earlier ? queue.returned : queue.fence;
    for (const std::size_t launch : node.launches) place(node, queue, launch);
    for (const std::size_t at : node.places) {
      queue.members.add(at);
      d_active.add(at);
    }
  }

  void place(Node& node, const QueueState& queue, std::size_t launch) {
    if (d_next == kWindow || d_looks > kMostLooks) {
      d_lost_some = true;
      return;
    }
    Places others = d_active;
    others -= node.before;
    if (!queue.out_of_order) others -= queue.members;
    others.for_each([&](std::size_t other) {
      ++d_looks;
      if (d_pairs.size() < kMostPairs)
        d_pairs.insert({std::min(launch, d_launch_at[other]), std::max(launch, d_launch_at[other])});
      else
        d_lost_some = true;
    });
    d_launch_at[d_next] = launch;
    node.places.push_back(d_next++);
  }

  void end(Node& node) {
    const OrderedCommand& command = *node.command;
    node.is_under_way = false;
    Places after = node.before;
    for (const std::size_t at : node.places) after.add(at);
    if (command.queue != 0) {
      QueueState& queue = state_of(command.queue);
      queue.returned |= after;
      if ((command.flags & kBlocksLater) != 0) queue.fence |= after;
    }
    if (command.event != 0) d_events[command.event] = after;
    if ((command.flags & kHostWaits) != 0) d_active -= after;
  }

  // Gives the places of launches that are complete to others; the older half of the window where there are
  // none.
  void make_room() {
    std::size_t active = 0;
    d_active.for_each([&](std::size_t) { ++active; });
    std::size_t kept = 0;
    std::vector<std::size_t> moved_to(kWindow, kWindow);
    const bool drops_half = active > kWindow / 2;
    d_lost_some = d_lost_some || drops_half;
    for (std::size_t at = drops_half ? kWindow / 2 : 0; at < kWindow; ++at)
      if (d_active.has(at)) moved_to[at] = kept++;
    const auto renumber = [&](Places& places) {
      Places moved;
      places.for_each([&](std::size_t at) {
        if (moved_to[at] != kWindow) moved.add(moved_to[at]);
      });
      places = moved;
    };
    for (std::size_t at = 0; at < kWindow; ++at)
      if (moved_to[at] != kWindow) d_launch_at[moved_to[at]] = d_launch_at[at];
    renumber(d_active);
    for (auto& [id, queue] : d_queues) {
      renumber(queue.returned);
      renumber(queue.fence);
      renumber(queue.members);
    }
    for (auto& [event, places] : d_events) renumber(places);
    for (Node& node : d_nodes) {
      if (!node.is_under_way) continue;
      renumber(node.before);
      std::vector<std::size_t> places;
      for (const std::size_t at : node.places)
        if (moved_to[at] != kWindow) places.push_back(moved_to[at]);
      node.places = std::move(places);
    }
    d_next = kept;
  }

  const Capture& d_capture;
  std::set<Overlap>& d_pairs;
  std::vector<Node> d_nodes;
  std::map<QueueId, QueueState> d_queues;
  std::map<std::uint64_t, Places> d_events;
  Places d_active;
  std::array<std::size_t, kWindow> d_launch_at{};
  std::size_t d_next = 0;
  std::size_t d_looks = 0;
  bool d_lost_some = false;
  bool d_lacks_launches = false;
};

// Whether launches of the process can run at once at all.
bool may_overlap(const Capture& capture, const Process& process) {
  std::size_t queues = 0;
  bool out_of_order = false;
  for (const Queue& queue : capture.queues) {
    if (queue.process != process.tag) continue;
    ++queues;
    out_of_order = out_of_order || queue.out_of_order;
  }
  return queues > 1 || out_of_order;
}

}  // namespace

Overlaps find_overlaps(const Capture& capture) {
  std::set<Overlap> pairs;
  Overlaps found;
  for (const Process& process : capture.processes) {
    if (!may_overlap(capture, process)) continue;
    const std::string of = "process " + process.tag + ": ";
    if (process.order.is_cut_off)
      found.limits.push_back(of + "the order of its later launches is not recorded");
    Walk walk(capture, pairs);
    walk.run(process);
    if (walk.lost_some())
      found.limits.push_back(of +
                             "so many launches were under way at once that not all pairs were looked at");
    if (walk.lacks_launches())
      found.limits.push_back(of + "launches whose contents were known only later were not looked at");
  }
  found.pairs.assign(pairs.begin(), pairs.end());
  return found;
}

}  // namespace launchproof::capture
