#include "verify/frontend/passes/postconditions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

// The functions that replace `__postcondition` and `__old` for the compiler if postconditions are checked.
constexpr std::string_view kBegins = "__postcondition_begins";
constexpr std::string_view kHolds = kPostconditionHolds;
constexpr std::string_view kBefore = "__postcondition_before";
// What a contract becomes that cannot be read (contracts/contracts.h); its argument says why.
constexpr std::string_view kNotUnderstood = "__contract_not_understood";

constexpr const char* kReadBefore =
    "what a postcondition uses is read from memory before it is stated, and the postcondition is asked when "
    "the "
    "launch has ended; state it first, and read within it";
constexpr const char* kWrites = "a postcondition must stand before what the kernel writes, and write nothing";
constexpr const char* kNotMet = "not each work-item comes to the postcondition; state it before any branch";

// Thrown if a kernel's postconditions cannot be checked, with the reason.
struct Refused {
  std::string why;
};

std::string called_name(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  return function == nullptr ? std::string() : unmangle(function->getName()).first;
}

bool calls(const llvm::Instruction& instruction, std::string_view name) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && called_name(*call) == name;
}

std::vector<llvm::CallBase*> calls_of(llvm::Function& function, std::string_view name) {
  std::vector<llvm::CallBase*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (calls(instruction, name)) found.push_back(llvm::cast<llvm::CallBase>(&instruction));
  return found;
}

PostconditionPlace place_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* at = instruction.getDebugLoc().get();
  if (at == nullptr) return {};
  return {at->getFilename().str(), at->getLine(), at->getColumn()};
}

[[noreturn]] void refuse(const std::string& what, const llvm::Instruction& at) {
  const PostconditionPlace place = place_of(at);
  throw Refused{place.line == 0 ? what : what + " (" + place.file + ":" + std::to_string(place.line) + ")"};
}

// Erases the other annotations, which are checked for the kernel itself.
void erase_annotations(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr ||
        !call->getCalledFunction()->isDeclaration())
      continue;
    const AnnotationEntry* entry = annotation(called_name(*call));
    if (entry == nullptr || !states_something(entry->treatment) || entry->name == kProgramAssertion) continue;
    if (!call->use_empty()) call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

// Returns whether the block lies on a cycle.
bool is_on_cycle(const llvm::BasicBlock* block) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen;
  std::vector<const llvm::BasicBlock*> open(llvm::succ_begin(block), llvm::succ_end(block));
  while (!open.empty()) {
    const llvm::BasicBlock* at = open.back();
    open.pop_back();
    if (at == block) return true;
    if (seen.insert(at).second) open.insert(open.end(), llvm::succ_begin(at), llvm::succ_end(at));
  }
  return false;
}

// Ends the function after its last postcondition. Returns the conditions in the order in which each work-item
// reaches them. Throws Refused.
std::vector<llvm::CallBase*> end_behind_last(llvm::Function& function) {
  std::vector<llvm::CallBase*> holds = calls_of(function, kHolds);
  const llvm::DominatorTree dominators(function);
  for (const llvm::CallBase* one : holds)
    if (!dominators.isReachableFromEntry(one->getParent()))
      refuse("no work-item comes to the postcondition", *one);
    else if (is_on_cycle(one->getParent()))
      refuse("the postcondition stands in a loop; state it before any branch", *one);
  for (std::size_t i = 0; i < holds.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!dominators.dominates(holds[i], holds[j]) && !dominators.dominates(holds[j], holds[i]))
        refuse(kNotMet, *holds[i]);
  std::ranges::sort(holds, [&](const llvm::CallBase* a, const llvm::CallBase* b) {
    return a != b && dominators.dominates(a, b);
  });
  llvm::CallBase* last = holds.back();
  llvm::BasicBlock* rest = last->getParent()->splitBasicBlock(last->getNextNode());
  llvm::Instruction* way_on = rest->getSinglePredecessor()->getTerminator();
  llvm::ReturnInst::Create(function.getContext(), nullptr, way_on->getIterator())
      ->setDebugLoc(last->getDebugLoc());
  way_on->eraseFromParent();
  llvm::removeUnreachableBlocks(function);
  return holds;
}

