#include "verify/frontend/compilation/syntax_visitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace launchproof::frontend {
namespace {

// Hands each node to a SyntaxVisitor.
class Walk : public clang::RecursiveASTVisitor<Walk> {
 public:
  explicit Walk(SyntaxVisitor& visitor) : d_visitor(visitor) {}

  bool shouldVisitTemplateInstantiations() const { return d_visitor.visits_instances(); }

  bool dataTraverseStmtPre(clang::Stmt* statement) {
    if (d_is_over) return false;
    const SyntaxVisitor::Next next = d_visitor.enter(*statement);
    d_is_over = next == SyntaxVisitor::Next::End;
    return next == SyntaxVisitor::Next::Inside;
  }
  bool dataTraverseStmtPost(clang::Stmt* statement) {
    d_visitor.leave(*statement);
    return !d_is_over;
  }
  bool VisitDecl(clang::Decl* declaration) {
    if (!d_is_over) d_is_over = !d_visitor.enter(*declaration);
    return !d_is_over;
  }

 private:
  SyntaxVisitor& d_visitor;
  bool d_is_over = false;
};

}  // namespace

void SyntaxVisitor::visit(clang::Stmt& statement) {
  Walk(*this).TraverseStmt(&statement);
}

void SyntaxVisitor::visit(clang::Decl& declaration) {
  Walk(*this).TraverseDecl(&declaration);
}

SyntaxVisitor::Next SyntaxVisitor::enter(clang::Stmt&) {
  return Next::Inside;
}

void SyntaxVisitor::leave(clang::Stmt&) {}

bool SyntaxVisitor::enter(clang::Decl&) {
  return true;
}

}  // namespace launchproof::frontend
