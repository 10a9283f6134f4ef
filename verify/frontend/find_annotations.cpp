// The calls of annotations in a source, with Clang's syntax tree.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

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

// A variable of the function that it stands in, or a part of one.
bool is_own_variable(const clang::Expr* place) {
  for (;;) {
    place = place->IgnoreParens();
    const clang::Expr* whole = nullptr;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place))
      whole = member->isArrow() ? nullptr : member->getBase();
    else if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(place))
      whole = component->isArrow() ? nullptr : component->getBase();
    else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place))
      whole = element->getBase();
    else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(place))
      whole = cast->getCastKind() == clang::CK_ArrayToPointerDecay || cast->getCastKind() == clang::CK_NoOp
                  ? cast->getSubExpr()
                  : nullptr;
    if (whole == nullptr) break;
    place = whole;
  }
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(place);
  const auto* variable = named == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(named->getDecl());
  if (variable == nullptr || !variable->hasLocalStorage()) return false;
  const clang::QualType type = variable->getType();
  const clang::LangAS space = type.getAddressSpace();
  return !type->isReferenceType() &&
         (space == clang::LangAS::Default || space == clang::LangAS::opencl_private);
}

// Looks for what may change a variable of the program, in an annotation and in functions that it calls.
class Changes : public clang::RecursiveASTVisitor<Changes> {
 public:
  explicit Changes(const clang::SourceManager& sources) : d_sources(sources) {}

  bool any = false;
  const clang::Expr* certain = nullptr;  // an assignment, or the like, to what is not of a called function

  bool VisitBinaryOperator(clang::BinaryOperator* item) {
    return none_assigned(*item, item->isAssignmentOp() && !is_of_callee(item->getLHS()));
  }
  bool VisitUnaryOperator(clang::UnaryOperator* item) {
    return none_assigned(*item, item->isIncrementDecrementOp() && !is_of_callee(item->getSubExpr()));
  }
  bool VisitStmtExpr(clang::StmtExpr*) { return none(!d_in_callee); }
  bool VisitBlockExpr(clang::BlockExpr*) { return none(true); }
  bool VisitLambdaExpr(clang::LambdaExpr*) { return none(true); }
  bool VisitAsmStmt(clang::AsmStmt*) { return none(true); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr*) { return none(true); }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || callee->isVariadic() || llvm::isa<clang::CXXMethodDecl>(callee))
      return none(true);
    for (const clang::ParmVarDecl* parameter : callee->parameters())
      if (lets_write(parameter->getType())) return none(true);
    if (const clang::FunctionDecl* body = callee->getDefinition()) {
      if (!d_seen.insert(body).second) return true;
      const bool outer = std::exchange(d_in_callee, true);
      TraverseStmt(body->getBody());
      d_in_callee = outer;
      return !any;
    }
    if (d_sources.getFilename(callee->getLocation()) == kAnnotationFile) return true;
    // A built-in function writes through pointers, or for nothing that it returns; another may do anything.
    return none(!callee->isImplicit() || callee->getReturnType()->isVoidType() ||
                llvm::any_of(callee->parameters(), [](const clang::ParmVarDecl* parameter) {
                  const clang::QualType type = parameter->getType();
                  return type->isPointerType() && !type->getPointeeType().isConstQualified();
                }));
  }

 private:
  bool none(bool found) {
    any = any || found;
    return !any;
  }
  bool none_assigned(const clang::Expr& item, bool found) {
    if (found) certain = &item;
    return none(found);
  }
  bool is_of_callee(const clang::Expr* place) const { return d_in_callee && is_own_variable(place); }

  const clang::SourceManager& d_sources;
  bool d_in_callee = false;
  llvm::SmallPtrSet<const clang::FunctionDecl*, 8> d_seen;
};

class AnnotationFinder : public clang::ASTConsumer, public clang::RecursiveASTVisitor<AnnotationFinder> {
 public:
  explicit AnnotationFinder(std::vector<CallRange>& ranges) : d_ranges(ranges) {}

