// A context in Z3.
#include <unordered_map>

#include "verify/smt/questions/kept_context.h"
#include "verify/smt/solvers/z3_session.h"

namespace launchproof::smt {

std::shared_ptr<SharedSession> make_session(Cancellation* cancellation) {
  return std::make_shared<SharedSession>(cancellation);
}

Z3Session& SharedSession::z3() {
  if (!d_z3) {
    d_z3 = std::make_shared<Z3Session>();
    d_z3->cancellation = d_cancellation;
  }
  return *d_z3;
}

namespace {

// A conjunct is asserted once, guarded by a Boolean of its own. A question assumes the Booleans of its
// conjuncts.
class Z3Context : public KeptContext {
 public:
  Z3Context(TermStore& store, Z3Session& session, const Question& context)
      : d_store(store),
        d_session(session),
        // The logic-specific solver would start from scratch for each question.
        d_solver(d_session.context(), Z3_mk_simple_solver(d_session.context())) {
    for (const Term conjunct : context.conjuncts()) assert_term(conjunct);
    d_symbols.add(context.conjuncts());
  }

  Search find(std::span<const Asked> conjuncts, const Limits& limits) override {
    const auto deadline = Clock::now() + limits.time;
    std::vector<Z3_ast> switches;
    std::unordered_map<Z3_ast, std::size_t> numbers;
    for (const Asked& asked : conjuncts) {
      switches.push_back(switch_of(asked.conjunct));
      numbers.emplace(switches.back(), asked.number);
    }
    if (d_broken || Clock::now() >= deadline) return {};
    const MemoryLimit memory(limits.memory_mib);
    const Z3_lbool result = check(switches, deadline);
    if (failed() || result == Z3_L_UNDEF) return {};
    if (result == Z3_L_FALSE) return {{}, core(numbers)};
    const CountedModel model(d_session.context(), Z3_solver_get_model(d_session.context(), d_solver.get()));
    if (failed()) return {};
    try {
      return {read_model(d_session, model.get(), d_symbols.all()), {}};
    } catch (const Z3Failed&) {
      d_broken = true;
      return {};
    }
  }

 private:
  Z3_lbool check(const std::vector<Z3_ast>& switches, Clock::time_point deadline) {
    d_session.watchdog().arm(deadline);
    std::optional<Cancellation::Listener> listener;
    if (d_session.cancellation != nullptr)
      listener.emplace(*d_session.cancellation, [this] { d_session.watchdog().arm(Clock::now()); });
    const Z3_lbool result = Z3_solver_check_assumptions(
        d_session.context(), d_solver.get(), static_cast<unsigned>(switches.size()), switches.data());
    listener.reset();
    d_session.watchdog().disarm();
    return result;
  }

  bool failed() {
    d_broken = d_broken || Z3_get_error_code(d_session.context()) != Z3_OK;
    return d_broken;
  }

  std::optional<std::vector<std::size_t>> core(const std::unordered_map<Z3_ast, std::size_t>& numbers) {
    const Z3_context context = d_session.context();
    const CountedVector needed(context, Z3_solver_get_unsat_core(context, d_solver.get()));
    if (failed()) return std::nullopt;
    std::vector<std::size_t> result;
    for (unsigned i = 0; i < Z3_ast_vector_size(context, needed.get()); ++i) {
      const auto found = numbers.find(Z3_ast_vector_get(context, needed.get(), i));
      if (found == numbers.end()) return std::nullopt;
      result.push_back(found->second);
    }
    return result;
  }

  void assert_term(Term term) {
    const Z3_ast translated = d_session.translator().translate(term);
    if (failed() || translated == nullptr)
      d_broken = true;
    else
      Z3_solver_assert(d_session.context(), d_solver.get(), translated);
  }

  Z3_ast switch_of(Term term) {
    const auto [found, inserted] = d_switches.try_emplace(term, nullptr);
    if (!inserted) return found->second;
    // The name cannot collide with a caller's, since it contains a byte that is in no identifier.
    const Term boolean = d_store.bool_var("\x01switch." + std::to_string(term.id()));
    found->second = d_session.translator().translate(boolean);
    assert_term(d_store.implies(boolean, term));
    const std::vector<Term> terms{term};
    d_symbols.add(terms);
    return found->second;
  }

  TermStore& d_store;
  Z3Session& d_session;
  CountedSolver d_solver;
  std::unordered_map<Term, Z3_ast> d_switches;
  KnownSymbols d_symbols;
  bool d_broken = false;
};

}  // namespace

std::unique_ptr<KeptContext> keep_in_z3(TermStore& store, Z3Session& session, const Question& context) {
  return std::make_unique<Z3Context>(store, session, context);
}

}  // namespace launchproof::smt
