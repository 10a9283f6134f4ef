#include "verify/frontend/compilation/compile.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/compilation/assembly_functions.h"
#include "verify/frontend/compilation/collect_syntax.h"
#include "verify/frontend/compilation/inlined_places.h"
#include "verify/frontend/compilation/layout_of.h"
#include "verify/frontend/compilation/watched_files.h"
#include "verify/frontend/contracts/contracts.h"
#include "verify/frontend/cuda/adapt_module.h"
#include "verify/frontend/cuda/alignments.h"
#include "verify/frontend/cuda/arguments.h"
#include "verify/frontend/cuda/headers.h"
#include "verify/frontend/cuda/inline_assembly.h"
#include "verify/frontend/cuda/prelude.h"
#include "verify/frontend/cuda/target.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/variables.h"
#include "verify/frontend/opencl/decided_conditionals.h"
#include "verify/frontend/opencl/tested_macros.h"
#include "verify/frontend/options/clang_arguments.h"
#include "verify/frontend/ptx/assembly.h"
#include "verify/frontend/ptx/cuda_source.h"

namespace launchproof::frontend {
namespace {

class MessageCollector : public clang::DiagnosticConsumer {
 public:
  explicit MessageCollector(std::vector<CompilerMessage>& messages) : d_messages(messages) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Warning) return;
    CompilerMessage message;
    message.is_error = level >= clang::DiagnosticsEngine::Error;
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    message.text = text.str().str();
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (place.isValid()) {
        message.file = place.getFilename();
        message.line = place.getLine();
        message.column = place.getColumn();
      }
    }
    d_messages.push_back(std::move(message));
  }

 private:
  std::vector<CompilerMessage>& d_messages;
};

// Where the compilations of this thread store the memory layouts of by-value parameters; null if they are not
// wanted. They are needed so rarely that CompiledSource does not contain them.
thread_local KernelLayouts* wanted_layouts = nullptr;

// Collects the extensions that a program enables in the code that the preprocessor reaches.
class EnabledExtensions : public clang::PPCallbacks {
 public:
  explicit EnabledExtensions(std::set<std::string>& enabled) : d_enabled(enabled) {}

  void PragmaOpenCLExtension(clang::SourceLocation, const clang::IdentifierInfo* name, clang::SourceLocation,
                             unsigned state) override {
    if (name != nullptr && state != 0) d_enabled.insert(name->getName().str());
  }

 private:
  std::set<std::string>& d_enabled;
};

// How to treat bodies of host-only functions.
enum class HostCode : std::uint8_t { Compiled, PassedOver };

class CompileAction : public clang::EmitLLVMOnlyAction {
 public:
  CompileAction(llvm::LLVMContext& context, CompiledSource& result, const DeviceEnvironment& device,
                const std::string& resources, SourceLanguage language, HostCode host)
      : EmitLLVMOnlyAction(&context),
        d_result(result),
        d_device(device),
        d_resources(resources),
        d_language(language),
        d_host(host) {}

  const std::vector<CallRange>& annotations() const { return d_annotations; }
  ProgramSyntax& syntax() { return d_syntax; }

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    if (d_language == SourceLanguage::Cuda) cuda::accept_ptx_operands(compiler);
    return EmitLLVMOnlyAction::BeginInvocation(compiler);
  }

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    if (d_language == SourceLanguage::OpenCl) {
      preprocessor.addPPCallbacks(watch_macros(preprocessor, d_device, d_resources, d_result.preprocessed));
      preprocessor.addPPCallbacks(std::make_unique<EnabledExtensions>(d_result.enabled_extensions));
    }
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(collect_syntax(d_language, d_syntax, wanted_layouts));
    if (d_host == HostCode::PassedOver) consumers.push_back(skip_host_bodies());
    consumers.push_back(find_annotations(d_annotations));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  CompiledSource& d_result;
  const DeviceEnvironment& d_device;
  const std::string& d_resources;
  SourceLanguage d_language;
  HostCode d_host;
  ProgramSyntax d_syntax;
  std::vector<CallRange> d_annotations;
};

