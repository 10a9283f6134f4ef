// What the threads that take steps at queues of barriers in memory know of each other.
#pragma once

#include <optional>
#include <vector>

namespace launchproof::frontend {

// Between which bounds the number of waits of a thread at another queue lies, less the number of an arrival
// or a wait, over all places at which it is made.
struct Ahead {
  std::optional<long> least_known;   // counts numbers below the first as waited for; nothing: no bound
  std::optional<long> least_waited;  // counts its own waits alone
  std::optional<long> most_waited;   // of those that have waited for an arrival; nothing: none has
  bool is_open = false;              // `most_waited` has no bound

  void join(const Ahead& other);
};

// What the threads of one role do at a queue.
struct RoleAtQueue {
  bool arrives = false, drops = false, waits = false;
  bool is_early = false;     // its first wait is for number 0
  bool is_once = false;      // it does not arrive again at a barrier that it has arrived at
  std::vector<Ahead> ahead;  // at arrivals, by other queue
};

// What is not shown: that the role arrives at the queue only when the last phase of the barrier has ended, or
// that no phase behind the one that it waits for ends first.
struct OutOfPhase {
  bool is_wait = false;
  unsigned role = 0, queue = 0;
};

struct RoleSystem {
  std::vector<unsigned> slots;                  // by queue
  std::vector<std::vector<RoleAtQueue>> roles;  // by role and queue

  // Returns whether arrivals may belong to another phase than that of their number, or a wait may miss its
  // phase; nothing where neither is so. `is_there` says of which roles the block certainly has threads.
  std::optional<OutOfPhase> out_of_phase(const std::vector<bool>& is_there) const;
  // Returns a queue whose threads may wait for each other in a circle.
  std::optional<unsigned> circle() const;

 private:
  std::vector<std::optional<long>> known_at_arrival(unsigned role, unsigned queue,
                                                    const std::vector<bool>& is_there) const;
};

}  // namespace launchproof::frontend
