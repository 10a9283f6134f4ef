// Accesses that lock step may or may not order, for the tests of both engines: bodies of a kernel with one
// group of 8 work-items, all in one warp, with `t` in local memory, `a` in global memory, and `l` the local
// id.
#pragma once

#include <string>
#include <vector>

namespace launchproof::access::testing {

struct LockStepCase {
  std::string name;
  std::string body;
  bool is_ordered = false;  // if false, there is a race even in lock step
};

inline const std::vector<LockStepCase>& lock_step_cases() {
  static const std::vector<LockStepCase> cases{
      {"Exchange", "t[l] = l; a[l] = t[l ^ 1];", true},
      {"OneInstruction", "t[l / 2] = l;", false},
      {"OneWay", "if (l < 4) { t[l] = l; a[l] = t[l ^ 1]; }", true},
      {"BothWays", "if (l < 4) t[l] = l; else a[l] = t[l - 4];", false},
      {"WaysApart", "if (l < 4) t[l] = l; if (l >= 4) a[l] = t[l - 4];", true},
      {"WithinTheWay", "if (l < 4) { t[l] = l; if (l < 2) a[l] = t[l + 1]; }", true},
      {"BehindTheWay", "if (l < 4) t[l] = l; a[l] = t[l ^ 1];", true},
      {"WayThatReturns", "if (l == 3) { t[0] = l; return; } if (l != 3) a[l] = t[0];", false},
      {"Iterations", "for (int s = 4; s > 0; s /= 2) { if (l < s) t[l] = t[l + s]; }", true},
      {"IterationsThatStayTogether",
       "for (int i = 0; i < 8; i++) { if (l == 3) { if (i == 3) t[0] = 1; } else a[l] = i; a[8 + l] = t[0]; "
       "}",
       true},
      {"IterationsBothWays", "for (int i = 0; i < 8; i++) { if (l == 3) t[0] = i; else a[l] = t[0]; }",
       false},
      {"WayThatBreaks",
       "for (int i = 0; i < 8; i++) { if (l == 3) { t[0] = 1; break; } if (l != 3) a[l] = t[0]; }", false},
      {"WayThatContinues",
       "for (int i = 0; i < 8; i++) { if (l == 3) { t[0] = 1; continue; } if (l != 3) a[l] = t[0]; }", false},
      {"LeftInDifferentIterations",
       "for (int i = 0; i < l; i++) a[8 * l + i] = i; t[l] = l; a[64 + l] = t[l ^ 1];", true},
      {"LeftByTwoWays",
       "int i = 0; for (; i < 8; i++) { if (l == 3) { t[0] = i; goto out; } if (i == l) goto other; }"
       " other: a[l] = t[0]; out: a[8 + l] = 1;",
       false},
      {"WayThatEndsElsewhere",
       "if (l < 4) { if (l == 2) goto out; t[l] = l; } a[l] = t[l ^ 4]; out: a[8 + l] = 1;", false},
      {"IterationThatEndsElsewhere",
       "for (int i = 0; i < 8; i++) { if (l < 4) { if (i == l) break; a[l] = i; } t[l] = i; a[8 + l] = t[l ^ "
       "4]; }",
       false},
      {"IterationThatBeginsApart",
       "for (int i = 0; i < 8; i++) { a[8 + l] = t[l ^ 4]; if (l < 4) { if (i == l) break; a[l] = i; } t[l] "
       "= i; }",
       false},
      {"IterationsThatRunAhead",
       "for (int i = 0; i < 8; i++) { if (l & 1) { if (l == 3 && i == 5) break; if (l == 1 && i == 4) t[0] = "
       "1; }"
       " if (l == 0 && i == 2) a[0] = t[0]; }",
       false},
      {"StaysLonger", "for (int i = 0; i <= l; i++) { int x = t[l ^ 1]; t[l] = x + i; }", true},
  };
  return cases;
}

}  // namespace launchproof::access::testing
