#include "verify/frontend/memory/private_arrays.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"

namespace launchproof::frontend {
namespace {

// A variable with more cells remains in memory, and reads of it return arbitrary values.
constexpr std::size_t kMostCells = 64;
// Total number of choices that the accesses of one variable may become.
constexpr std::size_t kMostChoices = 4096;

using Steps = llvm::MapVector<llvm::Value*, llvm::APInt>;  // index -> bytes per unit of the index

bool is_undefined_call(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName().starts_with(kUndefinedPrefix);
}

struct Access {
  llvm::Instruction* instruction;
  llvm::Type* type;  // of the value
  std::uint64_t component_bytes;
  std::uint64_t components;
  std::int64_t fixed;  // byte offset without the steps
  Steps steps;
  std::vector<std::uint64_t> places;  // possible offsets; all within the variable

  std::uint64_t bytes() const { return component_bytes * components; }
  bool is_load() const { return llvm::isa<llvm::LoadInst>(instruction); }
  // The store initialises a variable at the start of its scope.
  bool is_undefined() const {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
    return store != nullptr && is_undefined_call(store->getValueOperand());
  }
};

struct Variable {
  llvm::AllocaInst* memory;
  std::uint64_t bytes;
  std::vector<Access> accesses;
};

// Returns width and number of the components of a type that single cells can hold; false for any other type.
bool components_of(llvm::Type* type, const llvm::DataLayout& layout, Access& access) {
  llvm::Type* scalar = type->getScalarType();
  const bool holds =
      scalar->isIntegerTy() || scalar->isFloatingPointTy() || (scalar->isPointerTy() && !type->isVectorTy());
  if (!holds || type->isScalableTy()) return false;
  const std::uint64_t bits = layout.getTypeSizeInBits(scalar).getFixedValue();
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
  access.type = type;
  access.component_bytes = bits / 8;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  access.components = vector == nullptr ? 1 : vector->getNumElements();
  return true;
}

// Returns whether multiples of a number that is not a power of two remain multiples because nothing wraps.
bool keeps_multiples(const Steps& steps) {
  for (const auto& [index, scale] : steps) {
    if (scale.abs().isPowerOf2()) continue;
    const auto* extended = llvm::dyn_cast<llvm::CastInst>(index);
    const bool narrow = index->getType()->getIntegerBitWidth() <= 32 ||
                        (extended != nullptr && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extended) &&
                         extended->getSrcTy()->getIntegerBitWidth() <= 32);
    if (!narrow || scale.getBitWidth() < 64 || scale.abs().ugt(1U << 20U)) return false;
  }
  return steps.size() <= 8;
}

// Collects every access to the variable. Returns false if its address is used in any other way.
bool collect(llvm::Value& pointer, const llvm::APInt& fixed, const Steps& steps,
             const llvm::DataLayout& layout, Variable& variable) {
  for (llvm::User* user : pointer.users()) {
    if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt at = fixed;
      Steps more = steps;
      if (element->getPointerOperand() != &pointer || element->getType()->isVectorTy() ||
          !llvm::cast<llvm::GEPOperator>(element)->collectOffset(layout, fixed.getBitWidth(), more, at) ||
          !collect(*element, at, more, layout, variable))
        return false;
      continue;
    }
    Access access{};
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isVolatile() || !components_of(load->getType(), layout, access)) return false;
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->isVolatile() || store->getValueOperand() == &pointer ||
          !components_of(store->getValueOperand()->getType(), layout, access))
        return false;
    } else {
      return false;
    }
    access.instruction = llvm::cast<llvm::Instruction>(user);
    access.fixed = fixed.getSExtValue();
    access.steps = steps;
    variable.accesses.push_back(std::move(access));
  }
  return true;
}

