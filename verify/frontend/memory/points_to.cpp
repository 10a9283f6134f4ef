#include "verify/frontend/memory/points_to.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <utility>
#include <vector>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/layouts.h"
#include "verify/frontend/names/source_name.h"

namespace launchproof::frontend {
namespace {

// Returns the layout, or an unknown one if it is not that of `bytes` bytes. Passes may have changed a
// variable.
model::Layout fitting(model::Layout layout, const std::optional<std::uint64_t>& bytes) {
  const std::uint64_t declared = total_bytes(layout);
  return bytes && declared != 0 && declared != *bytes ? model::Layout() : std::move(layout);
}

llvm::Type* element_of(llvm::Type* type) {
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  return type;
}

bool write_bytes(const llvm::Constant& constant, const llvm::DataLayout& layout, std::uint8_t* to) {
  const std::uint64_t size = layout.getTypeStoreSize(constant.getType());
  if (llvm::isa<llvm::ConstantAggregateZero>(constant) || llvm::isa<llvm::ConstantPointerNull>(constant))
    return true;
  const auto write = [&](const llvm::APInt& bits) {
    for (std::uint64_t i = 0; i < size; ++i)
      to[i] = static_cast<std::uint8_t>(bits.extractBitsAsZExtValue(
          static_cast<unsigned>(std::min<std::uint64_t>(8, bits.getBitWidth() - i * 8)),
          static_cast<unsigned>(i * 8)));
    return true;
  };
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return write(number->getValue());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return write(number->getValueAPF().bitcastToAPInt());
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    const std::uint64_t step = layout.getTypeAllocSize(data->getElementType());
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      if (!write_bytes(*data->getElementAsConstant(i), layout, to + i * step)) return false;
    return true;
  }
  if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(&constant)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure->getType());
    for (unsigned i = 0; i < structure->getNumOperands(); ++i)
      if (!write_bytes(*structure->getOperand(i), layout, to + places->getElementOffset(i).getFixedValue()))
        return false;
    return true;
  }
  if (llvm::isa<llvm::ConstantArray>(constant) || llvm::isa<llvm::ConstantVector>(constant)) {
    const std::uint64_t step = layout.getTypeAllocSize(constant.getOperand(0)->getType());
    for (unsigned i = 0; i < constant.getNumOperands(); ++i)
      if (!write_bytes(*llvm::cast<llvm::Constant>(constant.getOperand(i)), layout, to + i * step))
        return false;
    return true;
  }
  return false;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> bytes_of(const llvm::Constant& constant,
                                                  const llvm::DataLayout& layout) {
  std::vector<std::uint8_t> bytes(layout.getTypeAllocSize(constant.getType()));
  if (!write_bytes(constant, layout, bytes.data())) return std::nullopt;
  return bytes;
}

const llvm::Constant* table_of(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(kTable);
  if (node == nullptr) return nullptr;
  const auto* global =
      llvm::cast<llvm::GlobalVariable>(llvm::cast<llvm::ConstantAsMetadata>(node->getOperand(0))->getValue());
  return global->getInitializer();
}

bool is_event(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && opaque->getName() == "spirv.Event";
}

bool is_sampler(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && opaque->getName() == "spirv.Sampler";
}

bool is_pipe(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && opaque->getName() == "spirv.Pipe";
}

bool is_reservation(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && opaque->getName() == "spirv.ReserveId";
}

bool is_image(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && (opaque->getName() == "spirv.Image" || opaque->getName() == kSurfaceType);
}

llvm::Type* surface_type(llvm::LLVMContext& context, const model::ImageType& type) {
  return llvm::TargetExtType::get(context, kSurfaceType, {}, {type.coordinates, type.layered ? 1U : 0U});
}

void name_surfaces(const llvm::Function& kernel, std::vector<model::Parameter>& parameters) {
  for (unsigned i = 0; i < std::min<std::size_t>(parameters.size(), kernel.arg_size()); ++i) {
    const auto type = image_type(kernel.getArg(i)->getType());
    if (type && type->is_surface) parameters[i].kind = model::ParameterKind::Image;
  }
}

// The type's operands are those of OpTypeImage (SPIR-V specification, 3.42.6).
std::optional<model::ImageType> image_type(const llvm::Type* type) {
  constexpr unsigned kDimension = 0, kArrayed = 2, kSamples = 3, kBuffer = 5;
  if (!is_image(type)) return std::nullopt;
  const auto* opaque = llvm::cast<llvm::TargetExtType>(type);
  if (opaque->getName() == kSurfaceType)
    return model::ImageType{.coordinates = opaque->getIntParameter(0),
                            .layered = opaque->getIntParameter(1) != 0,
                            .is_surface = true};
  const unsigned dimension = opaque->getIntParameter(kDimension);
  if (opaque->getIntParameter(kSamples) != 0 || (dimension > 2 && dimension != kBuffer)) return std::nullopt;
  model::ImageType result;
  result.layered = opaque->getIntParameter(kArrayed) != 0;
  result.is_buffer = dimension == kBuffer;
  result.coordinates = (result.is_buffer ? 1 : dimension + 1) + (result.layered ? 1 : 0);
  return result;
}

