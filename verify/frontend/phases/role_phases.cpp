#include "verify/frontend/phases/role_phases.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "verify/frontend/phases/role_order.h"
#include "verify/frontend/phases/thread_checks.h"
#include "verify/frontend/phases/thread_classes.h"

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostRoleStates = 50'000;

using PlacedBarrier = std::pair<const llvm::Value*, std::uint64_t>;  // object, and bytes from its start

// A number that goes up without bound. Where all go up, the same is taken from all of them; `lag` is how
// often that was not done with this one.
struct StepCount {
  static constexpr unsigned kMostLag = 3;  // and more

  long value = 0;
  unsigned lag = 0;

  auto operator<=>(const StepCount&) const = default;
};

struct QueueState {
  StepCount arrived, waited;
  bool has_waited = false, has_dropped = false;
  unsigned made = 0;  // arrivals, up to one more than there are barriers

  auto operator<=>(const QueueState&) const = default;
};

struct Token {
  unsigned queue = 0;
  StepCount number;

  auto operator<=>(const Token&) const = default;
};

struct RoleState {
  const llvm::BasicBlock* block = nullptr;
  LowBits::Numbers numbers;
  std::vector<QueueState> queues;
  std::map<const llvm::Value*, Token> tokens;
  std::set<PlacedBarrier> made;
  bool has_stepped = false;

  auto operator<=>(const RoleState&) const = default;
};

class RoleFollower {
 public:
  RoleFollower(const llvm::Function& kernel, const std::vector<RoleCall>& steps)
      : d_kernel(kernel),
        d_layout(kernel.getParent()->getDataLayout()),
        d_dominators(const_cast<llvm::Function&>(kernel)),
        d_loops(d_dominators) {
    for (const RoleCall& step : steps) {
      d_steps.emplace(step.call, step.step);
      d_order.push_back(step.call);
    }
  }

  RoleFacts run() {
    StepValues all;
    for (const llvm::CallInst* call : d_order) {
      const RoleStep step = d_steps.at(call);
      std::vector<const llvm::Value*>& values =
          all.emplace_back(call, std::vector<const llvm::Value*>()).second;
      values.push_back(call->getArgOperand(0));
      if (step == RoleStep::Parity) values.push_back(call->getArgOperand(1));
      if (step == RoleStep::Token) collect_tokens(*call->getArgOperand(1));
    }
    d_classes = thread_classes(d_kernel, all);
    if (!d_classes.refused.empty()) return refused(d_classes.refused, *d_order.front());
    for (std::size_t at = 0; at < d_classes.classes.size() && d_facts.refused.empty(); ++at) visit(at);
    if (d_facts.refused.empty()) find_queues();
    d_system.slots.clear();
    for (const RoleQueue& queue : d_facts.queues) d_system.slots.push_back(queue.barriers.slots);
    d_period = 1;
    for (const unsigned slots : d_system.slots) d_period = std::lcm(d_period, 2L * slots);
    for (std::size_t at = 0; at < d_classes.classes.size() && d_facts.refused.empty(); ++at) follow(at);
    if (d_facts.refused.empty()) check_made();
    if (d_facts.refused.empty()) check_order();
    return std::move(d_facts);
  }

 private:
  RoleFacts refused(const std::string& why, const llvm::Instruction& at) {
    refuse(why, at);
    return std::move(d_facts);
  }

  void refuse(const std::string& why, const llvm::Instruction& at) {
    if (!d_facts.refused.empty()) return;
    d_facts.refused = why;
    d_facts.refused_at = &at;
  }