// Returns whether calling the function may have an effect besides its result.
bool has_effect(const llvm::Function& function, std::set<const llvm::Function*>& seen) {
  if (function.isDeclaration())
    return !unmangle(function.getName()).first.starts_with("get_") && !function.doesNotAccessMemory();
  if (!seen.insert(&function).second) return false;
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand(), 0));
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::isa<llvm::IntrinsicInst>(call) && call->getType()->isVoidTy())
        return llvm::isa<llvm::MemIntrinsic>(call);
      return call->getCalledFunction() == nullptr || has_effect(*call->getCalledFunction(), seen);
    }
    return instruction.mayWriteToMemory() || llvm::isa<llvm::UnreachableInst>(instruction);
  });
}

// Removes everything that does not affect the conditions.
void simplify(llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  for (bool changed = true; changed;) {
    analyses.clear();
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses);
    analyses.clear();
    llvm::ADCEPass().run(function, analyses);
    changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || !call->use_empty() || call->getCalledFunction() == nullptr) continue;
      std::set<const llvm::Function*> seen;
      if (llvm::isa<llvm::IntrinsicInst>(call) || has_effect(*call->getCalledFunction(), seen)) continue;
      instruction.eraseFromParent();
      changed = true;
    }
  }
}

// Returns whether the function tells a size of the launch.
bool is_size(std::string_view name) {
  return name == "get_local_size" || name == "get_enqueued_local_size" || name == "get_num_groups" ||
         name == "get_global_size" || name == "get_work_dim";
}

// Makes all work-items but the first of the launch return at once. Requires a function whose module tells
// sizes of the launch.
void leave_to_first(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::LLVMContext& context = module.getContext();
  // Declarations of ids look like those of sizes.
  const auto sizes = llvm::find_if(module, [](const llvm::Function& one) {
    const std::string name = unmangle(one.getName()).first;
    return one.isDeclaration() && is_size(name) && name != "get_work_dim";
  });
  auto* id_type = llvm::IntegerType::get(context, module.getDataLayout().getPointerSizeInBits(kGlobalSpace));
  auto* type = llvm::FunctionType::get(id_type, {llvm::Type::getInt32Ty(context)}, /*isVarArg=*/false);
  llvm::BasicBlock* entry = &function.getEntryBlock();
  llvm::BasicBlock* first = entry->splitBasicBlock(entry->getFirstNonPHIOrDbgOrAlloca());
  entry->getTerminator()->eraseFromParent();
  auto* others = llvm::BasicBlock::Create(context, "", &function);
  llvm::ReturnInst::Create(context, nullptr, others);
  llvm::IRBuilder<> builder(entry);
  llvm::Value* ids = llvm::ConstantInt::get(id_type, 0);
  for (const char* name : {"_Z12get_local_idj", "_Z12get_group_idj"}) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      llvm::CallInst* id = builder.CreateCall(callee, {builder.getInt32(dimension)});
      if (sizes != module.end()) id->setCallingConv(sizes->getCallingConv());
      ids = builder.CreateOr(ids, id);
    }
    auto* declared = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    if (declared == nullptr || sizes == module.end()) continue;
    declared->setCallingConv(sizes->getCallingConv());
    declared->setAttributes(sizes->getAttributes());
  }
  builder.CreateCondBr(builder.CreateICmpEQ(ids, llvm::ConstantInt::get(id_type, 0)), first, others);
}

// Checks that the conditions of a function that was simplified are functions of memory, of the parameters and
// of the sizes of the launch.
class Purity {
 public:
  // Returns whether one of the conditions checked so far uses the sizes of the launch.
  bool uses_sizes() const { return d_uses_sizes; }