std::string type_name(llvm::Type* type) {
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return type_name(vector->getElementType()) + std::to_string(vector->getNumElements());
  if (type->isHalfTy()) return "half";
  if (type->isFloatTy()) return "float";
  if (type->isDoubleTy()) return "double";
  if (type->isIntegerTy(8)) return "char";
  if (type->isIntegerTy(16)) return "short";
  if (type->isIntegerTy(32)) return "int";
  if (type->isIntegerTy(64)) return "long";
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    if (structure->hasName()) {
      const llvm::StringRef name = structure->getName();
      return (name.starts_with("struct.") ? name.drop_front(7) : name).str();
    }
  if (auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) return opaque->getName().str();
  return "bytes";
}

PointerAnalysis::PointerAnalysis(llvm::Function& kernel, const KernelSyntax& syntax,
                                 model::KernelModel& model)
    : d_kernel(kernel), d_model(model) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  name_surfaces(kernel, model.parameters);
  model.arrays.emplace_back();
  model.arrays.back().name = "null";
  model.arrays.back().memory = model::Memory::Private;
  for (std::uint32_t i = 0; i < model.parameters.size(); ++i) {
    model::Parameter& parameter = model.parameters[i];
    model::Array array;
    switch (parameter.kind) {
      case model::ParameterKind::GlobalPointer:
        array.memory = model::Memory::Global;
        break;
      case model::ParameterKind::ConstantPointer:
        array.memory = model::Memory::Constant;
        break;
      case model::ParameterKind::LocalPointer:
        array.memory = model::Memory::Local;
        break;
      case model::ParameterKind::Image:
        array.memory = model::Memory::Image;
        // Rejected objects still need some type.
        array.image = image_type(kernel.getArg(i)->getType()).value_or(model::ImageType());
        parameter.image = array.image;
        break;
      default:
        continue;
    }
    array.name = parameter.name;
    array.parameter = i;
    array.element_type = syntax.parameters[i].element_type;
    array.element_bytes = static_cast<std::uint32_t>(syntax.parameters[i].element_bytes);
    if (array.image) {
      array.element_type = array.image->is_surface ? "byte" : "pixel";
      array.element_bytes = array.image->is_surface ? 1 : model::kPixelBytes;
    } else {
      array.layout = pointee_layout(kernel, i);
    }
    parameter.array = static_cast<model::ArrayId>(model.arrays.size());
    d_objects[kernel.getArg(i)] = parameter.array;
    model.arrays.push_back(std::move(array));
  }
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr) continue;
    model::Array array;
    array.name = name_of(*variable);
    array.memory = model::Memory::Private;
    if (const auto size = variable->getAllocationSize(layout)) array.bytes = size->getFixedValue();
    if (const llvm::Constant* table = table_of(*variable)) {
      array.memory = model::Memory::Constant;
      array.contents = bytes_of(*table, layout);
    }
    array.element_type = type_name(element_of(variable->getAllocatedType()));
    array.element_bytes =
        static_cast<std::uint32_t>(layout.getTypeAllocSize(element_of(variable->getAllocatedType())));
    array.layout = fitting(layout_of(*variable), array.bytes);
    d_objects[variable] = static_cast<model::ArrayId>(model.arrays.size());
    model.arrays.push_back(std::move(array));
  }
  propagate();
}

model::ArrayId PointerAnalysis::add_variable(const llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = d_kernel.getParent()->getDataLayout();
  model::Array array;
  array.name = variable_name(variable.getName());
  switch (variable.getAddressSpace()) {
    case 2:
      array.memory = model::Memory::Constant;
      break;
    case 3:
      array.memory = model::Memory::Local;
      break;
    case 0:
      array.memory = variable.isConstant() ? model::Memory::Constant : model::Memory::Private;
      break;
    default:
      array.memory = model::Memory::Global;
      break;
  }
  array.bytes = layout.getTypeAllocSize(variable.getValueType());
  array.element_type = type_name(element_of(variable.getValueType()));
  array.element_bytes =
      static_cast<std::uint32_t>(layout.getTypeAllocSize(element_of(variable.getValueType())));
  array.layout = fitting(layout_of(variable), array.bytes);
  if (variable.hasInitializer() && variable.isConstant() && array.memory == model::Memory::Constant)
    array.contents = bytes_of(*variable.getInitializer(), layout);
  if (variable.hasInitializer())
    array.begins_with_zeros =
        variable.getInitializer()->isNullValue() || llvm::isa<llvm::UndefValue>(variable.getInitializer());
  d_model.arrays.push_back(std::move(array));
  return static_cast<model::ArrayId>(d_model.arrays.size() - 1);
}

