// Places in a source where statements can be inserted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/repair/candidate.h"
#include "verify/repair/source_tree.h"

namespace launchproof::repair {

// Puts a statement before or after another one, which may stand in a block or alone in a branch. `call` is
// the statement with its semicolon. The edits keep the file's indentation.
class Insertion {
 public:
  // Requires that the tree outlives this.
  explicit Insertion(const SourceTree& tree) : d_tree(tree) {}

  std::vector<TextEdit> before(std::size_t statement, const std::string& call) const;
  std::vector<TextEdit> behind(std::size_t statement, const std::string& call) const;

  // At the start or the end of a loop's body.
  std::vector<TextEdit> first_in(std::size_t body, const std::string& call) const;
  std::vector<TextEdit> last_in(std::size_t body, const std::string& call) const;

  // Returns the edit that removes the statement, with its whole line if nothing else stands there.
  TextEdit removal(std::size_t statement) const;
  // Returns where the line of a statement begins that begins its line; pragmas that apply to it come behind.
  std::size_t line_before(std::size_t statement) const;

 private:
  bool is_in_block(std::size_t statement) const;

  const SourceTree& d_tree;
};

// Returns the number of the line where the statement begins, as titles show it.
std::string line_of(const SourceTree& tree, std::size_t statement);

}  // namespace launchproof::repair