std::string resource_directory() {
  const char* given = std::getenv("LAUNCHPROOF_CLANG_RESOURCES");
  return given != nullptr && *given != '\0' ? given : LAUNCHPROOF_CLANG_RESOURCE_DIR;
}

void add_message(std::vector<CompilerMessage>& messages, const ProgramSource& source, bool is_error,
                 std::string text) {
  messages.push_back({source.file_name, 0, 0, is_error, std::move(text)});
}

// The source and the embedded headers in memory, above the real files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(
    const ProgramSource& source, const llvm::IntrusiveRefCntPtr<WatchedFiles>& real,
    std::vector<CompilerMessage>& messages) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files(new llvm::vfs::OverlayFileSystem(real));
  if (!source.working_directory.empty() && files->setCurrentWorkingDirectory(source.working_directory))
    add_message(messages, source, false,
                "the recorded working directory " + source.working_directory +
                    " is not here; relative include paths start from the current one");
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
  files->pushOverlay(memory);  // it takes over the working directory
  std::set<std::string> added;
  const auto add = [&](const std::string& name, std::string text) {
    if (source.language == SourceLanguage::Cuda) text = cuda::with_alignments_first(std::move(text));
    added.insert(name);
    if (!memory->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name)))
      add_message(messages, source, true, "two files of the program are named " + name + " and differ");
  };
  std::string text = with_decided(source.text, source.file_name, source.decided);
  if (std::optional<std::string> stated = with_contracts(text)) text = std::move(*stated);
  add(source.file_name, text);
  add(kAnnotationFile, annotation_declarations());
  add(kGpuverifyHeader, gpuverify_header());
  if (source.language == SourceLanguage::Cuda)
    for (const cuda::Header& header : cuda::headers())
      add(std::string(cuda::kHeaderFolder) + "/" + std::string(header.name), std::string(header.text));
  for (const HeaderFile& header : source.headers) {
    const bool absolute = !header.name.empty() && header.name.front() == '/';
    const std::string name = absolute ? header.name : std::string(kHeaderFolder) + "/" + header.name;
    add(name, with_decided(header.text, name, source.decided));
  }
  // Files on disk that contain a fixed conditional.
  for (const DecidedConditional& one : source.decided) {
    if (added.contains(one.file)) continue;
    if (const auto file = real->getBufferForFile(one.file))
      add(one.file, with_decided((*file)->getBuffer().str(), one.file, source.decided));
  }
  return files;
}

bool has_error(const std::vector<CompilerMessage>& messages) {
  return std::ranges::any_of(messages, &CompilerMessage::is_error);
}

// Converts a CUDA module to the form that the translation handles.
void take_cuda(const ProgramSource& source, ProgramSyntax& syntax, CompiledSource& result) {
  const std::map<std::string, std::string> names =
      cuda::adapt_module(*result.module, syntax.constants, syntax.kernels);
  result.kernels = std::move(syntax.kernels);
  if (wanted_layouts != nullptr)
    for (const auto& [mangled, name] : names)
      if (auto node = wanted_layouts->extract(mangled)) {
        node.key() = name;
        wanted_layouts->insert(std::move(node));
      }
  for (const std::string& name : syntax.kernel_templates)
    add_message(result.messages, source, false,
                std::string("the kernel template ")
                    .append(name)
                    .append(" is not instantiated; add a line such as `template __global__ void ")
                    .append(name)
                    .append("<...>(...);`"));
  if (names.empty() && syntax.kernel_templates.empty())
    add_message(result.messages, source, false, "the file holds no kernel (a function that is `__global__`)");
}

// One compilation by Clang.
struct Attempt {
  const ProgramSource& source;
  const DeviceEnvironment& device;
  const std::string& resources;
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files;
  std::vector<std::string> arguments;
  HostCode host = HostCode::Compiled;
};

void mark(CompiledSource& result, const char* name, llvm::LLVMContext& context) {
  if (result.module)
    result.module->getOrInsertNamedMetadata(name)->addOperand(llvm::MDNode::get(context, {}));
}

// What the syntax tree of a program says.
struct Syntax {
  ProgramSyntax program;
  std::vector<CallRange> annotations;
};

