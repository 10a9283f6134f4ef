#include "verify/frontend/cuda/function_pointers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>
#include <utility>

#include "verify/frontend/cuda/function_numbers.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kAssertionOfProgram = "_Z19__assert_of_programb";
constexpr const char* kRequires = "_Z10__requiresb";

void say(llvm::CallInst& call, const std::string& text) {
  llvm::LLVMContext& context = call.getContext();
  call.setMetadata(kSaid, llvm::MDNode::get(context, llvm::MDString::get(context, text)));
}

bool is_plain_pointer(const llvm::Type* type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == kPrivateSpace;
}

// Returns whether the value points to a function, where it is no variable of the function or a part of one.
bool is_function_pointer(const llvm::Value& value) {
  if (!is_plain_pointer(value.getType())) return false;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value))
    return !argument->hasByValAttr() && !argument->hasStructRetAttr();
  return !llvm::isa<llvm::AllocaInst>(value) && !llvm::isa<llvm::GEPOperator>(value) &&
         !llvm::isa<llvm::AddrSpaceCastOperator>(value) && !llvm::isa<llvm::GlobalVariable>(value);
}

class Numbering {
 public:
  Numbering(llvm::Module& module, std::map<std::string, KernelSyntax>& syntax)
      : d_module(module),
        d_syntax(syntax),
        d_type(module.getDataLayout().getIntPtrType(module.getContext())) {}

  void run(std::vector<llvm::Function*>& kernels) {
    for (llvm::Function& function : d_module)
      if (!function.isDeclaration() && !is_kernel(function) && is_named(function))
        d_functions.push_back(&function);
    if (d_functions.empty()) return;
    for (llvm::Function*& kernel : kernels) kernel = take_parameters(*kernel);
    for (std::size_t i = 0; i < d_functions.size(); ++i)
      d_functions[i]->replaceUsesWithIf(pointer_of(i), names);
    for (llvm::Function& function : d_module) {
      number_structures(function);
      std::vector<llvm::Instruction*> instructions;
      for (llvm::Instruction& instruction : llvm::instructions(function))
        instructions.push_back(&instruction);
      FunctionNumbers numbers(function, d_type);
      for (llvm::Instruction* instruction : instructions) rewrite(*instruction, numbers);
    }
    number_variables();
  }

