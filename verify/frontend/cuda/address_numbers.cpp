#include "verify/frontend/cuda/address_numbers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <map>
#include <optional>

#include "verify/frontend/ir/address_spaces.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr unsigned kNarrowBits = 32, kWideBits = 64;

// Returns the memory that a call of such a function names; nothing for other values.
std::optional<std::string> memory_of(const llvm::Value* value, llvm::StringRef prefix) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->getName().starts_with(prefix)) return std::nullopt;
  return callee->getName().substr(prefix.size()).str();
}

// Returns whether the number is computed from an address. Gives up, with true, on long computations.
bool has_address(const llvm::Value* number) {
  constexpr std::size_t kMost = 256;
  std::vector<const llvm::Value*> open{number};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{number};
  while (!open.empty()) {
    const llvm::Value* value = open.back();
    open.pop_back();
    if (memory_of(value, kNumberOf) || seen.size() > kMost) return true;
    const auto* part = llvm::dyn_cast<llvm::Operator>(value);
    if (part == nullptr || llvm::isa<llvm::LoadInst, llvm::CallBase>(part)) continue;
    if (part->getOpcode() == llvm::Instruction::PtrToInt) return true;
    for (const llvm::Use& operand : part->operands())
      if (seen.insert(operand.get()).second) open.push_back(operand.get());
  }
  return false;
}

// A pointer, and a number of bytes that is added to it, as wide as the number that stands for the address.
// Sums wrap as the program's do.
struct Address {
  llvm::Value* pointer = nullptr;
  llvm::Value* offset = nullptr;
};

// The addresses of one conversion.
class Resolution {
 public:
  Resolution(llvm::Function& kernel, std::string memory) : d_kernel(kernel), d_memory(std::move(memory)) {}

  // Returns whether the number is an address in the memory, to which numbers are added.
  bool is_address(const llvm::Value* number) {
    const unsigned bits = number->getType()->isIntegerTy() ? number->getType()->getIntegerBitWidth() : 0;
    const bool has_width = bits == kWideBits || (bits == kNarrowBits && d_memory == "shared");
    const auto* part = llvm::dyn_cast<llvm::Operator>(number);
    if (part == nullptr || !has_width) return false;
    if (const auto known = d_is_address.find(part); known != d_is_address.end()) return known->second;
    d_is_address[part] = true;  // where a loop leads back here
    const auto at = [&](unsigned operand) { return part->getOperand(operand); };
    bool result = false;
    switch (part->getOpcode()) {
      case llvm::Instruction::Call:
        result = memory_of(part, kNumberOf) == d_memory && may_lie_there(at(0));
        break;
      case llvm::Instruction::PtrToInt:
        // The generic address of global memory is its address there.
        result = d_memory == "generic" || (d_memory == "global" && may_lie_there(at(0)));
        break;
      case llvm::Instruction::Trunc:
      case llvm::Instruction::ZExt:
        result = is_address(at(0));
        break;
      case llvm::Instruction::Add:
        result = has_address(at(0)) ? is_address(at(0)) && !has_address(at(1)) : is_address(at(1));
        break;
      case llvm::Instruction::Sub:
        result = is_address(at(0)) && !has_address(at(1));
        break;
      case llvm::Instruction::Select:
        result = is_address(at(1)) && is_address(at(2));
        break;
      case llvm::Instruction::PHI:
        result = llvm::all_of(part->operands(), [&](const llvm::Use& one) { return is_address(one.get()); });
        break;
      default:
        break;
    }
    return d_is_address[part] = result;
  }

  // Returns the pointer for a number that is an address.
  llvm::Value* pointer(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Type* type) {
    d_type = type;
    const Address address = address_of(number);
    llvm::Value* offset = builder.CreateSExt(address.offset, builder.getInt64Ty());
    return builder.CreateGEP(builder.getInt8Ty(), address.pointer, offset);
  }

 private:
  // Returns whether nothing says that the pointer is to another memory.
  bool may_lie_there(const llvm::Value* pointer) const {
    static const std::map<std::string, unsigned> kSpaces{{"shared", kLocalSpace},
                                                         {"global", kGlobalSpace},
                                                         {"constant", kConstantSpace},
                                                         {"local", kPrivateSpace}};
    const unsigned space = llvm::getUnderlyingObject(pointer)->getType()->getPointerAddressSpace();
    const auto own = kSpaces.find(d_memory);
    return space == kGenericSpace || (own != kSpaces.end() && own->second == space);
  }

