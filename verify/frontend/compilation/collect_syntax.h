// Reads off the declarations of kernels what LLVM IR does not keep.
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
  std::map<std::string, KernelSyntax> kernels;  // by name; by mangled name for CUDA
  // These are filled for CUDA only.
  std::set<std::string> constants;            // variables that are `__constant__`, by mangled name
  std::vector<std::string> kernel_templates;  // by name
};

// Fills `syntax`, and the layouts of by-value parameters where `layouts` is not null. Both must outlive the
// consumer.
std::unique_ptr<clang::ASTConsumer> collect_syntax(SourceLanguage language, ProgramSyntax& syntax,
                                                   KernelLayouts* layouts);

// Makes Clang skip the bodies of functions that only the host uses, if it is asked to skip bodies.
std::unique_ptr<clang::ASTConsumer> skip_host_bodies();

}  // namespace launchproof::frontend