bool find_places(Access& access, std::uint64_t size) {
  if (access.bytes() > size) return true;  // no possible offset: always out of bounds
  const auto last = static_cast<std::int64_t>(size - access.bytes());
  if (access.steps.empty()) {
    if (access.fixed >= 0 && access.fixed <= last)
      access.places.push_back(static_cast<std::uint64_t>(access.fixed));
    return true;
  }
  if (!keeps_multiples(access.steps)) return false;
  std::uint64_t stride = 0;
  for (const auto& [index, scale] : access.steps) stride = std::gcd(stride, scale.abs().getZExtValue());
  if (stride == 0) return false;
  const auto step = static_cast<std::int64_t>(stride);
  for (std::int64_t at = (access.fixed % step + step) % step; at <= last; at += step)
    access.places.push_back(static_cast<std::uint64_t>(at));
  return true;
}

// Returns cells by offset: the components of all accesses if these coincide, otherwise pieces of one size
// that divides all of them. Returns nothing if there are too many, or if pointers overlap other data.
std::map<std::uint64_t, llvm::Type*> find_cells(const Variable& variable) {
  llvm::LLVMContext& context = variable.memory->getContext();
  std::map<std::uint64_t, llvm::Type*> cells;
  std::map<std::uint64_t, std::uint64_t> ends;
  bool coincide = true, pointers = false;
  std::uint64_t grain = 8;
  for (const Access& access : variable.accesses) {
    if (access.is_undefined()) continue;  // fits any cells
    llvm::Type* cell =
        access.type->isPointerTy()
            ? access.type
            : llvm::Type::getIntNTy(context, static_cast<unsigned>(access.component_bytes * 8));
    pointers |= access.type->isPointerTy();
    grain = std::gcd(grain, access.component_bytes);
    for (const std::uint64_t place : access.places)
      for (std::uint64_t i = 0; i < access.components; ++i) {
        const std::uint64_t at = place + i * access.component_bytes;
        grain = std::gcd(grain, at);
        const auto [it, inserted] = cells.try_emplace(at, cell);
        coincide &= it->second == cell;
        ends[at] = std::max(ends[at], at + access.component_bytes);
      }
    if (cells.size() > variable.bytes) return {};
  }
  std::uint64_t end = 0;
  for (const auto& [at, until] : ends) {
    coincide &= end <= at;
    end = std::max(end, until);
  }
  if (!coincide) {
    if (pointers) return {};
    cells.clear();
    for (std::uint64_t at = 0; at + grain <= variable.bytes; at += grain)
      cells[at] = llvm::Type::getIntNTy(context, static_cast<unsigned>(grain * 8));
  }
  return cells.size() <= kMostCells ? cells : std::map<std::uint64_t, llvm::Type*>{};
}

// Leaves out places that no value of an index leads to, as far as loops and constants bound it. Requires
// find_places.
void narrow_places(llvm::Function& kernel, Variable& variable) {
  llvm::TargetLibraryInfoImpl functions;
  llvm::TargetLibraryInfo library(functions);
  llvm::AssumptionCache assumptions(kernel);
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::ScalarEvolution evolution(kernel, library, assumptions, dominators, loops);
  for (Access& access : variable.accesses) {
    const llvm::Loop* loop = loops.getLoopFor(access.instruction->getParent());
    llvm::ConstantRange offset(llvm::APInt(64, static_cast<std::uint64_t>(access.fixed), true));
    for (const auto& [index, scale] : access.steps) {
      const llvm::SCEV* value = evolution.getSCEV(index);
      if (loop != nullptr) value = evolution.applyLoopGuards(value, loop);
      const llvm::ConstantRange range = evolution.getSignedRange(value).sextOrTrunc(64);
      offset = offset.add(range.multiply(llvm::ConstantRange(scale.sextOrTrunc(64))));
    }
    std::erase_if(access.places,
                  [&](std::uint64_t place) { return !offset.contains(llvm::APInt(64, place)); });
  }
}

class Splitter {
 public:
  Splitter(Variable& variable, const std::map<std::uint64_t, llvm::Type*>& cells) : d_variable(variable) {
    llvm::IRBuilder<> builder(variable.memory);
    for (const auto& [at, type] : cells) {
      Cell cell{type, builder.CreateAlloca(type, nullptr, variable.memory->getName() + ".cell")};
      d_cells.emplace(at, cell);
    }
    builder.SetInsertPoint(variable.memory->getNextNode());
    for (const auto& [at, cell] : d_cells)
      builder.CreateStore(undefined_value(builder, cell.type), cell.memory);
  }