// Runs Clang. result.module is null if the source does not compile.
Syntax run_clang(const Attempt& attempt, llvm::LLVMContext& context, CompiledSource& result) {
  const ProgramSource& source = attempt.source;
  clang::CompilerInstance compiler;
  MessageCollector collector(result.messages);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  std::vector<const char*> pointers;
  pointers.reserve(attempt.arguments.size());
  for (const std::string& argument : attempt.arguments) pointers.push_back(argument.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers,
                                                 compiler.getDiagnostics())) {
    add_message(result.messages, source, true, "Clang does not accept the build options: " + source.options);
    return {};
  }
  compiler.getFrontendOpts().SkipFunctionBodies = attempt.host == HostCode::PassedOver;
  // Compiles once more, now that the options say which warnings are errors.
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler.createFileManager(attempt.files);
  CompileAction action(context, result, attempt.device, attempt.resources, source.language, attempt.host);
  const bool done = compiler.ExecuteAction(action);
  if (done && !compiler.getDiagnostics().hasErrorOccurred()) result.module = action.takeModule();
  if (!result.module && !has_error(result.messages))
    add_message(result.messages, source, true, "Clang failed without a message");
  return {std::move(action.syntax()), action.annotations()};
}

// Compiles functions for the inline assembly of the module, and calls them in its place. Assembly that is not
// compiled stays, and makes the kernels that reach it `unsupported`.
void replace_with_functions(const Attempt& attempt, llvm::LLVMContext& context, CompiledSource& result) {
  for (llvm::Function& function : *result.module) cuda::replace_assembly(function);
  const AssemblyFunctions functions(*result.module);
  if (functions.text().empty()) return;
  ProgramSource source;
  source.language = SourceLanguage::Cuda;
  source.file_name = ptx::kAssemblyFile;
  source.text = functions.text();
  if (attempt.source.options.find(ptx::kForExecution) != std::string::npos)
    source.options = std::string(ptx::kForExecution) + " ";
  source.options += ptx::kProgramOptions;
  for (const std::string& header : functions.headers())
    source.options += " -include /launchproof.cuda/" + header;
  CompiledSource compiled;
  const auto files =
      file_system(source, llvm::IntrusiveRefCntPtr<WatchedFiles>(new WatchedFiles), compiled.messages);
  const std::vector<std::string> arguments =
      cuda::arguments(source, cuda::parse_options(source.options), attempt.device, attempt.resources, false);
  run_clang({source, attempt.device, attempt.resources, files, arguments}, context, compiled);
  if (!compiled.module || llvm::Linker::linkModules(*result.module, std::move(compiled.module))) return;
  functions.call();
  if (functions.is_relaxed()) mark(result, kRelaxedArithmetic, context);
  if (functions.may_be_moved())
    result.assumptions.emplace_back(
        "the compiler moves no access past volatile assembly that does not name \"memory\"");
}

void compile_once(const Attempt& attempt, llvm::LLVMContext& context, CompiledSource& result) {
  Syntax syntax = run_clang(attempt, context, result);
  if (!result.module) {
    result.kernels = std::move(syntax.program.kernels);
    return;
  }
  if (attempt.source.options.find(ptx::kProgramOptions) != std::string::npos)
    restore_inlined_places(*result.module, attempt.source.text);
  mark_variables(*result.module);
  keep_ranges(*result.module, syntax.annotations);
  if (attempt.source.language == SourceLanguage::Cuda) {
    replace_with_functions(attempt, context, result);
    take_cuda(attempt.source, syntax.program, result);
  } else {
    result.kernels = std::move(syntax.program.kernels);
  }
}

// What a prelude spares is time alone: without success all is done again without it, so that messages are the
// same.
void compile_attempt(const Attempt& attempt, llvm::LLVMContext& context, CompiledSource& result) {
  const cuda::Prelude prelude =
      attempt.source.language == SourceLanguage::Cuda ? cuda::prelude(attempt.arguments) : nullptr;
  if (prelude != nullptr) {
    CompiledSource with_prelude;
    with_prelude.messages = result.messages;
    std::vector<std::string> arguments = attempt.arguments;
    const auto files = cuda::with_prelude(prelude, attempt.files, arguments);
    compile_once({attempt.source, attempt.device, attempt.resources, files, arguments, attempt.host}, context,
                 with_prelude);
    if (with_prelude.module) {
      result = std::move(with_prelude);
      return;
    }
  }
  compile_once(attempt, context, result);
}

