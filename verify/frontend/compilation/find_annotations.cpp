// Finds calls of annotations in a source, using Clang's syntax tree.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/compilation/syntax_visitor.h"
#include "verify/frontend/cuda/headers.h"

namespace launchproof::frontend {
namespace {

// Returns whether a function may use it to write to the caller's private memory.
bool lets_write(clang::QualType type) {
  if (!type->isPointerType() && !type->isReferenceType()) return false;
  const clang::QualType to = type->getPointeeType();
  const clang::LangAS space = to.getAddressSpace();
  return !to.isConstQualified() && space != clang::LangAS::opencl_global &&
         space != clang::LangAS::opencl_local && space != clang::LangAS::opencl_constant;
}

// Returns the variable of the function that contains the place, or null if there is none.
const clang::VarDecl* own_variable(const clang::Expr* place) {
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
  if (variable == nullptr || !variable->hasLocalStorage()) return nullptr;
  const clang::QualType type = variable->getType();
  const clang::LangAS space = type.getAddressSpace();
  const bool is_private = space == clang::LangAS::Default || space == clang::LangAS::opencl_private;
  return is_private && !type->isReferenceType() ? variable : nullptr;
}

// Declared by Launchproof, which uses its own macros for some of them.
bool is_declared_for_annotations(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  return sources.getFilename(sources.getExpansionLoc(function.getLocation())) == kAnnotationFile;
}

bool is_of_cuda(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  return sources.getFilename(sources.getExpansionLoc(function.getLocation()))
      .starts_with(cuda::kHeaderFolder);
}

// Returns whether this is a part of a built-in variable of CUDA, such as threadIdx.x.
bool is_part_of_variable(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && method->isStatic() && is_of_cuda(sources, function);
}

bool is_builtin(const clang::SourceManager& sources, const clang::FunctionDecl& function) {
  return function.isImplicit() || is_of_cuda(sources, function);
}

// Looks for code in an annotation, and in functions that it calls, that changes memory or a variable of the
// program, or may do so, or that all work-items of a group must reach together.
class Changes : public SyntaxVisitor {
 public:
  // A postcondition declares its own variables, which it may change.
  Changes(const clang::SourceManager& sources, bool is_postcondition)
      : d_sources(sources), d_is_postcondition(is_postcondition) {}

  const clang::Stmt* first = nullptr;  // that was found

  Next enter(clang::Stmt& item) override {
    if (first == nullptr && changes(item)) first = &item;
    return first == nullptr ? Next::Inside : Next::End;
  }
  bool enter(clang::Decl& item) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(&item);
    if (variable != nullptr && d_is_postcondition && !d_in_callee) d_declared.insert(variable);
    return true;
  }

 private:
  bool changes(const clang::Stmt& item) {
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&item))
      return operation->isAssignmentOp() && !is_own(operation->getLHS());
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(&item))
      return operation->isIncrementDecrementOp() && !is_own(operation->getSubExpr());
    if (llvm::isa<clang::StmtExpr>(item)) return !d_in_callee && !d_is_postcondition;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&item)) return changes(*call);
    return llvm::isa<clang::BlockExpr, clang::LambdaExpr, clang::AsmStmt, clang::CXXConstructExpr>(item);
  }

  // Looks into the functions of the program that are called, too.
  bool changes(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee != nullptr && is_declared_for_annotations(d_sources, *callee)) return false;
    if (callee != nullptr && is_part_of_variable(d_sources, *callee)) return false;
    if (callee == nullptr || callee->isVariadic() || llvm::isa<clang::CXXMethodDecl>(callee)) return true;
    for (const clang::ParmVarDecl* parameter : callee->parameters())
      if (lets_write(parameter->getType())) return true;
    if (const clang::FunctionDecl* body = callee->getDefinition()) {
      if (!d_seen.insert(body).second) return false;
      const bool outer = std::exchange(d_in_callee, true);
      if (clang::Stmt* code = body->getBody()) visit(*code);
      d_in_callee = outer;
      return false;
    }
    // A built-in function that takes pointers or returns nothing may write; any other function may do
    // anything.
    return !is_builtin(d_sources, *callee) || callee->getReturnType()->isVoidType() ||
           callee->hasAttr<clang::ConvergentAttr>() ||
           llvm::any_of(callee->parameters(), [](const clang::ParmVarDecl* parameter) {
             const clang::QualType type = parameter->getType();
             return type->isPointerType() && !type->getPointeeType().isConstQualified();
           });
  }

  bool is_own(const clang::Expr* place) const {
    const clang::VarDecl* variable = own_variable(place);
    return variable != nullptr && (d_in_callee || d_declared.contains(variable));
  }

  const clang::SourceManager& d_sources;
  bool d_is_postcondition;
  llvm::SmallPtrSet<const clang::VarDecl*, 8> d_declared;  // in the postcondition
  bool d_in_callee = false;
  llvm::SmallPtrSet<const clang::FunctionDecl*, 8> d_seen;
};

class AnnotationFinder : public clang::ASTConsumer, private SyntaxVisitor {
 public:
  explicit AnnotationFinder(std::vector<CallRange>& ranges) : d_ranges(ranges) {}

