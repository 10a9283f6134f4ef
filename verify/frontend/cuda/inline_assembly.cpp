#include "verify/frontend/cuda/inline_assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cctype>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace launchproof::frontend::cuda {
namespace {

constexpr unsigned kBothMemories = 3;            // CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
constexpr unsigned kSequentiallyConsistent = 5;  // memory_order_seq_cst
constexpr unsigned kAllLanes = 0xffffffff;

// Returns the text without spaces and the final semicolon, so that each instruction has only one text.
std::string instruction_of(const llvm::InlineAsm& assembly) {
  std::string result;
  for (const char c : assembly.getAsmString())
    if (std::isspace(static_cast<unsigned char>(c)) == 0) result.push_back(c);
  if (!result.empty() && result.back() == ';') result.pop_back();
  return result;
}

class Replacement {
 public:
  explicit Replacement(llvm::CallInst& call) : d_call(call), d_builder(&call) {}

  // Returns whether the instruction is known.
  bool make(const std::string& text) {
    // Fences, with their scopes as numbered in OpenCL C.
    static const std::map<std::string, unsigned> kFences{
        {"membar.cta", 1}, {"membar.gl", 2}, {"membar.sys", 3}};
    static const std::set<std::string> kWarpBarriers{"bar.warp.sync0xffffffff", "bar.warp.sync-1"};
    if (d_call.arg_size() != 0) return false;
    if (d_call.getType()->isIntegerTy(32)) return replace(read(text));
    if (!d_call.getType()->isVoidTy()) return false;
    if (const auto fence = kFences.find(text); fence != kFences.end()) {
      call("_Z22atomic_work_item_fencej12memory_order12memory_scope",
           {kBothMemories, kSequentiallyConsistent, fence->second});
    } else if (text == "bar.sync0") {
      call("_Z7barrierj", {kBothMemories});
    } else if (kWarpBarriers.contains(text)) {
      call("_Z23__launchproof_warp_maskj", {kAllLanes});
      call("_Z17sub_group_barrierj", {kBothMemories});
    } else {
      return false;
    }
    d_call.eraseFromParent();
    return true;
  }

 private:
  // The special register that a `mov` reads (PTX ISA, "Special Registers"); null for others.
  llvm::Value* read(const std::string& text) {
    static const std::set<std::string> kRead{"%laneid",      "%lanemask_eq", "%lanemask_lt",
                                             "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
    const std::string prefix = "mov.u32$0,";
    if (!text.starts_with(prefix)) return nullptr;
    const std::string name = text.substr(prefix.size());
    if (!kRead.contains(name)) return nullptr;
    llvm::Value* lane =
        d_builder.CreateCall(function("_Z22get_sub_group_local_idv", d_builder.getInt32Ty(), {}));
    if (name == "%laneid") return lane;
    llvm::Value* own = d_builder.CreateShl(d_builder.getInt32(1), d_builder.CreateAnd(lane, 31));
    llvm::Value* below = d_builder.CreateSub(own, d_builder.getInt32(1));
    if (name == "%lanemask_eq") return own;
    if (name == "%lanemask_lt") return below;
    if (name == "%lanemask_ge") return d_builder.CreateNot(below);
    llvm::Value* up_to = d_builder.CreateOr(below, own);
    return name == "%lanemask_le" ? up_to : d_builder.CreateNot(up_to);
  }

  bool replace(llvm::Value* value) {
    if (value == nullptr) return false;
    d_call.replaceAllUsesWith(value);
    d_call.eraseFromParent();
    return true;
  }

  void call(const char* mangled, std::initializer_list<unsigned> numbers) {
    std::vector<llvm::Type*> types(numbers.size(), d_builder.getInt32Ty());
    std::vector<llvm::Value*> operands;
    for (const unsigned number : numbers) operands.push_back(d_builder.getInt32(number));
    llvm::CallInst* made = d_builder.CreateCall(function(mangled, d_builder.getVoidTy(), types), operands);
    made->setConvergent();
  }

  llvm::FunctionCallee function(const char* mangled, llvm::Type* result,
                                const std::vector<llvm::Type*>& parameters) {
    return d_call.getModule()->getOrInsertFunction(mangled,
                                                   llvm::FunctionType::get(result, parameters, false));
  }

  llvm::CallInst& d_call;
  llvm::IRBuilder<> d_builder;
};

}  // namespace

void replace_assembly(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto* assembly =
        call == nullptr ? nullptr : llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
    if (assembly != nullptr) Replacement(*call).make(instruction_of(*assembly));
  }
}

}  // namespace launchproof::frontend::cuda
