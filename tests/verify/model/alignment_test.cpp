#include "verify/model/alignment.h"

#include <gtest/gtest.h>

namespace launchproof::model {
namespace {

class AlignmentTest : public testing::Test {
 protected:
  ValueId add(Op op, std::vector<ValueId> operands = {}, std::uint64_t literal = 0,
              std::uint16_t width = 64) {
    Value value;
    value.op = op;
    value.width = width;
    value.literal = literal;
    value.operands = std::move(operands);
    d_kernel.values.push_back(std::move(value));
    return static_cast<ValueId>(d_kernel.values.size() - 1);
  }
  std::uint32_t of(ValueId id) { return Alignment(d_kernel).of(id); }

  KernelModel d_kernel;
};

TEST_F(AlignmentTest, OfConstantsAndWhatNothingTells) {
  EXPECT_EQ(of(add(Op::Constant, {}, 12)), 2U);
  EXPECT_EQ(of(add(Op::Constant, {}, 0)), Alignment::kMost);
  EXPECT_EQ(of(add(Op::Constant, {}, 1024)), Alignment::kMost);
  EXPECT_EQ(of(add(Op::LocalId)), 0U);
  EXPECT_EQ(of(add(Op::Phi)), 0U);
}

TEST_F(AlignmentTest, OfArithmetic) {
  const ValueId any = add(Op::LocalId), two = add(Op::Constant, {}, 2), four = add(Op::Constant, {}, 4);
  const ValueId scaled = add(Op::Mul, {any, four});
  EXPECT_EQ(of(scaled), 2U);
  EXPECT_EQ(of(add(Op::Add, {scaled, two})), 1U);
  EXPECT_EQ(of(add(Op::And, {scaled, two})), 2U);
  EXPECT_EQ(of(add(Op::Or, {scaled, any})), 0U);
  EXPECT_EQ(of(add(Op::Select, {any, scaled, two})), 1U);
  EXPECT_EQ(of(add(Op::ZExt, {scaled})), 2U);
  EXPECT_EQ(of(add(Op::Shl, {any, two})), 2U);
}

TEST_F(AlignmentTest, AnOverWideShiftHasAnyValue) {
  const ValueId any = add(Op::LocalId), by = add(Op::Constant, {}, 64);
  EXPECT_EQ(of(add(Op::Shl, {any, by})), 0U);
  EXPECT_EQ(of(add(Op::Shl, {any, any})), 0U);
}

}  // namespace
}  // namespace launchproof::model