  // Throws Refused.
  void check(llvm::Function& function, std::size_t conditions) {
    const std::vector<llvm::CallBase*> holds = calls_of(function, kHolds);
    const std::vector<llvm::CallBase*> begins = calls_of(function, kBegins);
    if (holds.size() != conditions || begins.size() != conditions)
      throw Refused{"a postcondition stands where no work-item comes, or inside another one"};
    const llvm::DominatorTree dominators(function);
    const llvm::PostDominatorTree post_dominators(function);
    const llvm::BasicBlock* entry = &function.getEntryBlock();
    for (const llvm::CallBase* one : holds) {
      const llvm::BasicBlock* block = one->getParent();
      const bool is_met = block == entry || post_dominators.dominates(block, entry);
      if (!is_met) refuse(kNotMet, *one);
    }
    // The condition that an instruction belongs to: one between its beginning and its end.
    const auto is_within = [&](const llvm::Instruction& instruction) {
      for (std::size_t i = 0; i < begins.size(); ++i)
        for (const llvm::CallBase* end : holds)
          if (dominators.dominates(begins[i], &instruction) && !dominators.dominates(end, &instruction) &&
              dominators.dominates(begins[i], end) && is_next(*begins[i], *end, holds, dominators))
            return true;
      return false;
    };
    // First checks what it writes to, which is more helpful in a message than the instruction that writes.
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (llvm::isa<llvm::StoreInst>(instruction)) check(instruction, is_within);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) check(instruction, is_within);
  }

 private:
  using IsWithin = std::function<bool(const llvm::Instruction&)>;

  // Returns whether `end` is the first end of a condition after `begin`.
  static bool is_next(const llvm::CallBase& begin, const llvm::CallBase& end,
                      const std::vector<llvm::CallBase*>& holds, const llvm::DominatorTree& dominators) {
    return std::ranges::none_of(holds, [&](const llvm::CallBase* one) {
      return one != &end && dominators.dominates(&begin, one) && dominators.dominates(one, &end);
    });
  }

  static bool is_private(const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
  }

  static bool is_known_constant(const llvm::Value* pointer) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer, 0));
    return variable != nullptr && variable->isConstant() && variable->hasInitializer();
  }

  void check(const llvm::Instruction& instruction, const IsWithin& is_within) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const llvm::Value* pointer = load->getPointerOperand();
      if (load->isAtomic()) refuse("a postcondition cannot use atomics", instruction);
      if (is_private(pointer) || is_known_constant(pointer)) return;
      const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
      const bool is_local = load->getPointerAddressSpace() == kLocalSpace ||
                            object->getType()->getPointerAddressSpace() == kLocalSpace;
      if (llvm::isa<llvm::GlobalVariable>(object) || is_local)
        refuse("a postcondition cannot speak of variables of the program or of local memory", instruction);
      if (!is_within(instruction)) refuse(kReadBefore, instruction);
      return;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!is_private(store->getPointerOperand()) || store->isAtomic()) refuse(kWrites, instruction);
      return;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      check_call(*call, is_within);
      return;
    }
    if (instruction.mayReadOrWriteMemory())
      refuse("a postcondition cannot use atomics or fences", instruction);
    if (llvm::isa<llvm::UnreachableInst>(instruction))
      refuse("not each work-item comes to the postcondition", instruction);
  }

  void check_call(const llvm::CallBase& call, const IsWithin& is_within) {
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
      if (!is_private(copy->getRawDest())) refuse(kWrites, call);
      const bool is_known = is_private(copy->getRawSource()) || is_known_constant(copy->getRawSource());
      if (!is_known && !is_within(call)) refuse(kReadBefore, call);
      return;
    }
    if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
      if (!is_private(fill->getRawDest())) refuse(kWrites, call);
      return;
    }
    if (llvm::isa<llvm::IntrinsicInst>(call)) {
      if (call.getType()->isVoidTy() || !call.mayReadOrWriteMemory())
        return;  // markers of scopes and variables
      refuse("a postcondition cannot use this function", call);
    }
    const llvm::Function* function = call.getCalledFunction();
    if (function == nullptr)
      refuse("a postcondition cannot call through a pointer, or use inline assembly", call);
    const std::string name = called_name(call);
    if (name == kBegins || name == kHolds || name == kBefore) return;
    if (name == kNotUnderstood) {
      llvm::StringRef why;
      llvm::getConstantStringInfo(call.getArgOperand(0)->stripPointerCasts(), why);
      refuse(why.str(), call);
    }
    if (is_size(name)) {
      d_uses_sizes = true;
      return;
    }
    if (name.starts_with("get_"))
      refuse("a postcondition cannot depend on ids (`" + name + "`): it is asked once for the launch", call);
    if (!function->isDeclaration()) {
      check_callee(*function, call, is_within(call));
      return;
    }
    const bool is_of_several = name.starts_with("work_group_") || name.starts_with("sub_group_");
    if (!function->doesNotAccessMemory() || is_of_several)
      refuse("a postcondition cannot use `" + name + "`", call);
  }

  // Checks a function of the program that is called in a condition or before it.
  void check_callee(const llvm::Function& function, const llvm::CallBase& call, bool is_within) {
    if (!d_seen.emplace(&function, is_within).second) return;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      try {
        check(instruction, [&](const llvm::Instruction&) { return is_within; });
      } catch (const Refused& refused) {
        refuse(refused.why + ", called", call);
      }
    }
  }

  std::set<std::pair<const llvm::Function*, bool>> d_seen;
  bool d_uses_sizes = false;
};