  void replace(Access& access) {
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Value* where = offset(builder, access);
    if (access.is_load()) {
      llvm::Value* value = nullptr;
      if (access.places.empty()) value = undefined_value(builder, access.type);
      // Index zero is the most likely to be in bounds, so it is the choice that needs no test.
      const auto start = std::ranges::find(access.places, static_cast<std::uint64_t>(access.fixed));
      if (start != access.places.end()) std::iter_swap(access.places.begin(), start);
      for (const std::uint64_t place : access.places) {
        llvm::Value* here = read(builder, access, place);
        value =
            value == nullptr ? here : builder.CreateSelect(is_at(builder, where, access, place), here, value);
      }
      access.instruction->replaceAllUsesWith(value);
    } else {
      write(builder, access, where);
    }
    if (access.steps.empty() && !access.places.empty())
      access.instruction->eraseFromParent();
    else
      keep(access);
  }

 private:
  struct Cell {
    llvm::Type* type;
    llvm::AllocaInst* memory;
  };

  static std::uint64_t width(const Cell& cell, const llvm::DataLayout& layout) {
    return layout.getTypeStoreSize(cell.type).getFixedValue();
  }
  const llvm::DataLayout& layout() const { return d_variable.memory->getModule()->getDataLayout(); }

  // Returns the variable part of the access's offset.
  static llvm::Value* offset(llvm::IRBuilder<>& builder, const Access& access) {
    llvm::Value* sum = nullptr;
    for (const auto& [index, scale] : access.steps) {
      llvm::Type* type = builder.getIntNTy(scale.getBitWidth());
      llvm::Value* steps = builder.CreateMul(builder.CreateSExtOrTrunc(index, type), builder.getInt(scale));
      sum = sum == nullptr ? steps : builder.CreateAdd(sum, steps);
    }
    return sum;
  }

  static llvm::Value* is_at(llvm::IRBuilder<>& builder, llvm::Value* where, const Access& access,
                            std::uint64_t place) {
    const auto rest = static_cast<std::uint64_t>(static_cast<std::int64_t>(place) - access.fixed);
    return builder.CreateICmpEQ(where, llvm::ConstantInt::get(where->getType(), rest, /*IsSigned=*/true));
  }

  // Returns the value of the access's type at a place.
  llvm::Value* read(llvm::IRBuilder<>& builder, const Access& access, std::uint64_t place) {
    if (access.type->isPointerTy()) return load(builder, d_cells.at(place));
    llvm::Type* whole = builder.getIntNTy(static_cast<unsigned>(access.component_bytes * 8));
    std::vector<llvm::Value*> components;
    for (std::uint64_t i = 0; i < access.components; ++i) {
      const std::uint64_t first = place + i * access.component_bytes;
      llvm::Value* value = nullptr;
      for (std::uint64_t at = first; at < first + access.component_bytes;) {
        const Cell& cell = d_cells.at(at);
        llvm::Value* part = load(builder, cell);
        if (part->getType() != whole)
          part = builder.CreateShl(builder.CreateZExt(part, whole), (at - first) * 8);
        value = value == nullptr ? part : builder.CreateOr(value, part);
        at += width(cell, layout());
      }
      components.push_back(builder.CreateBitCast(value, access.type->getScalarType()));
    }
    if (!access.type->isVectorTy()) return components.front();
    llvm::Value* vector = llvm::PoisonValue::get(access.type);
    for (std::uint64_t i = 0; i < access.components; ++i)
      vector = builder.CreateInsertElement(vector, components[i], i);
    return vector;
  }

