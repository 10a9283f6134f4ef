#include "verify/frontend/memory/outside_accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

// A guard consists of pieces, since promotion takes sizes of fills for numbers of 32 bits.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 31;

// Pieces on each side where offsets have 64 bits, which are followed to 8 GiB.
constexpr std::uint64_t kPieces = 4;

// Returns the size of a guard. Where offsets have 32 bits, all of it must fit into them.
std::uint64_t guard_of(const llvm::AllocaInst& variable, std::uint64_t bytes) {
  const llvm::DataLayout& layout = variable.getModule()->getDataLayout();
  if (layout.getIndexTypeSizeInBits(variable.getType()) >= 64) return kPieces * kPiece;
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;
  return bytes <= kSmall ? kPiece - kSmall : kPiece / 2;
}

// The fills of guards are recognised by their lines, since promotion keeps no other mark of them.
constexpr unsigned kFirstLine = 1U << 30;
constexpr std::size_t kMostPlaces = 1000;  // places of one variable that are looked at

std::optional<std::uint64_t> bytes_of(const llvm::AllocaInst& variable) {
  const auto size = variable.getAllocationSize(variable.getModule()->getDataLayout());
  if (!size || size->isScalable() || size->getFixedValue() == 0) return std::nullopt;
  return size->getFixedValue();
}

// The number of bytes that an instruction accesses through a pointer, and whether it does so.
std::optional<std::uint64_t> accessed_bytes(const llvm::Instruction& instruction,
                                            const llvm::Value& pointer) {
  const llvm::DataLayout& layout = instruction.getModule()->getDataLayout();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return layout.getTypeStoreSize(load->getType()).getFixedValue();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      store != nullptr && store->getPointerOperand() == &pointer)
    return layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
  return std::nullopt;
}

enum class Reach : std::uint8_t { Inside, Open, Outside };

// Returns where the variable's own uses lie: reads and writes at constant places lie inside or outside.
Reach reach_of(const llvm::AllocaInst& variable, std::uint64_t bytes) {
  Reach reach = Reach::Inside;
  const llvm::DataLayout& layout = variable.getModule()->getDataLayout();
  std::vector<std::pair<const llvm::Value*, std::int64_t>> open{{&variable, 0}};
  while (!open.empty()) {
    const auto [pointer, offset] = open.back();
    open.pop_back();
    for (const llvm::User* user : pointer->users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      const auto* element = llvm::dyn_cast<llvm::GEPOperator>(user);
      if (instruction != nullptr && llvm::isa<llvm::LifetimeIntrinsic>(instruction)) continue;
      if (instruction != nullptr &&
          (llvm::isa<llvm::AddrSpaceCastInst>(instruction) || llvm::isa<llvm::BitCastInst>(instruction))) {
        open.emplace_back(instruction, offset);
        continue;
      }
      llvm::APInt more(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
      if (instruction != nullptr && element != nullptr && element->accumulateConstantOffset(layout, more)) {
        open.emplace_back(instruction, offset + more.getSExtValue());
        continue;
      }
      const auto width = instruction == nullptr ? std::nullopt : accessed_bytes(*instruction, *pointer);
      if (!width)
        reach = Reach::Open;
      else if (offset < 0 || static_cast<std::uint64_t>(offset) + *width > bytes)
        return Reach::Outside;
    }
  }
  return reach;
}

// A variable of the copy between two guards, which only fills touch.
void guard(llvm::AllocaInst& variable, std::uint64_t bytes, unsigned number) {
  llvm::Function& function = *variable.getFunction();
  const std::uint64_t width = guard_of(variable, bytes), piece = std::min(width, kPiece);
  llvm::IRBuilder<> builder(variable.getNextNode());
  builder.SetCurrentDebugLocation(
      llvm::DILocation::get(function.getContext(), kFirstLine + number, 0, function.getSubprogram()));
  llvm::AllocaInst* wide = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), 2 * width + bytes),
                                                variable.getAddressSpace(), nullptr, variable.getName());
  wide->setAlignment(variable.getAlign());
  const auto at = [&](std::uint64_t offset) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), wide, offset);
  };
  variable.replaceAllUsesWith(at(width));
  for (std::uint64_t offset = 0; offset < width; offset += piece)
    for (const std::uint64_t begin : {offset, width + bytes + offset})
      builder.CreateMemSet(at(begin), builder.getInt8(0), piece, llvm::MaybeAlign(), /*isVolatile=*/true);
}

// Returns the number of the variable whose guard the instruction fills.
std::optional<unsigned> filled(const llvm::Instruction& instruction) {
  const llvm::DILocation* place = instruction.getDebugLoc();
  const bool writes = llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::MemSetInst>(instruction);
  if (place == nullptr || !writes || place->getLine() < kFirstLine) return std::nullopt;
  return place->getLine() - kFirstLine;
}

