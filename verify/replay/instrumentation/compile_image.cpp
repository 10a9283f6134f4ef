#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <cstddef>
#include <functional>
#include <mutex>

#include "verify/frontend/cuda/adapt_module.h"
#include "verify/replay/lowering/addresses.h"
#include "verify/replay/lowering/hooks.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

constexpr std::uint64_t kOpaqueBytes = 16;  // an image: its address and its shape; a sampler: its bits

constexpr const char* kEntry = "launchproof_entry";

// The host's properties, determined once.
llvm::Expected<llvm::orc::JITTargetMachineBuilder> host_machine() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (machine) machine->setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
  return machine;
}

std::string in_words(llvm::Error error) {
  return llvm::toString(std::move(error));
}

// Returns why a parameter cannot be passed; empty if it can.
std::string parameter_problem(const std::vector<model::Parameter>& parameters, const llvm::Function& kernel) {
  if (parameters.size() != kernel.arg_size()) return "a kernel whose parameters are not known";
  for (const model::Parameter& parameter : parameters) {
    switch (parameter.kind) {
      case model::ParameterKind::Other:
        return "a parameter of type " + parameter.type + " (" + parameter.name + ")";
      default:
        break;
    }
  }
  return {};
}

// Moves the kernel's body into a function that takes the work-item.
llvm::Function& make_entry(llvm::Function& kernel, KernelTables& tables, Rewriting& found) {
  llvm::Module& module = *kernel.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Function* entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::get(context, 0)}, false),
      llvm::Function::ExternalLinkage, kEntry, module);
  entry->setDoesNotThrow();
  entry->splice(entry->begin(), &kernel);
  // No private memory of the OpenCL kernel may be used before this block.
  llvm::BasicBlock* first = llvm::BasicBlock::Create(context, "arguments", entry, &entry->getEntryBlock());
  llvm::IRBuilder<> builder(first);
  Rewriting access{module, *entry, tables, {}};
  llvm::Value* arguments =
      access.constant_member(builder, entry->getArg(0), offsetof(MachineItem, arguments), builder.getPtrTy());
  std::uint32_t number = 0;
  for (llvm::Argument& argument : kernel.args()) {
    const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(argument.getType());
    ArgumentSlot slot;
    slot.by_reference = argument.hasByValAttr();
    slot.bytes =
        opaque != nullptr ? kOpaqueBytes : layout.getTypeStoreSize(argument.getType()).getFixedValue();
    slot.offset = tables.argument_bytes;
    tables.argument_bytes += (slot.bytes + 15) / 16 * 16;
    tables.arguments.push_back(slot);
    ++number;
    llvm::Value* value = nullptr;
    if (opaque != nullptr) {
      // Calls refer to the parameter itself until lower_images().
      if (opaque->getName() == "spirv.Sampler") {
        found.samplers[&argument] =
            access.constant_member(builder, arguments, slot.offset, builder.getInt32Ty());
        continue;
      }
      llvm::Value* memory = builder.CreateIntToPtr(
          access.constant_member(builder, arguments, slot.offset, builder.getInt64Ty()), builder.getPtrTy(1));
      found.parameters[memory] = number;
      found.images[&argument] = {
          memory, access.constant_member(builder, arguments, slot.offset + 8, builder.getPtrTy())};
      continue;
    }
    if (argument.getType()->isPointerTy()) {
      value = builder.CreateIntToPtr(
          access.constant_member(builder, arguments, slot.offset, builder.getInt64Ty()), argument.getType());
      found.parameters[value] = number;
    } else {
      llvm::Value* at = builder.CreateConstGEP1_64(builder.getInt8Ty(), arguments, slot.offset);
      llvm::LoadInst* load = builder.CreateAlignedLoad(argument.getType(), at, llvm::Align(1));
      load->setMetadata(kMachineState, llvm::MDNode::get(context, {}));
      value = load;
    }
    argument.replaceAllUsesWith(value);
  }
  builder.CreateBr(first->getNextNode());
  return *entry;
}

// How much machine code is optimised.
enum class Effort : std::uint8_t {
  Little,  // accesses are calls, or access private and never-written memory, which passes may move freely
  Full     // the kernel is executed in place
};

void optimise(llvm::Function& function, Effort effort) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  if (effort == Effort::Full) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(*function.getParent(), modules);
    return;
  }
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager in_loops;
  in_loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(in_loops), /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.run(function, functions);
}

