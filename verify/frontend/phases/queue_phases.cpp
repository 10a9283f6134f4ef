#include "verify/frontend/phases/queue_phases.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <deque>
#include <tuple>
#include <utility>

#include "verify/frontend/phases/low_bits.h"

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostStates = 20'000;

// Returns whether the value is 0 or 1.
bool is_truth(const llvm::Value& value) {
  if (value.getType()->isIntegerTy(1)) return true;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return number->isZero() || number->isOne();
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&value);
  if (operation == nullptr) return false;
  switch (operation->getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Trunc:
      return is_truth(*operation->getOperand(0));
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      return is_truth(*operation->getOperand(0)) && is_truth(*operation->getOperand(1));
    default:
      return false;
  }
}

// Returns what the number of the thread is where the value is not 0, or is 0, if that says it.
std::optional<std::uint64_t> thread_by(const llvm::Value& value, bool is_set) {
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&value);
  if (operation == nullptr) return std::nullopt;
  const auto part = [&](unsigned i) -> const llvm::Value& { return *operation->getOperand(i); };
  const auto* constant =
      operation->getNumOperands() == 2 ? llvm::dyn_cast<llvm::ConstantInt>(&part(1)) : nullptr;
  switch (operation->getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Freeze:
      return thread_by(part(0), is_set);
    case llvm::Instruction::Trunc:
      return is_truth(part(0)) ? thread_by(part(0), is_set) : std::nullopt;
    case llvm::Instruction::Xor:
      return constant != nullptr && constant->isOne() && is_truth(part(0)) ? thread_by(part(0), !is_set)
                                                                           : std::nullopt;
    case llvm::Instruction::And:
    case llvm::Instruction::Or: {
      // All parts of a conjunction are set where it is, and none of a disjunction where that is not.
      if (is_set != (operation->getOpcode() == llvm::Instruction::And)) return std::nullopt;
      const auto thread = thread_by(part(0), is_set);
      return thread ? thread : thread_by(part(1), is_set);
    }
    case llvm::Instruction::Select: {
      const auto* other = llvm::dyn_cast<llvm::ConstantInt>(&part(is_set ? 2 : 1));
      if (other == nullptr || other->isZero() != is_set) return std::nullopt;
      const auto thread = thread_by(part(0), is_set);
      return thread ? thread : thread_by(part(is_set ? 1 : 2), is_set);
    }
    case llvm::Instruction::ICmp:
      break;
    default:
      return std::nullopt;
  }
  if (constant == nullptr) return std::nullopt;
  const auto predicate = llvm::cast<llvm::ICmpInst>(operation)->getPredicate();
  const llvm::Value* number = &part(0);
  while (llvm::isa<llvm::TruncInst, llvm::ZExtInst>(number))
    number = llvm::cast<llvm::CastInst>(number)->getOperand(0);
  const bool is_equal = predicate == (is_set ? llvm::ICmpInst::ICMP_EQ : llvm::ICmpInst::ICMP_NE);
  if (!is_thread_number(*number)) {
    const bool is_of_zero = constant->isZero() && llvm::cast<llvm::ICmpInst>(operation)->isEquality();
    return is_of_zero ? thread_by(part(0), !is_equal) : std::nullopt;
  }
  if (is_equal) return constant->getZExtValue();
  const bool is_first =
      constant->isOne() && predicate == (is_set ? llvm::ICmpInst::ICMP_ULT : llvm::ICmpInst::ICMP_UGE);
  return is_first ? std::optional<std::uint64_t>(0) : std::nullopt;
}

class Follower {
 public:
  Follower(const llvm::Function& kernel, BarrierQueue queue,
           std::map<const llvm::CallInst*, BarrierStep> steps, std::uint64_t thread)
      : d_kernel(kernel),
        d_values(
            kernel.getParent()->getDataLayout(),
            [this](const llvm::Value& value) {
              return is_thread_number(value) && d_starts ? std::optional(exact(d_thread)) : std::nullopt;
            },
            queue.object),
        d_queue(queue),
        d_steps(std::move(steps)),
        d_thread(thread) {
    for (const auto& [call, step] : d_steps)
      for (const llvm::Value* argument : call->args()) collect(*argument);
  }

  std::optional<bool> decided(const llvm::Value& condition) const {
    const Low known = value(condition, {});
    return known.is_exact() ? std::optional(known.bits != 0) : std::nullopt;
  }

  QueueFacts run() {
    for (const bool starts : {true, false}) {
      d_starts = starts;
      d_seen.clear();
      add(State{&d_kernel.getEntryBlock(), 0, 0, 0, 0, 0, 0, {}, {}});
      while (!d_open.empty() && d_facts.refused.empty()) {
        State state = std::move(d_open.front());
        d_open.pop_front();
        through(std::move(state));
      }
      if (!d_facts.refused.empty()) break;
    }
    return std::move(d_facts);
  }

