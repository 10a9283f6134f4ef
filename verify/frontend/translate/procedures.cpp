#include "verify/frontend/translate/procedures.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "verify/frontend/annotations/fresh_arrays.h"
#include "verify/frontend/annotations/place_annotations.h"
#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/names/source_name.h"
#include "verify/frontend/passes/contracts.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/passes/prepare.h"
#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {
namespace {

// Thrown if this function must be inlined.
struct Inline {
  std::string function;
};

class Division {
 public:
  Division(llvm::Module& module, const std::string& kernel, const KernelSyntax& syntax, unsigned address_bits,
           AnnotationUse use, PrivateArrays arrays, const std::map<std::string, llvm::Function*>& followed)
      : d_module(module),
        d_kernel(*module.getFunction(kernel)),
        d_syntax(syntax),
        d_address_bits(address_bits),
        d_use(use),
        d_arrays(arrays),
        d_followed(followed) {}

  // Throws Inline.
  model::ModularKernel build() {
    // In the order of discovery, callers do not always come before callees.
    model::ModularKernel found;
    found.kernel = part(d_kernel, {});
    for (std::size_t next = 0; next < d_procedures.size(); ++next) {
      const ProcedureCall of = d_procedures[next];
      found.procedures.push_back(part(wrapper(of, next), of.function));
    }
    look_for_barriers(found);
    return in_order(std::move(found));
  }

 private:
  // Returns whether two calls have pointers to the same places, and therefore the same procedure.
  static bool agree(const ProcedureCall& one, const ProcedureCall& other) {
    return one.function == other.function && one.pointers == other.pointers;
  }

  model::KernelModel part(llvm::Function& function, const std::string& procedure) {
    std::vector<Refusal> refusals;
    prepare_function(function, d_use, d_arrays, refusals);
    model::KernelModel model;
    model.name = d_kernel.getName().str();
    model.procedure = function_name(procedure);
    model.address_bits = d_address_bits;
    model.parameters = parameters_of(d_syntax);
    if (d_syntax.required_local_size[0] != 0)
      model.required_local_size = {d_syntax.required_local_size[0], d_syntax.required_local_size[1],
                                   d_syntax.required_local_size[2]};
    model.required_sub_group_size = d_syntax.required_sub_group_size;
    KernelTranslator translator(function, d_syntax, model);
    translator.run(refusals);
    for (std::size_t i = 0; i < model.calls.size(); ++i) {
      const ProcedureCall& call = translator.procedure_calls()[i];
      if (!call.is_followed) throw Inline{call.function};
      const auto known =
          std::ranges::find_if(d_procedures, [&](const ProcedureCall& one) { return agree(one, call); });
      model.calls[i].procedure = static_cast<std::uint32_t>(known - d_procedures.begin());
      if (known == d_procedures.end()) d_procedures.push_back(call);
    }
    return model;
  }

  // Returns a function with the kernel's parameters that may call the procedure with arbitrary arguments.
  llvm::Function& wrapper(const ProcedureCall& of, std::size_t number) {
    llvm::Function* callee = d_followed.at(of.function);
    llvm::Function* result =
        llvm::Function::Create(d_kernel.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                               "launchproof.procedure." + std::to_string(number), d_module);
    result->setAttributes(d_kernel.getAttributes());
    llvm::LLVMContext& context = d_module.getContext();
    llvm::BasicBlock* entry = llvm::BasicBlock::Create(context, "entry", result);
    llvm::BasicBlock* body = llvm::BasicBlock::Create(context, "call", result);
    llvm::BasicBlock* end = llvm::BasicBlock::Create(context, "end", result);
    llvm::IRBuilder<> builder(entry);
    builder.CreateCondBr(builder.CreateCall(d_module.getOrInsertFunction(kEnabled, builder.getInt1Ty())),
                         body, end);
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
    builder.SetInsertPoint(body);
    std::vector<llvm::Value*> arguments;
    std::size_t pointer = 0;
    for (const llvm::Argument& argument : callee->args()) {
      if (!argument.getType()->isPointerTy()) {
        arguments.push_back(any(builder, argument.getType()));
        continue;
      }
      const ProcedurePointer& to = of.pointers[pointer++];
      llvm::Value* object = to.variable;
      if (object == nullptr) object = result->getArg(to.parameter);
      llvm::Type* offset_type = builder.getIntNTy(d_address_bits);
      if (to.offset)
        object =
            builder.CreateGEP(builder.getInt8Ty(), object, llvm::ConstantInt::get(offset_type, *to.offset));
      else
        object = builder.CreateGEP(builder.getIntNTy(8U << to.zeros), object, any(builder, offset_type));
      arguments.push_back(object);
    }
    builder.CreateCall(callee, arguments);
    builder.CreateBr(end);
    return *result;
  }

