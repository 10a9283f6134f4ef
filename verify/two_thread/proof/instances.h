// Instantiates candidates in iterations that a launch reaches, in loops that are unwound.
#pragma once

#include <optional>

#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

class Instances {
 public:
  // `cut` has the values that occur in the problem's candidates, and `unwound` those of the observed walk.
  Instances(const Setting& setting, const Problem& problem, Values& cut, Values& unwound);

  // Each records what the walk reaches: loop heads, and the code after loops.
  void at_head(const IterationHead& head);
  void behind(model::LoopId loop, FrameId parent, const std::vector<Log>& logs);

  // Returns the candidate in the iteration that its loop has reached; nothing if it mentions something that
  // has no counterpart there.
  std::optional<smt::Term> of(CandidateId id);
  const std::vector<CandidateId>& of_loop(model::LoopId loop) const { return d_of_loop[loop]; }

 private:
  static constexpr FrameId kNoFrame = model::kNone;

  FrameId counterpart(FrameId frame);
  smt::Term head_value(const model::Phi& phi, const IterationHead& head);
  std::optional<smt::Term> counterpart(smt::Term variable);
  std::optional<smt::Term> of_log(const LogVariable& log);
  std::optional<smt::Term> of_value(smt::Term variable, const Origin& origin);

  const Setting& d_setting;
  smt::TermStore& d_store;
  const Problem& d_problem;
  Values& d_cut;
  Values& d_unwound;
  std::vector<std::vector<CandidateId>> d_of_loop;
  std::vector<std::vector<smt::Term>> d_variables;  // by candidate
  std::unordered_map<smt::Term, LogVariable> d_logs;
  std::vector<FrameId> d_iterations;                 // by loop: the current iteration
  std::unordered_map<smt::Term, smt::Term> d_heads;  // of those iterations
  std::vector<std::vector<Log>> d_at_head;           // by loop
  std::map<FrameId, std::vector<Log>> d_behind;      // by exit frame
};

}  // namespace launchproof::two_thread