  void write(llvm::IRBuilder<>& builder, const Access& access, llvm::Value* where) {
    llvm::Value* stored = llvm::cast<llvm::StoreInst>(access.instruction)->getValueOperand();
    if (access.is_undefined()) {
      for (const std::uint64_t place : access.places) forget(builder, place, place + access.bytes());
      return;
    }
    std::map<std::uint64_t, llvm::Value*> after;  // by cell
    for (const std::uint64_t place : access.places) {
      llvm::Value* here = access.steps.empty() ? nullptr : is_at(builder, where, access, place);
      for (std::uint64_t byte = 0; byte < access.bytes();) {
        const Cell& cell = d_cells.at(place + byte);
        llvm::Value* value = part(builder, access, stored, byte, cell.type);
        llvm::Value*& now = after[place + byte];
        if (now == nullptr && here != nullptr) now = load(builder, cell);
        now = here == nullptr ? value : builder.CreateSelect(here, value, now);
        byte += width(cell, layout());
      }
    }
    for (const auto& [at, value] : after) builder.CreateStore(value, d_cells.at(at).memory);
  }

  void forget(llvm::IRBuilder<>& builder, std::uint64_t from, std::uint64_t to) {
    for (const auto& [at, cell] : d_cells)
      if (at < to && from < at + width(cell, layout()))
        builder.CreateStore(undefined_value(builder, cell.type), cell.memory);
  }

  // Returns the value that a store puts into the cell `byte` bytes after its start.
  static llvm::Value* part(llvm::IRBuilder<>& builder, const Access& access, llvm::Value* stored,
                           std::uint64_t byte, llvm::Type* cell) {
    if (access.type->isPointerTy()) return stored;
    llvm::Value* component = access.type->isVectorTy()
                                 ? builder.CreateExtractElement(stored, byte / access.component_bytes)
                                 : stored;
    component = builder.CreateBitCast(component,
                                      builder.getIntNTy(static_cast<unsigned>(access.component_bytes * 8)));
    const std::uint64_t shift = byte % access.component_bytes * 8;
    return builder.CreateTrunc(shift == 0 ? component : builder.CreateLShr(component, shift), cell);
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, const Cell& cell) {
    return builder.CreateLoad(cell.type, cell.memory);
  }

  // Keeps an access only so that its bounds are checked.
  static void keep(Access& access) {
    llvm::IRBuilder<> builder(access.instruction);
    llvm::Type* type = access.type->isPointerTy()
                           ? builder.getIntNTy(static_cast<unsigned>(access.component_bytes * 8))
                           : access.type;
    llvm::Value* at = llvm::getLoadStorePointerOperand(access.instruction);
    if (access.is_load()) {
      auto* load = builder.CreateAlignedLoad(type, at, llvm::Align(1));
      load->setVolatile(true);  // nothing uses it
      load->setMetadata(kPlainAccess, llvm::MDNode::get(load->getContext(), {}));
    } else {
      auto* store = builder.CreateAlignedStore(llvm::Constant::getNullValue(type), at, llvm::Align(1));
      store->setVolatile(true);
      store->setMetadata(kPlainAccess, llvm::MDNode::get(store->getContext(), {}));
    }
    access.instruction->eraseFromParent();
  }

  Variable& d_variable;
  std::map<std::uint64_t, Cell> d_cells;
};

// Returns private variables whose contents may decide an address, a branch or an operand of an effect.
llvm::DenseSet<const llvm::AllocaInst*> deciding_variables(llvm::Function& kernel) {
  llvm::DenseSet<const llvm::Value*> seen;
  std::vector<const llvm::Value*> open;
  const auto add = [&](const llvm::Value* value) {
    if (llvm::isa<llvm::Instruction>(value) && seen.insert(value).second) open.push_back(value);
  };
  llvm::DenseMap<const llvm::AllocaInst*, std::vector<const llvm::Value*>> stored;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
      add(pointer);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
      if (store != nullptr && variable != nullptr) stored[variable].push_back(store->getValueOperand());
    }
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction))
      if (branch->isConditional()) add(branch->getCondition());
    if (const auto* item = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) add(item->getCondition());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) continue;
      // Functions of values have no effect; operations at which a group meets have other names.
      const llvm::Function* callee = call->getCalledFunction();
      bool effect = callee == nullptr || call->getType()->isVoidTy() || callee->getName().contains("_group_");
      for (const llvm::Use& argument : call->args()) effect |= argument->getType()->isPointerTy();
      if (!effect) continue;
      for (const llvm::Use& argument : call->args()) add(argument.get());
    }
  }
  llvm::DenseSet<const llvm::AllocaInst*> result;
  while (!open.empty()) {
    const auto* instruction = llvm::cast<llvm::Instruction>(open.back());
    open.pop_back();
    for (const llvm::Use& operand : instruction->operands()) add(operand.get());
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
    if (load == nullptr) continue;
    const auto* variable =
        llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
    if (variable == nullptr || !result.insert(variable).second) continue;
    for (const llvm::Value* value : stored[variable]) add(value);
  }
  return result;
}

}  // namespace

