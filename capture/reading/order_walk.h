// Walks through the calls of one process in the order of time, and finds the launches that may run at the
// same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "capture/capture.h"
#include "capture/overlaps.h"
#include "capture/reading/places.h"

namespace launchproof::capture {

// Tracks which commands are complete when a command begins: a set of launches and of user events that are not
// complete yet. When such an event is completed, the set that the completing thread knows to be complete
// replaces it. Until then it is undecided whether a launch that waits for such an event may run at the same
// time as another one.
class OrderWalk {
 public:
  // Adds the pairs that it finds, as indices of launches in the capture, to `pairs`.
  OrderWalk(const Capture& capture, std::set<Overlap>& pairs);

  void run(const Process& process);

  bool lost_some() const { return d_lost_some; }            // some pairs were not examined
  bool lacks_launches() const { return d_lacks_launches; }  // the order names launches that the capture lacks

 private:
  // A command, or the commands of one command buffer that were enqueued together.
  struct Node {
    const OrderedCommand* command = nullptr;
    std::vector<std::size_t> launches;  // indices in the capture
    Places before;                      // commands that are complete when it begins
    std::vector<std::size_t> places;    // of its launches
  };
  struct QueueState {
    bool out_of_order = true;
    Places returned;  // commands of the queue whose calls have returned, and what these wait for
    Places fence;     // commands that the latest barrier waits for
    Places members;   // its launches
  };
  struct Pair {
    std::size_t first = 0;  // places
    std::size_t second = 0;
  };

  void make_nodes(const std::vector<OrderedCommand>& commands,
                  const std::map<std::uint64_t, std::size_t>& by_counter);
  QueueState& state_of(QueueId id);
  void begin(std::size_t index);
  void begin_command(Node& node);
  void end(std::size_t index);
  void place(Node& node, const QueueState& queue, std::size_t launch);
  void make_user_event(std::uint64_t event);
  // Completes the user event, with what is known to be complete then.
  void signal(std::uint64_t event, const Places& known);
  Places known_to(Actor actor) const;
  // Returns the places, with each completed user event replaced by what was known to be complete at its
  // completion.
  Places resolved(Places places) const;
  // Adds the pair unless it is ordered; postpones it if an open user event may order it.
  void decide(const Pair& pair);
  void add(const Pair& pair);
  void decide_all();
  void make_room();
  void resolve_all();
  template <class Renumber>
  void renumber_undecided(const std::vector<std::size_t>& moved_to, Renumber&& renumber);

  const Capture& d_capture;
  std::set<Overlap>& d_pairs;
  std::vector<Node> d_nodes;
  std::set<std::size_t> d_under_way;  // nodes that have begun but not ended
  std::map<QueueId, QueueState> d_queues;
  std::map<std::uint64_t, Places> d_events;
  std::map<Actor, Places> d_known;
  Places d_active;  // launches that nothing has waited for so far
  std::vector<std::size_t> d_launch_at;
  // By place: what is complete when the launch begins or the user event is completed.
  std::vector<Places> d_before;
  std::map<std::uint64_t, std::size_t> d_user_events;    // open user events by handle, with their places
  Places d_open;                                         // open user events
  Places d_completed;                                    // other places that may be in a set
  std::map<std::size_t, std::vector<Pair>> d_undecided;  // keyed by the place of an open user event
  std::size_t d_next = 0;
  std::size_t d_looks = 0;
  bool d_lost_some = false;
  bool d_lacks_launches = false;
};

}  // namespace launchproof::capture
