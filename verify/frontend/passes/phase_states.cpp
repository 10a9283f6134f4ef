#include "verify/frontend/passes/phase_states.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/passes/lower_copies.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/phases/queue_phases.h"
#include "verify/frontend/phases/thread_checks.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostPending = 16;

// Returns whether the two are computed alike from the same values.
bool is_same_value(const llvm::Value& a, const llvm::Value& b, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  const llvm::Value *one = &a, *two = &b;
  if (one->getType()->isPointerTy() && two->getType()->isPointerTy()) {
    one = one->stripPointerCasts();
    two = two->stripPointerCasts();
  }
  if (one == two) return true;
  const auto* first = llvm::dyn_cast<llvm::Instruction>(one);
  const auto* second = llvm::dyn_cast<llvm::Instruction>(two);
  if (depth > kDeepest || first == nullptr || second == nullptr || !first->isSameOperationAs(second) ||
      first->mayReadOrWriteMemory() || llvm::isa<llvm::PHINode, llvm::CallBase>(first))
    return false;
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    if (!is_same_value(*first->getOperand(i), *second->getOperand(i), depth + 1)) return false;
  return true;
}

// Returns whether the value may be another one each time that control comes to the block.
bool is_new_in(const llvm::Value& value, const llvm::BasicBlock& block, unsigned depth = 0) {
  constexpr unsigned kDeepest = 32;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return false;
  if (depth > kDeepest) return true;
  if (llvm::isa<llvm::PHINode, llvm::CallBase>(instruction) || instruction->mayReadFromMemory())
    return instruction->getParent() == &block;
  return std::ranges::any_of(instruction->operands(), [&](const llvm::Use& operand) {
    return is_new_in(*operand.get(), block, depth + 1);
  });
}

bool are_distinct(const PhasePlace& one, const PhasePlace& other) {
  if (one.object == other.object) return one.offset && other.offset && *one.offset != *other.offset;
  return llvm::isa<llvm::GlobalVariable, llvm::ConstantPointerNull>(one.object) &&
         llvm::isa<llvm::GlobalVariable, llvm::ConstantPointerNull>(other.object);
}

struct PendingPhase {
  PhasePlace place;
  std::set<const llvm::Value*> tokens;  // values that are certainly its token
  std::set<llvm::Instruction*> since;   // accesses
  bool is_next = false;                 // waited for in turn, without a token
  bool copies = false;                  // made a group of copies

  bool operator==(const PendingPhase&) const = default;
};

struct PhaseState {
  std::vector<PendingPhase> pending;       // the oldest one first
  std::set<llvm::Instruction*> unordered;  // accesses that no barrier has ordered
  std::optional<PhasePlace> copying;       // the barrier for which copies were made since the last arrival

  bool operator==(const PhaseState&) const = default;
};

class PhaseFollower {
 public:
  PhaseFollower(llvm::Function& kernel, bool copies)
      : d_kernel(kernel), d_layout(kernel.getParent()->getDataLayout()), d_copies(copies) {}

  PhaseFacts run() {
    d_entries[&d_kernel.getEntryBlock()] = PhaseState{};
    d_open.push_back(&d_kernel.getEntryBlock());
    while (!d_open.empty() && d_facts.refused.empty()) {
      llvm::BasicBlock& block = *d_open.front();
      d_open.pop_front();
      PhaseState state = d_entries.at(&block);
      for (llvm::Instruction& instruction : block) step(instruction, state, /*judges=*/false);
      for (llvm::BasicBlock* next : llvm::successors(&block)) enter(*next, block, state);
    }
    if (!d_facts.refused.empty()) return std::move(d_facts);
    for (auto& [block, entry] : d_entries) {
      PhaseState state = entry;
      for (llvm::Instruction& instruction : *block) step(instruction, state, /*judges=*/true);
    }
    return std::move(d_facts);
  }

 private:
  void refuse(const char* why, const llvm::Instruction& at) {
    if (!d_facts.refused.empty()) return;
    d_facts.refused = why;
    d_facts.refused_at = &at;
  }