// Rebuilds pointers on top of the memory as it was before the launch.
class Earlier {
 public:
  Earlier(const std::vector<std::uint32_t>& before, llvm::Function& function)
      : d_before(before), d_function(function) {}

  // Returns the pointer that a call of kBefore represents. Throws Refused.
  llvm::Value* pointer(llvm::CallBase& call) {
    llvm::Value* made = rebuild(call.getArgOperand(0), call);
    if (made->getType() != call.getType())
      made = llvm::IRBuilder<>(&call).CreatePointerBitCastOrAddrSpaceCast(made, call.getType());
    return made;
  }

 private:
  llvm::Value* rebuild(llvm::Value* value, llvm::CallBase& call) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
      const std::uint32_t number =
          argument->getArgNo() < d_before.size() ? d_before[argument->getArgNo()] : model::kNone;
      if (number != model::kNone) return d_function.getArg(number);
      refuse("`__old` is of elements of arrays that are parameters of the kernel", call);
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
      if (llvm::Value* only = only_content(load->getPointerOperand())) return rebuild(only, call);
    const bool is_step = llvm::isa<llvm::GetElementPtrInst>(value) ||
                         llvm::isa<llvm::AddrSpaceCastInst>(value) || llvm::isa<llvm::BitCastInst>(value);
    if (!is_step) refuse("`__old` is of elements of arrays that are parameters of the kernel", call);
    auto* step = llvm::cast<llvm::Instruction>(value);
    llvm::Value* base = rebuild(step->getOperand(0), call);
    if (base->getType() != step->getOperand(0)->getType())
      base =
          llvm::IRBuilder<>(&call).CreatePointerBitCastOrAddrSpaceCast(base, step->getOperand(0)->getType());
    llvm::Instruction* made = step->clone();
    made->setOperand(0, base);
    made->insertBefore(call.getIterator());
    return made;
  }

  // Returns the contents of a private variable that is written once and otherwise only read; null for others.
  static llvm::Value* only_content(llvm::Value* pointer) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripPointerCasts());
    if (variable == nullptr) return nullptr;
    llvm::Value* content = nullptr;
    std::vector<const llvm::Value*> names{variable};  // CUDA accesses it through a generic pointer
    for (std::size_t i = 0; i < names.size(); ++i)
      for (const llvm::User* user : names[i]->users()) {
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
          if (content != nullptr || store->getPointerOperand() != names[i]) return nullptr;
          content = const_cast<llvm::Value*>(store->getValueOperand());
        } else if (llvm::isa<llvm::AddrSpaceCastInst>(user)) {
          names.push_back(user);
        } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
          if (!call->isLifetimeStartOrEnd() && !llvm::isa<llvm::DbgInfoIntrinsic>(call)) return nullptr;
        } else if (!llvm::isa<llvm::LoadInst>(user)) {
          return nullptr;
        }
      }
    // A parameter keeps its value in variables; any other value may belong to an earlier iteration.
    return content != nullptr && is_parameter(content) ? content : nullptr;
  }

  static bool is_parameter(llvm::Value* value) {
    if (llvm::isa<llvm::Argument>(value)) return true;
    if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(value)) return is_parameter(cast->getOperand(0));
    auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load != nullptr && only_content(load->getPointerOperand()) != nullptr;
  }

  const std::vector<std::uint32_t>& d_before;
  llvm::Function& d_function;
};