bool names_annotation(const CompilerMessage& message) {
  return message.is_error && std::ranges::any_of(all_annotations(), [&](const AnnotationEntry& entry) {
           return message.text.find(entry.name) != std::string::npos;
         });
}

// Compiles with declarations of annotations and, if that fails, without them: a program may have its own
// functions with these names.
CompiledSource compile_with_annotations(const std::vector<CompilerMessage>& noted,
                                        const std::function<Attempt(bool)>& attempt,
                                        llvm::LLVMContext& context) {
  CompiledSource result;
  result.messages = noted;
  const Attempt declared = attempt(true);
  compile_attempt(declared, context, result);
  // CUDA has no other names of the program that the declarations could take.
  const bool may_differ = declared.source.language == SourceLanguage::OpenCl ||
                          std::ranges::any_of(result.messages, names_annotation);
  if (result.module || !may_differ) return result;
  CompiledSource plain;
  compile_attempt(attempt(false), context, plain);
  if (!plain.module) return result;
  plain.messages.insert(plain.messages.begin(), noted.begin(), noted.end());
  return plain;
}

// A program for devices with 32-bit addresses may declare size_t itself.
bool is_narrow_size(const CompilerMessage& message) {
  return message.text.starts_with(
      "typedef redefinition with different types ('unsigned int' vs 'unsigned long");
}

CompiledSource compile_cuda(const ProgramSource& source, const DeviceEnvironment& device,
                            const llvm::IntrusiveRefCntPtr<WatchedFiles>& real, llvm::LLVMContext& context) {
  std::vector<CompilerMessage> noted;
  const cuda::Options options = cuda::parse_options(source.options);
  for (const std::string& note : options.notes) add_message(noted, source, false, note);
  for (const std::string& error : options.errors) add_message(noted, source, true, error);
  const auto files = file_system(source, real, noted);
  const std::string resources = resource_directory();
  CompiledSource result;
  result.messages = noted;
  if (has_error(noted)) return result;
  const auto attempt = [&](bool with_annotations, HostCode host) {
    return Attempt{source,
                   device,
                   resources,
                   files,
                   cuda::arguments(source, options, device, resources, with_annotations),
                   host};
  };
  result = compile_with_annotations(
      noted, [&](bool annotated) { return attempt(annotated, HostCode::Compiled); }, context);
  // Host code may use names that no header here declares.
  if (!result.module) {
    CompiledSource device_alone = compile_with_annotations(
        noted, [&](bool annotated) { return attempt(annotated, HostCode::PassedOver); }, context);
    if (device_alone.module) result = std::move(device_alone);
  }
  if (!result.module && device.address_bits == 64 && std::ranges::any_of(result.messages, is_narrow_size)) {
    DeviceEnvironment narrow = device;
    narrow.address_bits = 32;
    CompiledSource of_32_bits = compile_cuda(source, narrow, real, context);
    if (of_32_bits.module) {
      of_32_bits.assumptions.emplace_back("addresses have 32 bits, since the program declares `size_t` so");
      return of_32_bits;
    }
  }
  for (CompilerMessage& message : result.messages)
    if (message.is_error && message.text.ends_with("file not found"))
      message.text += " (-I names a folder of headers, --cuda-path the CUDA toolkit)";
  if (options.fast_math) mark(result, kRelaxedArithmetic, context);
  return result;
}

// Removes the columns from the places of instructions.
void drop_columns(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const llvm::DILocation* place = instruction.getDebugLoc())
        instruction.setDebugLoc(llvm::DILocation::get(module.getContext(), place->getLine(), 0,
                                                      place->getScope(), place->getInlinedAt()));
}

