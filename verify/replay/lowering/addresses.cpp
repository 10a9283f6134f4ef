// Replaces addresses by their positions in the launch's memory wherever the kernel examines one.
//
// The kernel's pointers identify the parameter that they come from (image.h), so that each access is checked
// against that argument only. Two arguments in one memory object therefore have different addresses. Code
// that compares addresses, or converts one to an integer, uses the position in the memory object instead: the
// pointer plus the `shift` of its view (machine.h).
#include "verify/replay/lowering/addresses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

// The shift that a pointer needs.
struct Shift {
  bool none = false;         // it may point into memory that belongs to no object of the launch
  bool is_open = false;      // only the address itself shows it
  std::uint32_t object = 0;  // object of a parameter; 0: none

  void add(std::uint32_t other) {
    is_open = is_open || (object != 0 && object != other);
    object = other;
  }
  void add(const Shift& other) {
    none = none || other.none;
    is_open = is_open || other.is_open;
    if (other.object != 0) add(other.object);
  }
  bool is_zero() const { return !is_open && object == 0; }
  bool is_known() const { return !is_open && object != 0 && !none; }
};

class Addresses {
 public:
  explicit Addresses(Rewriting& rewriting) : d_rewriting(rewriting) {}

  Shift of_pointer(const llvm::Value* pointer) const {
    Shift result;
    llvm::SmallVector<const llvm::Value*, 8> bases;
    llvm::getUnderlyingObjects(pointer, bases, nullptr, 0);
    for (const llvm::Value* base : bases) {
      if (const auto found = d_rewriting.parameters.find(base); found != d_rewriting.parameters.end()) {
        const model::ParameterKind kind = d_rewriting.tables.parameters[found->second - 1].kind;
        if (kind == model::ParameterKind::GlobalPointer || kind == model::ParameterKind::ConstantPointer)
          result.add(found->second);
        else
          result.none = true;
      } else if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::ConstantPointerNull>(base)) {
        result.none = true;
      } else {
        result.is_open = true;
      }
    }
    return result;
  }

  // Returns the shift of an integer that is computed from addresses.
  Shift of_integer(const llvm::Value* integer) const {
    Shift result;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    std::vector<const llvm::Value*> open{integer};
    while (!open.empty()) {
      const llvm::Value* value = open.back();
      open.pop_back();
      if (!seen.insert(value).second) continue;
      if (const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value)) {
        result.add(of_pointer(cast->getPointerOperand()));
      } else if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::PHINode, llvm::SelectInst>(value)) {
        for (const llvm::Value* operand : llvm::cast<llvm::User>(value)->operands())
          if (operand->getType()->isIntegerTy() && !operand->getType()->isIntegerTy(1))
            open.push_back(operand);
      } else if (llvm::isa<llvm::LoadInst, llvm::CallInst>(value)) {
        result.is_open = true;
      }
    }
    return result;
  }

  // Returns the 64-bit address that a device would use.
  llvm::Value* placed(llvm::IRBuilder<>& builder, llvm::Value* pointer) {
    const Shift shift = of_pointer(pointer);
    llvm::Value* address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
    return shift.is_zero() ? address
                           : builder.CreateAdd(address, amount(builder, shift, "lp_shift", address));
  }

  // Returns the shift of a pointer to this address, or of this shifted address.
  llvm::Value* amount(llvm::IRBuilder<>& builder, const Shift& shift, const char* hook,
                      llvm::Value* address) {
    if (!shift.is_known()) return builder.CreateCall(d_rewriting.hook(hook), {d_rewriting.item, address});
    llvm::IRBuilder<> entry(d_rewriting.kernel.getEntryBlock().getTerminator());
    llvm::Value* views =
        d_rewriting.constant_member(entry, d_rewriting.item, offsetof(MachineItem, views), entry.getPtrTy());
    return d_rewriting.constant_member(
        entry, views, shift.object * sizeof(DirectView) + offsetof(DirectView, shift), entry.getInt64Ty());
  }

 private:
  Rewriting& d_rewriting;
};

void place_comparison(Addresses& addresses, llvm::ICmpInst& compare) {
  llvm::Value* one = compare.getOperand(0);
  llvm::Value* two = compare.getOperand(1);
  // Null is null, whatever object the other pointer points into.
  if (llvm::isa<llvm::ConstantPointerNull>(one) || llvm::isa<llvm::ConstantPointerNull>(two)) return;
  const Shift a = addresses.of_pointer(one), b = addresses.of_pointer(two);
  if ((a.is_zero() && b.is_zero()) || (a.is_known() && b.is_known() && a.object == b.object)) return;
  llvm::IRBuilder<> builder(&compare);
  llvm::Value* first = addresses.placed(builder, one);
  llvm::Value* second = addresses.placed(builder, two);
  compare.replaceAllUsesWith(builder.CreateICmp(compare.getPredicate(), first, second));
  compare.eraseFromParent();
}

void place_integer(Addresses& addresses, llvm::PtrToIntInst& cast) {
  if (addresses.of_pointer(cast.getPointerOperand()).is_zero()) return;
  llvm::IRBuilder<> builder(&cast);
  cast.replaceAllUsesWith(
      builder.CreateZExtOrTrunc(addresses.placed(builder, cast.getPointerOperand()), cast.getType()));
  cast.eraseFromParent();
}

void take_back(Addresses& addresses, llvm::IntToPtrInst& cast, const Shift& shift) {
  llvm::IRBuilder<> builder(&cast);
  llvm::Value* address = builder.CreateZExtOrTrunc(cast.getOperand(0), builder.getInt64Ty());
  address = builder.CreateSub(address, addresses.amount(builder, shift, "lp_shift_back", address));
  cast.replaceAllUsesWith(builder.CreateIntToPtr(address, cast.getType()));
  cast.eraseFromParent();
}

}  // namespace

void lower_addresses(Rewriting& rewriting) {
  Addresses addresses(rewriting);
  std::vector<llvm::ICmpInst*> comparisons;
  std::vector<llvm::PtrToIntInst*> to_integers;
  std::vector<std::pair<llvm::IntToPtrInst*, Shift>> to_pointers;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    // Instructions that fetch the arguments.
    if (instruction.getParent() == &rewriting.kernel.getEntryBlock()) continue;
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        compare != nullptr && compare->getOperand(0)->getType()->isPointerTy()) {
      comparisons.push_back(compare);
    } else if (auto* integer = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
               integer != nullptr && integer->getType()->isIntegerTy()) {
      to_integers.push_back(integer);
    } else if (auto* pointer = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
               pointer != nullptr && pointer->getType()->isPointerTy()) {
      const Shift shift = addresses.of_integer(pointer->getOperand(0));
      if (!shift.is_zero()) to_pointers.emplace_back(pointer, shift);
    }
  }
  for (llvm::ICmpInst* compare : comparisons) place_comparison(addresses, *compare);
  for (const auto& [pointer, shift] : to_pointers) take_back(addresses, *pointer, shift);
  for (llvm::PtrToIntInst* integer : to_integers) place_integer(addresses, *integer);
}

}  // namespace launchproof::replay
