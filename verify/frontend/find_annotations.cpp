// The calls of annotations in a source, with Clang's syntax tree.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <string_view>

#include "verify/frontend/annotations.h"
#include "verify/frontend/observations.h"

namespace launchproof::frontend {
namespace {

// A function may write through it to the caller's private memory.
bool lets_write(clang::QualType type) {
  if (!type->isPointerType() && !type->isReferenceType()) return false;
  const clang::QualType to = type->getPointeeType();
  const clang::LangAS space = to.getAddressSpace();
  return !to.isConstQualified() && space != clang::LangAS::opencl_global &&
         space != clang::LangAS::opencl_local && space != clang::LangAS::opencl_constant;
}

// Looks for what may change a variable.
class Changes : public clang::RecursiveASTVisitor<Changes> {
 public:
  bool any = false;

  bool VisitBinaryOperator(clang::BinaryOperator* item) { return none(item->isAssignmentOp()); }
  bool VisitUnaryOperator(clang::UnaryOperator* item) { return none(item->isIncrementDecrementOp()); }
  bool VisitStmtExpr(clang::StmtExpr*) { return none(true); }
  bool VisitBlockExpr(clang::BlockExpr*) { return none(true); }
  bool VisitLambdaExpr(clang::LambdaExpr*) { return none(true); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr*) { return none(true); }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || callee->isVariadic() || llvm::isa<clang::CXXMethodDecl>(callee))
      return none(true);
    for (const clang::ParmVarDecl* parameter : callee->parameters())
      if (lets_write(parameter->getType())) return none(true);
    return true;
  }

 private:
  bool none(bool found) {
    any = any || found;
    return !any;
  }
};

class AnnotationFinder : public clang::ASTConsumer, public clang::RecursiveASTVisitor<AnnotationFinder> {
 public:
  explicit AnnotationFinder(std::vector<CallRange>& ranges) : d_ranges(ranges) {}

  void Initialize(clang::ASTContext& context) override { d_sources = &context.getSourceManager(); }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group)
      if (!d_sources->isWrittenInBuiltinFile(declaration->getLocation())) TraverseDecl(declaration);
    return true;
  }

  // With directives that number lines anew, places say nothing.
  void HandleTranslationUnit(clang::ASTContext&) override {
    for (unsigned i = 0; i < d_sources->local_sloc_entry_size(); ++i) {
      const clang::SrcMgr::SLocEntry& entry = d_sources->getLocalSLocEntry(i);
      if (!entry.isFile() || !entry.getFile().hasLineDirectives()) continue;
      if (!d_sources->isWrittenInBuiltinFile(clang::SourceLocation::getFromRawEncoding(entry.getOffset())))
        d_ranges.clear();
    }
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return true;
    const AnnotationEntry* entry =
        annotation(std::string_view(callee->getName().data(), callee->getName().size()));
    if (entry == nullptr || !states_something(entry->treatment)) return true;
    if (d_sources->getFilename(callee->getLocation()) != kAnnotationFile) return true;
    if (call->getBeginLoc().isMacroID() || call->getRParenLoc().isMacroID()) return true;
    const clang::PresumedLoc first = d_sources->getPresumedLoc(call->getBeginLoc());
    const clang::PresumedLoc last = d_sources->getPresumedLoc(call->getRParenLoc());
    if (first.isInvalid() || last.isInvalid()) return true;
    for (clang::Expr* argument : call->arguments()) {
      Changes changes;
      changes.TraverseStmt(argument);
      if (changes.any) return true;
    }
    d_ranges.push_back(
        {first.getFilename(), first.getLine(), first.getColumn(), last.getLine(), last.getColumn()});
    return true;
  }

 private:
  std::vector<CallRange>& d_ranges;
  const clang::SourceManager* d_sources = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> find_annotations(std::vector<CallRange>& ranges) {
  return std::make_unique<AnnotationFinder>(ranges);
}

}  // namespace launchproof::frontend
