#include "verify/frontend/names/layouts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <utility>

#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kParameter = "launchproof.parameter";  // metadata of an alloca: the name of the
                                                             // parameter that it is a copy of

// Follows names and qualifiers of a type.
const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type:
      case llvm::dwarf::DW_TAG_template_alias:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

class LayoutReader {
 public:
  model::Layout layout(const llvm::DIType* type, unsigned depth) {
    type = plain(type);
    if (type == nullptr) return {};
    model::Layout result;
    result.bytes = type->getSizeInBits() / 8;
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || depth == kDeepest) return result;
    switch (composite->getTag()) {
      case llvm::dwarf::DW_TAG_array_type:
        return composite->isVector() ? vector(*composite) : array(*composite, depth);
      case llvm::dwarf::DW_TAG_structure_type:
      case llvm::dwarf::DW_TAG_class_type:
      case llvm::dwarf::DW_TAG_union_type:
        if (composite->isForwardDecl()) result.bytes = 0;
        add_members(*composite, depth, result);
        return result;
      default:
        return result;
    }
  }

 private:
  static constexpr unsigned kDeepest = 8, kMostMembers = 256;

  // Returns 0 for an unknown count.
  static std::uint64_t count_of(const llvm::DINode* node) {
    const auto* range = llvm::dyn_cast_or_null<llvm::DISubrange>(node);
    if (range == nullptr) return 0;
    const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
    return count == nullptr || count->isNegative() ? 0 : count->getZExtValue();
  }

  static model::Layout vector(const llvm::DICompositeType& type) {
    model::Layout result;
    result.bytes = type.getSizeInBits() / 8;
    if (type.getElements().size() == 1)
      result.components = static_cast<std::uint32_t>(count_of(type.getElements()[0]));
    constexpr std::uint32_t kMostComponents = 16;
    if (result.components > kMostComponents) result.components = 0;
    return result;
  }

  model::Layout array(const llvm::DICompositeType& type, unsigned depth) {
    model::Layout result = layout(type.getBaseType(), depth + 1);
    std::vector<std::uint64_t> extents;
    for (const llvm::DINode* node : type.getElements()) extents.push_back(count_of(node));
    result.extents.insert(result.extents.begin(), extents.begin(), extents.end());
    return result;
  }

  void add_members(const llvm::DICompositeType& type, unsigned depth, model::Layout& result) {
    for (const llvm::DINode* node : type.getElements()) {
      const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember() || member->isBitField()) continue;
      const bool is_base = member->getTag() == llvm::dwarf::DW_TAG_inheritance;
      if ((!is_base && member->getTag() != llvm::dwarf::DW_TAG_member) || ++d_members > kMostMembers)
        continue;
      model::LayoutMember made;
      if (!is_base) made.name = member->getName().str();
      made.offset = member->getOffsetInBits() / 8;
      made.layout = layout(member->getBaseType(), depth + 1);
      if (made.layout.bytes != 0) result.members.push_back(std::move(made));
    }
  }

  unsigned d_members = 0;
};

// Returns null if the debug information does not describe the parameter.
llvm::DIType* type_of(const llvm::Function& kernel, unsigned parameter) {
  const llvm::DISubprogram* program = kernel.getSubprogram();
  const llvm::DISubroutineType* signature = program == nullptr ? nullptr : program->getType();
  if (signature == nullptr) return nullptr;
  // The first type is that of the result.
  const llvm::DITypeRefArray types = signature->getTypeArray();
  return parameter + 1 < types.size() ? types[parameter + 1] : nullptr;
}

}  // namespace

model::Layout layout_of(const llvm::DIType* type) {
  return LayoutReader().layout(type, 0);
}

model::Layout pointee_layout(const llvm::Function& kernel, unsigned parameter) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type_of(kernel, parameter)));
  if (pointer == nullptr || pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type) return {};
  model::Layout result = layout_of(pointer->getBaseType());
  if (result.bytes != 0) result.extents.insert(result.extents.begin(), 0);
  return result;
}

model::Layout layout_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> described;
  variable.getDebugInfo(described);
  if (described.size() != 1) return {};
  return layout_of(described.front()->getVariable()->getType());
}

model::Layout layout_of(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(kType);
  return node == nullptr ? model::Layout() : layout_of(llvm::dyn_cast<llvm::DIType>(node));
}

void keep_type(llvm::AllocaInst& variable, llvm::DIType* type) {
  if (type != nullptr) variable.setMetadata(kType, type);
}

void keep_parameter(llvm::AllocaInst& copy, const llvm::Argument& parameter) {
  llvm::LLVMContext& context = copy.getContext();
  copy.setMetadata(kParameter, llvm::MDNode::get(context, llvm::MDString::get(context, parameter.getName())));
  keep_type(copy, type_of(*parameter.getParent(), parameter.getArgNo()));
}

std::string name_of(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(kParameter);
  if (node == nullptr) return variable.getName().str();
  return llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str();
}

}  // namespace launchproof::frontend
