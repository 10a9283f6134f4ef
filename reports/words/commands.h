// The commands that show a finding again, as short as they may be.
#pragma once

#include <map>
#include <string>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// If `replay` and `export-repro` find these results by themselves, the id of a finding is all they need. They
// take the first finding with the id, so that another class's finding with this id keeps its whole command.
class FindingCommands {
 public:
  // `finds_by_id`: a command that names just an id finds these results.
  FindingCommands(const verdict::Results& results, bool finds_by_id);

  // Returns "launchproof replay 5f1c0a7e2b904d13", or the whole command. Empty if the finding has none.
  std::string replay(const verdict::Finding& finding) const;
  // Returns the same for `export-repro`.
  std::string export_repro(const verdict::Finding& finding) const;

 private:
  struct Whole {
    std::string replay, export_repro;
  };
  std::map<std::string, Whole> d_by_id;  // of the first finding with the id; empty: ids do not suffice
};

}  // namespace launchproof::reports