 private:
  using Numbers = LowBits::Numbers;
  struct State {
    const llvm::BasicBlock* block = nullptr;
    unsigned waited = 0;         // modulo twice the number of barriers
    std::uint32_t made = 0;      // by barrier, a bit: it was initialised
    std::uint32_t ended = 0;     // by barrier, a bit: it is none any more
    std::uint32_t going_on = 0;  // by barrier, a bit: its copies go on
    std::uint64_t missing = 0;   // bytes that the newest phase waits for and no copy brings so far
    unsigned filled = 0;         // the barrier of that phase
    Numbers numbers;
    std::set<std::pair<unsigned, const llvm::CallInst*>> started;  // barriers, and copies that go on for them
  };

  // Finds the values that the steps depend on and that loops and branches choose.
  void collect(const llvm::Value& value) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(&value);
    if (user == nullptr || !d_collected.insert(user).second) return;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) d_chosen.insert(phi);
    if (llvm::isa<llvm::CallInst, llvm::LoadInst>(user)) return;
    for (const llvm::Value* operand : user->operands()) collect(*operand);
  }

  void refuse(const std::string& why, const llvm::Instruction& at) {
    if (!d_facts.refused.empty()) return;
    d_facts.refused = why;
    d_facts.refused_at = &at;
  }

  void add(State state) {
    auto key = std::tuple(
        state.block, state.waited, state.made, state.ended, state.going_on, state.missing, state.filled,
        std::vector<std::pair<const llvm::PHINode*, Low>>(state.numbers.begin(), state.numbers.end()),
        state.started);
    if (!d_seen.insert(std::move(key)).second) return;
    if (d_seen.size() > kMostStates) {
      refuse("a barrier in memory whose phases have too many states", *d_steps.begin()->first);
      return;
    }
    d_open.push_back(std::move(state));
  }

  void through(State state) {
    for (const llvm::Instruction& instruction : *state.block) {
      if (d_starts && !state.started.empty()) {
        std::map<const llvm::CallInst*, unsigned> counts;
        for (const auto& [barrier, copy] : state.started) ++counts[copy];
        for (const auto& [copy, count] : counts) {
          unsigned& most = d_facts.going_on[copy][&instruction];
          most = std::max(most, count);
        }
      }
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const auto step = call == nullptr ? d_steps.end() : d_steps.find(call);
      if (step != d_steps.end() && !take(*call, step->second, state)) return;
    }
    const llvm::Instruction& end = *state.block->getTerminator();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    Low condition;
    if (branch != nullptr && branch->isConditional())
      condition = value(*branch->getCondition(), state.numbers);
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
      if (condition.is_exact() && i != (condition.bits != 0 ? 0U : 1U)) continue;
      State next = state;
      next.block = end.getSuccessor(i);
      for (const llvm::PHINode& phi : next.block->phis())
        if (d_chosen.contains(&phi)) {
          const Low number = bounded(value(*phi.getIncomingValueForBlock(state.block), state.numbers), phi);
          if (number.known == 0)
            next.numbers.erase(&phi);
          else
            next.numbers[&phi] = number;
        }
      add(std::move(next));
    }
  }

  // Returns the barrier that the step is about.
  std::optional<unsigned> slot(const llvm::CallInst& call, unsigned operand, const State& state) {
    const Low place = value(*call.getArgOperand(operand), state.numbers);
    const std::uint64_t distance = place.bits - d_queue.begin;
    if (place.is_exact() && distance % 8 == 0 && distance / 8 < d_queue.slots)
      return static_cast<unsigned>(distance / 8);
    refuse("a barrier in memory, which one of several is not known", call);
    return std::nullopt;
  }

  // Returns whether the thread goes on.
  bool take(const llvm::CallInst& call, BarrierStep step, State& state) {
    const auto at = slot(call, step == BarrierStep::Copy ? 3 : 0, state);
    if (!at) return false;
    const std::uint32_t bit = std::uint32_t{1} << *at;
    const unsigned period = 2 * d_queue.slots;
    if (step == BarrierStep::Init) {
      if ((state.made & bit) != 0) refuse("a barrier in memory that is initialised again", call);
      state.made |= bit;
      return true;
    }
    // Other threads do not come to the steps of the one that starts copies.
    if (!d_starts && step != BarrierStep::Wait) return true;
    if (d_starts && ((state.made & ~state.ended & bit) == 0)) {
      refuse("a barrier in memory that the thread has not initialised", call);
      return false;
    }
    if (step == BarrierStep::End) {
      if ((state.going_on & bit) != 0)
        refuse("a barrier in memory that ends while its copies may go on", call);
      state.ended |= bit;
      return true;
    }
    const unsigned ahead = (*at + d_queue.slots - state.waited % d_queue.slots) % d_queue.slots;
    const Low operand = value(*call.getArgOperand(step == BarrierStep::Copy ? 2 : 1), state.numbers);
    if (step == BarrierStep::Wait) {
      if (operand.known == 0) {
        refuse("a wait for a phase of a barrier in memory whose parity is not known", call);
        return false;
      }
      const bool is_next = ahead == 0 && (operand.bits & 1) == state.waited / d_queue.slots % 2;
      (is_next ? d_facts.met : d_facts.missed).insert(&call);
      if (!is_next) return true;
      // The phase of a barrier that no copy was started for does not end.
      if (d_starts && (state.going_on & bit) == 0) return false;
      if (d_starts && state.missing != 0 && state.filled == *at) {
        refuse("a barrier in memory that waits for other than the bytes of its copies", call);
        return false;
      }
      state.going_on &= ~bit;
      std::erase_if(state.started, [&](const auto& one) { return one.first == *at; });
      state.waited = (state.waited + 1) % period;
      return true;
    }
    if (!operand.is_exact() || operand.bits == 0) {
      refuse("a copy of a block of memory whose size is not constant", call);
      return false;
    }
    if (step == BarrierStep::Expect) {
      if ((state.going_on & bit) != 0 || state.missing != 0) {
        refuse(
            "a barrier in memory whose next phase begins before the thread has waited for the last one, or "
            "that waits for other than the bytes of its copies",
            call);
        return false;
      }
      state.going_on |= bit;
      state.missing = operand.bits;
      state.filled = *at;
      return true;
    }
    if ((state.going_on & bit) == 0 || state.filled != *at || state.missing < operand.bits) {
      refuse("a copy of a block of memory whose bytes its barrier does not wait for", call);
      return false;
    }
    state.missing -= operand.bits;
    if (!state.started.insert({*at, &call}).second)
      refuse("a copy of a block of memory that is made several times for one phase", call);
    if (!d_facts.ahead.emplace(&call, ahead).second && d_facts.ahead[&call] != ahead)
      refuse("a copy of a block of memory that is for one of several phases", call);
    if (!d_facts.bytes.emplace(&call, operand.bits).second && d_facts.bytes[&call] != operand.bits)
      refuse("a copy of a block of memory whose size is not constant", call);
    return true;
  }

  Low value(const llvm::Value& of, const Numbers& numbers) const { return d_values.value(of, numbers); }

  const llvm::Function& d_kernel;
  LowBits d_values;
  BarrierQueue d_queue;
  std::map<const llvm::CallInst*, BarrierStep> d_steps;
  std::uint64_t d_thread;
  bool d_starts = true;  // what is followed is the thread that starts copies, or any other one
  std::set<const llvm::Instruction*> d_collected;
  std::set<const llvm::PHINode*> d_chosen;
  std::set<std::tuple<const llvm::BasicBlock*, unsigned, std::uint32_t, std::uint32_t, std::uint32_t,
                      std::uint64_t, unsigned, std::vector<std::pair<const llvm::PHINode*, Low>>,
                      std::set<std::pair<unsigned, const llvm::CallInst*>>>>
      d_seen;
  std::deque<State> d_open;
  QueueFacts d_facts;
};

}  // namespace