// PTX is converted to a CUDA C++ program, which is compiled in its place. Columns are those of this program,
// and mean nothing to users.
CompiledSource compile_ptx(const ProgramSource& source, const DeviceEnvironment& device,
                           const llvm::IntrusiveRefCntPtr<WatchedFiles>& real, llvm::LLVMContext& context) {
  ptx::CudaSource made = ptx::cuda_source_of(source);
  CompiledSource result;
  if (!has_error(made.messages)) {
    result = compile_cuda(made.source, device, real, context);
    if (made.is_relaxed) mark(result, kRelaxedArithmetic, context);
    if (result.module) drop_columns(*result.module);
  }
  result.messages.insert(result.messages.begin(), made.messages.begin(), made.messages.end());
  result.assumptions.insert(result.assumptions.end(), made.assumptions.begin(), made.assumptions.end());
  return result;
}

CompiledSource compile_opencl(const ProgramSource& source, const DeviceEnvironment& device,
                              const llvm::IntrusiveRefCntPtr<WatchedFiles>& real,
                              llvm::LLVMContext& context) {
  std::vector<CompilerMessage> noted;
  const BuildOptions options = parse_build_options(source.options);
  for (const std::string& note : options.notes) add_message(noted, source, false, note);
  for (const std::string& error : options.errors) add_message(noted, source, true, error);
  if (!device.little_endian)
    add_message(noted, source, true, "the device is big-endian, which is not supported");
  const auto files = file_system(source, real, noted);
  const std::string resources = resource_directory();
  if (!files->exists(resources + "/include/opencl-c-base.h"))
    add_message(
        noted, source, true,
        "Clang's OpenCL header is missing: " + resources +
            "/include/opencl-c-base.h; install libclang-common-19-dev or set LAUNCHPROOF_CLANG_RESOURCES");
  CompiledSource result;
  result.messages = noted;
  if (has_error(noted)) return result;
  result = compile_with_annotations(
      noted,
      [&](bool annotated) {
        return Attempt{source, device, resources, files,
                       clang_arguments(source, options, device, resources, annotated)};
      },
      context);
  if (options.relaxed_arithmetic) mark(result, kRelaxedArithmetic, context);
  if (options.finite_math) mark(result, kFiniteMath, context);
  return result;
}

CompiledSource compile_in(const ProgramSource& source, const DeviceEnvironment& device,
                          const llvm::IntrusiveRefCntPtr<WatchedFiles>& real, llvm::LLVMContext& context) {
  switch (source.language) {
    case SourceLanguage::OpenCl:
      return compile_opencl(source, device, real, context);
    case SourceLanguage::Cuda:
      return compile_cuda(source, device, real, context);
    case SourceLanguage::Ptx:
      return compile_ptx(source, device, real, context);
  }
  return {};
}

CompiledSource compile_for(const ProgramSource& source, const DeviceEnvironment& device,
                           llvm::LLVMContext& context) {
  const llvm::IntrusiveRefCntPtr<WatchedFiles> real(new WatchedFiles);
  CompiledSource result = compile_in(source, device, real, context);
  result.files = real->uses(0);
  const bool timeless =
      !tells_time(source.text) && !tells_time(source.options) &&
      std::ranges::none_of(source.headers, [](const HeaderFile& header) { return tells_time(header.text); });
  result.files.complete = result.files.complete && timeless;
  return result;
}

}  // namespace