  PhasePlace place(const llvm::CallInst& call) const { return phase_place(*call.getArgOperand(0), d_layout); }

  void enter(llvm::BasicBlock& block, const llvm::BasicBlock& from, PhaseState state) {
    for (PendingPhase& one : state.pending) age(one.place, block);
    if (state.copying) age(*state.copying, block);
    for (PendingPhase& one : state.pending)
      for (const llvm::PHINode& phi : block.phis()) {
        if (one.tokens.contains(without_vectors(phi.getIncomingValueForBlock(&from))))
          one.tokens.insert(&phi);
        else
          one.tokens.erase(&phi);
      }
    const auto [found, is_new] = d_entries.emplace(&block, state);
    if (!is_new) {
      PhaseState& known = found->second;
      const PhaseState before = known;
      if (!join(known, state)) {
        refuse("a barrier in two steps that threads have arrived at on some ways alone", block.front());
        return;
      }
      if (known == before) return;
    }
    if (std::ranges::find(d_open, &block) == d_open.end()) d_open.push_back(&block);
  }

  // Returns false if the two do not fit.
  static bool join(PhaseState& into, const PhaseState& other) {
    if (into.pending.size() != other.pending.size()) return false;
    for (std::size_t i = 0; i < into.pending.size(); ++i) {
      PendingPhase& one = into.pending[i];
      const PendingPhase& two = other.pending[i];
      if (one.is_next != two.is_next || !join(one.place, two.place)) return false;
      one.copies |= two.copies;
      std::erase_if(one.tokens, [&](const llvm::Value* token) { return !two.tokens.contains(token); });
      one.since.insert(two.since.begin(), two.since.end());
    }
    into.unordered.insert(other.unordered.begin(), other.unordered.end());
    if (into.copying && other.copying) return join(*into.copying, *other.copying);
    if (!into.copying) into.copying = other.copying;
    return true;
  }

  static bool join(PhasePlace& into, const PhasePlace& other) {
    if (into.object != other.object || are_distinct(into, other)) return false;
    if (!is_same(into, other)) into = {into.object, std::nullopt, nullptr};
    return true;
  }

  static void age(PhasePlace& place, const llvm::BasicBlock& block) {
    if (!place.offset && place.pointer != nullptr && is_new_in(*place.pointer, block))
      place.pointer = nullptr;
  }

  void step(llvm::Instruction& instruction, PhaseState& state, bool judges) {
    const llvm::StringRef name = called_name(instruction);
    if (name == kPhaseArrive) {
      arrive(llvm::cast<llvm::CallInst>(instruction), state, judges);
    } else if (name == kPhaseWait || name == kPhaseTest) {
      wait(llvm::cast<llvm::CallInst>(instruction), state, judges);
    } else if (name == kPhaseFree || name == kPhasePush) {
      push(llvm::cast<llvm::CallInst>(instruction), state);
    } else if (name == kPhaseNext) {
      next(llvm::cast<llvm::CallInst>(instruction), state, judges);
    } else if (name == kPhaseCopy) {
      const auto& call = llvm::cast<llvm::CallInst>(instruction);
      if (judges && state.copying && !is_same(*state.copying, place(call)))
        refuse("copies for two barriers before the thread arrives at one of them", call);
      state.copying = place(call);
    } else if (name.starts_with("_Z7barrier")) {
      state.unordered.clear();
      for (PendingPhase& one : state.pending) one.since.clear();
    } else if (llvm::isa<llvm::ReturnInst>(instruction)) {
      if (judges && std::ranges::any_of(state.pending, [](const auto& one) { return !one.is_next; }))
        refuse("a thread that ends before it waits for a barrier that it has arrived at", instruction);
    } else if (!state.pending.empty() && (name == kCopyWait || name == kCopyWaitAll)) {
      // The barrier stands where the thread waits. What ends here has not ended where the thread arrives.
      if (judges) refuse("a wait for copies between the steps of a barrier", instruction);
    } else if (!state.pending.empty() && !name.starts_with("launchproof.")) {
      access(instruction, state, judges);
    }
  }

