#include <optional>

#include "verify/smt/backend.h"
#include "verify/smt/bits.h"
#include "verify/smt/z3_integers.h"
#include "verify/smt/z3_session.h"

namespace launchproof::smt {
namespace {

class Z3Solver : public Backend {
 public:
  Z3Solver(TermStore& store, Form form) : Backend(store), d_form(form) {}

  Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) override {
    const auto deadline = Clock::now() + limits.time;
    std::optional<IntegerForm> integers;
    if (d_form == Form::Integers) {
      integers = integer_form(question.conjuncts());
      if (!integers) return unknown(kNoIntegerForm, name());
    }
    // Old expressions of past questions are let go when there are many.
    constexpr std::size_t kMostKept = 500'000;
    if (!d_session || d_session->translator().size() > kMostKept) d_session = std::make_unique<Z3Session>();
    const MemoryLimit memory(limits.memory_mib);
    Answer answer = integers ? ask_integers(question, *integers, deadline, cancellation)
                             : ask_bits(question, deadline, cancellation);
    if (d_broken) d_session.reset();
    d_broken = false;
    return answer;
  }

  std::string name() const override { return d_form == Form::Integers ? "z3:int" : "z3"; }

 private:
  // The context's error, when it has one: it is not used again then.
  std::optional<Answer> failure() {
    const Z3_context context = d_session->context();
    const Z3_error_code code = Z3_get_error_code(context);
    if (code == Z3_OK) return std::nullopt;
    d_broken = true;
    std::string reason = Z3_get_error_msg(context, code);
    const bool memory = code == Z3_MEMOUT_FAIL || reason.find("memory") != std::string::npos;
    return unknown(memory ? "memory" : "solver failed: " + reason, name());
  }

  // Nothing when satisfiable.
  std::optional<Answer> check_assertions(Z3_solver solver, Clock::time_point deadline,
                                         Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    if (Clock::now() >= deadline) return unknown("timeout", name());
    Watchdog& watchdog = d_session->watchdog();
    watchdog.arm(deadline);
    Z3_lbool result = Z3_L_UNDEF;
    {
      const Cancellation::Listener listener(cancellation, [&] { watchdog.arm(Clock::now()); });
      result = Z3_solver_check(context, solver);
    }
    watchdog.disarm();
    if (result == Z3_L_UNDEF) {
      Answer answer = no_result(solver, Clock::now() >= deadline);
      if (cancellation.cancelled()) answer.reason = "cancelled";
      return answer;
    }
    if (auto failed = failure()) return failed;
    if (result == Z3_L_FALSE) return Answer{Status::Unsat, {}, {}, name()};
    return std::nullopt;
  }

  Answer ask_bits(const Question& question, Clock::time_point deadline, Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    const Symbols symbols = symbols_of(question.conjuncts());
    const char* logic = symbols.applications.empty() ? "QF_BV" : "QF_UFBV";
    const CountedSolver solver(context, Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, logic)));
    if (auto failed = failure()) return *failed;
    for (const Term conjunct : question.conjuncts()) {
      const Z3_ast assertion = d_session->translator().translate(conjunct);
      if (assertion != nullptr) Z3_solver_assert(context, solver.get(), assertion);
      if (auto failed = failure()) return *failed;
      if (assertion == nullptr) return unknown("solver failed: translation", name());
    }
    if (auto end = check_assertions(solver.get(), deadline, cancellation)) return *end;
    const CountedModel model(context, Z3_solver_get_model(context, solver.get()));
    if (auto failed = failure()) return *failed;
    Answer answer = question.sat(read_model(*d_session, model.get(), symbols), name());
    if (answer.status == Status::Sat) return answer;
    return question.sat(evaluate_model(*d_session, model.get(), symbols), name());
  }

  Answer ask_integers(const Question& question, const IntegerForm& form, Clock::time_point deadline,
                      Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    // Not the solver for the logic: it sets timers inside.
    const CountedSolver solver(context, Z3_mk_simple_solver(context));
    if (auto failed = failure()) return *failed;
    const Z3Integers integers(context, form);
    for (const std::uint32_t conjunct : form.conjuncts) {
      if (integers.at(conjunct) != nullptr) Z3_solver_assert(context, solver.get(), integers.at(conjunct));
      if (auto failed = failure()) return *failed;
      if (integers.at(conjunct) == nullptr) return unknown("solver failed: translation", name());
    }
    if (auto end = check_assertions(solver.get(), deadline, cancellation)) return *end;
    const CountedModel model(context, Z3_solver_get_model(context, solver.get()));
    if (auto failed = failure()) return *failed;
    const auto value = [&](std::uint32_t node) -> SignedBits {
      Z3_ast found = nullptr;
      if (!Z3_model_eval(context, model.get(), integers.at(node), true, &found)) return 0;
      Z3_inc_ref(context, found);
      const SignedBits integer = integer_of(context, found);
      Z3_dec_ref(context, found);
      return integer;
    };
    return question.sat(bit_vector_model(form, value), name());
  }

  Answer no_result(Z3_solver solver, bool late) {
    const Z3_context context = d_session->context();
    if (auto failed = failure()) return *failed;
    std::string reason = Z3_solver_get_reason_unknown(context, solver);
    if (late || reason == "timeout" || reason == "canceled")
      reason = "timeout";
    else if (reason.find("memory") != std::string::npos)
      reason = "memory";
    return unknown(reason, name());
  }

  Form d_form;
  std::unique_ptr<Z3Session> d_session;
  bool d_broken = false;
};

}  // namespace

std::unique_ptr<Backend> make_z3_backend(TermStore& store, Form form) {
  return std::make_unique<Z3Solver>(store, form);
}

std::unique_ptr<Solver> make_z3(TermStore& store) {
  return make_z3_backend(store, Form::BitVectors);
}

}  // namespace launchproof::smt