namespace {

void add_files(FileUses& files, const FileUses& earlier) {
  files.files.insert(files.files.end(), earlier.files.begin(), earlier.files.end());
  files.complete = files.complete && earlier.complete;
}

CompiledSource compile_granting(const ProgramSource& source, const DeviceEnvironment& device,
                                llvm::LLVMContext& context) {
  CompiledSource result = compile_for(source, device, context);
  if (!device.grants_extensions) return result;
  DeviceEnvironment granting = device;
  std::vector<std::string> assumptions;
  for (const char* name : {"cl_khr_3d_image_writes", "cl_khr_depth_images", "cl_khr_fp16",
                           "cl_khr_subgroup_clustered_reduce", "cl_khr_subgroup_extended_types",
                           "cl_khr_subgroup_non_uniform_arithmetic", "cl_khr_subgroup_rotate"}) {
    if (!result.enabled_extensions.contains(name) ||
        std::ranges::find(device.extensions, name) != device.extensions.end())
      continue;
    granting.extensions.emplace_back(name);
    assumptions.push_back("the device has `" + std::string(name) + "`, which the program enables");
  }
  if (assumptions.empty()) return result;
  FileUses first = std::move(result.files);
  result = compile_for(source, granting, context);
  add_files(result.files, first);
  result.assumptions.insert(result.assumptions.end(), assumptions.begin(), assumptions.end());
  return result;
}

// Returns sentences about names that nothing determines, each name once. Those of conditionals do not count
// if the device's compiler decided the conditionals.
void add_tested(CompiledSource& result, bool conditionals_are_known) {
  const auto subject = [](const std::string& sentence) { return sentence.substr(0, sentence.rfind(" (")); };
  std::set<std::string> subjects;
  const auto add = [&](const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences)
      if (subjects.insert(subject(sentence)).second) result.assumptions.push_back(sentence);
  };
  if (!conditionals_are_known) add(result.preprocessed.in_conditionals);
  add(result.preprocessed.in_code);
  if (!conditionals_are_known) result.guesses = result.preprocessed.guessed_conditionals;
  std::ranges::copy(result.preprocessed.guessed_code, std::back_inserter(result.guesses));
}

// States the assumption that the branch taken here is equivalent to the branch that the device's compiler
// takes. The program does not compile with the latter: what it uses there, such as the value of a predefined
// name, is unknown.
Guess guess_for_branch(const Preprocessed& preprocessed, const Branches& branches,
                       const std::vector<CompilerMessage>& messages) {
  Guess guess{.text = "the branch that the device's compiler takes", .can_differ = false};
  const auto [ours, device] = std::ranges::mismatch(preprocessed.branches, branches);
  if (ours != preprocessed.branches.end() && device != branches.end()) {
    const MetConditional& met =
        preprocessed.conditionals[static_cast<std::size_t>(ours - preprocessed.branches.begin())];
    guess.file = met.file;
    guess.line = met.line;
    guess.text += " at " + met.file + ":" + std::to_string(met.line);
  }
  guess.text += ", with which Clang 19 does not compile the program";
  const auto error = std::ranges::find_if(messages, &CompilerMessage::is_error);
  if (error != messages.end())
    guess.text += " (" + error->text + ", " + error->file + ":" + std::to_string(error->line) + ")";
  guess.text += ", changes nothing";
  return guess;
}

}  // namespace

CompiledSource compile(const ProgramSource& source, const DeviceEnvironment& device,
                       llvm::LLVMContext& context) {
  CompiledSource result = compile_granting(source, device, context);
  bool is_known = false;
  std::optional<Guess> guess;
  if (source.branches) {
    ProgramSource as_taken = source;
    is_known = result.preprocessed.branches == *source.branches;
    while (!is_known && decide_next(as_taken, result.preprocessed)) {
      const FileUses earlier = std::move(result.files);
      result = compile_granting(as_taken, device, context);
      add_files(result.files, earlier);
      is_known = result.preprocessed.branches == *source.branches;
    }
    // The device's compiler did compile it.
    const bool is_refused = is_known && !result.module && !as_taken.decided.empty();
    if (!is_known || is_refused) {
      const FileUses earlier = std::move(result.files);
      const std::vector<CompilerMessage> messages = std::move(result.messages);
      result = compile_granting(source, device, context);
      add_files(result.files, earlier);
      if (is_refused) guess = guess_for_branch(result.preprocessed, *source.branches, messages);
    }
  }
  add_tested(result, is_known);
  if (guess) result.guesses.push_back(*guess);
  return result;
}

KernelLayouts layouts_in(const ProgramSource& source, const DeviceEnvironment& device) {
  KernelLayouts layouts;
  llvm::LLVMContext context;
  wanted_layouts = &layouts;
  compile(source, device, context);
  wanted_layouts = nullptr;
  return layouts;
}

}  // namespace launchproof::frontend
