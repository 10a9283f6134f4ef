#include "verify/smt/questions/counterexamples.h"

#include <utility>

#include "verify/effort/clock.h"
#include "verify/smt/questions/kept_context.h"

namespace launchproof::smt {

// Uses CaDiCaL, and Z3 once the circuit has become too large.
class Counterexamples::Impl {
 public:
  Impl(TermStore& store, std::shared_ptr<SharedSession> session, std::span<const Term> context)
      : d_store(store),
        d_session(std::move(session)),
        d_context(store, context, false),
        d_kept(keep_in_cadical(d_context, d_session->cancellation())) {}

  Search find(std::span<const Term> conjuncts, const Limits& limits) {
    const auto deadline = effort::Clock::now() + limits.time;
    std::vector<KeptContext::Asked> asked;
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
      const Term reduced = d_context.in_place(d_store, conjuncts[i]);
      if (reduced.is_false()) return {{}, std::vector<std::size_t>{i}};
      if (!reduced.is_true()) asked.push_back({reduced, i});
    }
    if (effort::Clock::now() >= deadline) return {};
    Search found = searched(asked, limits, deadline);
    if (found.model) found.model = fitting(std::move(*found.model), conjuncts);
    return found;
  }

 private:
  Search searched(std::span<const KeptContext::Asked> asked, Limits limits,
                  effort::Clock::time_point deadline) {
    const auto within = [&] {
      limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - effort::Clock::now());
      return limits;
    };
    Search found = d_kept->find(asked, within());
    if (!d_kept->is_too_large()) return found;
    d_kept = keep_in_z3(d_store, d_session->z3(), d_context);
    return d_kept->find(asked, within());
  }

  std::optional<Model> fitting(Model model, std::span<const Term> conjuncts) const {
    Answer answer = d_context.sat(std::move(model), {});
    if (answer.status != Status::Sat) return std::nullopt;
    for (const Term conjunct : conjuncts)
      if (answer.model.evaluate(conjunct) == 0) return std::nullopt;
    return std::move(answer.model);
  }

  TermStore& d_store;
  std::shared_ptr<SharedSession> d_session;
  Question d_context;
  std::unique_ptr<KeptContext> d_kept;
};

Counterexamples::Counterexamples(TermStore& store, std::shared_ptr<SharedSession> session,
                                 std::span<const Term> context)
    : d_impl(std::make_unique<Impl>(store, std::move(session), context)) {}

Counterexamples::~Counterexamples() = default;

Search Counterexamples::find(std::span<const Term> conjuncts, const Limits& limits) {
  return d_impl->find(conjuncts, limits);
}

}  // namespace launchproof::smt