// Creates the kernels for one kernel.
class Maker {
 public:
  Maker(llvm::Function& kernel, const KernelSyntax& syntax) : d_kernel(kernel), d_syntax(syntax) {}

  void make(std::map<std::string, KernelSyntax>& kernels, Postconditions& stated) {
    llvm::Function* trial = clone({}, ".trial");
    try {
      const auto holds = end_behind_last(*trial);
      for (const llvm::CallBase* one : holds) stated.places.push_back(place_of(*one));
      erase_annotations(*trial);
      simplify(*trial);
      Purity purity;
      purity.check(*trial, holds.size());
      stated.uses_sizes = purity.uses_sizes();
    } catch (...) {
      trial->eraseFromParent();
      throw;
    }
    trial->eraseFromParent();
    add_asking(kernels, stated);
    add_holding(kernels, stated.places.size());
  }

 private:
  // Returns a copy of the kernel with these parameters after its own.
  llvm::Function* clone(const std::vector<llvm::Type*>& added, const std::string& suffix) {
    std::vector<llvm::Type*> types;
    for (const llvm::Argument& argument : d_kernel.args()) types.push_back(argument.getType());
    types.insert(types.end(), added.begin(), added.end());
    auto* type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(d_kernel.getContext()), types, /*isVarArg=*/false);
    llvm::Function* made = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                                  d_kernel.getName() + suffix, d_kernel.getParent());
    llvm::ValueToValueMapTy values;
    for (unsigned i = 0; i < d_kernel.arg_size(); ++i) {
      made->getArg(i)->setName(d_kernel.getArg(i)->getName());
      values[d_kernel.getArg(i)] = made->getArg(i);
    }
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(made, &d_kernel, values, llvm::CloneFunctionChangeType::LocalChangesOnly,
                            returns);
    made->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    for (const char* kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                             "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"})
      made->setMetadata(kind, nullptr);
    return made;
  }

  llvm::PointerType* global_pointer() const {
    return llvm::PointerType::get(d_kernel.getContext(), kGlobalSpace);
  }

  static ParameterSyntax results() {
    ParameterSyntax syntax;
    syntax.name = kConditionResults;
    syntax.type = "__global uint *";
    syntax.kind = model::ParameterKind::GlobalPointer;
    syntax.element_type = "uint";
    syntax.element_bytes = 4;
    return syntax;
  }

  void add_asking(std::map<std::string, KernelSyntax>& kernels, Postconditions& stated) {
    KernelSyntax syntax = d_syntax;
    syntax.required_local_size[0] = syntax.required_local_size[1] = syntax.required_local_size[2] = 0;
    syntax.required_sub_group_size = 0;
    std::vector<llvm::Type*> added;
    stated.before.assign(d_kernel.arg_size(), model::kNone);
    for (unsigned i = 0; i < d_kernel.arg_size(); ++i) {
      if (d_syntax.parameters[i].kind != model::ParameterKind::GlobalPointer) continue;
      stated.before[i] = static_cast<std::uint32_t>(syntax.parameters.size());
      ParameterSyntax& before = syntax.parameters.emplace_back(d_syntax.parameters[i]);
      before.name += " before";
      added.push_back(d_kernel.getArg(i)->getType());
    }
    syntax.parameters.push_back(results());
    added.push_back(global_pointer());
    llvm::Function* made = clone(added, kPostconditionsSuffix);
    try {
      const std::vector<llvm::CallBase*> holds = end_behind_last(*made);
      erase_annotations(*made);
      Earlier earlier(stated.before, *made);
      for (llvm::CallBase* call : calls_of(*made, kBefore)) {
        call->replaceAllUsesWith(earlier.pointer(*call));
        call->eraseFromParent();
      }
      for (llvm::CallBase* call : calls_of(*made, kBegins)) call->eraseFromParent();
      for (std::size_t i = 0; i < holds.size(); ++i) {
        llvm::IRBuilder<> builder(holds[i]);
        llvm::Value* result = builder.CreateZExt(holds[i]->getArgOperand(0), builder.getInt32Ty());
        builder.CreateAlignedStore(result, element(builder, *made, i), llvm::Align(4));
        holds[i]->eraseFromParent();
      }
      if (stated.uses_sizes) leave_to_first(*made);
    } catch (...) {
      made->eraseFromParent();
      throw;
    }
    kernels[made->getName().str()] = std::move(syntax);
  }

  static llvm::Value* element(llvm::IRBuilder<>& builder, llvm::Function& function, std::size_t number) {
    return builder.CreateConstGEP1_64(builder.getInt32Ty(), function.getArg(function.arg_size() - 1), number);
  }

  void add_holding(std::map<std::string, KernelSyntax>& kernels, std::size_t conditions) {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(d_kernel.getContext()), {global_pointer()},
                                         /*isVarArg=*/false);
    llvm::Function* made =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                               d_kernel.getName() + kConditionsHoldSuffix, d_kernel.getParent());
    made->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(d_kernel.getContext(), "entry", made));
    for (std::size_t i = 0; i < conditions; ++i)
      builder.CreateAlignedStore(builder.getInt32(1), element(builder, *made, i), llvm::Align(4));
    builder.CreateRetVoid();
    KernelSyntax syntax;
    syntax.parameters.push_back(results());
    kernels[made->getName().str()] = std::move(syntax);
  }

  llvm::Function& d_kernel;
  const KernelSyntax& d_syntax;
};