 private:
  // Returns whether the use takes the function's address as a pointer to it, and in no other way.
  static bool names(const llvm::Use& use) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser())) return !call->isCallee(&use);
    return !llvm::isa<llvm::ConstantExpr>(use.getUser()) && !llvm::isa<llvm::GlobalAlias>(use.getUser());
  }

  static bool is_named(const llvm::Function& function) { return llvm::any_of(function.uses(), names); }

  llvm::Constant* number(std::size_t index) const { return llvm::ConstantInt::get(d_type, index + 1); }

  llvm::Constant* pointer_of(std::size_t index) const {
    return llvm::ConstantExpr::getIntToPtr(number(index), d_functions[index]->getType());
  }

  // A kernel gets numbers in place of the program's pointers to functions.
  llvm::Function* take_parameters(llvm::Function& kernel) {
    const auto found = d_syntax.find(kernel.getName().str());
    if (found == d_syntax.end() || found->second.parameters.size() != kernel.arg_size()) return &kernel;
    std::vector<ParameterSyntax>& parameters = found->second.parameters;
    std::vector<llvm::Type*> types(kernel.getFunctionType()->params());
    bool changes = false, has_any = false;
    for (unsigned i = 0; i < parameters.size(); ++i) {
      if (!is_known(parameters[i], kernel.getParamByValType(i))) {
        unsupported(*kernel.getEntryBlock().getFirstInsertionPt(),
                    "the parameter " + parameters[i].name + ", with pointers to functions that are not known",
                    llvm::Type::getVoidTy(d_module.getContext()));
        continue;
      }
      for (const FunctionPointer& pointer : parameters[i].function_pointers) {
        if (candidates(pointer).empty()) continue;
        has_any = true;
        if (!pointer.name.empty() || !is_plain_pointer(types[i])) continue;
        types[i] = d_type;
        changes = true;
        parameters[i].kind = model::ParameterKind::Value;
        parameters[i].bytes = d_module.getDataLayout().getTypeAllocSize(d_type).getFixedValue();
      }
    }
    if (!has_any) return &kernel;
    llvm::Function* made = changes ? with_types(kernel, types) : &kernel;
    require(*made, parameters);
    return made;
  }

  // Returns whether, for a parameter with this structure type, there are functions that each of its pointers
  // to functions may name.
  bool is_known(const ParameterSyntax& parameter, llvm::Type* structure) const {
    if (structure == nullptr) return true;
    return count(structure) == parameter.function_pointers.size() &&
           llvm::none_of(parameter.function_pointers, [&](const FunctionPointer& pointer) {
             return pointer.is_in_union || candidates(pointer).empty();
           });
  }

  // Returns how many pointers to functions a value of the type has.
  static std::uint64_t count(llvm::Type* type) {
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
      return array->getNumElements() * count(array->getElementType());
    std::uint64_t all = is_plain_pointer(type) ? 1 : 0;
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
      for (llvm::Type* element : structure->elements()) all += count(element);
    return all;
  }

  // Returns the numbers of the functions, from 0 on, that the pointer may name.
  std::vector<std::size_t> candidates(const FunctionPointer& pointer) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < d_functions.size(); ++i)
      if (pointer.functions.contains(d_functions[i]->getName().str())) result.push_back(i);
    return result;
  }

  llvm::Function* with_types(llvm::Function& kernel, const std::vector<llvm::Type*>& types) {
    auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, kernel.isVarArg());
    llvm::Function* made =
        llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "", &d_module);
    made->copyAttributesFrom(&kernel);
    made->setComdat(kernel.getComdat());
    made->takeName(&kernel);
    made->splice(made->begin(), &kernel);
    made->setSubprogram(kernel.getSubprogram());
    llvm::IRBuilder<> builder(&*made->getEntryBlock().getFirstInsertionPt());
    builder.SetCurrentDebugLocation({});
    for (unsigned i = 0; i < types.size(); ++i) {
      llvm::Argument* old = kernel.getArg(i);
      llvm::Argument* argument = made->getArg(i);
      argument->takeName(old);
      llvm::Value* value = argument;
      if (old->getType() != argument->getType()) {
        made->removeParamAttrs(i, llvm::AttributeFuncs::typeIncompatible(argument->getType()));
        value = builder.CreateIntToPtr(argument, old->getType());
      }
      old->replaceAllUsesWith(value);
    }
    kernel.replaceAllUsesWith(llvm::PoisonValue::get(kernel.getType()));
    kernel.eraseFromParent();
    return made;
  }

  llvm::Value* is_one_of(llvm::Value* value, const std::vector<std::size_t>& functions,
                         llvm::IRBuilder<>& builder) const {
    llvm::Value* result = builder.getFalse();
    for (const std::size_t one : functions)
      result = builder.CreateOr(result, builder.CreateICmpEQ(value, number(one)));
    return result;
  }

  // Adds, for each pointer to a function, the precondition that it names one of the functions whose address
  // the program takes.
  void require(llvm::Function& kernel, const std::vector<ParameterSyntax>& parameters) {
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
    while (llvm::isa<llvm::AllocaInst>(&*builder.GetInsertPoint()) ||
           llvm::isa<llvm::IntToPtrInst>(&*builder.GetInsertPoint()))
      builder.SetInsertPoint(builder.GetInsertBlock(), std::next(builder.GetInsertPoint()));
    const llvm::FunctionCallee callee =
        d_module.getOrInsertFunction(kRequires, builder.getVoidTy(), builder.getInt1Ty());
    for (unsigned i = 0; i < parameters.size(); ++i) {
      for (const FunctionPointer& pointer : parameters[i].function_pointers) {
        const std::vector<std::size_t> functions = candidates(pointer);
        if (functions.empty()) continue;
        if (llvm::DISubprogram* place = kernel.getSubprogram())
          builder.SetCurrentDebugLocation(
              llvm::DILocation::get(kernel.getContext(), parameters[i].line, 1, place));
        llvm::Value* value = kernel.getArg(i);
        if (value->getType()->isPointerTy())
          value = builder.CreateLoad(d_type,
                                     builder.CreateConstGEP1_64(builder.getInt8Ty(), value, pointer.offset));
        say(*builder.CreateCall(callee, {is_one_of(value, functions, builder)}),
            "`" + parameters[i].name + pointer.name + "` points to a function of the program");
      }
    }
  }

  void rewrite(llvm::Instruction& instruction, FunctionNumbers& numbers) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (is_plain_pointer(load->getType())) read(*load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (is_function_pointer(*store->getValueOperand()))
        store->setOperand(0, numbers.of(store->getValueOperand()));
    } else if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      compare(*comparison, numbers);
    } else if (llvm::isa<llvm::PtrToIntInst>(instruction) ||
               llvm::isa<llvm::AddrSpaceCastInst>(instruction)) {
      if (is_function_pointer(*instruction.getOperand(0)))
        refuse(instruction, "the address of a function as a number or as another pointer");
    } else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variable->setAllocatedType(with_numbers(variable->getAllocatedType()));
    } else if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      element->setSourceElementType(with_numbers(element->getSourceElementType()));
      element->setResultElementType(with_numbers(element->getResultElementType()));
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      if (call->isIndirectCall()) choose(*call, numbers);
    }
  }

  void read(llvm::LoadInst& load) {
    llvm::IRBuilder<> builder(&load);
    llvm::LoadInst* made =
        builder.CreateAlignedLoad(d_type, load.getPointerOperand(), load.getAlign(), load.isVolatile());
    made->setMetadata(kFunctionPointer, llvm::MDNode::get(d_module.getContext(), {}));
    llvm::Value* pointer = builder.CreateIntToPtr(made, load.getType());
    load.replaceAllUsesWith(pointer);
    load.eraseFromParent();
  }

  void compare(llvm::ICmpInst& comparison, FunctionNumbers& numbers) {
    llvm::Value* left = comparison.getOperand(0);
    llvm::Value* right = comparison.getOperand(1);
    if (!is_function_pointer(*left) || !is_function_pointer(*right)) return;
    if (!comparison.isEquality()) {
      refuse(comparison, "an order of the addresses of functions");
      return;
    }
    comparison.setOperand(0, numbers.of(left));
    comparison.setOperand(1, numbers.of(right));
  }

  // Makes a value of the type that stands for what is not understood, in front of the instruction.
  llvm::Value* unsupported(llvm::Instruction& before, const std::string& what, llvm::Type* type) {
    llvm::IRBuilder<> builder(&before);
    if (llvm::DISubprogram* in = before.getFunction()->getSubprogram();
        in != nullptr && !before.getDebugLoc())
      builder.SetCurrentDebugLocation(llvm::DILocation::get(d_module.getContext(), in->getLine(), 0, in));
    return builder.CreateCall(d_module.getOrInsertFunction(
        kUnsupportedPrefix + what, llvm::FunctionType::get(type, /*isVarArg=*/false)));
  }

  void refuse(llvm::Instruction& instruction, const std::string& what) {
    instruction.replaceAllUsesWith(unsupported(instruction, what, instruction.getType()));
    instruction.eraseFromParent();
  }

  // Replaces a call through a pointer by calls of the functions with the called type, and asserts that the
  // pointer names one of them.
  void choose(llvm::CallInst& call, FunctionNumbers& numbers) {
    std::vector<std::size_t> functions;
    for (std::size_t i = 0; i < d_functions.size(); ++i)
      if (d_functions[i]->getFunctionType() == call.getFunctionType()) functions.push_back(i);
    if (functions.empty()) return;
    llvm::Value* chosen = numbers.of(call.getCalledOperand());
    llvm::LLVMContext& context = d_module.getContext();
    llvm::IRBuilder<> builder(&call);
    llvm::CallInst* assertion = builder.CreateCall(
        d_module.getOrInsertFunction(kAssertionOfProgram, builder.getVoidTy(), builder.getInt1Ty()),
        {is_one_of(chosen, functions, builder)});
    say(*assertion, "the pointer that is called names a function of the program");
    llvm::BasicBlock* block = call.getParent();
    llvm::BasicBlock* rest = block->splitBasicBlock(&call, "called");
    block->getTerminator()->eraseFromParent();
    std::vector<llvm::BasicBlock*> calling;
    std::vector<llvm::CallInst*> made;
    for (const std::size_t one : functions) {
      calling.push_back(llvm::BasicBlock::Create(context, "called.one", block->getParent(), rest));
      made.push_back(llvm::cast<llvm::CallInst>(call.clone()));
      made.back()->setCalledFunction(d_functions[one]);
      made.back()->setCallingConv(d_functions[one]->getCallingConv());
      made.back()->insertInto(calling.back(), calling.back()->end());
      builder.SetInsertPoint(calling.back());
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      builder.CreateBr(rest);
    }
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    llvm::SwitchInst* choice =
        builder.CreateSwitch(chosen, calling.back(), static_cast<unsigned>(functions.size()));
    for (std::size_t i = 0; i + 1 < functions.size(); ++i)
      choice->addCase(llvm::cast<llvm::ConstantInt>(number(functions[i])), calling[i]);
    if (!call.getType()->isVoidTy()) {
      builder.SetInsertPoint(rest, rest->begin());
      llvm::PHINode* result = builder.CreatePHI(call.getType(), static_cast<unsigned>(functions.size()));
      for (std::size_t i = 0; i < functions.size(); ++i) result->addIncoming(made[i], calling[i]);
      call.replaceAllUsesWith(result);
    }
    call.eraseFromParent();
  }

  // Returns the type with pointers to functions replaced by numbers.
  llvm::Type* with_numbers(llvm::Type* type) const {
    if (is_plain_pointer(type)) return d_type;
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      llvm::Type* element = with_numbers(array->getElementType());
      return element == array->getElementType() ? type
                                                : llvm::ArrayType::get(element, array->getNumElements());
    }
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr || structure->isOpaque()) return type;
    std::vector<llvm::Type*> elements;
    for (llvm::Type* element : structure->elements()) elements.push_back(with_numbers(element));
    if (llvm::ArrayRef(elements) == structure->elements()) return type;
    return llvm::StructType::get(d_module.getContext(), elements, structure->isPacked());
  }

  llvm::Constant* with_numbers(llvm::Constant* constant) const {
    llvm::Type* type = with_numbers(constant->getType());
    if (type == constant->getType()) return constant;
    if (constant->isNullValue()) return llvm::Constant::getNullValue(type);
    if (llvm::isa<llvm::PoisonValue>(constant)) return llvm::PoisonValue::get(type);
    if (llvm::isa<llvm::UndefValue>(constant)) return llvm::UndefValue::get(type);
    if (type == d_type) return llvm::ConstantExpr::getPtrToInt(constant, d_type);
    std::vector<llvm::Constant*> elements;
    for (unsigned i = 0; llvm::Constant* element = constant->getAggregateElement(i); ++i)
      elements.push_back(with_numbers(element));
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return llvm::ConstantArray::get(array, elements);
    return llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(type), elements);
  }

  // Structures that are passed to the function by value contain numbers.
  void number_structures(llvm::Function& function) const {
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      llvm::Type* type = function.getParamByValType(i);
      if (type == nullptr || with_numbers(type) == type) continue;
      function.removeParamAttr(i, llvm::Attribute::ByVal);
      function.addParamAttr(i, llvm::Attribute::getWithByValType(d_module.getContext(), with_numbers(type)));
    }
  }

  // The contents of constant memory are known.
  void number_variables() {
    std::vector<llvm::GlobalVariable*> variables;
    for (llvm::GlobalVariable& variable : d_module.globals())
      if (with_numbers(variable.getValueType()) != variable.getValueType()) variables.push_back(&variable);
    for (llvm::GlobalVariable* variable : variables) {
      const bool is_table = variable->isConstant() && variable->getAddressSpace() == kGlobalSpace;
      auto* made = new llvm::GlobalVariable(
          d_module, with_numbers(variable->getValueType()), variable->isConstant(), variable->getLinkage(),
          variable->hasInitializer() ? with_numbers(variable->getInitializer()) : nullptr, "", variable,
          variable->getThreadLocalMode(), is_table ? kConstantSpace : variable->getAddressSpace(),
          variable->isExternallyInitialized());
      made->copyAttributesFrom(variable);
      made->copyMetadata(variable, 0);
      made->takeName(variable);
      variable->replaceAllUsesWith(
          llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(made, variable->getType()));
      variable->eraseFromParent();
    }
  }

  llvm::Module& d_module;
  std::map<std::string, KernelSyntax>& d_syntax;
  llvm::IntegerType* d_type;
  std::vector<llvm::Function*> d_functions;  // indexed by number, from 1
};

}  // namespace

void number_functions(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                      std::map<std::string, KernelSyntax>& syntax) {
  Numbering(module, syntax).run(kernels);
}

void refuse_read_functions(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (!instruction.hasMetadata(kFunctionPointer)) continue;
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(llvm::getLoadStorePointerOperand(&instruction), objects);
    const bool is_known = llvm::all_of(objects, [](const llvm::Value* object) {
      if (const auto* argument = llvm::dyn_cast<llvm::Argument>(object)) return argument->hasByValAttr();
      if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object))
        return variable->isConstant() && variable->hasInitializer();
      return llvm::isa<llvm::AllocaInst>(object);
    });
    if (!is_known)
      refusals.push_back({"a pointer to a function read from memory", instruction.getDebugLoc()});
  }
}

}  // namespace launchproof::frontend::cuda
