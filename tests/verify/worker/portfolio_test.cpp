// Tests proofs by one engine about what the other left open, and results that may stand side by side.
#include "verify/worker/classes/portfolio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "tests/verify/worker/known_launch.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::ClassResult;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

constexpr Property kAll[] = {Property::DataRace, Property::BarrierDivergence, Property::OutOfBounds,
                             Property::NullAccess};

ClassResult verified() {
  ClassResult result;
  for (const Property property : kAll) result.properties[property].verdict = Verdict::Verified;
  verdict::conclude(result, false);
  return result;
}

ClassResult with(ClassResult result, Property property, Verdict verdict, Cause cause,
                 std::uint32_t line = 0) {
  result.properties[property] = {verdict, "why", {{cause, "why", {"k.cl", line, 1, "where"}}}};
  verdict::conclude(result, false);
  return result;
}

ClassResult found(ClassResult result, Property property, std::uint32_t line, Confirmation confirmation) {
  Finding finding;
  finding.id = "f" + std::to_string(line);
  finding.property = property;
  finding.confirmation = confirmation;
  finding.message = "it happens";
  finding.locations = {{"k.cl", line, 1, "access"}};
  if (confirmation == Confirmation::Unconfirmed)
    finding.approximations.push_back({Cause::NoClosedForm, "a value", {}});
  result.findings.push_back(finding);
  verdict::conclude(result, false);
  return result;
}

// Returns the second engine, which proves every property except for these.
ClassResult second_but(const two_thread::Questions& asked, std::initializer_list<Property> open = {}) {
  ClassResult result;
  result.engine = "two-thread";
  for (const Property property : asked.properties)
    result.properties[property].verdict =
        std::ranges::find(open, property) == open.end() ? Verdict::Verified : Verdict::Unknown;
  return result;
}

ClassResult settled_by(ClassResult first, std::initializer_list<Property> open = {}) {
  const auto asked = questions_left(first);
  EXPECT_TRUE(asked);
  if (asked) settle(first, second_but(*asked, open), *asked, false);
  return first;
}

Verdict verdict_of(const ClassResult& result, Property property) {
  return result.properties.at(property).verdict;
}

TEST(Portfolio, AsksNothingWhereNothingIsLeft) {
  EXPECT_FALSE(questions_left(verified()));
  EXPECT_FALSE(questions_left(found(verified(), Property::DataRace, 3, Confirmation::Replayed)));
  ClassResult failed = with(verified(), Property::DataRace, Verdict::Error, Cause::SolversDisagree);
  EXPECT_FALSE(questions_left(failed));
  EXPECT_FALSE(questions_left(
      with(verified(), Property::DataRace, Verdict::Unsupported, Cause::UnsupportedConstruct, 1)));
}

TEST(Portfolio, WhatTheSecondEngineProvesSettlesTheProperty) {
  const ClassResult first = found(verified(), Property::DataRace, 3, Confirmation::Unconfirmed);
  EXPECT_EQ(first.verdict, Verdict::PossibleDefect);
  const ClassResult result = settled_by(first);
  EXPECT_EQ(result.verdict, Verdict::Verified) << result.reason;
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.engine, "access, two-thread");
  EXPECT_EQ(result.properties.at(Property::DataRace).engine, "two-thread");
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).engine, "access");
}

TEST(Portfolio, WhatItDoesNotProveStaysAsItWas) {
  const ClassResult first = found(verified(), Property::DataRace, 3, Confirmation::Unconfirmed);
  const ClassResult result = settled_by(first, {Property::DataRace});
  EXPECT_EQ(verdict_of(result, Property::DataRace), Verdict::PossibleDefect);
  EXPECT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.engine, "access");
  EXPECT_EQ(result.properties.at(Property::DataRace).engine, "");
}