std::optional<std::uint64_t> only_thread(const llvm::BasicBlock& block) {
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(*block.getParent()));
  for (const llvm::BasicBlock& from : *block.getParent()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (branch == nullptr || !branch->isConditional() || !dominators.dominates(&from, &block)) continue;
    for (const unsigned way : {0U, 1U}) {
      const llvm::BasicBlockEdge edge(&from, branch->getSuccessor(way));
      if (branch->getSuccessor(0) == branch->getSuccessor(1) || !dominators.dominates(edge, &block)) continue;
      if (const auto thread = thread_by(*branch->getCondition(), way == 0)) return thread;
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> constant_offset(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* object =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (object != llvm::getUnderlyingObject(&pointer, /*MaxLookup=*/0)) return std::nullopt;
  return offset.getSExtValue();
}

bool may_go(const llvm::BasicBlock& from, const llvm::BasicBlock& to, std::uint64_t thread) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return true;
  const auto decided = Follower(*from.getParent(), {}, {}, thread).decided(*branch->getCondition());
  return !decided || branch->getSuccessor(*decided ? 0 : 1) == &to;
}

QueueFacts follow_queue(const llvm::Function& kernel, const BarrierQueue& queue,
                        const std::map<const llvm::CallInst*, BarrierStep>& steps, std::uint64_t thread) {
  return Follower(kernel, queue, steps, thread).run();
}

}  // namespace launchproof::frontend
