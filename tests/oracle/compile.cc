#include "tests/oracle/compile.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <iterator>

namespace launchproof::oracle {

namespace {

// Declares the statements that kernels make about themselves. A broken promise ends the judgement. A
// work-item whose assumption fails is excluded from there on. A broken assertion is a finding. Statements
// about accesses are ignored. The two counters are read where a condition begins and after it has been
// computed; reads in between are not accesses.
#define OBSERVING(condition, otherwise)       \
  "(__builtin_readcyclecounter(),(" condition \
  ")?(void)__builtin_readsteadycounter():"    \
  "((void)__builtin_readsteadycounter()," otherwise "))"
constexpr const char* kAnnotations[] = {
    "-Dreqd_sub_group_size(size)=intel_reqd_sub_group_size(size)",
    "-D__requires(e)=" OBSERVING("e", "__builtin_unreachable()"),
    "-D__global_requires(e)=__requires(e)",
    "-D__assume(e)=" OBSERVING("e", "__builtin_debugtrap()"),
    "-D__assert(e)=" OBSERVING("e", "__builtin_trap()"),
    "-D__invariant(e)=__assert(e)",
    "-D__global_invariant(e)=__assert(e)",
    "-D__global_assume(e)=__assume(e)",
    "-D__non_temporal_loads_begin()=(void)__builtin_readcyclecounter()",
    "-D__non_temporal_loads_end()=(void)__builtin_readsteadycounter()",
    "-D__ite(c,a,b)=((c)?(a):(b))",
    "-D__ite_int(c,a,b)=((c)?(a):(b))",
    "-D__ite_bool(c,a,b)=((c)?(a):(b))",
    "-D__ite_size_t(c,a,b)=((c)?(a):(b))",
    "-D__is_pow2(x)=((x)!=0&&((x)&((x)-1))==0)",
    "-D__mod_pow2(x,y)=((x)&((y)-1))",
    "-D__function_wide_candidate_invariant(e)=((void)0)",
    "-D__candidate_invariant(e)=1",
    "-D__candidate_global_invariant(e)=1",
    "-D__write_implies(p,e)=1",
    "-D__read_implies(p,e)=1",
    "-D__implies(a,b)=(!(a)||(b))",
};

std::vector<std::string> cuda_command_for(const std::string& path,
                                          const std::vector<std::string>& build_options) {
  const std::string folder = LAUNCHPROOF_ORACLE_CUDA_FOLDER;
  std::vector<std::string> command{LAUNCHPROOF_ORACLE_CLANG, "-x", "cuda", "-w", "-std=c++17"};
  command.insert(command.end(), build_options.begin(), build_options.end());
  for (const char* word :
       {"--cuda-device-only", "--cuda-gpu-arch=sm_75", "-nocudainc", "-nocudalib", "-fdeclspec",
        "-fno-builtin", "-fno-exceptions", "-O0", "-g", "-Xclang", "-disable-llvm-passes",
        "-fno-discard-value-names", "-ffp-contract=on", "-emit-llvm", "-c", "-o", "-"})
    command.emplace_back(word);
  command.insert(command.end(),
                 {"-isystem", folder + "/cuda_include", "-include", folder + "/cuda_functions.h"});
  command.insert(command.end(), std::begin(kAnnotations), std::end(kAnnotations));
  command.push_back(path);
  return command;
}

std::vector<std::string> command_for(const std::string& path, const std::vector<std::string>& build_options) {
  std::vector<std::string> command{LAUNCHPROOF_ORACLE_CLANG, "-x", "cl", "-w"};
  const bool has_standard = std::any_of(build_options.begin(), build_options.end(),
                                        [](const std::string& word) { return word.starts_with("-cl-std="); });
  if (!has_standard) command.emplace_back("-cl-std=CL1.2");
  command.insert(command.end(), build_options.begin(), build_options.end());
  for (const char* word : {"-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins",
                           "-O0", "-g", "-cl-kernel-arg-info", "-fno-discard-value-names", "-ffp-contract=on",
                           "-target", "spir64", "-emit-llvm", "-c", "-o", "-"}) {
    command.emplace_back(word);
  }
  command.insert(command.end(), std::begin(kAnnotations), std::end(kAnnotations));
  command.push_back(path);
  return command;
}

// Prepares the arguments that the driver would pass to the compiler proper. Returns false if the driver
// refuses the command.
bool prepare(const std::vector<std::string>& command, clang::DiagnosticsEngine& diagnostics,
             clang::CompilerInvocation& invocation) {
  std::vector<const char*> words;
  words.reserve(command.size());
  for (const std::string& word : command) words.push_back(word.c_str());
  clang::driver::Driver driver(command.front(), llvm::sys::getDefaultTargetTriple(), diagnostics);
  driver.setCheckInputsExist(false);
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(words));
  if (!compilation || compilation->containsError() || compilation->getJobs().size() != 1) return false;
  const clang::driver::Command& job = *compilation->getJobs().begin();
  if (!clang::CompilerInvocation::CreateFromArgs(invocation, job.getArguments(), diagnostics)) return false;
  // A compiler process leaves its memory to the system; here, many files are compiled in one process.
  invocation.getFrontendOpts().DisableFree = false;
  invocation.getCodeGenOpts().DisableFree = false;
  return true;
}

}  // namespace

bool is_cuda(const std::string& path) {
  return path.ends_with(".cu");
}

CompiledFile::CompiledFile() : context(std::make_unique<llvm::LLVMContext>()) {}
CompiledFile::CompiledFile(CompiledFile&&) noexcept = default;
CompiledFile::~CompiledFile() {
  module.reset();  // before its context
}

CompiledFile compile(const std::string& path, const std::vector<std::string>& build_options) {
  CompiledFile file;
  llvm::raw_string_ostream messages(file.messages);
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  clang::TextDiagnosticPrinter printer(messages, options.get());
  clang::CompilerInstance compiler;
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  const std::vector<std::string> command =
      is_cuda(path) ? cuda_command_for(path, build_options) : command_for(path, build_options);
  if (!prepare(command, compiler.getDiagnostics(), compiler.getInvocation())) return file;
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);  // now with the options given
  clang::EmitLLVMOnlyAction action(file.context.get());
  if (compiler.ExecuteAction(action)) file.module = action.takeModule();
  return file;
}

}  // namespace launchproof::oracle