  void collect_tokens(const llvm::Value& value) {
    const llvm::Value* token = without_vectors(&value);
    if (!d_tokens.insert(token).second) return;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(token))
      for (const llvm::Use& one : phi->incoming_values()) collect_tokens(*one.get());
  }

  // Goes through all states from `first` on. `take` is what a step does: it returns false where the thread
  // does not go on. `at_end` is called where it ends.
  template <typename Take, typename AtEnd>
  void explore(std::size_t number, RoleState first, const Take& take, const AtEnd& at_end) {
    LowBits values = values_of(d_classes.classes[number], d_layout);
    values.take_for_positive(d_facts.divisions);
    std::set<RoleState> seen;
    std::deque<RoleState> open;
    const auto add = [&](RoleState state) {
      if (seen.insert(state).second) open.push_back(std::move(state));
    };
    first.block = &d_kernel.getEntryBlock();
    add(std::move(first));
    while (!open.empty() && d_facts.refused.empty() && !d_restarts) {
      RoleState state = std::move(open.front());
      open.pop_front();
      if (seen.size() > kMostRoleStates) {
        refuse("a barrier in memory whose phases have too many states", *d_order.front());
        return;
      }
      bool goes_on = true;
      for (const llvm::Instruction& instruction : *state.block) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const auto step = call == nullptr ? d_steps.end() : d_steps.find(call);
        if (step == d_steps.end()) continue;
        goes_on = take(*call, step->second, state, values);
        if (!goes_on) break;
      }
      if (!goes_on) continue;
      const llvm::Instruction& end = *state.block->getTerminator();
      if (end.getNumSuccessors() == 0) at_end(state);
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
      Low condition;
      if (branch != nullptr && branch->isConditional() && d_classes.deciding.contains(state.block))
        condition = values.value(*branch->getCondition(), state.numbers);
      if (end.getNumSuccessors() > 1 && !condition.is_exact() && d_classes.deciding.contains(state.block) &&
          !counts_for_all(end, state, values))
        d_chooses = true;
      for (unsigned i = 0; i < end.getNumSuccessors(); ++i)
        if (!condition.is_exact() || i == (condition.bits != 0 ? 0U : 1U))
          add(enter(*end.getSuccessor(i), state, values));
    }
  }

  // Returns whether the branch begins each iteration of a loop, and goes the same way for all threads of the
  // block that come to it as often.
  bool counts_for_all(const llvm::Instruction& branch, const RoleState& state, const LowBits& values) const {
    return d_loops.isLoopHeader(branch.getParent()) &&
           is_for_all(*branch.getOperand(0), state, values, /*depth=*/0);
  }

  bool is_for_all(const llvm::Value& value, const RoleState& state, const LowBits& values,
                  unsigned depth) const {
    constexpr unsigned kDeepest = 16;
    if (llvm::isa<llvm::Constant, llvm::Argument>(value) || values.value(value, state.numbers).is_exact())
      return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth > kDeepest) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) return is_of_block(*call);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) return state.numbers.contains(phi);
    return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
      return is_for_all(*operand.get(), state, values, depth + 1);
    });
  }

  RoleState enter(const llvm::BasicBlock& block, const RoleState& from, const LowBits& values) const {
    RoleState next = from;
    next.block = &block;
    for (const llvm::PHINode& phi : block.phis()) {
      const llvm::Value& incoming = *phi.getIncomingValueForBlock(from.block);
      if (d_classes.phis.contains(&phi)) {
        const Low number = bounded(values.value(incoming, from.numbers), phi);
        if (number.known == 0)
          next.numbers.erase(&phi);
        else
          next.numbers[&phi] = number;
      }
      if (!d_tokens.contains(&phi)) continue;
      if (const auto token = from.tokens.find(without_vectors(&incoming)); token != from.tokens.end())
        next.tokens[&phi] = token->second;
      else
        next.tokens.erase(&phi);
    }
    return next;
  }

  std::optional<PlacedBarrier> barrier_of(const llvm::CallInst& call, const RoleState& state,
                                          const LowBits& values) {
    const llvm::Value& pointer = *call.getArgOperand(0);
    const auto* object =
        llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer, /*MaxLookup=*/0));
    const Low place = values.value(pointer, state.numbers);
    if (object == nullptr || !place.is_exact() || place.bits % kBarrierBytes != 0) {
      refuse("a barrier in memory, which one of several is not known", call);
      return std::nullopt;
    }
    return PlacedBarrier(object, place.bits);
  }

  // Finds which barriers the steps are for.
  void visit(std::size_t number) {
    explore(
        number, {},
        [&](const llvm::CallInst& call, RoleStep, RoleState& state, const LowBits& values) {
          const auto at = barrier_of(call, state, values);
          if (at) d_visited[&call][number].insert(*at);
          return at.has_value();
        },
        [](const RoleState&) {});
  }

  // Barriers that one call takes one of are a queue.
  void find_queues() {
    std::vector<std::set<PlacedBarrier>> groups;
    for (const auto& [call, by_class] : d_visited) {
      if (d_steps.at(call) == RoleStep::Init) continue;
      for (const auto& [number, visited] : by_class) {
        std::set<PlacedBarrier> joined = visited;
        std::erase_if(groups, [&](const std::set<PlacedBarrier>& group) {
          const bool meets =
              std::ranges::any_of(group, [&](const PlacedBarrier& one) { return visited.contains(one); });
          if (meets) joined.insert(group.begin(), group.end());
          return meets;
        });
        groups.push_back(std::move(joined));
      }
    }
    // In an order that does not depend on addresses of this process.
    std::ranges::sort(groups, {}, [](const std::set<PlacedBarrier>& group) {
      return std::pair(group.begin()->first->getName().str(), group.begin()->second);
    });
    for (const std::set<PlacedBarrier>& group : groups) {
      const auto& [object, begin] = *group.begin();
      RoleQueue queue;
      queue.barriers = {object, begin, static_cast<unsigned>(group.size())};
      std::uint64_t next = begin;
      for (const auto& [of, offset] : group) {
        if (of != object || offset != next) {
          refuse("barriers in memory of which some are chosen, and that do not lie side by side",
                 *d_order.front());
          return;
        }
        next = offset + kBarrierBytes;
      }
      if (group.size() > kMostBarriers) {
        refuse("more than 16 barriers in memory that are taken in turn", *d_order.front());
        return;
      }
      d_facts.queues.push_back(std::move(queue));
    }
    for (const auto& [call, by_class] : d_visited)
      for (const auto& [number, visited] : by_class)
        for (const PlacedBarrier& one : visited)
          if (const auto at = queue_of(one)) d_facts.queues[at->first].steps.insert(call);
  }

  // Returns the queue, and the place in it.
  std::optional<std::pair<unsigned, unsigned>> queue_of(const PlacedBarrier& barrier) const {
    for (unsigned i = 0; i < d_facts.queues.size(); ++i) {
      const BarrierQueue& all = d_facts.queues[i].barriers;
      if (all.object == barrier.first && barrier.second >= all.begin &&
          barrier.second < all.begin + kBarrierBytes * all.slots)
        return std::pair(i, static_cast<unsigned>((barrier.second - all.begin) / kBarrierBytes));
    }
    return std::nullopt;
  }

  void follow(std::size_t number) {
    const ThreadClass& threads = d_classes.classes[number];
    std::vector<bool> early(d_facts.queues.size(), false);
    std::vector<RoleAtQueue> role;
    std::optional<std::set<PlacedBarrier>> always;
    std::set<PlacedBarrier> sometimes;
    std::set<unsigned> missed;  // queues that a thread may not have arrived at where it ends
    const auto note_made = [&](const RoleState& state) {
      sometimes.insert(state.made.begin(), state.made.end());
      if (!always)
        always = state.made;
      else
        std::erase_if(*always, [&](const PlacedBarrier& one) { return !state.made.contains(one); });
    };
    do {
      d_restarts = false;
      role.assign(d_facts.queues.size(), {});
      for (RoleAtQueue& one : role) {
        one.ahead.resize(d_facts.queues.size());
        one.is_once = true;
      }
      d_arrivals.assign(d_facts.queues.size(), false);
      d_chooses = false;
      missed.clear();
      always.reset();
      sometimes.clear();
      RoleState first;
      first.queues.resize(d_facts.queues.size());
      for (std::size_t i = 0; i < first.queues.size(); ++i) {
        const long slots = static_cast<long>(d_facts.queues[i].barriers.slots);
        first.queues[i].arrived.value = slots;
        first.queues[i].waited.value = early[i] ? 0 : slots;
      }
      explore(
          number, std::move(first),
          [&](const llvm::CallInst& call, RoleStep step, RoleState& state, const LowBits& values) {
            if (step != RoleStep::Init && !state.has_stepped) note_made(state);
            return take(call, step, state, values, role, early);
          },
          [&](const RoleState& state) {
            if (!state.has_stepped) note_made(state);
            for (unsigned i = 0; i < state.queues.size(); ++i)
              if (state.queues[i].made == 0) missed.insert(i);
          });
    } while (d_restarts);
    for (const unsigned i : missed)
      if (d_chooses && role[i].arrives)
        refuse("a barrier in memory at which perhaps not all threads of a role arrive",
               first_step(i, [&](const llvm::CallInst& call) {
                 return !is_wait(call) && d_visited[&call].contains(number);
               }));
    for (unsigned i = 0; i < role.size(); ++i) {
      role[i].is_early = early[i];
      RoleQueue& queue = d_facts.queues[i];
      if (role[i].arrives) queue.arriving.insert(threads.threads.begin(), threads.threads.end());
      if (early[i]) queue.early.insert(threads.threads.begin(), threads.threads.end());
    }
    d_system.roles.push_back(std::move(role));
    d_made.emplace_back(always.value_or(std::set<PlacedBarrier>()), sometimes);
  }

  bool take(const llvm::CallInst& call, RoleStep step, RoleState& state, const LowBits& values,
            std::vector<RoleAtQueue>& role, std::vector<bool>& early) {
    const auto barrier = barrier_of(call, state, values);
    if (!barrier) return false;
    if (step == RoleStep::Init) {
      if (!state.made.insert(*barrier).second || state.has_stepped)
        refuse("a barrier in memory that is initialised again, or after other steps of the thread", call);
      return true;
    }
    state.has_stepped = true;
    const auto [queue, slot] = *queue_of(*barrier);
    if (step == RoleStep::Arrive || step == RoleStep::Drop) {
      arrive(call, step == RoleStep::Drop, queue, slot, state, role);
    } else {
      role[queue].waits = true;
      wait(call, step, queue, slot, state, values, early);
    }
    keep_small(state);
    return d_facts.refused.empty() && !d_restarts;
  }

  void arrive(const llvm::CallInst& call, bool drops, unsigned queue, unsigned slot, RoleState& state,
              std::vector<RoleAtQueue>& role) {
    QueueState& here = state.queues[queue];
    if (here.has_dropped) refuse("a thread that arrives at a barrier in memory that it has left", call);
    if (static_cast<unsigned>(here.arrived.value) % slots(queue) != slot)
      refuse("barriers in memory of an array that a thread does not arrive at in turn", call);
    for (unsigned over = 0; over < state.queues.size(); ++over) {
      const Ahead ahead = ahead_of(state.queues[over], slots(over), here.arrived);
      if (d_arrivals[queue])
        role[queue].ahead[over].join(ahead);
      else
        role[queue].ahead[over] = ahead;
    }
    d_arrivals[queue] = true;
    role[queue].arrives = true;
    role[queue].drops |= drops;
    here.has_dropped = drops;
    if (d_tokens.contains(&call)) state.tokens[&call] = {queue, here.arrived};
    ++here.arrived.value;
    here.made = std::min(here.made + 1, slots(queue) + 1);
    if (here.made > slots(queue)) role[queue].is_once = false;
  }

  Ahead ahead_of(const QueueState& other, long other_slots, const StepCount& number) const {
    const bool is_lost = other.waited.lag == StepCount::kMostLag, is_far = number.lag == StepCount::kMostLag;
    const auto distance = [&](long waited) {
      return waited - number.value +
             d_period * (static_cast<long>(number.lag) - static_cast<long>(other.waited.lag));
    };
    Ahead result;
    if (!is_lost) {
      result.least_waited = distance(other.waited.value);
      result.least_known = distance(std::max(other.waited.value, other_slots));
    }
    if (other.waited.value > other_slots) {
      result.most_waited = distance(other.waited.value);
      result.is_open = is_far;
    }
    return result;
  }

  void wait(const llvm::CallInst& call, RoleStep step, unsigned queue, unsigned slot, RoleState& state,
            const LowBits& values, std::vector<bool>& early) {
    QueueState& here = state.queues[queue];
    const long turn = static_cast<long>(slots(queue));
    const bool is_next = here.waited.value % turn == static_cast<long>(slot);
    if (step == RoleStep::Token) {
      const auto token = state.tokens.find(without_vectors(call.getArgOperand(1)));
      if (token == state.tokens.end() || token->second.queue != queue ||
          token->second.number.lag != here.waited.lag || here.waited.lag == StepCount::kMostLag ||
          token->second.number.value != here.waited.value || !is_next) {
        refuse("a wait at a barrier in memory that is not certainly for the next phase of its own arrivals",
               call);
        return;
      }
    } else if (step == RoleStep::Parity) {
      const Low parity = values.value(*call.getArgOperand(1), state.numbers);
      if (!parity.is_exact() || parity.bits > 1) {
        refuse("a wait for a phase of a barrier in memory whose parity is not known to be 0 or 1", call);
        return;
      }
      const bool is_odd = parity.bits != 0;
      if (!here.has_waited && !early[queue] && is_odd && slot == 0) {
        early[queue] = true;
        d_restarts = true;
        return;
      }
      if (!is_next || is_odd != ((here.waited.value / turn + 1) % 2 != 0)) {
        refuse("a wait at a barrier in memory that is not for the next phase in turn", call);
        return;
      }
    }
    here.has_waited = true;
    ++here.waited.value;
  }

  void keep_small(RoleState& state) const {
    const long most = std::max(16L, 3 * d_period);
    const auto each = [&](const auto& call) {
      for (unsigned i = 0; i < state.queues.size(); ++i) {
        call(state.queues[i].arrived, i);
        call(state.queues[i].waited, i);
      }
      for (auto& [value, token] : state.tokens) call(token.number, token.queue);
    };
    bool is_large = false;
    each([&](const StepCount& count, unsigned) { is_large |= count.value >= most; });
    if (!is_large) return;
    each([&](StepCount& count, unsigned queue) {
      if (count.value - d_period > static_cast<long>(slots(queue)))
        count.value -= d_period;
      else
        count.lag = std::min(count.lag + 1, StepCount::kMostLag);
    });
  }

  unsigned slots(unsigned queue) const { return d_facts.queues[queue].barriers.slots; }

  // Each barrier is initialised by one thread.
  void check_made() {
    const auto any = [](const llvm::CallInst&) { return true; };
    for (const RoleQueue& queue : d_facts.queues)
      for (unsigned slot = 0; slot < queue.barriers.slots; ++slot) {
        const PlacedBarrier barrier(queue.barriers.object, queue.barriers.begin + kBarrierBytes * slot);
        unsigned makers = 0;
        for (std::size_t i = 0; i < d_made.size(); ++i) {
          const ThreadClass& threads = d_classes.classes[i];
          if (!d_made[i].second.contains(barrier)) continue;
          ++makers;
          if (!d_made[i].first.contains(barrier) || threads.threads.size() != 1) makers = kMostBarriers;
          d_facts.needed_threads = std::max(d_facts.needed_threads, threads.threads.front() + 1);
        }
        if (makers != 1)
          refuse("a barrier in memory that not exactly one thread of the block certainly initialises",
                 first_step(static_cast<unsigned>(&queue - d_facts.queues.data()), any));
      }
  }

  void check_order() {
    if (const auto queue = d_system.circle()) {
      refuse("barriers in memory whose threads may wait for each other in a circle",
             first_step(*queue, [this](const llvm::CallInst& call) { return is_wait(call); }));
      return;
    }
    // Roles whose threads a block may lack prove nothing. Few of them are needed.
    std::set<std::uint64_t> sizes;
    for (const ThreadClass& threads : d_classes.classes) sizes.insert(threads.threads.front() + 1);
    std::optional<OutOfPhase> wrong;
    for (const std::uint64_t size : sizes) {
      std::vector<bool> is_there;
      is_there.reserve(d_classes.classes.size());
      for (const ThreadClass& threads : d_classes.classes) is_there.push_back(threads.threads.front() < size);
      wrong = d_system.out_of_phase(is_there);
      if (wrong) continue;
      d_facts.needed_threads = std::max(d_facts.needed_threads, size);
      return;
    }
    if (!wrong) return;
    if (wrong->is_wait)
      refuse("a wait at a barrier in memory that two phases may go past",
             first_step(wrong->queue, [&](const llvm::CallInst& call) {
               return is_wait(call) && d_visited[&call].contains(wrong->role);
             }));
    else
      refuse("a thread that arrives at a barrier in memory before it is shown that the last phase has ended",
             first_step(wrong->queue, [&](const llvm::CallInst& call) {
               return !is_wait(call) && d_visited[&call].contains(wrong->role);
             }));
  }

  bool is_wait(const llvm::CallInst& call) const {
    const RoleStep step = d_steps.at(&call);
    return step == RoleStep::Token || step == RoleStep::Parity;
  }

  // In the order of the program; steps that initialise are none.
  template <typename Fits>
  const llvm::CallInst& first_step(unsigned queue, const Fits& fits) const {
    const auto& steps = d_facts.queues[queue].steps;
    const auto found = std::ranges::find_if(d_order, [&](const llvm::CallInst* call) {
      return steps.contains(call) && d_steps.at(call) != RoleStep::Init && fits(*call);
    });
    return found == d_order.end() ? *d_order.front() : **found;
  }

  const llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  std::map<const llvm::CallInst*, RoleStep> d_steps;
  std::vector<const llvm::CallInst*> d_order;  // of the program
  llvm::DominatorTree d_dominators;
  llvm::LoopInfo d_loops;
  bool d_chooses = false;  // a branch of the class takes one of several ways that are not known
  ThreadClasses d_classes;
  std::set<const llvm::Value*> d_tokens;  // values that waits take for tokens
  std::map<const llvm::CallInst*, std::map<std::size_t, std::set<PlacedBarrier>>> d_visited;  // by class
  RoleSystem d_system;
  long d_period = 1;
  bool d_restarts = false;
  std::vector<bool> d_arrivals;  // by queue: the class has arrived there
  // By class: the barriers that its threads initialise on all ways, and on some.
  std::vector<std::pair<std::set<PlacedBarrier>, std::set<PlacedBarrier>>> d_made;
  RoleFacts d_facts;
};

}  // namespace

RoleFacts follow_roles(const llvm::Function& kernel, const std::vector<RoleCall>& steps) {
  return RoleFollower(kernel, steps).run();
}

}  // namespace launchproof::frontend
