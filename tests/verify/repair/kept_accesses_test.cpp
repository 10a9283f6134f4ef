#include "verify/repair/kept_accesses.h"

#include <gtest/gtest.h>

#include "tests/verify/repair/findings.h"

namespace launchproof::repair {
namespace {

const std::string kKernel = "void k() {\n  a[i] = 1;\n  b[i] = a[j];\n}\n";
const verdict::SourceLocation kFirst{"k.cl", 2, 3, "unreachable"}, kSecond{"k.cl", 3, 3, "unreachable"};

KernelFacts with_accesses() {
  KernelFacts known = facts();
  known.accesses = {1, {kFirst, kSecond}};
  return known;
}

Judged with_unreachable(std::vector<verdict::SourceLocation> unreachable = {}) {
  Judged one;
  one.accesses = with_accesses().accesses;
  one.result.unreachable = std::move(unreachable);
  return one;
}

TEST(KeptAccesses, AreAllThatTheKernelHad) {
  const verdict::ClassResult result;
  const KernelFacts known = with_accesses();
  const KeptAccesses kept(result, kKernel, known);
  EXPECT_FALSE(kept.loses(kKernel, with_unreachable()));
  Judged fewer = with_unreachable();
  fewer.accesses.changes.pop_back();
  EXPECT_TRUE(kept.loses(kKernel, fewer)) << "the compiler removed code that never runs";
  fewer = with_unreachable();
  fewer.accesses.reads = 0;
  EXPECT_TRUE(kept.loses(kKernel, fewer));
}

TEST(KeptAccesses, MayNotBecomeUnreachable) {
  verdict::ClassResult result;
  const KernelFacts known = with_accesses();
  EXPECT_TRUE(KeptAccesses(result, kKernel, known).loses(kKernel, with_unreachable({kFirst})));
  result.unreachable = {kFirst};
  EXPECT_FALSE(KeptAccesses(result, kKernel, known).loses(kKernel, with_unreachable({kFirst})));
  EXPECT_TRUE(KeptAccesses(result, kKernel, known).loses(kKernel, with_unreachable({kSecond})))
      << "another one";
  // The second access stands one line further down.
  const std::string changed = "void k() {\n  a[i] = 1;\n  barrier(X);\n  b[i] = a[j];\n}\n";
  verdict::SourceLocation moved = kSecond;
  moved.line = 4;
  result.unreachable = {kSecond};
  EXPECT_FALSE(KeptAccesses(result, kKernel, known).loses(changed, with_unreachable({moved})));
  EXPECT_TRUE(KeptAccesses(result, kKernel, known).loses(changed, with_unreachable({kFirst})));
}

TEST(KeptAccesses, DoNotGoThroughANullPointer) {
  verdict::ClassResult result;
  result.findings = {outside(kKernel, "a[i]", "a", "write")};
  result.findings.front().property = verdict::Property::NullAccess;
  const KernelFacts known = with_accesses();
  const std::string changed = "void k() {\n  if (a != 0) a[i] = 1;\n  b[i] = a[j];\n}\n";
  EXPECT_FALSE(KeptAccesses(result, kKernel, known).loses(changed, with_unreachable({kFirst})));
  EXPECT_TRUE(KeptAccesses(result, kKernel, known).loses(changed, with_unreachable({kFirst, kSecond})));
  // Nothing is left that the kernel does.
  Judged nothing = with_unreachable({kFirst});
  nothing.accesses.changes = {kFirst, kFirst};
  EXPECT_TRUE(KeptAccesses(result, kKernel, known).loses(changed, nothing));
}

}  // namespace
}  // namespace launchproof::repair
