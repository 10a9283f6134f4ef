// A walk through Clang's syntax tree with virtual functions.
//
// clang::RecursiveASTVisitor is instantiated for each of its derived classes, which takes seconds a class.
// The walks of the front end share one instance instead.
#pragma once

namespace clang {
class Decl;
class Stmt;
}  // namespace clang

namespace launchproof::frontend {

// Visits statements, expressions, and declarations in the order of the source, without implicit code.
class SyntaxVisitor {
 public:
  // Visit the parts of the node, leave them out, or visit nothing more.
  enum class Next { Inside, Past, End };

  // Instances of templates are visited only where it is asked for.
  explicit SyntaxVisitor(bool visits_instances = false) : d_visits_instances(visits_instances) {}
  virtual ~SyntaxVisitor() = default;
  SyntaxVisitor(const SyntaxVisitor&) = delete;
  SyntaxVisitor& operator=(const SyntaxVisitor&) = delete;

  // Visits the node and what is inside it. May be called while another node is visited.
  void visit(clang::Stmt& statement);
  void visit(clang::Decl& declaration);

  bool visits_instances() const { return d_visits_instances; }

  // Called before and after the parts of a statement or an expression. The second call is left out where the
  // first one returns something other than Inside.
  virtual Next enter(clang::Stmt& statement);
  virtual void leave(clang::Stmt& statement);
  // Called before the parts of a declaration. Returns whether the walk goes on.
  virtual bool enter(clang::Decl& declaration);

 private:
  bool d_visits_instances;
};

}  // namespace launchproof::frontend
