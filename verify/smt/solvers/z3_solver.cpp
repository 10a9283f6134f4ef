#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/z3_integers.h"
#include "verify/smt/solvers/z3_session.h"
#include "verify/smt/terms/bits.h"

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
    // Old expressions of past questions are dropped when there are many.
    constexpr std::size_t kMostKept = 500'000;
    if (!d_session || d_session->translator().size() > kMostKept) d_session = std::make_unique<Z3Session>();
    const MemoryLimit memory(limits.memory_mib);
    d_allowed = limits.work;
    d_spent = 0;
    Answer answer = ask(question, integers ? &*integers : nullptr, deadline, cancellation);
    answer.work = d_spent;
    if (d_broken) d_session.reset();
    d_broken = false;
    return answer;
  }

  std::string name() const override { return d_form == Form::Integers ? "z3:int" : "z3"; }

 private:
  // A context with an error is not used again.
  Answer ask(const Question& question, const IntegerForm* integers, Clock::time_point deadline,
             Cancellation& cancellation) {
    try {
      if (integers != nullptr) return ask_integers(question, *integers, deadline, cancellation);
      const Z3_context context = d_session->context();
      const Symbols symbols = symbols_of(question.conjuncts());
      const char* logic = symbols.applications.empty() ? "QF_BV" : "QF_UFBV";
      Answer answer =
          ask_bits(question, symbols, Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, logic)),
                   deadline, cancellation);
      // A different way of solving may give a different model.
      if (answer.reason == kNoFit && Clock::now() < deadline && !is_used_up())
        answer = ask_bits(question, symbols, Z3_mk_simple_solver(context), deadline, cancellation);
      return answer;
    } catch (const Z3Failed& failure) {
      d_broken = true;
      return unknown(reason_of(failure, cancellation), name());
    }
  }

  static std::string reason_of(const Z3Failed& failure, const Cancellation& cancellation) {
    if (failure.is_interrupted()) return cancellation.cancelled() ? "cancelled" : "timeout";
    return failure.is_of_memory() ? "memory" : std::string("solver failed: ") + failure.what();
  }

  bool is_used_up() const { return d_allowed != 0 && d_spent >= d_allowed; }

  // Returns nothing if satisfiable.
  std::optional<Answer> check_assertions(Z3_solver solver, Clock::time_point deadline,
                                         Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    if (Clock::now() >= deadline) return unknown("timeout", name());
    if (d_allowed != 0) limit_work(solver);
    const std::optional<std::uint32_t> before = d_session->work(solver);
    Watchdog& watchdog = d_session->watchdog();
    watchdog.arm(deadline);
    Z3_lbool result = Z3_L_UNDEF;
    std::optional<Z3Failed> failure;
    {
      const Cancellation::Listener listener(cancellation, [&] { watchdog.arm(Clock::now()); });
      result = Z3_solver_check(context, solver);
      if (Z3_get_error_code(context) != Z3_OK) failure.emplace(context, "Z3_solver_check");
    }
    watchdog.disarm();
    if (const auto after = d_session->work(solver); before && after) d_spent += *after - *before;
    d_broken = failure.has_value();
    if (result == Z3_L_UNDEF) {
      if (cancellation.cancelled()) return unknown("cancelled", name());
      if (Clock::now() >= deadline) return unknown("timeout", name());
      if (is_used_up()) return unknown(kOutOfWork, name());
    }
    if (failure) throw Z3Failed(*failure);
    if (result == Z3_L_UNDEF) return unknown(why_unknown(solver), name());
    if (result == Z3_L_FALSE) return Answer{Status::Unsat, {}, {}, name()};
    return std::nullopt;
  }

  // Ends checks of `solver` after d_allowed resource units.
  void limit_work(Z3_solver solver) const {
    const Z3_context context = d_session->context();
    const Z3_params parameters = Z3_mk_params(context);
    Z3_params_inc_ref(context, parameters);
    const auto units = std::min<Work>(d_allowed, std::numeric_limits<unsigned>::max());
    Z3_params_set_uint(context, parameters, Z3_mk_string_symbol(context, "rlimit"),
                       static_cast<unsigned>(units));
    Z3_solver_set_params(context, solver, parameters);
    Z3_params_dec_ref(context, parameters);
  }

  Answer ask_bits(const Question& question, const Symbols& symbols, Z3_solver fresh,
                  Clock::time_point deadline, Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    const CountedSolver solver(context, checked(context, "Z3_mk_solver", fresh));
    for (const Term conjunct : question.conjuncts())
      assert_in(solver.get(), d_session->translator().translate(conjunct));
    if (auto end = check_assertions(solver.get(), deadline, cancellation)) return *end;
    const CountedModel model(context, model_of(solver.get()));
    Answer answer = question.sat(read_model(*d_session, model.get(), symbols), name());
    if (answer.status == Status::Sat) return answer;
    return question.sat(evaluate_model(*d_session, model.get(), symbols, deadline), name());
  }

  Answer ask_integers(const Question& question, const IntegerForm& form, Clock::time_point deadline,
                      Cancellation& cancellation) {
    const Z3_context context = d_session->context();
    // Not the logic-specific solver, which sets timers.
    const CountedSolver solver(context,
                               checked(context, "Z3_mk_simple_solver", Z3_mk_simple_solver(context)));
    const Z3Integers integers(context, form);
    for (const std::uint32_t conjunct : form.conjuncts) assert_in(solver.get(), integers.at(conjunct));
    if (auto end = check_assertions(solver.get(), deadline, cancellation)) return *end;
    const CountedModel model(context, model_of(solver.get()));
    const auto value = [&](std::uint32_t node) {
      return evaluate_integer(context, model.get(), integers.at(node));
    };
    return question.sat(bit_vector_model(form, value), name());
  }

  // `assertion`: null if its translation failed.
  void assert_in(Z3_solver solver, Z3_ast assertion) {
    const Z3_context context = d_session->context();
    if (assertion == nullptr) {
      checked(context, "translation", 0);
      throw Z3Failed("translation", "an operand is missing");
    }
    Z3_solver_assert(context, solver, assertion);
    checked(context, "Z3_solver_assert", 0);
  }

  Z3_model model_of(Z3_solver solver) {
    const Z3_context context = d_session->context();
    const Z3_model model = checked(context, "Z3_solver_get_model", Z3_solver_get_model(context, solver));
    if (model == nullptr) throw Z3Failed("Z3_solver_get_model", "no model");
    return model;
  }

  std::string why_unknown(Z3_solver solver) {
    const Z3_context context = d_session->context();
    std::string reason =
        checked(context, "Z3_solver_get_reason_unknown", Z3_solver_get_reason_unknown(context, solver));
    if (reason == "timeout" || reason == "canceled") return "timeout";
    if (reason.empty()) return "solver failed: Z3_solver_check: no reason given";
    return reason.find("memory") != std::string::npos ? "memory" : reason;
  }

  Form d_form;
  Work d_allowed = 0;         // Limits::work of the current question
  std::uint64_t d_spent = 0;  // work spent on it so far
  std::unique_ptr<Z3Session> d_session;
  bool d_broken = false;  // its context has had an error
};

}  // namespace

std::unique_ptr<Backend> make_z3_backend(TermStore& store, Form form) {
  return std::make_unique<Z3Solver>(store, form);
}

std::unique_ptr<Solver> make_z3(TermStore& store) {
  return make_z3_backend(store, Form::BitVectors);
}

}  // namespace launchproof::smt