bool split_private_arrays(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && variable->isStaticAlloca() && variable->getMetadata(kTable) == nullptr)
      variables.push_back(variable);
  }
  if (variables.empty()) return false;
  const llvm::DenseSet<const llvm::AllocaInst*> deciding = deciding_variables(kernel);
  bool any = false;
  for (llvm::AllocaInst* memory : variables) {
    const auto size = memory->getAllocationSize(layout);
    if (!deciding.contains(memory) || !size || size->getFixedValue() > kMostCells * 16) continue;
    Variable variable{memory, size->getFixedValue(), {}};
    const unsigned bits = layout.getIndexTypeSizeInBits(memory->getType());
    if (!collect(*memory, llvm::APInt(bits, 0), {}, layout, variable)) continue;
    std::size_t choices = 0;
    bool understood = true;
    for (Access& access : variable.accesses) {
      understood = understood && find_places(access, variable.bytes);
      if (!access.steps.empty()) choices += access.places.size() * access.components;
    }
    if (!understood || choices > kMostChoices) continue;
    auto cells = find_cells(variable);
    if (cells.empty()) {
      // A structure may hold pointers beside an array.
      narrow_places(kernel, variable);
      cells = find_cells(variable);
    }
    if (cells.empty()) continue;
    Splitter splitter(variable, cells);
    for (Access& access : variable.accesses) splitter.replace(access);
    any = true;
  }
  return any;
}

llvm::Instruction* hold(llvm::AllocaInst& variable) {
  llvm::IRBuilder<> builder(variable.getNextNode());
  const llvm::FunctionCallee function =
      variable.getModule()->getOrInsertFunction("launchproof.hold", builder.getVoidTy(), variable.getType());
  return builder.CreateCall(function, {&variable});
}

std::vector<llvm::Instruction*> hold_private_arrays(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> result;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !variable->getAllocatedType()->isArrayTy()) continue;
    llvm::Type* element = variable->getAllocatedType();
    while (element->isArrayTy()) element = element->getArrayElementType();
    if (!element->getScalarType()->isIntegerTy() && !element->getScalarType()->isFloatingPointTy()) continue;
    result.push_back(hold(*variable));
  }
  return result;
}

void lower_private_vectors(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    const bool loads = name.starts_with("_Z6vload") && call->arg_size() == 2;
    const bool stores = name.starts_with("_Z7vstore") && call->arg_size() == 3;
    if (!loads && !stores) continue;
    llvm::Value* pointer = call->getArgOperand(loads ? 1 : 2)->stripPointerCasts();
    auto* type =
        llvm::dyn_cast<llvm::FixedVectorType>(loads ? call->getType() : call->getArgOperand(0)->getType());
    if (type == nullptr || pointer->getType()->getPointerAddressSpace() != 0) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Type* scalar = type->getElementType();
    llvm::Value* index = call->getArgOperand(loads ? 0 : 1);
    const unsigned count = type->getNumElements();
    llvm::Value* first = builder.CreateMul(index, llvm::ConstantInt::get(index->getType(), count));
    llvm::Value* vector = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* at = builder.CreateGEP(
          scalar, pointer, builder.CreateAdd(first, llvm::ConstantInt::get(index->getType(), i)));
      const llvm::Align alignment(1);
      if (loads)
        vector = builder.CreateInsertElement(vector, builder.CreateAlignedLoad(scalar, at, alignment), i);
      else
        builder.CreateAlignedStore(builder.CreateExtractElement(call->getArgOperand(0), i), at, alignment);
    }
    if (loads) call->replaceAllUsesWith(vector);
    call->eraseFromParent();
  }
}

}  // namespace launchproof::frontend