  void Initialize(clang::ASTContext& context) override {
    d_sources = &context.getSourceManager();
    d_diagnostics = &context.getDiagnostics();
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group)
      if (!d_sources->isWrittenInBuiltinFile(declaration->getLocation())) TraverseDecl(declaration);
    return true;
  }

  // With directives that number lines anew, places say nothing. In a file that is read more than once, a
  // place is an annotation's where it is one each time.
  void HandleTranslationUnit(clang::ASTContext&) override {
    for (const clang::CallExpr* call : d_calls) refuse_changes(*call);
    std::map<std::string, std::size_t> readings;
    for (unsigned i = 0; i < d_sources->local_sloc_entry_size(); ++i) {
      const clang::SrcMgr::SLocEntry& entry = d_sources->getLocalSLocEntry(i);
      if (!entry.isFile()) continue;
      const auto begin = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
      if (entry.getFile().hasLineDirectives() && !d_sources->isWrittenInBuiltinFile(begin)) return;
      if (const clang::PresumedLoc place = d_sources->getPresumedLoc(begin); place.isValid())
        ++readings[place.getFilename()];
    }
    std::map<CallRange, std::set<clang::FileID>> found;
    std::set<CallRange> refused;  // also of one instance of a template
    for (const clang::CallExpr* call : d_calls) {
      if (call->getBeginLoc().isMacroID() || call->getRParenLoc().isMacroID()) continue;
      const clang::PresumedLoc first = d_sources->getPresumedLoc(call->getBeginLoc());
      const clang::PresumedLoc last = d_sources->getPresumedLoc(call->getRParenLoc());
      if (first.isInvalid() || last.isInvalid()) continue;
      const CallRange range{first.getFilename(), first.getLine(), first.getColumn(), last.getLine(),
                            last.getColumn()};
      if (!is_annotation(*call) || changes_something(*call))
        refused.insert(range);
      else
        found[range].insert(d_sources->getFileID(call->getBeginLoc()));
    }
    for (const auto& [range, files] : found)
      if (files.size() == readings[range.file] && !refused.contains(range)) d_ranges.push_back(range);
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return true;
    const AnnotationEntry* entry =
        annotation(std::string_view(callee->getName().data(), callee->getName().size()));
    if (entry == nullptr || !states_something(entry->treatment)) return true;
    d_calls.push_back(call);
    return true;
  }

 private:
  // And not a function of the program by that name.
  bool is_annotation(const clang::CallExpr& call) const {
    return d_sources->getFilename(call.getDirectCallee()->getLocation()) == kAnnotationFile;
  }

  // The launch is of a program in which annotations are nothing: one that assigns makes it another program.
  void refuse_changes(const clang::CallExpr& call) const {
    if (!is_annotation(call)) return;
    for (const clang::Expr* argument : call.arguments()) {
      Changes changes(*d_sources);
      changes.TraverseStmt(const_cast<clang::Expr*>(argument));
      if (changes.certain == nullptr) continue;
      using Level = clang::DiagnosticsEngine;
      d_diagnostics->Report(
          call.getBeginLoc(),
          d_diagnostics->getCustomDiagID(Level::Error,
                                         "what the annotation %0 says changes a variable or memory, so that "
                                         "the program would be another one without it; change that outside"))
          << call.getDirectCallee();
      d_diagnostics->Report(changes.certain->getExprLoc(),
                            d_diagnostics->getCustomDiagID(Level::Note, "it is changed here"));
      return;
    }
  }

  bool changes_something(const clang::CallExpr& call) const {
    return llvm::any_of(call.arguments(), [&](const clang::Expr* argument) {
      Changes changes(*d_sources);
      changes.TraverseStmt(const_cast<clang::Expr*>(argument));
      return changes.any;
    });
  }

  std::vector<CallRange>& d_ranges;
  std::vector<const clang::CallExpr*> d_calls;
  const clang::SourceManager* d_sources = nullptr;
  clang::DiagnosticsEngine* d_diagnostics = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> find_annotations(std::vector<CallRange>& ranges) {
  return std::make_unique<AnnotationFinder>(ranges);
}

}  // namespace launchproof::frontend
