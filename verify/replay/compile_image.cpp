#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

#include "verify/replay/tables.h"

namespace launchproof::replay {
namespace {

constexpr const char* kEntry = "launchproof_entry";

// The host's properties, found out once.
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

// Why a parameter cannot be given, or empty.
std::string parameter_problem(const std::vector<model::Parameter>& parameters, const llvm::Function& kernel) {
  if (parameters.size() != kernel.arg_size()) return "a kernel whose parameters are not known";
  for (const model::Parameter& parameter : parameters) {
    switch (parameter.kind) {
      case model::ParameterKind::Image:
        return "an image (" + parameter.name + ")";
      case model::ParameterKind::Sampler:
        return "a sampler (" + parameter.name + ")";
      case model::ParameterKind::Other:
        return "a parameter of type " + parameter.type + " (" + parameter.name + ")";
      default:
        break;
    }
  }
  return {};
}

// Moves the kernel's body into a function that takes a block of arguments.
void make_entry(Rewriting& rewriting) {
  llvm::Function& kernel = rewriting.kernel;
  const llvm::DataLayout& layout = rewriting.module.getDataLayout();
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Function* entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::get(context, 0)}, false),
      llvm::Function::ExternalLinkage, kEntry, rewriting.module);
  entry->setDoesNotThrow();
  entry->splice(entry->begin(), &kernel);
  llvm::IRBuilder<> builder(&*entry->getEntryBlock().begin());
  KernelTables& tables = rewriting.tables;
  for (llvm::Argument& argument : kernel.args()) {
    ArgumentSlot slot;
    slot.by_reference = argument.hasByValAttr();
    slot.bytes = layout.getTypeStoreSize(argument.getType());
    slot.offset = tables.argument_bytes;
    tables.argument_bytes += (slot.bytes + 15) / 16 * 16;
    tables.arguments.push_back(slot);
    llvm::Value* at = builder.CreateConstGEP1_64(builder.getInt8Ty(), entry->getArg(0), slot.offset);
    llvm::Value* value = nullptr;
    if (argument.getType()->isPointerTy())
      value = builder.CreateIntToPtr(builder.CreateAlignedLoad(builder.getInt64Ty(), at, llvm::Align(8)),
                                     argument.getType());
    else
      value = builder.CreateAlignedLoad(argument.getType(), at, llvm::Align(1));
    argument.replaceAllUsesWith(value);
  }
}

// Nothing but the entry and what it calls stays.
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

std::unique_ptr<Image> compile_image(const std::string& bitcode, const std::string& kernel,
                                     const std::vector<model::Parameter>& parameters, std::string& refusal) {
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
  refusal = parameter_problem(parameters, *function);
  if (!refusal.empty()) return nullptr;
  Rewriting rewriting{*module, *function, image->tables, {}};
  rewriting.tables.sites.resize(1);
  lower_builtins(rewriting);
  if (rewriting.refusal.empty()) assign_objects(rewriting);
  if (rewriting.refusal.empty()) instrument(rewriting);
  if (rewriting.refusal.empty()) {
    make_entry(rewriting);
    drop_others(*module);
    llvm::StripDebugInfo(*module);
    rewriting.refusal = generate(std::move(context), std::move(module), *image);
  }
  refusal = std::move(rewriting.refusal);
  return refusal.empty() ? std::move(image) : nullptr;
}

}  // namespace launchproof::replay