  void access(llvm::Instruction& instruction, PhaseState& state, bool judges) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (judges && call != nullptr && call->getCalledFunction() != nullptr &&
        !call->getCalledFunction()->isDeclaration())
      refuse("a call of a function that is not inlined between the steps of a barrier", instruction);
    const std::vector<Touch> touches = touches_of(instruction, d_layout);
    const bool is_shared = std::ranges::any_of(touches, [](const Touch& touch) {
      return may_be_in(touch.pointer, kLocalSpace) || may_be_in(touch.pointer, kGlobalSpace);
    });
    if (!is_shared) return;
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
      if (judges) refuse("an atomic access between the steps of a barrier", instruction);
      return;
    }
    state.unordered.insert(&instruction);
    for (PendingPhase& one : state.pending) one.since.insert(&instruction);
  }

  void arrive(const llvm::CallInst& call, PhaseState& state, bool judges) {
    for (PendingPhase& one : state.pending) one.tokens.erase(&call);
    if (!std::ranges::all_of(state.pending,
                             [&](const PendingPhase& one) { return are_distinct(one.place, place(call)); })) {
      refuse("a thread that arrives at a barrier again before it waits for the last phase", call);
      return;
    }
    if (state.pending.size() >= kMostPending) {
      refuse("a thread that arrives at more than 16 barriers before it waits", call);
      return;
    }
    if (judges && state.copying && !is_same(*state.copying, place(call)))
      refuse("copies for another barrier than the thread arrives at next", call);
    state.copying.reset();
    const auto first = std::ranges::find_if(state.pending, [](const auto& one) { return one.is_next; });
    state.pending.insert(first, {place(call), {&call}, {}, false, d_copies});
  }

  // Free stages have none.
  static bool makes_copies(const llvm::CallInst& call) {
    const auto* none = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    return none == nullptr || !none->isZero();
  }

  void push(const llvm::CallInst& call, PhaseState& state) {
    if (state.pending.size() >= kMostPending)
      refuse("a pipeline of which more than some 8 stages go on", call);
    else
      state.pending.insert(std::ranges::upper_bound(state.pending, order_of(place(call)), {},
                                                    [](const PendingPhase& one) {
                                                      return one.is_next
                                                                 ? order_of(one.place)
                                                                 : std::pair<std::uint64_t, std::string>();
                                                    }),
                           {place(call), {}, {}, true, makes_copies(call)});
  }

  // What is waited for in turn stands behind the rest, by its place.
  static std::pair<std::uint64_t, std::string> order_of(const PhasePlace& place) {
    return {1 + place.offset.value_or(0), place.object->getName().str()};
  }

  void next(const llvm::CallInst& call, PhaseState& state, bool judges) {
    const auto found = std::ranges::find_if(state.pending, [&](const PendingPhase& one) {
      return one.is_next && is_same(one.place, place(call));
    });
    if (found == state.pending.end())
      refuse("a pipeline whose stages are not certainly given back or filled before a thread waits for them",
             call);
    else
      end(found, call, state, judges);
  }

  void wait(const llvm::CallInst& call, PhaseState& state, bool judges) {
    const auto found = std::ranges::find_if(state.pending, [&](const PendingPhase& one) {
      return !one.is_next && is_same(one.place, place(call));
    });
    if (found == state.pending.end()) {
      refuse("a wait at a barrier in two steps that the thread has not certainly arrived at", call);
      return;
    }
    if (judges && !found->tokens.contains(without_vectors(call.getArgOperand(1))))
      refuse("a wait for a phase of a barrier that is not certainly the one that the thread arrived at",
             call);
    end(found, call, state, judges);
  }

  void end(std::vector<PendingPhase>::iterator phase, const llvm::CallInst& call, PhaseState& state,
           bool judges) {
    const auto copies = [](const PendingPhase& one) { return one.copies; };
    if (judges && phase->copies && std::any_of(state.pending.begin(), phase, copies))
      refuse("a wait for copies of a barrier before those of another that the thread arrived at first", call);
    std::erase_if(state.unordered, [&](llvm::Instruction* one) { return !phase->since.contains(one); });
    if (judges) {
      d_facts.unordered[&call] = state.unordered;
      d_facts.later[&call] =
          static_cast<unsigned>(std::count_if(std::next(phase), state.pending.end(), copies));
    }
    state.pending.erase(phase);
  }

  llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  bool d_copies;
  std::map<llvm::BasicBlock*, PhaseState> d_entries;
  std::deque<llvm::BasicBlock*> d_open;
  PhaseFacts d_facts;
};