const llvm::Value* written_to(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->getPointerOperand();
  return llvm::cast<llvm::MemSetInst>(instruction).getRawDest();
}

// Judges the accesses to a variable of the promoted copy that holds a guard, or a part of one.
class Guarded {
 public:
  Guarded(const llvm::AllocaInst& variable, std::uint64_t bytes)
      : d_from(static_cast<std::int64_t>(guard_of(variable, bytes))),
        d_to(d_from + static_cast<std::int64_t>(bytes)),
        d_is_whole(bytes_of(variable) == static_cast<std::uint64_t>(d_from + d_to)) {
    follow(variable, 0);
  }

  bool is_left() const { return d_is_left; }

 private:
  // A part of a guard exists for accesses to it. A whole variable has both guards, and perhaps accesses at
  // unknown places, which later steps see.
  void access(std::int64_t offset, std::uint64_t width) {
    if (!d_is_whole || offset < d_from || offset + static_cast<std::int64_t>(width) > d_to) d_is_left = true;
  }

  void follow(const llvm::Value& pointer, std::int64_t offset) {
    if (!d_seen.emplace(&pointer, offset).second) return;
    if (d_seen.size() > kMostPlaces) {
      d_is_left = true;  // a pointer that advances in a loop
      return;
    }
    for (const llvm::User* user : pointer.users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr || filled(*instruction) || llvm::isa<llvm::LifetimeIntrinsic>(instruction))
        continue;
      if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(instruction)) {
        const llvm::DataLayout& layout = instruction->getModule()->getDataLayout();
        llvm::APInt more(layout.getIndexTypeSizeInBits(element->getType()), 0);
        if (element->accumulateConstantOffset(layout, more))
          follow(*instruction, offset + more.getSExtValue());
      } else if (instruction->getType()->isPointerTy() && !llvm::isa<llvm::LoadInst>(instruction)) {
        if (llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::PHINode>(instruction) ||
            llvm::isa<llvm::SelectInst>(instruction))
          follow(*instruction, offset);
      } else if (const auto width = accessed_bytes(*instruction, pointer)) {
        access(offset, *width);
      } else if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(instruction)) {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
        if (length != nullptr && !length->isZero()) access(offset, length->getZExtValue());
      }
    }
  }

  std::int64_t d_from, d_to;  // the bytes of the variable itself, if it is whole
  bool d_is_whole;
  bool d_is_left = false;
  std::set<std::pair<const llvm::Value*, std::int64_t>> d_seen;
};

}  // namespace

std::vector<llvm::AllocaInst*> variables_accessed_outside(llvm::Function& kernel,
                                                          llvm::function_ref<void(llvm::Function&)> promote) {
  std::vector<llvm::AllocaInst*> result;
  std::vector<std::pair<llvm::AllocaInst*, std::uint64_t>> open;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto bytes = variable == nullptr ? std::nullopt : bytes_of(*variable);
    const Reach reach = bytes ? reach_of(*variable, *bytes) : Reach::Inside;
    if (reach == Reach::Outside) result.push_back(variable);
    if (reach == Reach::Open) open.emplace_back(variable, *bytes);
  }
  if (open.empty() || kernel.getSubprogram() == nullptr) return result;
  llvm::ValueToValueMapTy copies;
  llvm::Function* copy = llvm::CloneFunction(&kernel, copies);
  for (unsigned i = 0; i < open.size(); ++i)
    guard(*llvm::cast<llvm::AllocaInst>(copies[open[i].first]), open[i].second, i);
  promote(*copy);
  std::set<unsigned> left;
  for (const llvm::Instruction& instruction : llvm::instructions(*copy)) {
    const auto number = filled(instruction);
    if (!number || *number >= open.size()) continue;
    const auto* variable =
        llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(written_to(instruction)));
    if (variable != nullptr && !left.contains(*number) && Guarded(*variable, open[*number].second).is_left())
      left.insert(*number);
  }
  copy->eraseFromParent();
  for (const unsigned number : left) result.push_back(open[number].first);
  return result;
}

void keep_accesses(llvm::AllocaInst& variable) {
  std::vector<llvm::Value*> open{&variable};
  std::set<llvm::Value*> seen;
  while (!open.empty()) {
    llvm::Value* pointer = open.back();
    open.pop_back();
    if (!seen.insert(pointer).second) continue;
    for (llvm::User* user : pointer->users()) {
      if (user->getType()->isPointerTy() && !llvm::isa<llvm::LoadInst>(user)) open.push_back(user);
      auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      if (load == nullptr || load->isVolatile()) continue;
      load->setVolatile(true);
      load->setMetadata(kPlainAccess, llvm::MDNode::get(load->getContext(), {}));
    }
  }
}

}  // namespace launchproof::frontend
