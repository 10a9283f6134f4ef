#include "verify/frontend/cuda/warp_masks.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <bit>
#include <optional>
#include <set>
#include <vector>

namespace launchproof::frontend::cuda {
namespace {

using llvm::BasicBlock;
using llvm::CallBase;
using llvm::Value;
using model::MaskMeeting;
namespace match = llvm::PatternMatch;

constexpr unsigned kLanes = 32;
constexpr const char* kStatement = "_Z23__launchproof_warp_maskj";
constexpr const char* kPresent = "_Z28__launchproof_present_balloti";
constexpr const char* kMatching = "_Z28__launchproof_matching_lanesm";

// Returns the call of the function that the value is, or null.
const CallBase* call_of(const Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<CallBase>(value);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName() == name ? call : nullptr;
}

const CallBase* lane_of(const Value* value) {
  return call_of(value, "_Z22get_sub_group_local_idv");
}

// States that a value is zero, or that it is not.
struct Condition {
  const Value* value = nullptr;
  bool is_zero = false;
};

// The origin of a mask: the call at which the threads that it names are together.
struct Source {
  const CallBase* call = nullptr;
  Condition vote;  // the vote of the threads in the mask; without a value: of all that are present
};

// Returns the condition that the value is not zero, expressed by the value from which it is computed.
Condition truth_of(const Value* value) {
  Condition condition{value, false};
  for (;;) {
    const Value* inner = nullptr;
    llvm::ICmpInst::Predicate predicate = llvm::ICmpInst::ICMP_EQ;
    // A truncation of an extension is a variable of type bool.
    const bool is_bool =
        match::match(condition.value, match::m_Trunc(match::m_ZExt(match::m_Value(inner)))) &&
        inner->getType() == condition.value->getType();
    if (is_bool || match::match(condition.value, match::m_ZExt(match::m_Value(inner)))) {
      condition.value = inner;
    } else if (match::match(condition.value,
                            match::m_ICmp(predicate, match::m_Value(inner), match::m_Zero())) &&
               (predicate == llvm::CmpInst::ICMP_EQ || predicate == llvm::CmpInst::ICMP_NE)) {
      condition.value = inner;
      condition.is_zero ^= predicate == llvm::CmpInst::ICMP_EQ;
    } else if (condition.value->getType()->isIntegerTy(1) &&
               match::match(condition.value, match::m_Not(match::m_Value(inner)))) {
      condition.value = inner;
      condition.is_zero = !condition.is_zero;
    } else {
      return condition;
    }
  }
}

std::optional<Source> ballot_of(const Value* mask) {
  const auto* word = llvm::dyn_cast<llvm::ExtractElementInst>(mask);
  if (word == nullptr || !match::match(word->getIndexOperand(), match::m_Zero())) return std::nullopt;
  const Value* votes = word->getVectorOperand();
  const CallBase* call = call_of(votes, "_Z16sub_group_balloti");
  if (call == nullptr) call = call_of(votes, "_Z25__launchproof_warp_balloti");
  if (call == nullptr) return std::nullopt;
  const Condition vote = truth_of(call->getArgOperand(0));
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(vote.value)) {
    if (constant->isZero() != vote.is_zero) return std::nullopt;
    return Source{call, {}};
  }
  return Source{call, vote};
}

std::optional<Source> source_of(const Value* mask) {
  if (const CallBase* present = call_of(mask, kPresent)) {
    const auto* vote = llvm::dyn_cast<llvm::ConstantInt>(present->getArgOperand(0));
    if (vote == nullptr || vote->isZero()) return std::nullopt;
    return Source{present, {}};
  }
  if (auto ballot = ballot_of(mask)) return ballot;
  const auto* joined = llvm::dyn_cast<llvm::BinaryOperator>(mask);
  if (joined == nullptr) return std::nullopt;
  for (const bool swapped : {false, true}) {
    const Value* one = joined->getOperand(swapped ? 1 : 0);
    const Value* other = joined->getOperand(swapped ? 0 : 1);
    // The votes of the threads in a mask.
    if (joined->getOpcode() == llvm::Instruction::And) {
      const auto ballot = ballot_of(one);
      if (ballot && mask_before(*ballot->call) == other) return ballot;
    }
    // The lanes with the same value, including the own lane.
    if (joined->getOpcode() == llvm::Instruction::Or) {
      const CallBase* call = call_of(one, kMatching);
      const Value* lane = nullptr;
      if (call != nullptr && match::match(other, match::m_Shl(match::m_One(), match::m_Value(lane))) &&
          lane_of(lane) != nullptr)
        return Source{call, {}};
    }
  }
  return std::nullopt;
}

bool is_computed(const Value* value) {
  return llvm::isa<llvm::CmpInst, llvm::BinaryOperator, llvm::CastInst, llvm::FreezeInst>(value);
}

// Returns whether both are computed in the same way from the same values.
bool are_equal(const Value* one, const Value* other) {
  if (one == other) return true;
  if (!is_computed(one) || !is_computed(other)) return false;
  const auto* first = llvm::cast<llvm::Instruction>(one);
  const auto* second = llvm::cast<llvm::Instruction>(other);
  if (!first->isSameOperationAs(second)) return false;
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    if (!are_equal(first->getOperand(i), second->getOperand(i))) return false;
  return true;
}

// States that a value is more than `bound`, or not more if `is_opposite`.
struct Bound {
  const Value* value = nullptr;
  llvm::APInt bound;
  bool is_signed = false;
  bool is_opposite = false;
};

// Returns the bound in a comparison with a constant; nothing for other values, and if there is no such bound.
std::optional<Bound> bound_of(const Value* value) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(value);
  const llvm::APInt* constant = nullptr;
  if (comparison == nullptr || !comparison->isRelational() ||
      !match::match(comparison->getOperand(1), match::m_APInt(constant)))
    return std::nullopt;
  Bound bound{comparison->getOperand(0), *constant, comparison->isSigned(), false};
  const llvm::ICmpInst::Predicate predicate = comparison->getPredicate();
  const bool is_less = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
  bound.is_opposite = is_less;
  // x >= c and x < c are comparisons with c - 1.
  if (llvm::ICmpInst::isGE(predicate) || llvm::ICmpInst::isLT(predicate)) {
    if (bound.is_signed ? constant->isMinSignedValue() : constant->isMinValue()) return std::nullopt;
    --bound.bound;
  }
  return bound;
}

