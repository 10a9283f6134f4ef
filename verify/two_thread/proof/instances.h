// Candidates in iterations that a launch comes to, of loops that are unwound.
#pragma once

#include <optional>

#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

class Instances {
 public:
  // Takes in `cut` the values over which the problem's candidates are, and in `unwound` those of the walk
  // that is observed.
  Instances(const Setting& setting, const Problem& problem, Values& cut, Values& unwound);

  // Note what the walk reaches: heads of loops, and the code after them.
  void at_head(const IterationHead& head);
  void behind(model::LoopId loop, FrameId parent, const std::vector<Log>& logs);

  // Returns the candidate in the iteration that its loop has come to; nothing where it speaks of something
  // that has no counterpart there.
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
  std::vector<FrameId> d_iterations;                 // by loop: the iteration that it is in
  std::unordered_map<smt::Term, smt::Term> d_heads;  // of those iterations
  std::vector<std::vector<Log>> d_at_head;           // by loop
  std::map<FrameId, std::vector<Log>> d_behind;      // by exit frame
};

}  // namespace launchproof::two_thread