  void Initialize(clang::ASTContext& context) override {
    d_sources = &context.getSourceManager();
    d_diagnostics = &context.getDiagnostics();
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group)
      if (!d_sources->isWrittenInBuiltinFile(declaration->getLocation())) visit(*declaration);
    return true;
  }

  // If directives renumber lines, places are meaningless. In a file that is read more than once, a place
  // belongs to an annotation if it does so each time.
  void HandleTranslationUnit(clang::ASTContext&) override {
    for (const clang::CallExpr* call : d_calls) refuse_changes(*call, false);
    for (const clang::CallExpr* call : d_postconditions) refuse_changes(*call, true);
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
    std::set<CallRange> refused;  // also for a single instance of a template
    for (const clang::CallExpr* call : d_calls) {
      clang::SourceRange place(call->getBeginLoc(), call->getRParenLoc());
      unsigned before = 0;  // the expansion of a macro is at the place of its name
      if (place.getBegin().isMacroID() || place.getEnd().isMacroID()) {
        if (!is_argument_alone(*call)) continue;
        place = d_sources->getExpansionRange(call->getSourceRange()).getAsRange();
        before = 1;
      }
      const clang::PresumedLoc first = d_sources->getPresumedLoc(place.getBegin());
      const clang::PresumedLoc last = d_sources->getPresumedLoc(place.getEnd());
      if (first.isInvalid() || last.isInvalid()) continue;
      const CallRange range{first.getFilename(), first.getLine(), first.getColumn() - before, last.getLine(),
                            last.getColumn()};
      if (!is_annotation(*call))
        refused.insert(range);
      else
        found[range].insert(d_sources->getFileID(place.getBegin()));
    }
    for (const auto& [range, files] : found)
      if (files.size() == readings[range.file] && !refused.contains(range)) d_ranges.push_back(range);
  }

 private:
  Next enter(clang::Stmt& item) override {
    if (item.getStmtClass() == clang::Stmt::CallExprClass)
      note_call(llvm::cast<clang::CallExpr>(item));
    else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&item);
             cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue &&
             !llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      note_outside(*cast);
    return Next::Inside;
  }

  void leave(clang::Stmt& item) override {
    if (item.getStmtClass() == clang::Stmt::CallExprClass &&
        states_something_there(llvm::cast<clang::CallExpr>(item)))
      --d_within;
  }

  void note_call(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee != nullptr && callee->getDeclName().isIdentifier() && callee->getName() == kPostconditionHolds)
      d_postconditions.push_back(&call);
    if (states_something_there(call)) {
      d_calls.push_back(&call);
      ++d_within;
    } else {
      note_outside(call);
    }
  }

  static bool states_something_there(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return false;
    const AnnotationEntry* entry =
        annotation(std::string_view(callee->getName().data(), callee->getName().size()));
    return entry != nullptr && states_something(entry->treatment);
  }

  // Records an expression that reads, or calls a function that may read, in a macro expansion, and that
  // belongs to no annotation.
  void note_outside(const clang::Expr& item) {
    const clang::SourceLocation at = item.getExprLoc();
    if (d_within == 0 && at.isMacroID()) d_outside.insert(d_sources->getExpansionLoc(at));
  }

  // The expression is an argument of a macro whose expansion reads only for annotations, and all of that has
  // one place.
  bool is_argument_alone(const clang::CallExpr& call) const {
    return d_sources->isMacroArgExpansion(call.getBeginLoc()) &&
           !d_outside.contains(d_sources->getExpansionLoc(call.getBeginLoc()));
  }

  // It must not be a function of the program with the same name.
  bool is_annotation(const clang::CallExpr& call) const {
    return is_declared_for_annotations(*d_sources, *call.getDirectCallee());
  }

  // The application launches a program without annotations. An annotation with side effects, or with possible
  // side effects, would therefore change what is verified.
  void refuse_changes(const clang::CallExpr& call, bool is_postcondition) const {
    if (!is_annotation(call)) return;
    for (const clang::Expr* argument : call.arguments()) {
      Changes changes(*d_sources, is_postcondition);
      changes.visit(*const_cast<clang::Expr*>(argument));
      if (changes.first == nullptr) continue;
      using Level = clang::DiagnosticsEngine;
      d_diagnostics->Report(call.getBeginLoc(), d_diagnostics->getCustomDiagID(
                                                    Level::Error,
                                                    "what the annotation '%0' says changes a variable or "
                                                    "memory, or may do so, and the launched program "
                                                    "does not do that; do it outside, and let functions that "
                                                    "are called here take pointers to const"))
          << (is_postcondition ? llvm::StringRef("__postcondition") : call.getDirectCallee()->getName());
      d_diagnostics->Report(changes.first->getBeginLoc(),
                            d_diagnostics->getCustomDiagID(Level::Note, "it is done here"));
      return;
    }
  }

  std::vector<CallRange>& d_ranges;
  std::vector<const clang::CallExpr*> d_calls;
  std::vector<const clang::CallExpr*> d_postconditions;  // the conditions of postconditions, if these are
                                                         // checked
  unsigned d_within = 0;                                 // number of annotations around the current node
  std::set<clang::SourceLocation> d_outside;
  const clang::SourceManager* d_sources = nullptr;
  clang::DiagnosticsEngine* d_diagnostics = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> find_annotations(std::vector<CallRange>& ranges) {
  return std::make_unique<AnnotationFinder>(ranges);
}

}  // namespace launchproof::frontend
