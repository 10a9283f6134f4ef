#include "verify/smt/solvers/portfolio.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "verify/effort/clock.h"

namespace launchproof::smt {
namespace {

using Clock = effort::Clock;

// One question put to several solvers. It lives until the last solver has released it.
struct Race {
  Race(TermStore& store, std::span<const Term> conjuncts, std::size_t runners)
      : question(store, conjuncts), entries(runners) {}

  struct Entry {
    Cancellation cancellation;
    std::optional<Answer> answer;
  };

  const Question question;
  Limits limits;
  Clock::time_point deadline;
  std::mutex mutex;  // guards the answers
  std::condition_variable changed;
  std::vector<Entry> entries;
  bool is_unwanted = false;

  void deliver(std::size_t runner, Answer answer) {
    {
      const std::scoped_lock lock(mutex);
      entries[runner].answer = std::move(answer);
    }
    changed.notify_all();
  }

  void give_up() {
    {
      const std::scoped_lock lock(mutex);
      is_unwanted = true;
    }
    changed.notify_all();
  }
};

// A solver on its own thread. It takes the question that was posted last; older ones are obsolete.
class Lane {
 public:
  Lane(std::unique_ptr<Backend> solver, std::size_t runner)
      : d_solver(std::move(solver)), d_name(d_solver->name()), d_runner(runner) {}
  ~Lane() {
    {
      const std::scoped_lock lock(d_mutex);
      d_stop = true;
      d_posted.reset();
    }
    d_changed.notify_all();
    if (d_thread.joinable()) d_thread.join();
  }
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  const std::string& name() const { return d_name; }

  void post(std::shared_ptr<Race> race) {
    {
      const std::scoped_lock lock(d_mutex);
      d_posted = std::move(race);
      if (!d_thread.joinable()) d_thread = std::thread([this] { serve(); });
    }
    d_changed.notify_all();
  }

 private:
  void serve() {
    std::unique_lock lock(d_mutex);
    while (true) {
      d_changed.wait(lock, [&] { return d_stop || d_posted; });
      if (d_stop) return;
      const std::shared_ptr<Race> race = std::move(d_posted);
      d_posted.reset();
      lock.unlock();
      race->deliver(d_runner, answer(*race));
      lock.lock();
    }
  }

  Answer answer(Race& race) {
    Cancellation& cancellation = race.entries[d_runner].cancellation;
    if (cancellation.cancelled()) return unknown("cancelled", d_name);
    Limits limits = race.limits;
    limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(race.deadline - Clock::now());
    if (limits.time.count() <= 0) return unknown("timeout", d_name);
    try {
      return d_solver->answer(race.question, limits, cancellation);
    } catch (const std::exception& error) {
      return unknown(std::string("solver failed: ") + error.what(), d_name);
    }
  }

  std::unique_ptr<Backend> d_solver;
  std::string d_name;
  std::size_t d_runner;
  std::mutex d_mutex;
  std::condition_variable d_changed;
  std::shared_ptr<Race> d_posted;
  bool d_stop = false;
  std::thread d_thread;
};

class Portfolio : public Solver {
 public:
  Portfolio(TermStore& store, std::vector<std::unique_ptr<Backend>> solvers,
            std::chrono::milliseconds stagger)
      : d_store(store), d_stagger(stagger) {
    for (auto& solver : solvers) d_lanes.push_back(std::make_unique<Lane>(std::move(solver), d_lanes.size()));
  }

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override {
    const auto race = std::make_shared<Race>(d_store, conjuncts, d_lanes.size());
    Answer settled = race->question.settled();
    if (settled.status != Status::Unknown) return settled;
    race->limits = limits;
    race->deadline = Clock::now() + limits.time;
    std::optional<Cancellation::Listener> listener;
    if (limits.cancellation != nullptr) listener.emplace(*limits.cancellation, [&] { race->give_up(); });
    Answer answer = run(*race, race);
    listener.reset();
    for (Race::Entry& entry : race->entries) entry.cancellation.cancel();
    return answer;
  }

  std::string name() const override {
    std::string all;
    for (const auto& lane : d_lanes) all += (all.empty() ? "" : "+") + lane->name();
    return all;
  }

 private:
  Answer run(Race& race, const std::shared_ptr<Race>& shared) {
    // Solvers check the deadline themselves; this handles those that do not.
    constexpr std::chrono::milliseconds kGrace{150};
    std::unique_lock lock(race.mutex);
    std::size_t started = 0;
    Clock::time_point next_start = Clock::now();
    while (true) {
      if (race.is_unwanted) return unknown("cancelled", name());
      std::size_t gave_up = 0;
      for (Race::Entry& entry : race.entries) {
        if (!entry.answer) continue;
        if (entry.answer->status != Status::Unknown) return std::move(*entry.answer);
        ++gave_up;
      }
      const auto now = Clock::now();
      const bool late = now >= race.deadline;
      if (gave_up == d_lanes.size() || (late && gave_up == started) || now >= race.deadline + kGrace) {
        return nobody(race);
      }
      if (started < d_lanes.size() && (now >= next_start || gave_up == started) && !late) {
        d_lanes[started++]->post(shared);
        next_start = now + d_stagger;
        continue;
      }
      auto until = race.deadline + kGrace;
      if (started < d_lanes.size() && next_start < until && !late) until = next_start;
      race.changed.wait_until(lock, until);
    }
  }

  Answer nobody(const Race& race) const {
    std::string reasons;
    Work most = 0;  // they work at the same time, so the largest counts
    for (std::size_t i = 0; i < d_lanes.size(); ++i) {
      const auto& answer = race.entries[i].answer;
      reasons += (i == 0 ? "" : "; ") + d_lanes[i]->name() + ": " + (answer ? answer->reason : "timeout");
      if (answer) most = std::max(most, answer->work);
    }
    Answer none = unknown(std::move(reasons), name());
    none.work = most;
    return none;
  }

  TermStore& d_store;
  std::chrono::milliseconds d_stagger;
  std::vector<std::unique_ptr<Lane>> d_lanes;
};

}  // namespace

std::unique_ptr<Solver> make_portfolio(TermStore& store, std::vector<std::unique_ptr<Backend>> solvers,
                                       std::chrono::milliseconds stagger) {
  if (solvers.empty()) throw std::invalid_argument("a portfolio needs a solver");
  if (solvers.size() == 1) return std::move(solvers.front());
  return std::make_unique<Portfolio>(store, std::move(solvers), stagger);
}

}  // namespace launchproof::smt
