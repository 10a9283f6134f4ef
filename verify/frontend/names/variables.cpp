#include "verify/frontend/names/variables.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/layouts.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kVariables = "launchproof.variables";  // metadata of a function: the names that
                                                             // promotion uses

// Returns the name that the program gives the variable. A register of PTX has a number and "_" in front of
// its name, whose "%" is another "_" ("r15__rd3"). Operands of inline assembly have no name in the program.
std::string name_of(const llvm::DILocalVariable& variable) {
  llvm::StringRef name = variable.getName();
  llvm::StringRef rest = name;
  const bool is_register = rest.consume_front("r") && !rest.empty() && llvm::isDigit(rest.front());
  rest = rest.drop_while([](char c) { return llvm::isDigit(c); });
  if (!is_register || !rest.consume_front("__")) return name.str();
  return rest.starts_with("launchproof_") ? std::string() : "%" + rest.str();
}

// Returns the interpretation of the variable's bits, followed by its name: "sstride". Returns nothing if it
// is not a number.
std::optional<std::string> mark_of(const llvm::DILocalVariable& variable) {
  const llvm::DIType* type = variable.getType();
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type)
      return std::nullopt;
    type = derived->getBaseType();
  }
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  const std::string name = name_of(variable);
  if (basic == nullptr || name.empty()) return std::nullopt;
  char kind = 's';
  switch (basic->getEncoding()) {
    case llvm::dwarf::DW_ATE_boolean:
      kind = 'b';
      break;
    case llvm::dwarf::DW_ATE_float:
      kind = 'f';
      break;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char:
      kind = 'u';
      break;
    default:
      break;
  }
  return kind + name;
}

model::NumberKind kind_of(char letter) {
  switch (letter) {
    case 'b':
      return model::NumberKind::Boolean;
    case 'f':
      return model::NumberKind::Float;
    case 'u':
      return model::NumberKind::Unsigned;
    default:
      return model::NumberKind::Signed;
  }
}

std::string text_of(const llvm::Metadata* item) {
  const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(item);
  return text == nullptr ? std::string() : text->getString().str();
}

}  // namespace

void mark_variables(llvm::Module& module) {
  const auto declare = [](llvm::Value* address, const llvm::DILocalVariable* variable) {
    auto* place = llvm::dyn_cast_or_null<llvm::AllocaInst>(address);
    if (place == nullptr || variable == nullptr) return;
    keep_type(*place, variable->getType());
    const auto mark = mark_of(*variable);
    if (!mark) return;
    llvm::LLVMContext& context = place->getContext();
    llvm::MDNode* node = llvm::MDNode::get(context, llvm::MDString::get(context, *mark));
    place->setMetadata(kVariable, node);
    // In CUDA, a variable is accessed through a generic pointer to it.
    std::vector<llvm::Value*> addresses{place};
    for (llvm::User* user : place->users())
      if (llvm::isa<llvm::AddrSpaceCastInst>(user)) addresses.push_back(user);
    for (llvm::Value* one : addresses)
      for (llvm::User* user : one->users()) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (store == nullptr || store->getPointerOperand() != one) continue;
        auto* stored = llvm::dyn_cast<llvm::Instruction>(user->getOperand(0));
        if (stored != nullptr && stored->getMetadata(kVariable) == nullptr)
          stored->setMetadata(kVariable, node);
      }
  };
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (record.isDbgDeclare()) declare(record.getAddress(), record.getVariable());
      instruction.dropDbgRecords();
      if (const auto* declared = llvm::dyn_cast<llvm::DbgDeclareInst>(&instruction))
        declare(declared->getAddress(), declared->getVariable());
      if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) instruction.eraseFromParent();
    }
}

void name_variables(llvm::Function& function) {
  llvm::LLVMContext& context = function.getContext();
  std::vector<llvm::Metadata*> names;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* place = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const llvm::MDNode* mark = place == nullptr ? nullptr : place->getMetadata(kVariable);
    if (mark == nullptr) continue;
    names.push_back(llvm::MDString::get(context, place->getName()));
    names.push_back(mark->getOperand(0));
  }
  if (!names.empty()) function.setMetadata(kVariables, llvm::MDNode::get(context, names));
}

model::Variables marked_variables(const llvm::Function& function, const model::KernelModel& model,
                                  const PartsOf& parts_of) {
  std::map<std::string, std::string> names;  // of promoted variables
  if (const llvm::MDNode* list = function.getMetadata(kVariables))
    for (unsigned i = 0; i + 1 < list->getNumOperands(); i += 2)
      names[text_of(list->getOperand(i))] = text_of(list->getOperand(i + 1));
  // Promotion names a phi after its variable, with a number: "stride.0".
  const auto promoted = [&](std::string name) {
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos; dot = name.rfind('.')) {
      name.resize(dot);
      if (const auto found = names.find(name); found != names.end()) return found->second;
    }
    return std::string();
  };
  std::map<model::ValueId, model::Variable> found;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!instruction.getType()->isIntegerTy() && !instruction.getType()->isFloatingPointTy()) continue;
    std::string mark;
    if (const llvm::MDNode* node = instruction.getMetadata(kVariable)) mark = text_of(node->getOperand(0));
    if (mark.empty() && llvm::isa<llvm::PHINode>(instruction)) mark = promoted(instruction.getName().str());
    if (mark.size() < 2) continue;
    const std::vector<model::ValueId> parts = parts_of(instruction);
    if (parts.size() != 1) continue;
    found.try_emplace(parts.front(), model::Variable{parts.front(), mark.substr(1), kind_of(mark.front())});
  }
  model::Variables result;
  for (auto& [value, variable] : found)
    if (model.values[value].op != model::Op::Constant) result.push_back(std::move(variable));
  return result;
}

}  // namespace launchproof::frontend
