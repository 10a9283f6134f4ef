#include "verify/two_thread/proof/refuters.h"

#include "verify/two_thread/proof/instances.h"

namespace launchproof::two_thread {

using smt::Term;

namespace {

constexpr smt::Work kOneSearch = 1000 * smt::kWorkPerMillisecond;

// LU(k): asks for models in which a candidate does not hold, at each loop head that the launch reaches.
class Bounded : public Observer {
 public:
  Bounded(const Refuting& what, Values& unwound)
      : d_what(what), d_instances(what.setting, what.problem, what.values, unwound) {}

  bool at_head(const IterationHead& head) override {
    d_instances.at_head(head);
    std::vector<std::pair<CandidateId, Term>> goals;
    for (const CandidateId id : d_instances.of_loop(head.loop)) {
      if (d_what.pool.entry(id).why != Fall::None) continue;
      const auto goal = d_instances.of(id);
      if (goal && !goal->is_true()) goals.emplace_back(id, *goal);
    }
    if (!goals.empty()) refute(head, std::move(goals));
    return true;
  }

  void behind(model::LoopId loop, FrameId parent, const std::vector<Log>& logs) override {
    d_instances.behind(loop, parent, logs);
  }

 private:
  void refute(const IterationHead& head, std::vector<std::pair<CandidateId, Term>> goals) {
    std::vector<Term> context;
    context.reserve(head.context.size());
    for (const Assumption& one : head.context) context.push_back(one.term);
    smt::Counterexamples models(d_what.prover.store(), d_what.prover.session(), context);
    while (!goals.empty()) {
      std::vector<Term> broken;
      broken.reserve(goals.size());
      for (const auto& goal : goals) broken.push_back(d_what.prover.store().not_(goal.second));
      const std::vector<Term> question{d_what.prover.store().or_(broken)};
      const smt::Search found = d_what.prover.refute(models, question, kOneSearch);
      if (!found.model) return;
      std::erase_if(goals, [&](const auto& goal) {
        if (found.model->evaluate(goal.second) != 0) return false;
        d_what.pool.add(goal.first, why_at(d_what, head.number), d_what.number);
        return true;
      });
    }
  }

  const Refuting& d_what;
  Instances d_instances;
};

}  // namespace

void refute_bounded(const Refuting& what, std::uint32_t iterations) {
  std::vector<symbolic::WorkItem> items;
  items.reserve(what.values.items());
  for (unsigned who = 0; who < what.values.items(); ++who) items.push_back(what.values.item(who));
  Values unwound(what.setting, what.pairing, std::move(items), Loops::Unwound);
  Memory memory(what.setting, what.pairing, unwound);
  Bounded observer(what, unwound);
  Walker(what.setting, what.pairing, unwound, memory, Unwinding{iterations, &observer})
      .run(what.problem.entry);
}

void refute(const Refuter& refuter, const Refuting& what) {
  switch (refuter.kind) {
    case RefuterKind::Base:
    case RefuterKind::Step:
      search_models(what.problem, what.prover, refuter.kind == RefuterKind::Base, what.pool, what.number);
      break;
    case RefuterKind::Loops:
      refute_bounded(what, refuter.iterations);
      break;
    case RefuterKind::Dynamic:
      refute_by_execution(what);
      break;
  }
}

}  // namespace launchproof::two_thread