// The access engine takes for granted that loops end, and its proof that barriers are met together depends on
// that.
TEST(Portfolio, ARaceIsExcludedWithTheEnginesOwnBarriersAlone) {
  const ClassResult first = with(verified(), Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(questions_left(first)->properties.contains(Property::BarrierDivergence));
  const ClassResult result = settled_by(first, {Property::BarrierDivergence});
  EXPECT_EQ(verdict_of(result, Property::DataRace), Verdict::Unknown);
  EXPECT_EQ(verdict_of(result, Property::BarrierDivergence), Verdict::Verified);
}

TEST(Portfolio, WhatRestedOnAnOpenPropertyIsProvedWithIt) {
  // Divergence was open and voided the races; a race was open and voided the read values.
  const ClassResult diverging =
      with(verified(), Property::BarrierDivergence, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_EQ(verdict_of(diverging, Property::DataRace), Verdict::Unknown);
  EXPECT_FALSE(questions_left(diverging)->properties.contains(Property::DataRace));
  EXPECT_EQ(settled_by(diverging).verdict, Verdict::Verified);

  ClassResult racing = with(verified(), Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  racing = with(racing, Property::OutOfBounds, Verdict::Unknown, Cause::VoidedRace, 4);
  EXPECT_EQ(settled_by(racing, {Property::OutOfBounds}).verdict, Verdict::Verified);
  const ClassResult still = settled_by(racing, {Property::DataRace, Property::OutOfBounds});
  EXPECT_EQ(verdict_of(still, Property::OutOfBounds), Verdict::Unknown);
}

TEST(Portfolio, NothingIsAskedThatRestsOnADefect) {
  ClassResult racing = found(verified(), Property::DataRace, 3, Confirmation::Replayed);
  racing = with(racing, Property::OutOfBounds, Verdict::Unknown, Cause::VoidedRace, 4);
  EXPECT_FALSE(questions_left(racing));
  ClassResult outside = found(verified(), Property::OutOfBounds, 3, Confirmation::Replayed);
  EXPECT_EQ(verdict_of(outside, Property::DataRace), Verdict::Unknown);
  EXPECT_FALSE(questions_left(outside));
}

TEST(Portfolio, NoRaceIsExcludedWhereBoundsAreInDoubt) {
  ClassResult first = found(verified(), Property::OutOfBounds, 5, Confirmation::Unconfirmed);
  first = with(first, Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  const ClassResult result = settled_by(first, {Property::OutOfBounds});
  EXPECT_EQ(verdict_of(result, Property::DataRace), Verdict::Unknown);
  EXPECT_EQ(settled_by(first).verdict, Verdict::Verified);
}

// If everything requested is proved, there is no race in the end.
TEST(Portfolio, ProofsMayRestOnRacesThatAreExcluded) {
  const ClassResult racing = with(verified(), Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(questions_left(racing)->may_rest_on_races);
  const ClassResult diverging =
      with(verified(), Property::BarrierDivergence, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(questions_left(diverging)->may_rest_on_races);
  // Bounds that are in doubt may stay so; then, the proof about races does not count.
  EXPECT_FALSE(
      questions_left(found(racing, Property::OutOfBounds, 5, Confirmation::Unconfirmed))->may_rest_on_races);
  // There is a race, but divergence is still checked.
  const ClassResult both = found(diverging, Property::DataRace, 3, Confirmation::Replayed);
  EXPECT_TRUE(questions_left(both)->properties.contains(Property::BarrierDivergence));
  EXPECT_FALSE(questions_left(both)->may_rest_on_races);
}

// Accesses that a fence orders are no race for the first engine, but they do change values.
TEST(Portfolio, ProofsRestOnNoRaceThatAFenceMayHaveExcluded) {
  constexpr std::uint32_t kRelease = 3;
  model::KernelModel plain, fenced;
  fenced.fences.emplace_back();
  fenced.fences.back().order = kRelease;
  fenced.fences.back().scope = model::AtomicScope::Device;
  fenced.fences.back().global_memory = true;
  const auto left = [](const ClassResult& first, const model::KernelModel& kernel) {
    auto questions = *questions_left(first);
    rest_on_no_order(questions, kernel);
    return questions;
  };
  const ClassResult diverging =
      with(verified(), Property::BarrierDivergence, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(left(diverging, plain).may_rest_on_races);
  EXPECT_FALSE(left(diverging, fenced).may_rest_on_races);
  const ClassResult open = with(verified(), Property::NullAccess, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(left(open, plain).excludes_races);
  EXPECT_FALSE(left(open, fenced).excludes_races);
  // Races are checked by the second engine itself.
  const ClassResult racing = with(verified(), Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(left(racing, fenced).may_rest_on_races);
}

// A proof by the first engine about other lines may depend on there being no race.
TEST(Portfolio, LinesAreToldApartWhereThereIsNoRace) {
  const ClassResult first = with(found(verified(), Property::OutOfBounds, 5, Confirmation::Unconfirmed),
                                 Property::NullAccess, Verdict::Unknown, Cause::SolverTimeout);
  ClassResult calm = first;
  calm.properties[Property::DataRace] = {Verdict::Verified, "", {}};  // as before conclude() voids it
  const auto lines = questions_left(calm)->only_at;
  ASSERT_TRUE(lines.contains(Property::OutOfBounds));
  EXPECT_EQ(lines.at(Property::OutOfBounds), std::set<two_thread::Line>({{"k.cl", 5}}));
  EXPECT_FALSE(lines.contains(Property::NullAccess));  // a cause without a line may be of any
  const ClassResult racing = with(first, Property::DataRace, Verdict::Unknown, Cause::SolverTimeout, 3);
  EXPECT_TRUE(questions_left(racing)->only_at.empty());
}

TEST(Portfolio, AssumptionsOfBothCountAndNoneInPlaceOfAProof) {
  ClassResult first = with(verified(), Property::OutOfBounds, Verdict::Unknown, Cause::SolverTimeout, 5);
  EXPECT_EQ(first.assumptions.size(), 1U);  // that accesses are in bounds
  const auto asked = questions_left(first);
  ClassResult second = second_but(*asked);
  second.assumptions = {"given __requires(n > 0) (k.cl:2)"};
  EXPECT_TRUE(settle(first, second, *asked, false));
  EXPECT_EQ(first.assumptions, second.assumptions);
}

TEST(Portfolio, AnInvariantThatNobodyDecidedLeavesTheAssertionsUnknown) {
  ClassResult first = with(verified(), Property::Assertion, Verdict::Unknown, Cause::AnnotationNotJudged, 9);
  EXPECT_EQ(first.verdict, Verdict::Unknown);
  const auto asked = questions_left(first);
  ASSERT_TRUE(asked && asked->properties.contains(Property::Assertion));
  EXPECT_TRUE(has_unused_annotations(first));
  // The second engine does not judge it either.
  ClassResult second;
  second.properties[Property::Assertion] = {
      Verdict::Unknown, "why", {{Cause::AnnotationNotJudged, "`__invariant(b)`", {"k.cl", 9, 1, "where"}}}};
  ClassResult left = first;
  EXPECT_FALSE(settle(left, second, *asked, false));
  EXPECT_EQ(verdict_of(left, Property::Assertion), Verdict::Unknown);
  // A property that the second engine was not asked about is not proved by it.
  second.properties[Property::Assertion].verdict = Verdict::NotAsked;
  left = first;
  EXPECT_FALSE(settle(left, second, *asked, false));
  EXPECT_EQ(left.verdict, Verdict::Unknown);
  second.properties[Property::Assertion] = {Verdict::Verified, "", {}};
  EXPECT_TRUE(settle(first, second, *asked, false));
  EXPECT_EQ(first.verdict, Verdict::Verified);
}

TEST(Portfolio, AnEngineThatIsLostLeavesTheAnswerOfTheOther) {
  ClassResult first = found(verified(), Property::DataRace, 3, Confirmation::Unconfirmed);
  no_second_answer(first, Cause::ClassMemory, "the limit was reached");
  EXPECT_EQ(first.verdict, Verdict::PossibleDefect);
  EXPECT_EQ(first.properties.at(Property::DataRace).causes.back().cause, Cause::ClassMemory);
  EXPECT_TRUE(first.properties.at(Property::OutOfBounds).causes.empty());
}

// If one of the engines is wrong, that must be reported.
TEST(Portfolio, AProofOfADefectIsAnError) {
  ClassResult first = found(verified(), Property::OutOfBounds, 5, Confirmation::Replayed);
  first = with(first, Property::NullAccess, Verdict::Unknown, Cause::SolverTimeout, 6);
  const auto asked = questions_left(first);
  ASSERT_TRUE(asked && asked->properties.contains(Property::OutOfBounds));
  const ClassResult result = settled_by(first);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.properties.at(Property::OutOfBounds).causes.back().cause, Cause::EnginesDisagree);
  verdict::Results all;
  all.results = {result};
  EXPECT_EQ(verdict::exit_status(all), 13);
  EXPECT_EQ(settled_by(first, {Property::OutOfBounds}).verdict, Verdict::Defect);
}

Job portfolio_job(const std::string& text) {
  auto program = std::make_shared<Program>();
  program->key = text;
  program->sources.push_back({.file_name = "k.cl", .text = text});
  Job job;
  job.program = program;
  job.engine = Engine::Portfolio;
  job.launch_source = known_launch(64, buffers_of(ClassVerifier().translation(*program).kernels.at(0), 256));
  return job;
}

Outcome outcome_of(const Job& job, ClassVerifier& verifier) {
  Outcome outcome = verifier.verify(job, "");
  while (outcome.interim) outcome = verifier.refine(job, outcome);
  return outcome;
}

// A value that is carried around two loops has no closed form; the invariant is given.
constexpr const char* kWalk =
    "kernel void k(global int* out, int n) {\n"
    "  int at = 0;\n"
    "  for (int i = 0; __invariant(at >= 0), __invariant(at < 8), i < n; i++)\n"
    "    for (int j = 0; __invariant(at >= 0), __invariant(at < 8), j < i; j++)\n"
    "      at = (at * at + j) & 7;\n"
    "  out[8 * get_global_id(0) / 8 - get_global_id(0) % 1] = at;\n"
    "  if (at > 7 || at < 0) out[0] = get_global_id(0);\n"
    "}\n";

TEST(Portfolio, AFaultOfTheSecondEngineIsLoud) {
  // One out-of-bounds access that a replay shows, and one assertion that nothing decides.
  const Job job = portfolio_job(
      "kernel void k(global int* out, float x) {\n"
      "  out[get_global_id(0) + 1] = 1;\n"
      "  __assert(sin(x) * sin(x) <= 1.0f);\n"
      "}\n");
  ClassVerifier sound;
  const Outcome outcome = outcome_of(job, sound);
  EXPECT_EQ(outcome.result.properties.at(Property::OutOfBounds).verdict, Verdict::Defect)
      << outcome.result.reason;
  ClassVerifier faulty;
  faulty.set_second_engine([](const two_thread::Questions& asked) { return second_but(asked); });
  const Outcome contradicted = outcome_of(job, faulty);
  EXPECT_EQ(contradicted.result.properties.at(Property::OutOfBounds).verdict, Verdict::Error)
      << contradicted.result.reason;
  EXPECT_FALSE(contradicted.lasting);
}

TEST(Portfolio, TheSecondEngineGoesOnWhereTheFirstEnds) {
  Job job = portfolio_job(kWalk);
  ClassVerifier verifier;
  const Outcome both = outcome_of(job, verifier);
  EXPECT_EQ(both.result.verdict, Verdict::Verified) << both.result.reason;
  EXPECT_EQ(both.result.engine, "access, two-thread");
  EXPECT_TRUE(std::ranges::any_of(both.result.facts, [](const std::string& fact) {
    return fact.find("(not minimised)") != std::string::npos;
  }));
  job.engine = Engine::Access;
  EXPECT_NE(outcome_of(job, verifier).result.verdict, Verdict::Verified);
}

}  // namespace
}  // namespace launchproof::worker
