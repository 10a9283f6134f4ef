// Whether a changed kernel still does what the kernel did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "verify/repair/candidate.h"
#include "verify/repair/judged.h"

namespace launchproof::repair {

// A kernel without accesses is free of defects. So a change counts only if it takes no access away.
class KeptAccesses {
 public:
  // Requires that all arguments outlive this.
  KeptAccesses(const verdict::ClassResult& result, const std::string& text, const KernelFacts& facts);

  // Returns whether the changed text has fewer accesses, or work-items reach fewer of them. Accesses through
  // a null pointer need not be reached any more if the kernel still writes something.
  bool loses(const std::string& changed, const Judged& judged) const;

 private:
  bool is_of_file(const verdict::SourceLocation& place) const;

  const verdict::ClassResult& d_result;
  const std::string& d_text;
  const KernelFacts& d_facts;
  std::set<std::uint32_t> d_null_lines;              // lines that access memory through a null pointer
  std::map<std::uint32_t, std::size_t> d_unreached;  // number of unreachable places in each line
};

}  // namespace launchproof::repair