// What the thread with number 0 in all dimensions does.
class FirstThread {
 public:
  explicit FirstThread(llvm::Function& kernel)
      : d_kernel(kernel), d_layout(kernel.getParent()->getDataLayout()), d_later(kernel) {}

  std::set<std::pair<const llvm::Value*, std::uint64_t>> run() {
    constexpr unsigned kMostSteps = 4'096;
    const llvm::BasicBlock* block = &d_kernel.getEntryBlock();
    const llvm::BasicBlock* from = nullptr;
    for (unsigned steps = 0; block != nullptr && steps < kMostSteps; ++steps) {
      std::map<const llvm::PHINode*, std::optional<std::uint64_t>> chosen;
      for (const llvm::PHINode& phi : block->phis())
        chosen[&phi] = from == nullptr ? std::nullopt : value(*phi.getIncomingValueForBlock(from));
      for (const auto& [phi, number] : chosen) d_numbers[phi] = number;
      for (const llvm::Instruction& instruction : *block) {
        const llvm::StringRef name = called_name(instruction);
        if (name == kPhaseArrive) return d_made;
        if (name == kPhaseInit) initialise(llvm::cast<llvm::CallInst>(instruction));
      }
      from = block;
      block = next(*block, from);
    }
    return d_made;
  }

 private:
  // Sets `from` to null where the block is entered from one of several.
  const llvm::BasicBlock* next(const llvm::BasicBlock& block, const llvm::BasicBlock*& from) {
    const llvm::Instruction& end = *block.getTerminator();
    if (end.getNumSuccessors() == 1) return end.getSuccessor(0);
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end))
      if (const auto condition = value(*branch->getCondition()))
        return branch->getSuccessor(*condition != 0 ? 0 : 1);
    from = nullptr;
    const auto* node = d_later.getNode(const_cast<llvm::BasicBlock*>(&block));
    if (node == nullptr || node->getIDom() == nullptr) return nullptr;
    // Values of the ways in between are not known.
    d_numbers.clear();
    return node->getIDom()->getBlock();
  }

  void initialise(const llvm::CallInst& call) {
    const llvm::Value& pointer = *call.getArgOperand(0);
    if (const auto offset = distance(pointer)) d_made.emplace(object_of(&pointer), *offset);
  }

  // The bytes from the start of the object.
  std::optional<std::uint64_t> distance(const llvm::Value& pointer) const {
    if (llvm::isa<llvm::GlobalVariable, llvm::Argument>(pointer)) return 0;
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(&pointer))
      return distance(*cast->getPointerOperand());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&pointer)) return known(*phi);
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    if (step == nullptr) return std::nullopt;
    llvm::MapVector<llvm::Value*, llvm::APInt> variable;
    llvm::APInt constant(64, 0);
    if (d_layout.getIndexTypeSizeInBits(step->getType()) != 64 ||
        !step->collectOffset(d_layout, 64, variable, constant))
      return std::nullopt;
    std::optional<std::uint64_t> at = distance(*step->getPointerOperand());
    if (at) *at += constant.getZExtValue();
    for (const auto& [index, scale] : variable) {
      const auto number = value(*index);
      if (!at || !number) return std::nullopt;
      const unsigned width = index->getType()->getIntegerBitWidth();
      *at += llvm::APInt(width, *number).sextOrTrunc(64).getZExtValue() * scale.getZExtValue();
    }
    return at;
  }

  std::optional<std::uint64_t> known(const llvm::PHINode& phi) const {
    const auto found = d_numbers.find(&phi);
    return found == d_numbers.end() ? std::nullopt : found->second;
  }

  std::optional<std::uint64_t> value(const llvm::Value& of, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 32;
    if (of.getType()->isPointerTy()) return llvm::isa<llvm::PHINode>(of) ? distance(of) : std::nullopt;
    if (!of.getType()->isIntegerTy() || of.getType()->getIntegerBitWidth() > 64 || depth > kDeepest)
      return std::nullopt;
    const unsigned width = of.getType()->getIntegerBitWidth();
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&of)) return number->getZExtValue();
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&of)) return known(*phi);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&of);
    if (instruction == nullptr) return std::nullopt;
    if (called_name(*instruction) == "_Z12get_local_idj") return 0;
    const auto part = [&](unsigned i) { return value(*instruction->getOperand(i), depth + 1); };
    const auto within = [](std::uint64_t number, unsigned bits) {
      return llvm::APInt(64, number).zextOrTrunc(bits).getZExtValue();
    };
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(instruction)) {
      const auto a = part(0), b = part(1);
      if (!a || !b || !compare->getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
      const unsigned bits = compare->getOperand(0)->getType()->getIntegerBitWidth();
      return llvm::ICmpInst::compare(llvm::APInt(bits, *a), llvm::APInt(bits, *b), compare->getPredicate())
                 ? 1
                 : 0;
    }
    switch (instruction->getOpcode()) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Freeze:
        return part(0);
      case llvm::Instruction::Trunc: {
        const auto from = part(0);
        return from ? std::optional(within(*from, width)) : std::nullopt;
      }
      case llvm::Instruction::SExt: {
        const auto from = part(0);
        if (!from) return std::nullopt;
        const unsigned narrow = instruction->getOperand(0)->getType()->getIntegerBitWidth();
        return llvm::APInt(narrow, *from).sext(width).getZExtValue();
      }
      case llvm::Instruction::Select: {
        const auto condition = part(0);
        return condition ? part(*condition != 0 ? 1 : 2) : std::nullopt;
      }
      case llvm::Instruction::Mul:
      case llvm::Instruction::And: {
        const auto a = part(0), b = part(1);
        if ((a && *a == 0) || (b && *b == 0)) return 0;
        if (!a || !b) return std::nullopt;
        return within(instruction->getOpcode() == llvm::Instruction::Mul ? *a * *b : *a & *b, width);
      }
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Or:
      case llvm::Instruction::Xor: {
        const auto a = part(0), b = part(1);
        if (!a || !b) return std::nullopt;
        const unsigned opcode = instruction->getOpcode();
        if (opcode == llvm::Instruction::Add) return within(*a + *b, width);
        if (opcode == llvm::Instruction::Sub) return within(*a - *b, width);
        return opcode == llvm::Instruction::Or ? *a | *b : *a ^ *b;
      }
      default:
        return std::nullopt;
    }
  }

  llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  llvm::PostDominatorTree d_later;
  std::map<const llvm::PHINode*, std::optional<std::uint64_t>> d_numbers;
  std::set<std::pair<const llvm::Value*, std::uint64_t>> d_made;
};

}  // namespace

PhasePlace phase_place(const llvm::Value& barrier, const llvm::DataLayout& layout) {
  return {object_of(&barrier), constant_offset(barrier, layout), &barrier};
}

bool is_same(const PhasePlace& one, const PhasePlace& other) {
  if (one.object != other.object) return false;
  if (one.offset && other.offset) return *one.offset == *other.offset;
  if (one.pointer == nullptr || other.pointer == nullptr) return false;
  return is_same_value(*one.pointer, *other.pointer);
}

PhaseFacts follow_phases(llvm::Function& kernel, bool copies) {
  return PhaseFollower(kernel, copies).run();
}

std::set<std::pair<const llvm::Value*, std::uint64_t>> initialised_phases(llvm::Function& kernel) {
  return FirstThread(kernel).run();
}

}  // namespace launchproof::frontend