// Returns a postcondition in a function that the kernel calls, directly or indirectly; null if there is none.
const llvm::CallBase* stated_in_function(const llvm::Function& function,
                                         std::set<const llvm::Function*>& seen) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() || !seen.insert(callee).second) continue;
    const std::vector<llvm::CallBase*> there = calls_of(*callee, kHolds);
    if (!there.empty()) return there.front();
    if (const llvm::CallBase* further = stated_in_function(*callee, seen)) return further;
  }
  return nullptr;
}

}  // namespace

std::map<std::string, Postconditions> make_postcondition_kernels(
    llvm::Module& module, std::map<std::string, KernelSyntax>& kernels) {
  std::map<std::string, Postconditions> all;
  std::vector<llvm::Function*> originals;
  for (llvm::Function& function : module)
    if (is_kernel(function)) originals.push_back(&function);
  for (llvm::Function* kernel : originals) {
    const std::string name = kernel->getName().str();
    const auto syntax = kernels.find(name);
    if (syntax == kernels.end()) continue;
    std::set<const llvm::Function*> seen;
    const llvm::CallBase* elsewhere = stated_in_function(*kernel, seen);
    const std::size_t reached = calls_of(*kernel, kHolds).size();
    if (elsewhere == nullptr && reached == 0 && syntax->second.postconditions == 0) continue;
    Postconditions& stated = all[name];
    try {
      if (elsewhere != nullptr)
        refuse("a postcondition stands in a function that is not a kernel", *elsewhere);
      // The compiler drops code after a `return`.
      if (reached < syntax->second.postconditions)
        throw Refused{"a postcondition stands where no work-item comes"};
      const KernelSyntax own = syntax->second;
      if (own.parameters.size() != kernel->arg_size())
        throw Refused{"the kernel's parameters are not those that its source declares"};
      Maker(*kernel, own).make(kernels, stated);
    } catch (const Refused& refused) {
      stated.refusal = refused.why;
    }
  }
  for (llvm::Function* kernel : originals) {
    kernels.erase(kernel->getName().str());
    kernel->deleteBody();
  }
  return all;
}

}  // namespace launchproof::frontend
