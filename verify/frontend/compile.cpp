#include "verify/frontend/compile.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclGroup.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include "verify/frontend/annotations.h"
#include "verify/frontend/clang_arguments.h"
#include "verify/frontend/decided_conditionals.h"
#include "verify/frontend/layout_of.h"
#include "verify/frontend/observations.h"
#include "verify/frontend/prepared.h"
#include "verify/frontend/tested_macros.h"
#include "verify/frontend/watched_files.h"

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

model::ParameterKind kind_of(clang::QualType type) {
  if (type->isImageType()) return model::ParameterKind::Image;
  if (type->isSamplerT()) return model::ParameterKind::Sampler;
  if (type->isPipeType() || type->isEventT() || type->isQueueT() || type->isReserveIDT())
    return model::ParameterKind::Other;
  if (!type->isPointerType()) return model::ParameterKind::Value;
  switch (type->getPointeeType().getAddressSpace()) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::opencl_global_device:
    case clang::LangAS::opencl_global_host:
      return model::ParameterKind::GlobalPointer;
    case clang::LangAS::opencl_constant:
      return model::ParameterKind::ConstantPointer;
    case clang::LangAS::opencl_local:
      return model::ParameterKind::LocalPointer;
    default:
      return model::ParameterKind::Other;
  }
}

// Where the compilations of this thread put how by-value parameters lie in memory; null: nowhere. It is asked
// for so seldom that CompiledSource does not hold it.
thread_local KernelLayouts* wanted_layouts = nullptr;

// Reads what the IR forgets off the kernels' declarations.
class SyntaxCollector : public clang::ASTConsumer {
 public:
  explicit SyntaxCollector(std::map<std::string, KernelSyntax>& kernels) : d_kernels(kernels) {}

  void Initialize(clang::ASTContext& context) override { d_context = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) visit(*declaration);
    return true;
  }

 private:
  void visit(const clang::Decl& declaration) {
    if (llvm::isa<clang::NamespaceDecl>(declaration) || llvm::isa<clang::LinkageSpecDecl>(declaration)) {
      for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(&declaration)->decls()) visit(*inner);
      return;
    }
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    if (function != nullptr && function->hasAttr<clang::OpenCLKernelAttr>() &&
        !function->isDependentContext() && function->isThisDeclarationADefinition() &&
        !function->isInvalidDecl())
      d_kernels[function->getNameAsString()] = kernel(*function);
  }

  KernelSyntax kernel(const clang::FunctionDecl& function) const {
    KernelSyntax syntax;
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      syntax.parameters.push_back(this->parameter(*parameter));
      if (wanted_layouts != nullptr && syntax.parameters.back().kind == model::ParameterKind::Value)
        (*wanted_layouts)[function.getNameAsString()][syntax.parameters.back().name] =
            layout_of(without_address_space(parameter->getType()), *d_context);
    }
    if (const auto* size = function.getAttr<clang::ReqdWorkGroupSizeAttr>()) {
      syntax.required_local_size[0] = size->getXDim();
      syntax.required_local_size[1] = size->getYDim();
      syntax.required_local_size[2] = size->getZDim();
    }
    if (const auto* size = function.getAttr<clang::OpenCLIntelReqdSubGroupSizeAttr>())
      syntax.required_sub_group_size = size->getSubGroupSize();
    return syntax;
  }

  ParameterSyntax parameter(const clang::ParmVarDecl& parameter) const {
    ParameterSyntax syntax;
    const clang::QualType type = without_address_space(parameter.getType());
    syntax.name = parameter.getNameAsString();
    syntax.type = type->isPointerType() ? type.getAsString(d_context->getPrintingPolicy()) : plain_name(type);
    syntax.kind = kind_of(type);
    syntax.is_restrict = type.isRestrictQualified();
    const clang::PresumedLoc place = d_context->getSourceManager().getPresumedLoc(parameter.getLocation());
    if (place.isValid()) syntax.line = place.getLine();
    if (type->isPointerType()) {
      const clang::QualType pointee = type->getPointeeType();
      syntax.is_const = pointee.isConstQualified();
      syntax.is_volatile = pointee.isVolatileQualified();
      const clang::QualType element =
          without_address_space(d_context->getBaseElementType(pointee)).getUnqualifiedType();
      syntax.element_type = plain_name(element);
      syntax.element_bytes = size_of(element);
    } else {
      syntax.bytes = size_of(type);
    }
    return syntax;
  }

  // Without qualifiers, and of a scalar whose type the program names by itself the name that OpenCL C has.
  std::string plain_name(clang::QualType type) const {
    static const std::set<std::string> kScalars{
        "bool",  "char",   "uchar", "short", "ushort", "int",      "uint",      "long",
        "ulong", "size_t", "half",  "float", "double", "intptr_t", "uintptr_t", "ptrdiff_t"};
    std::string name = type.getUnqualifiedType().getAsString(d_context->getPrintingPolicy());
    const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
    if (!canonical->isBuiltinType() || !canonical->isArithmeticType() || kScalars.contains(name)) return name;
    return canonical.getAsString(d_context->getPrintingPolicy());
  }

  clang::QualType without_address_space(clang::QualType type) const {
    return type.hasAddressSpace() ? d_context->removeAddrSpaceQualType(type) : type;
  }

  std::uint64_t size_of(clang::QualType type) const {
    if (type->isIncompleteType() || type->isVoidType()) return 1;
    const auto size = d_context->getTypeSizeInChars(type).getQuantity();
    return size > 0 ? static_cast<std::uint64_t>(size) : 1;
  }

  std::map<std::string, KernelSyntax>& d_kernels;
  clang::ASTContext* d_context = nullptr;
};

