// Tests questions for which Z3 does not return a model. Functions of this program replace some of Z3's, and
// fail as the test specifies.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <z3.h>

#include <functional>

#include "verify/smt/terms/solver.h"

namespace {

// A function that is called before each call of that name, with the number of earlier calls. If it returns
// false, the call yields nothing.
using Fault = std::function<bool(Z3_context, unsigned)>;
Fault s_on_model, s_on_constant, s_on_evaluation;
unsigned s_models = 0, s_constants = 0, s_evaluations = 0;
unsigned s_wrong_models = 0;  // so many models, from the first, are zero everywhere

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool goes_on(const Fault& fault, Z3_context context, unsigned& calls) {
  const unsigned before = calls++;
  return !fault || fault(context, before);
}

bool is_wrong() {
  return s_models <= s_wrong_models && s_wrong_models != 0;
}

}  // namespace

extern "C" {

Z3_model Z3_API Z3_solver_get_model(Z3_context c, Z3_solver s) {
  static const auto original = real<decltype(Z3_solver_get_model)>("Z3_solver_get_model");
  return goes_on(s_on_model, c, s_models) ? original(c, s) : nullptr;
}

Z3_ast Z3_API Z3_model_get_const_interp(Z3_context c, Z3_model m, Z3_func_decl a) {
  static const auto original = real<decltype(Z3_model_get_const_interp)>("Z3_model_get_const_interp");
  return goes_on(s_on_constant, c, s_constants) && !is_wrong() ? original(c, m, a) : nullptr;
}

bool Z3_API Z3_model_eval(Z3_context c, Z3_model m, Z3_ast t, bool model_completion, Z3_ast* v) {
  static const auto original = real<decltype(Z3_model_eval)>("Z3_model_eval");
  if (is_wrong()) *v = Z3_mk_unsigned_int64(c, 0, Z3_get_sort(c, t));
  return is_wrong() || (goes_on(s_on_evaluation, c, s_evaluations) && original(c, m, t, model_completion, v));
}

}  // extern "C"

namespace launchproof::smt {
namespace {

constexpr auto kNothing = [](Z3_context, unsigned) { return false; };
// Z3 forgets an interrupt that arrived before it begins a check.
constexpr auto kInterrupted = [](Z3_context context, unsigned) {
  Z3_interrupt(context);
  return true;
};

class Z3Faults : public testing::Test {
 protected:
  void TearDown() override { repair(); }
  static void repair() {
    s_on_model = s_on_constant = s_on_evaluation = nullptr;
    s_models = s_constants = s_evaluations = s_wrong_models = 0;
  }

  // Asks a question that has models. All zeros is not a model, and simplification alone finds none.
  Answer ask() {
    const Term question[] = {
        d_store.eq(d_store.mul(d_x, d_y), d_store.bv(221, 16)), d_store.ult(d_store.bv(1, 16), d_x),
        d_store.ult(d_x, d_y), d_store.ult(d_y, d_store.bv(100, 16)),
        d_store.ult(d_store.apply("f", {&d_x, 1}, 16), d_store.apply("f", {&d_y, 1}, 16))};
    return d_z3->check(question, {});
  }
  // The fault belonged to that question; the next one is answered.
  void expect(const std::string& reason) {
    const Answer answer = ask();
    EXPECT_EQ(answer.status, Status::Unknown);
    EXPECT_EQ(answer.reason, reason);
    repair();
    EXPECT_EQ(ask().status, Status::Sat);
  }

  TermStore d_store;
  std::unique_ptr<Solver> d_z3 = make_solver(d_store, "z3");
  Term d_x = d_store.bv_var("x", 16), d_y = d_store.bv_var("y", 16);
};

Fault failing(Z3_error_code code) {
  return [code](Z3_context context, unsigned) {
    Z3_set_error(context, code);
    return false;
  };
}

TEST_F(Z3Faults, NoneIsSatisfiable) {
  EXPECT_EQ(ask().status, Status::Sat);
}

TEST_F(Z3Faults, AnInterruptBeforeTheModelIsTheTime) {
  s_on_model = kInterrupted;
  expect("timeout");
}

TEST_F(Z3Faults, AnInterruptWhileTheModelIsReadIsTheTime) {
  s_on_constant = kNothing;  // what is read then does not fit, and terms are evaluated
  s_on_evaluation = kInterrupted;
  expect("timeout");
}

TEST_F(Z3Faults, MemoryThatEndsWhileTheModelIsReadIsMemory) {
  s_on_constant = kNothing;
  s_on_evaluation = failing(Z3_MEMOUT_FAIL);
  expect("memory");
  s_on_constant = failing(Z3_MEMOUT_FAIL);
  expect("memory");
  s_on_model = failing(Z3_MEMOUT_FAIL);
  expect("memory");
}

TEST_F(Z3Faults, AFailureNamesTheCall) {
  s_on_constant = failing(Z3_INVALID_ARG);
  expect("solver failed: Z3_model_get_const_interp: invalid argument");
  s_on_model = kNothing;
  expect("solver failed: Z3_solver_get_model: no model");
  s_on_constant = kNothing;
  s_on_evaluation = kNothing;
  expect("solver failed: Z3_model_eval: no value");
}

// A model that Z3 gets wrong may be right when it is asked in another way.
TEST_F(Z3Faults, AModelThatDoesNotFitIsAskedForAgain) {
  s_wrong_models = 1;
  EXPECT_EQ(ask().status, Status::Sat);
  EXPECT_EQ(s_models, 2U);
  s_models = 0;
  s_wrong_models = 2;
  expect("model does not fit");
}

}  // namespace
}  // namespace launchproof::smt
