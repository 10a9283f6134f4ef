#include "verify/frontend/phases/queue_phases.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <tuple>
#include <utility>

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostStates = 20'000;
constexpr unsigned kExact = 64;

// The low bits of a value that are known. All of them: the value is.
struct Low {
  std::uint64_t bits = 0;
  unsigned known = 0;

  bool is_exact() const { return known == kExact; }
  auto operator<=>(const Low&) const = default;
};

std::uint64_t low_bits(std::uint64_t value, unsigned count) {
  return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
}

Low exact(std::uint64_t value) {
  return {value, kExact};
}

Low partly(std::uint64_t value, unsigned known, unsigned width) {
  if (known >= width) return exact(low_bits(value, width));
  return {low_bits(value, known), known};
}

unsigned width_of(const llvm::Value& value) {
  return value.getType()->isIntegerTy() ? value.getType()->getIntegerBitWidth() : 64;
}

bool is_thread_number(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 1) return false;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  return call->getCalledFunction()->getName() == "_Z12get_local_idj" && dimension != nullptr &&
         dimension->isZero();
}

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
        d_layout(kernel.getParent()->getDataLayout()),
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
  using Numbers = std::map<const llvm::PHINode*, Low>;
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

  // Counters would have too many values: of large ones, few bits are kept.
  static Low bounded(const Low& number, const llvm::PHINode& phi) {
    constexpr std::uint64_t kLargest = 64;
    constexpr unsigned kKept = 5;
    if (phi.getType()->isPointerTy()) return number;
    const unsigned width = width_of(phi);
    const std::uint64_t negated = low_bits(std::uint64_t{0} - number.bits, width);
    if (number.is_exact() && (number.bits < kLargest || negated < kLargest)) return number;
    return partly(number.bits, std::min(number.known, kKept), width);
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

  Low value(const llvm::Value& of, const Numbers& numbers, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 48;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&of))
      return number->getBitWidth() > 64 ? Low{} : exact(number->getZExtValue());
    if (depth > kDeepest) return {};
    const auto part = [&](const llvm::Value& operand) { return value(operand, numbers, depth + 1); };
    if (of.getType()->isPointerTy()) return place(of, numbers, depth);
    if (!of.getType()->isIntegerTy() || width_of(of) > 64) return {};
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&of)) {
      const auto known = numbers.find(phi);
      return known == numbers.end() ? Low{} : known->second;
    }
    if (is_thread_number(of)) return d_starts ? exact(d_thread) : Low{};
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&of);
    if (instruction == nullptr) return {};
    const unsigned width = width_of(of);
    switch (instruction->getOpcode()) {
      case llvm::Instruction::ZExt: {
        const Low from = part(*instruction->getOperand(0));
        return from.is_exact() ? from : partly(from.bits, from.known, width);
      }
      case llvm::Instruction::SExt: {
        const Low from = part(*instruction->getOperand(0));
        const unsigned narrow = width_of(*instruction->getOperand(0));
        if (!from.is_exact()) return partly(from.bits, from.known, width);
        const bool is_negative = (from.bits >> (narrow - 1) & 1) != 0;
        return exact(
            low_bits(is_negative ? from.bits | ~low_bits(~std::uint64_t{0}, narrow) : from.bits, width));
      }
      case llvm::Instruction::Trunc: {
        const Low from = part(*instruction->getOperand(0));
        return partly(from.bits, from.known, width);
      }
      case llvm::Instruction::Freeze:
        return part(*instruction->getOperand(0));
      case llvm::Instruction::Select: {
        const Low condition = part(*instruction->getOperand(0));
        if (condition.is_exact()) return part(*instruction->getOperand(condition.bits != 0 ? 1 : 2));
        const Low one = part(*instruction->getOperand(1)), other = part(*instruction->getOperand(2));
        return one == other ? one : Low{};
      }
      case llvm::Instruction::ICmp:
        return comparison(llvm::cast<llvm::ICmpInst>(*instruction), part(*instruction->getOperand(0)),
                          part(*instruction->getOperand(1)));
      default:
        return instruction->isBinaryOp()
                   ? operation(instruction->getOpcode(), part(*instruction->getOperand(0)),
                               part(*instruction->getOperand(1)), width)
                   : Low{};
    }
  }

  static Low operation(unsigned opcode, const Low& a, const Low& b, unsigned width) {
    const unsigned known = std::min(a.known, b.known);
    switch (opcode) {
      case llvm::Instruction::Add:
        return partly(a.bits + b.bits, known, width);
      case llvm::Instruction::Sub:
        return partly(a.bits - b.bits, known, width);
      case llvm::Instruction::Mul:
        return partly(a.bits * b.bits, known, width);
      case llvm::Instruction::Xor:
        return partly(a.bits ^ b.bits, known, width);
      case llvm::Instruction::Or:
        return partly(a.bits | b.bits, known, width);
      case llvm::Instruction::And: {
        // Bits that the one does not have need not be known of the other.
        const auto within = [](const Low& mask, const Low& other) {
          return mask.is_exact() && low_bits(mask.bits, other.known) == mask.bits;
        };
        if (within(a, b) || within(b, a)) return exact(a.bits & b.bits);
        return partly(a.bits & b.bits, known, width);
      }
      case llvm::Instruction::Shl:
        if (!b.is_exact() || b.bits >= width) return {};
        return partly(a.bits << b.bits, a.is_exact() ? kExact : a.known + static_cast<unsigned>(b.bits),
                      width);
      case llvm::Instruction::LShr:
        if (!b.is_exact() || b.bits >= width) return {};
        if (a.is_exact()) return exact(a.bits >> b.bits);
        return a.known > b.bits ? partly(a.bits >> b.bits, a.known - static_cast<unsigned>(b.bits), width)
                                : Low{};
      case llvm::Instruction::URem:
        if (b.is_exact() && std::has_single_bit(b.bits) && low_bits(b.bits - 1, a.known) == b.bits - 1)
          return exact(a.bits & (b.bits - 1));
        return a.is_exact() && b.is_exact() && b.bits != 0 ? exact(a.bits % b.bits) : Low{};
      case llvm::Instruction::UDiv:
        return a.is_exact() && b.is_exact() && b.bits != 0 ? exact(a.bits / b.bits) : Low{};
      default:
        return {};
    }
  }

  static Low comparison(const llvm::ICmpInst& compare, const Low& a, const Low& b) {
    if (compare.isEquality() && low_bits(a.bits ^ b.bits, std::min(a.known, b.known)) != 0)
      return exact(compare.getPredicate() == llvm::ICmpInst::ICMP_NE ? 1 : 0);
    if (!a.is_exact() || !b.is_exact() || !compare.getOperand(0)->getType()->isIntegerTy()) return {};
    const unsigned width = width_of(*compare.getOperand(0));
    return exact(llvm::ICmpInst::compare(llvm::APInt(width, a.bits), llvm::APInt(width, b.bits),
                                         compare.getPredicate())
                     ? 1
                     : 0);
  }

  // The bytes from the object's start.
  Low place(const llvm::Value& pointer, const Numbers& numbers, unsigned depth) const {
    if (&pointer == d_queue.object) return exact(0);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&pointer)) {
      const auto known = numbers.find(phi);
      return known == numbers.end() ? Low{} : known->second;
    }
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(&pointer))
      return value(*cast->getPointerOperand(), numbers, depth + 1);
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    if (step == nullptr) return {};
    llvm::MapVector<llvm::Value*, llvm::APInt> variable;
    llvm::APInt constant(64, 0);
    if (d_layout.getIndexTypeSizeInBits(step->getType()) != 64 ||
        !step->collectOffset(d_layout, 64, variable, constant))
      return {};
    Low at = operation(llvm::Instruction::Add, value(*step->getPointerOperand(), numbers, depth + 1),
                       exact(constant.getZExtValue()), 64);
    for (const auto& [index, scale] : variable) {
      Low moved = value(*index, numbers, depth + 1);
      const unsigned width = width_of(*index);
      if (moved.is_exact() && width < 64 && (moved.bits >> (width - 1) & 1) != 0)
        moved.bits |= ~low_bits(~std::uint64_t{0}, width);
      at = operation(llvm::Instruction::Add, at,
                     operation(llvm::Instruction::Mul, moved, exact(scale.getZExtValue()), 64), 64);
    }
    return at;
  }

  const llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
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