// Extensions that a program enables where its preprocessing comes.
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

class CompileAction : public clang::EmitLLVMOnlyAction {
 public:
  CompileAction(llvm::LLVMContext& context, CompiledSource& result, const DeviceEnvironment& device,
                const std::string& resources)
      : EmitLLVMOnlyAction(&context), d_result(result), d_device(device), d_resources(resources) {}

  const std::vector<CallRange>& annotations() const { return d_annotations; }

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(watch_macros(preprocessor, d_device, d_resources, d_result.preprocessed));
    preprocessor.addPPCallbacks(std::make_unique<EnabledExtensions>(d_result.enabled_extensions));
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<SyntaxCollector>(d_result.kernels));
    consumers.push_back(find_annotations(d_annotations));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  CompiledSource& d_result;
  const DeviceEnvironment& d_device;
  const std::string& d_resources;
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
  const auto add = [&](const std::string& name, const std::string& text) {
    added.insert(name);
    if (!memory->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name)))
      add_message(messages, source, true, "two files of the program are named " + name + " and differ");
  };
  add(source.file_name, with_decided(source.text, source.file_name, source.decided));
  add(kAnnotationFile, annotation_declarations());
  for (const HeaderFile& header : source.headers) {
    const bool absolute = !header.name.empty() && header.name.front() == '/';
    const std::string name = absolute ? header.name : std::string(kHeaderFolder) + "/" + header.name;
    add(name, with_decided(header.text, name, source.decided));
  }
  // Files of the disk that a conditional is decided in.
  for (const DecidedConditional& one : source.decided) {
    if (added.contains(one.file)) continue;
    if (const auto file = real->getBufferForFile(one.file))
      add(one.file, with_decided((*file)->getBuffer().str(), one.file, source.decided));
  }
  return files;
}

enum class Annotations : std::uint8_t { Unknown, Declared };

void compile_once(const ProgramSource& source, const BuildOptions& options, const DeviceEnvironment& device,
                  const std::string& resources, const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files,
                  Annotations annotations, llvm::LLVMContext& context, CompiledSource& result) {
  clang::CompilerInstance compiler;
  MessageCollector collector(result.messages);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  const std::vector<std::string> arguments =
      clang_arguments(source, options, device, resources, annotations == Annotations::Declared);
  std::vector<const char*> pointers;
  pointers.reserve(arguments.size());
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers,
                                                 compiler.getDiagnostics())) {
    add_message(result.messages, source, true, "Clang does not accept the build options: " + source.options);
    return;
  }
  // Once more, now that the options say which warnings are errors.
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler.createFileManager(files);
  CompileAction action(context, result, device, resources);
  const bool done = compiler.ExecuteAction(action);
  if (done && !compiler.getDiagnostics().hasErrorOccurred()) result.module = action.takeModule();
  if (result.module) keep_ranges(*result.module, action.annotations());
  const auto mark = [&](const char* name) {
    result.module->getOrInsertNamedMetadata(name)->addOperand(llvm::MDNode::get(context, {}));
  };
  if (result.module && options.relaxed_arithmetic) mark(kRelaxedArithmetic);
  if (result.module && options.finite_math) mark(kFiniteMath);
  if (!result.module) {
    bool explained = false;
    for (const CompilerMessage& message : result.messages) explained |= message.is_error;
    if (!explained) add_message(result.messages, source, true, "Clang failed without a message");
  }
}

}  // namespace

namespace {

CompiledSource compile_watched(const ProgramSource& source, const DeviceEnvironment& device,
                               const llvm::IntrusiveRefCntPtr<WatchedFiles>& real,
                               llvm::LLVMContext& context) {
  CompiledSource result;
  const BuildOptions options = parse_build_options(source.options);
  for (const std::string& note : options.notes) add_message(result.messages, source, false, note);
  for (const std::string& error : options.errors) add_message(result.messages, source, true, error);
  if (!device.little_endian)
    add_message(result.messages, source, true, "the device is big-endian, which is not supported");
  const auto files = file_system(source, real, result.messages);
  const std::string resources = resource_directory();
  if (!files->exists(resources + "/include/opencl-c-base.h"))
    add_message(
        result.messages, source, true,
        "Clang's OpenCL header is missing: " + resources +
            "/include/opencl-c-base.h; install libclang-common-19-dev or set LAUNCHPROOF_CLANG_RESOURCES");
  for (const CompilerMessage& message : result.messages)
    if (message.is_error) return result;

  const std::vector<CompilerMessage> noted = result.messages;
  CompiledSource plain;
  compile_once(source, options, device, resources, files, Annotations::Declared, context, result);
  if (result.module) return result;
  // A program may have functions of its own by these names.
  compile_once(source, options, device, resources, files, Annotations::Unknown, context, plain);
  if (!plain.module) return result;
  plain.messages.insert(plain.messages.begin(), noted.begin(), noted.end());
  return plain;
}

CompiledSource compile_for(const ProgramSource& source, const DeviceEnvironment& device,
                           llvm::LLVMContext& context) {
  const llvm::IntrusiveRefCntPtr<WatchedFiles> real(new WatchedFiles);
  CompiledSource result = compile_watched(source, device, real, context);
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

// Sentences about names that nothing decides, each name once. Those of conditionals do not count where the
// device's compiler decided these.
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

// That the branch taken here is as good as the one that the device's compiler takes, with which the program
// does not compile: what it uses there, such as the value of a name that is predefined, is not known.
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
    // The device's compiler compiled it.
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