// Only the entry and the functions that it calls are kept.
void drop_others(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (function.getName() != kEntry && !function.isDeclaration()) function.deleteBody();
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (function.getName() != kEntry && function.use_empty()) function.eraseFromParent();
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
  for (llvm::NamedMDNode& node : llvm::make_early_inc_range(module.named_metadata()))
    module.eraseNamedMetadata(&node);
}

std::string generate(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                     Image& image) {
  auto machine = host_machine();
  if (!machine) return in_words(machine.takeError());
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*machine))
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .setLinkProcessSymbolsByDefault(false)
                 .create();
  if (!jit) return in_words(jit.takeError());
  module->setDataLayout((*jit)->getDataLayout());
  module->setTargetTriple((*jit)->getTargetTriple().str());
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*module, &stream)) return "the instrumented code is not valid: " + stream.str();
  llvm::orc::SymbolMap symbols;
  for (const auto* table : {&hook_symbols(), &math_symbols()})
    for (const auto& [name, address] : *table)
      symbols[(*jit)->mangleAndIntern(llvm::StringRef(name.data(), name.size()))] = {
          llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
  if (auto error = (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return in_words(std::move(error));
  if (auto error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return in_words(std::move(error));
  auto entry = (*jit)->lookup(kEntry);
  if (!entry) return in_words(entry.takeError());
  image.entry = entry->toPtr<EntryPoint>();
  image.code = std::shared_ptr<llvm::orc::LLJIT>(std::move(*jit));
  return {};
}

}  // namespace

namespace {

// Parses the kernel and moves it into its entry. Returns null and sets `refusal` if that is impossible.
// `finish` performs the rest of the rewriting.
std::unique_ptr<Image> compile(const std::string& bitcode, const std::string& kernel,
                               const std::vector<model::Parameter>& parameters, std::string& refusal,
                               const std::function<void(Rewriting&)>& rewrite, Effort effort) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, kernel), *context);
  if (!parsed) {
    refusal = in_words(parsed.takeError());
    return nullptr;
  }
  std::unique_ptr<llvm::Module> module = std::move(*parsed);
  llvm::Function* function = module->getFunction(kernel);
  if (function == nullptr || function->isDeclaration()) {
    refusal = "the program has no kernel " + kernel;
    return nullptr;
  }
  auto image = std::make_unique<Image>();
  image->tables.parameters = parameters;
  image->tables.is_cuda = frontend::cuda::is_cuda(*module);
  refusal = parameter_problem(parameters, *function);
  if (!refusal.empty()) return nullptr;
  Rewriting found{*module, *function, image->tables, {}};
  llvm::Function& entry = make_entry(*function, image->tables, found);
  Rewriting rewriting{*module, entry, image->tables, {}};
  rewriting.item = entry.getArg(0);
  rewriting.parameters = std::move(found.parameters);
  rewriting.images = std::move(found.images);
  rewriting.samplers = std::move(found.samplers);
  rewriting.tables.sites.resize(1);
  rewrite(rewriting);
  if (rewriting.refusal.empty()) {
    drop_others(*module);
    llvm::StripDebugInfo(*module);
    optimise(entry, effort);
    image->tables.instructions = entry.getInstructionCount();
    rewriting.refusal = generate(std::move(context), std::move(module), *image);
  }
  refusal = std::move(rewriting.refusal);
  return refusal.empty() ? std::move(image) : nullptr;
}

}  // namespace

std::unique_ptr<Image> compile_image(const std::string& bitcode, const std::string& kernel,
                                     const std::vector<model::Parameter>& parameters, std::string& refusal) {
  const auto rewrite = [](Rewriting& rewriting) {
    lower_addresses(rewriting);
    lower_builtins(rewriting);
    if (rewriting.refusal.empty()) assign_objects(rewriting);
    if (rewriting.refusal.empty()) instrument(rewriting);
    if (rewriting.refusal.empty()) watch_floats(rewriting);
  };
  return compile(bitcode, kernel, parameters, refusal, rewrite, Effort::Little);
}

std::unique_ptr<Image> compile_in_place(const std::string& bitcode, const std::string& kernel,
                                        const std::vector<model::Parameter>& parameters,
                                        const VariableAddresses& variables, std::string& refusal) {
  const auto rewrite = [&variables](Rewriting& rewriting) {
    rewriting.is_in_place = rewriting.tables.is_in_place = true;
    lower_builtins(rewriting);
    if (rewriting.refusal.empty()) use_memory_in_place(rewriting, variables);
  };
  return compile(bitcode, kernel, parameters, refusal, rewrite, Effort::Full);
}

}  // namespace launchproof::replay
