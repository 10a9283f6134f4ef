// Collects the parts of kernel declarations that LLVM IR does not keep.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verify/frontend/compilation/layout_of.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {

// The declarations of a program.
struct ProgramSyntax {
  std::map<std::string, KernelSyntax> kernels;  // by name; for CUDA, by mangled name
  // These are filled for CUDA only.
  std::set<std::string> constants;            // mangled names of `__constant__` variables
  std::vector<std::string> kernel_templates;  // by name
};

// Returns a consumer that fills `syntax` and, if `layouts` is not null, the layouts of by-value parameters.
// Both must outlive the consumer.
std::unique_ptr<clang::ASTConsumer> collect_syntax(SourceLanguage language, ProgramSyntax& syntax,
                                                   KernelLayouts* layouts);

// Returns a consumer that makes Clang skip the bodies of host-only functions, provided that Clang is asked to
// skip bodies.
std::unique_ptr<clang::ASTConsumer> skip_host_bodies();

}  // namespace launchproof::frontend