model::ArrayId PointerAnalysis::array_of(const llvm::Value* object) {
  if (const auto found = d_objects.find(object); found != d_objects.end()) return found->second;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (variable == nullptr) return model::kNone;
  const model::ArrayId array = add_variable(*variable);
  d_objects[object] = array;
  return array;
}

const llvm::GlobalVariable* PointerAnalysis::variable_of(model::ArrayId array) const {
  for (const auto& [object, number] : d_objects)
    if (number == array) return llvm::dyn_cast<llvm::GlobalVariable>(object);
  return nullptr;
}

PointsTo PointerAnalysis::of(const llvm::Value* pointer) {
  if (const auto found = d_sets.find(pointer); found != d_sets.end()) return found->second;
  if (const model::ArrayId array = array_of(pointer); array != model::kNone) return {{array}, false};
  if (llvm::isa<llvm::ConstantPointerNull>(pointer) || llvm::isa<llvm::UndefValue>(pointer))
    return {{0}, false};
  if (llvm::isa<llvm::ConstantExpr>(pointer)) return transfer(pointer);
  if (llvm::isa<llvm::Instruction>(pointer)) return {};  // not reached yet
  return {{}, true};
}

// Keeps only the arrays of this address space, and null.
PointsTo PointerAnalysis::of_space(PointsTo all, unsigned space) const {
  const auto fits = [&](model::ArrayId array) {
    switch (d_model.arrays[array].memory) {
      case model::Memory::Global:
        return space == 1;
      case model::Memory::Local:
        return space == 3;
      case model::Memory::Private:
        return space == 0;
      default:
        return false;
    }
  };
  const std::size_t before = all.arrays.size();
  std::erase_if(all.arrays, [&](model::ArrayId array) { return array == 0 || !fits(array); });
  if (all.arrays.size() != before) all.arrays.insert(0);
  return all;
}

PointsTo PointerAnalysis::transfer(const llvm::Value* pointer) {
  const auto* user = llvm::cast<llvm::User>(pointer);
  switch (llvm::cast<llvm::Operator>(user)->getOpcode()) {
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::Freeze:
      return user->getOperand(0)->getType()->isPointerTy() ? of(user->getOperand(0)) : PointsTo{{}, true};
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select: {
      PointsTo all;
      for (const llvm::Use& operand : user->operands()) {
        if (!operand->getType()->isPointerTy()) continue;
        const PointsTo one = of(operand.get());
        all.arrays.insert(one.arrays.begin(), one.arrays.end());
        all.unknown |= one.unknown;
      }
      return all;
    }
    case llvm::Instruction::Call: {
      const auto* callee = llvm::cast<llvm::CallBase>(user)->getCalledFunction();
      if (callee != nullptr && callee->getName().starts_with(kToSpacePrefix) && user->getNumOperands() == 2)
        return of_space(of(user->getOperand(0)), user->getType()->getPointerAddressSpace());
      // An uninitialised pointer is treated as null: no array may be accessed through it.
      if (callee != nullptr && callee->getName().starts_with(kUndefinedPrefix)) return {{0}, false};
      return {{}, true};
    }
    case llvm::Instruction::IntToPtr:
      return origin(user->getOperand(0));
    default:
      return {{}, true};
  }
}

PointsTo PointerAnalysis::origin(const llvm::Value* integer) {
  constexpr std::size_t kMostParts = 64;
  PointsTo all;
  bool from_pointer = false;
  std::vector<const llvm::Value*> open{integer};
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{integer};
  const auto add = [&](const llvm::Value* value) {
    if (seen.insert(value).second) open.push_back(value);
  };
  while (!open.empty()) {
    const auto* part = llvm::dyn_cast<llvm::Operator>(open.back());
    open.pop_back();
    if (seen.size() > kMostParts) return {{}, true};
    if (part == nullptr || llvm::isa<llvm::LoadInst>(part) || llvm::isa<llvm::CallBase>(part)) continue;
    if (part->getOpcode() == llvm::Instruction::PtrToInt) {
      const PointsTo one = of(part->getOperand(0));
      all.arrays.insert(one.arrays.begin(), one.arrays.end());
      all.unknown |= one.unknown;
      from_pointer = true;
    } else {
      for (const llvm::Use& operand : part->operands()) add(operand.get());
    }
  }
  // If it is computed from no pointer, or from pointers into several arrays, it may point anywhere. Each
  // work-item has private memory at its own addresses.
  if (!from_pointer || all.arrays.size() > 1) all.unknown = true;
  for (const model::ArrayId array : all.arrays)
    all.unknown |= d_model.arrays[array].memory == model::Memory::Private;
  return all;
}

void PointerAnalysis::propagate() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      if (!instruction.getType()->isPointerTy() || llvm::isa<llvm::AllocaInst>(instruction)) continue;
      PointsTo next = transfer(&instruction);
      PointsTo& known = d_sets[&instruction];
      if (next == known) continue;
      known = std::move(next);
      changed = true;
    }
  }
}

}  // namespace launchproof::frontend