  Address address_of(llvm::Value* number) {
    if (const auto known = d_addresses.find(number); known != d_addresses.end()) return known->second;
    auto* part = llvm::cast<llvm::Operator>(number);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(number);
    llvm::IRBuilder<> builder(d_kernel.getContext());
    if (instruction == nullptr)
      builder.SetInsertPoint(&*d_kernel.getEntryBlock().getFirstInsertionPt());
    else
      builder.SetInsertPoint(instruction);
    const auto at = [&](unsigned operand) { return part->getOperand(operand); };
    llvm::Type* wide = part->getType();
    switch (part->getOpcode()) {
      case llvm::Instruction::Call:
      case llvm::Instruction::PtrToInt:
        return d_addresses[number] = {builder.CreatePointerBitCastOrAddrSpaceCast(at(0), d_type),
                                      llvm::ConstantInt::get(wide, 0)};
      case llvm::Instruction::Trunc: {
        const Address of = address_of(at(0));
        return d_addresses[number] = {of.pointer, builder.CreateTrunc(of.offset, wide)};
      }
      case llvm::Instruction::ZExt: {
        // The sum is an address of shared memory, so that it did not wrap, unless what was added is negative.
        const Address of = address_of(at(0));
        return d_addresses[number] = {of.pointer, builder.CreateSExt(of.offset, wide)};
      }
      case llvm::Instruction::Add: {
        const unsigned base = has_address(at(0)) ? 0 : 1;
        const Address of = address_of(at(base));
        return d_addresses[number] = {of.pointer, builder.CreateAdd(of.offset, at(1 - base))};
      }
      case llvm::Instruction::Sub: {
        const Address of = address_of(at(0));
        return d_addresses[number] = {of.pointer, builder.CreateSub(of.offset, at(1))};
      }
      case llvm::Instruction::Select: {
        const Address one = address_of(at(1));
        const Address other = address_of(at(2));
        return d_addresses[number] = {builder.CreateSelect(at(0), one.pointer, other.pointer),
                                      builder.CreateSelect(at(0), one.offset, other.offset)};
      }
      default: {
        auto& old = *llvm::cast<llvm::PHINode>(instruction);
        llvm::PHINode* pointer = builder.CreatePHI(d_type, old.getNumIncomingValues());
        llvm::PHINode* offset = builder.CreatePHI(wide, old.getNumIncomingValues());
        d_addresses[number] = {pointer, offset};
        for (unsigned i = 0; i < old.getNumIncomingValues(); ++i) {
          const Address incoming = address_of(old.getIncomingValue(i));
          pointer->addIncoming(incoming.pointer, old.getIncomingBlock(i));
          offset->addIncoming(incoming.offset, old.getIncomingBlock(i));
        }
        return {pointer, offset};
      }
    }
  }

  llvm::Function& d_kernel;
  std::string d_memory;
  llvm::Type* d_type = nullptr;  // of the pointers
  std::map<const llvm::Value*, bool> d_is_address;
  std::map<const llvm::Value*, Address> d_addresses;  // by number
};

// Returns whether a pointer that is made of the number may lose what the number was made of.
bool is_lossy(const llvm::Value* number) {
  constexpr std::size_t kMost = 256;
  std::vector<const llvm::Value*> open{number};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{number};
  while (!open.empty()) {
    const llvm::Value* value = open.back();
    open.pop_back();
    if (memory_of(value, kNumberOf) || seen.size() > kMost) return true;
    const auto* part = llvm::dyn_cast<llvm::Operator>(value);
    if (part == nullptr || llvm::isa<llvm::LoadInst, llvm::CallBase>(part)) continue;
    if (part->getOpcode() == llvm::Instruction::Trunc && has_address(part->getOperand(0))) return true;
    for (const llvm::Use& operand : part->operands())
      if (seen.insert(operand.get()).second) open.push_back(operand.get());
  }
  return false;
}

}  // namespace

bool resolve_addresses(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  bool is_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    if (auto* made = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
        made != nullptr && is_lossy(made->getOperand(0)))
      refusals.push_back({"a pointer made of a part of an address, or of an address in another memory",
                          made->getDebugLoc()});
    const std::optional<std::string> memory = memory_of(&instruction, kAddressOf);
    if (!memory) continue;
    llvm::Value* number = instruction.getOperand(0);
    llvm::Value* pointer = llvm::Constant::getNullValue(instruction.getType());
    Resolution resolution(kernel, *memory);
    llvm::IRBuilder<> builder(&instruction);
    if (resolution.is_address(number))
      pointer = resolution.pointer(builder, number, instruction.getType());
    else
      refusals.push_back({"a number used as a" + std::string(*memory == "generic" ? " generic" : "n") +
                              " address" + (*memory == "generic" ? "" : " of " + *memory + " memory"),
                          instruction.getDebugLoc()});
    instruction.replaceAllUsesWith(pointer);
    instruction.eraseFromParent();
    is_changed = true;
  }
  // Other uses take the number as any one.
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    if (!memory_of(&instruction, kNumberOf)) continue;
    llvm::IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(builder.CreatePtrToInt(instruction.getOperand(0), instruction.getType()));
    instruction.eraseFromParent();
    is_changed = true;
  }
  return is_changed;
}

}  // namespace launchproof::frontend::cuda