  llvm::Value* any(llvm::IRBuilder<>& builder, llvm::Type* type) {
    std::string name = kArgumentPrefix;
    llvm::raw_string_ostream(name) << *type;
    return builder.CreateCall(d_module.getOrInsertFunction(name, type));
  }

  // A work-item that an assumption excludes does not reach a procedure's barrier, and no other work-item
  // waits for it there.
  void look_for_barriers(const model::ModularKernel& all) const {
    const auto excludes = [&](const model::Block& block) {
      return block.excluded_by != model::kNone &&
             all.kernel.annotations[block.excluded_by].kind != model::AnnotationKind::Precondition;
    };
    if (std::ranges::none_of(all.kernel.blocks, excludes)) return;
    for (std::size_t i = 0; i < all.procedures.size(); ++i)
      if (!all.procedures[i].barriers.empty()) throw Inline{d_procedures[i].function};
  }

  static model::ModularKernel in_order(model::ModularKernel found) {
    std::vector<std::uint32_t> order;  // called procedures
    std::vector<bool> seen(found.procedures.size(), false);
    const auto visit = [&](auto&& self, const model::KernelModel& part) -> void {
      for (const model::Call& call : part.calls) {
        if (seen[call.procedure]) continue;
        seen[call.procedure] = true;
        self(self, found.procedures[call.procedure]);
        order.push_back(call.procedure);
      }
    };
    visit(visit, found.kernel);
    std::ranges::reverse(order);
    std::vector<std::uint32_t> renamed(found.procedures.size(), model::kNone);
    model::ModularKernel result;
    for (const std::uint32_t old : order) {
      renamed[old] = static_cast<std::uint32_t>(result.procedures.size());
      result.procedures.push_back(std::move(found.procedures[old]));
    }
    result.kernel = std::move(found.kernel);
    for (model::Call& call : result.kernel.calls) call.procedure = renamed[call.procedure];
    for (model::KernelModel& part : result.procedures)
      for (model::Call& call : part.calls) call.procedure = renamed[call.procedure];
    return result;
  }

  llvm::Module& d_module;
  llvm::Function& d_kernel;
  const KernelSyntax& d_syntax;
  unsigned d_address_bits;
  AnnotationUse d_use;
  PrivateArrays d_arrays;
  const std::map<std::string, llvm::Function*>& d_followed;
  std::vector<ProcedureCall> d_procedures;
};

bool is_understood(const model::KernelModel& part) {
  return part.unsupported.empty() && std::ranges::none_of(part.barriers, [](const model::Barrier& one) {
           return one.kind == model::Convergence::Copy || one.kind == model::Convergence::Wait;
         });
}

bool is_contract(const llvm::Function& function) {
  return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && call->getCalledFunction() != nullptr &&
           call->getCalledFunction()->getName().starts_with(kCallPrefix);
  });
}

bool calls_by_contract(const llvm::Function& function, std::set<const llvm::Function*>& seen) {
  if (is_contract(function)) return true;
  if (!seen.insert(&function).second) return false;
  return std::ranges::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr && !callee->isDeclaration() && calls_by_contract(*callee, seen);
  });
}

// A function's access declaration also applies to its callees, which would then be in a different part.
bool declares_accesses_of_procedures(const llvm::Module& module) {
  return std::ranges::any_of(module, [](const llvm::Function& function) {
    const bool declares = std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& one) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      const auto annotation = call == nullptr ? std::nullopt : called_annotation(*call);
      return annotation && annotation->entry->treatment == Treatment::DeclaredAccess;
    });
    std::set<const llvm::Function*> seen;
    return declares && !is_contract(function) && calls_by_contract(function, seen);
  });
}

}  // namespace

std::shared_ptr<model::ModularKernel> in_parts(const llvm::Module& module, const std::string& kernel,
                                               const KernelSyntax& syntax, unsigned address_bits,
                                               AnnotationUse use, PrivateArrays arrays) {
  std::set<std::string> refused;
  while (true) {
    const std::unique_ptr<llvm::Module> own = llvm::CloneModule(module);
    const auto followed = follow_contracts(*own, refused);
    if (followed.empty() || declares_accesses_of_procedures(*own)) return nullptr;
    place_annotations(*own, use);
    name_other_pointers(*own);
    try {
      auto result = std::make_shared<model::ModularKernel>(
          Division(*own, kernel, syntax, address_bits, use, arrays, followed).build());
      const bool all =
          is_understood(result->kernel) && std::ranges::all_of(result->procedures, is_understood);
      if (result->procedures.empty() || !all) return nullptr;
      return result;
    } catch (const Inline& one) {
      if (!refused.insert(one.function).second) return nullptr;
    }
  }
}

}  // namespace launchproof::frontend
