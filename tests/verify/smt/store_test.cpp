#include <gtest/gtest.h>

#include "verify/smt/solver.h"
#include "verify/smt/term.h"

namespace launchproof::smt {
namespace {

TEST(Store, SumsCancel) {
  TermStore s;
  const Term a = s.bv_var("a", 32), b = s.bv_var("b", 32);
  EXPECT_EQ(s.sub(s.add(a, b), a), b);
}

}  // namespace
}  // namespace launchproof::smt