// Returns whether `one` equals `other` (true) or its negation (false); nothing if neither is known.
std::optional<bool> is_same(const Value* one, const Value* other) {
  if (are_equal(one, other)) return true;
  const auto first = bound_of(one);
  const auto second = bound_of(other);
  if (!first || !second || !are_equal(first->value, second->value) || first->is_signed != second->is_signed ||
      first->bound != second->bound)
    return std::nullopt;
  return first->is_opposite == second->is_opposite;
}

// The blocks in which the value, and the values that it is computed from, are computed.
void add_blocks(const Value* value, std::set<const BasicBlock*>& blocks) {
  const auto* made = llvm::dyn_cast_or_null<llvm::Instruction>(value);
  if (made == nullptr) return;
  blocks.insert(made->getParent());
  if (!is_computed(made)) return;
  for (const Value* operand : made->operands()) add_blocks(operand, blocks);
}

// Paths through the blocks of a kernel for threads with a certain value of a condition.
class Paths {
 public:
  // Without a value in `vote`, all paths count.
  Paths(const Condition& vote, bool is_true) : d_vote(vote), d_is_true(is_true) {
    add_blocks(vote.value, d_made_in);
  }

  enum class End : unsigned char { Target, Stop, Exit };
  // Returns where paths from the end of `from` lead first: to the target, to `stop`, or to the end of the
  // kernel. Returns nothing if a path computes the condition again.
  std::optional<std::set<End>> ends(const BasicBlock& from, const BasicBlock& target,
                                    const BasicBlock& stop) const {
    std::set<End> found;
    std::set<const BasicBlock*> seen;
    std::vector<const BasicBlock*> open = next(from);
    while (!open.empty()) {
      const BasicBlock* block = open.back();
      open.pop_back();
      if (block == &target || block == &stop) {
        found.insert(block == &target ? End::Target : End::Stop);
        continue;
      }
      if (!seen.insert(block).second) continue;
      if (d_made_in.contains(block)) return std::nullopt;
      if (llvm::succ_empty(block)) found.insert(End::Exit);
      for (const BasicBlock* after : next(*block)) open.push_back(after);
    }
    return found;
  }

 private:
  std::vector<const BasicBlock*> next(const BasicBlock& block) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (d_vote.value != nullptr && branch != nullptr && branch->isConditional()) {
      const Condition taken = truth_of(branch->getCondition());
      if (const auto same = is_same(taken.value, d_vote.value)) {
        const bool is_vote = *same == (taken.is_zero == d_vote.is_zero);
        return {branch->getSuccessor(d_is_true == is_vote ? 0 : 1)};
      }
    }
    return {llvm::succ_begin(&block), llvm::succ_end(&block)};
  }

  Condition d_vote;
  bool d_is_true;
  std::set<const BasicBlock*> d_made_in;
};

// Returns whether every thread in the mask, and no other thread, gets from the source to the statement before
// it reaches either of them again or ends.
bool all_come(const Source& source, const CallBase& statement) {
  using End = Paths::End;
  const BasicBlock& from = *source.call->getParent();
  const BasicBlock& to = *statement.getParent();
  if (&from == &to) return source.vote.value == nullptr && source.call->comesBefore(&statement);
  const auto of_named = Paths(source.vote, true).ends(from, to, from);
  if (!of_named || *of_named != std::set<End>{End::Target}) return false;
  // Once.
  const auto again = Paths({}, true).ends(to, to, from);
  if (!again || again->contains(End::Target)) return false;
  if (source.vote.value == nullptr) return true;
  const auto of_others = Paths(source.vote, false).ends(from, to, from);
  return of_others && !of_others->contains(End::Target);
}

// Returns whether the mask is (2^n - 1) << (lane & ~(n - 1)), a tile of n lanes.
bool is_tile(const Value* mask) {
  const llvm::APInt* lanes = nullptr;
  const llvm::APInt* kept = nullptr;
  const Value* lane = nullptr;
  if (!match::match(mask, match::m_Shl(match::m_APInt(lanes),
                                       match::m_And(match::m_Value(lane), match::m_APInt(kept)))))
    return false;
  if (lane_of(lane) == nullptr || !lanes->isMask()) return false;
  const unsigned size = lanes->countr_one();
  return size < kLanes && std::has_single_bit(size) &&
         (kept->getZExtValue() & (kLanes - 1)) == ((kLanes - 1) & ~(size - 1));
}

}  // namespace

const llvm::Value* mask_before(const CallBase& call) {
  for (const llvm::Instruction* at = call.getPrevNode(); at != nullptr; at = at->getPrevNode())
    if (const CallBase* statement = call_of(at, kStatement)) return statement->getArgOperand(0);
  return nullptr;
}

MaskMeeting meeting_of_mask(const CallBase& statement) {
  const Value* mask = statement.getArgOperand(0);
  if (is_tile(mask)) return MaskMeeting::WhereUniform;
  const auto source = source_of(mask);
  return source && all_come(*source, statement) ? MaskMeeting::Shown : MaskMeeting::NotShown;
}

}  // namespace launchproof::frontend::cuda
