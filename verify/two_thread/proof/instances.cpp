#include "verify/two_thread/proof/instances.h"

#include <algorithm>

namespace launchproof::two_thread {

using model::kNone;
using model::LoopId;
using smt::Term;

namespace {

std::optional<Term> part_of(const Log& log, LogPart part) {
  if (part == LogPart::Set) return log.set;
  return part == LogPart::Address ? log.at.address : log.at.value;
}

}  // namespace

Instances::Instances(const Setting& setting, const Problem& problem, Values& cut, Values& unwound)
    : d_setting(setting),
      d_store(setting.store),
      d_problem(problem),
      d_cut(cut),
      d_unwound(unwound),
      d_of_loop(setting.kernel.loops.size()),
      d_iterations(setting.kernel.loops.size(), kNoFrame),
      d_at_head(setting.kernel.loops.size()) {
  for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
    const Candidate& candidate = problem.candidates[id];
    d_variables.push_back(d_store.variables(candidate.formula));
    if (!candidate.formula.is_true()) d_of_loop[candidate.loop].push_back(id);
  }
  for (const LogVariable& log : problem.logs) d_logs.emplace(log.variable, log);
}

void Instances::at_head(const IterationHead& head) {
  d_iterations[head.loop] = head.frame;
  d_at_head[head.loop] = head.logs;
  const model::BlockId header = d_setting.kernel.loops[head.loop].header;
  FrameId body = kOutside;
  for (const LoopId loop : d_setting.graph.chain(head.loop)) body = d_cut.body_frame(loop, body);
  for (unsigned who = 0; who < d_cut.items(); ++who) {
    const Term is_there = d_unwound.reach_node(header, head.frame, who);
    for (const char* name : {".candidate.enabled", ".enabled"})
      d_heads[d_cut.fresh_boolean(d_cut.item(who).tag + name, body)] = is_there;
  }
  for (const model::Phi& phi : d_setting.kernel.blocks[header].phis)
    for (unsigned who = 0; who < d_cut.items(); ++who) {
      const Term variable = d_cut.value(phi.value, body, who);
      if (!d_cut.is_shared(phi.value, body))
        d_heads[variable] = d_unwound.value(phi.value, head.frame, who);
      else if (who == 0)
        d_heads[variable] = head_value(phi, head);
    }
}

// Returns a value that both work-items share: that of a work-item in this iteration, or otherwise that of the
// previous iteration.
Term Instances::head_value(const model::Phi& phi, const IterationHead& head) {
  const model::BlockId header = d_setting.kernel.loops[head.loop].header;
  FrameId body = kOutside;
  for (const LoopId loop : d_setting.graph.chain(head.loop)) body = d_cut.body_frame(loop, body);
  Term result = d_unwound.value(phi.value, head.frame, 0);
  if (head.number != 0) result = d_heads.at(d_cut.value(phi.value, body, 0));
  for (unsigned who = d_cut.items(); who-- > 0;)
    result = d_store.ite(d_unwound.reach_node(header, head.frame, who),
                         d_unwound.value(phi.value, head.frame, who), result);
  return result;
}

void Instances::behind(LoopId loop, FrameId parent, const std::vector<Log>& logs) {
  d_behind[d_unwound.exit_frame(loop, parent)] = logs;
}

std::optional<Term> Instances::of(CandidateId id) {
  std::unordered_map<Term, Term> by;
  for (const Term variable : d_variables[id]) {
    const auto there = counterpart(variable);
    if (!there) return std::nullopt;
    by.emplace(variable, *there);
  }
  return d_store.substitute(d_problem.candidates[id].formula, [&](Term part) {
    const auto found = by.find(part);
    return found == by.end() ? Term() : found->second;
  });
}

FrameId Instances::counterpart(FrameId frame) {
  if (frame == kOutside) return kOutside;
  const Frame& at = d_cut.frames().at(frame);
  if (at.kind == FrameKind::Body) return d_iterations[at.loop];
  if (at.kind != FrameKind::Exit) return kNoFrame;
  const FrameId parent = counterpart(at.parent);
  return parent == kNoFrame ? kNoFrame : d_unwound.exit_frame(at.loop, parent);
}

std::optional<Term> Instances::counterpart(Term variable) {
  if (const auto found = d_heads.find(variable); found != d_heads.end()) return found->second;
  if (const auto found = d_logs.find(variable); found != d_logs.end()) return of_log(found->second);
  if (const Origin* origin = d_cut.origin(variable)) return of_value(variable, *origin);
  const FrameId frame = d_cut.made_in(variable);
  if (frame == kOutside) return variable;
  for (unsigned who = 0; who < d_cut.items(); ++who)
    if (d_cut.frames().at(frame).kind == FrameKind::Exit && d_cut.stays(frame, who) == variable)
      return d_store.false_();
  return std::nullopt;
}

std::optional<Term> Instances::of_log(const LogVariable& log) {
  const Frame& at = d_cut.frames().at(log.frame);
  if (at.kind == FrameKind::Body) {
    const std::vector<Log>& logs = d_at_head[at.loop];
    return logs.empty() ? std::nullopt : part_of(logs[log.log], log.part);
  }
  const auto found = d_behind.find(counterpart(log.frame));
  return found == d_behind.end() ? std::nullopt : part_of(found->second[log.log], log.part);
}

std::optional<Term> Instances::of_value(Term variable, const Origin& origin) {
  // Some variables are only part of a value.
  if (d_cut.value(origin.value, origin.frame, origin.who) != variable) return std::nullopt;
  const FrameId frame = counterpart(origin.frame);
  if (frame == kNoFrame) return std::nullopt;
  const Term value = d_unwound.value(origin.value, frame, origin.who);
  if (d_cut.items() < 2 || !d_cut.is_shared(origin.value, origin.frame)) return value;
  const model::BlockId block = d_setting.kernel.values[origin.value].block;
  if (block == kNone) return value;
  return d_store.ite(d_unwound.reach(block, frame, 0), value, d_unwound.value(origin.value, frame, 1));
}

}  // namespace launchproof::two_thread
