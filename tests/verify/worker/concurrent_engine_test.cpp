// Tests the second engine that runs concurrently with the first: when its answers count, that it reaches
// them, and that it ends.
#include "verify/worker/classes/concurrent_engine.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/verify/worker/known_launch.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

using two_thread::Questions;
using verdict::ClassResult;
using verdict::Property;
using verdict::Verdict;

ClassResult with_bounds(Verdict verdict) {
  ClassResult result;
  for (const Property property : {Property::DataRace, Property::BarrierDivergence, Property::NullAccess})
    result.properties[property].verdict = Verdict::Verified;
  result.properties[Property::OutOfBounds].verdict = verdict;
  return result;
}

TEST(ConcurrentEngine, AnswersCountWhereNothingOpenIsUnderThem) {
  Questions left;
  left.properties = {Property::BarrierDivergence};
  left.may_rest_on_races = true;
  EXPECT_TRUE(answers(left, with_bounds(Verdict::PossibleDefect)));
  // Races may be excluded by reads that an access outside of its array has changed.
  left.may_rest_on_races = false;
  EXPECT_FALSE(answers(left, with_bounds(Verdict::PossibleDefect)));
  EXPECT_FALSE(answers(left, with_bounds(Verdict::Verified)));
  left.properties.insert(Property::OutOfBounds);
  EXPECT_TRUE(answers(left, with_bounds(Verdict::Verified)));
  EXPECT_FALSE(answers(left, with_bounds(Verdict::Unknown)));
  // A question about single lines leaves other findings to be found.
  left.may_rest_on_races = true;
  left.only_at[Property::OutOfBounds] = {{"k.cl", 3}};
  EXPECT_FALSE(answers(left, with_bounds(Verdict::PossibleDefect)));
  EXPECT_TRUE(answers(left, with_bounds(Verdict::Verified)));
}

class ConcurrentEngineTest : public testing::Test {
 protected:
  void begin(const std::string& source, std::chrono::milliseconds head_start) {
    Job job;
    auto program = std::make_shared<Program>();
    program->key = source;
    program->sources = {{"kernel.cl", source}};
    job.program = program;
    job.launch_source = known_launch(64);
    d_found = d_verifier.find(job, {});
    ASSERT_NE(d_found.kernel, nullptr);
    d_concurrent.emplace(ConcurrentEngine::Task{*d_found.kernel,
                                                *d_found.answer.facts,
                                                "z3",
                                                std::chrono::milliseconds(0),
                                                nullptr,
                                                {},
                                                {},
                                                ConcurrentEngine::Clock::now() + std::chrono::seconds(120),
                                                /*yields=*/false},
                         head_start);
  }

  ClassVerifier d_verifier;
  FoundKernel d_found;
  std::optional<ConcurrentEngine> d_concurrent;
};

// A busy machine would leave it no time at all, so it does not yield here.
TEST_F(ConcurrentEngineTest, ProvesAndEndsTheOthers) {
  begin("kernel void k(global int* a) { for (int i = 0; i < 4; i++) a[get_global_id(0) * 4 + i] = i; }",
        std::chrono::milliseconds(0));
  for (int i = 0; i < 1100 && !d_concurrent->has_answer(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto result = d_concurrent->wait();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->properties.at(Property::DataRace).verdict, Verdict::Verified);
  EXPECT_TRUE(d_concurrent->others().cancelled());
}

TEST_F(ConcurrentEngineTest, WhatIsNotProvedEndsNobody) {
  begin("kernel void k(global int* a) { a[get_global_id(0) / 2] = get_global_id(0); }",
        std::chrono::milliseconds(0));
  for (int i = 0; i < 1100 && !d_concurrent->has_answer(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto result = d_concurrent->wait();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->properties.at(Property::DataRace).verdict, Verdict::PossibleDefect);
  EXPECT_FALSE(d_concurrent->others().cancelled());
}

TEST_F(ConcurrentEngineTest, IsNotWaitedForWhenItIsNotWanted) {
  begin("kernel void k(global int* a) { a[get_global_id(0)] = 1; }", std::chrono::minutes(1));
  const auto before = ConcurrentEngine::Clock::now();
  d_concurrent.reset();
  EXPECT_LT(ConcurrentEngine::Clock::now() - before, std::chrono::seconds(20));
}

}  // namespace
}  // namespace launchproof::worker
