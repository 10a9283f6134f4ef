#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "verify/smt/backend.h"
#include "verify/smt/bits.h"
#include "verify/smt/z3_integers.h"
#include "verify/smt/z3_translate.h"

namespace launchproof::smt {
namespace {

using Clock = std::chrono::steady_clock;

// Interrupts a check that has outlived its deadline or is not wanted any more, again and again: Z3 forgets an
// interrupt that comes before the check has begun. Z3's own `timeout` is not used: the timers of 4.8.12
// deadlock now and then when one is taken down as it expires.
class Watchdog {
 public:
  explicit Watchdog(Z3_context context) : d_context(context), d_thread([this] { watch(); }) {}
  ~Watchdog() {
    {
      const std::scoped_lock lock(d_mutex);
      d_stop = true;
    }
    d_changed.notify_all();
    d_thread.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void arm(Clock::time_point deadline) {
    {
      const std::scoped_lock lock(d_mutex);
      d_deadline = deadline;
    }
    d_changed.notify_all();
  }
  void disarm() {
    const std::scoped_lock lock(d_mutex);
    d_deadline.reset();
  }

 private:
  void watch() {
    constexpr std::chrono::milliseconds kRepeat{20};
    std::unique_lock lock(d_mutex);
    while (!d_stop) {
      if (!d_deadline) {
        d_changed.wait(lock);
      } else if (d_changed.wait_until(lock, *d_deadline) == std::cv_status::timeout && d_deadline &&
                 Clock::now() >= *d_deadline) {
        Z3_interrupt(d_context);
        d_deadline = Clock::now() + kRepeat;
      }
    }
  }

  Z3_context d_context;
  std::mutex d_mutex;
  std::condition_variable d_changed;
  std::optional<Clock::time_point> d_deadline;
  bool d_stop = false;
  std::thread d_thread;
};

void ignore_error(Z3_context, Z3_error_code) {}  // errors are asked for after each step

Z3_context new_context() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, ignore_error);
  return context;
}

// Z3 counts its memory for the process, not for a context. The limit holds while there is a check, on
// whatever thread: contexts are made and taken down without it, as Z3 does not survive running out of memory
// there.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t mebibytes) {
    const std::scoped_lock lock(s_mutex);
    if (s_checks++ == 0) set(mebibytes);
  }
  ~MemoryLimit() {
    const std::scoped_lock lock(s_mutex);
    if (--s_checks == 0) set(0);
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  static void set(std::size_t mebibytes) {
    Z3_global_param_set("memory_max_size", std::to_string(mebibytes).c_str());
  }

  inline static std::mutex s_mutex;
  inline static unsigned s_checks = 0;
};

// A context with all that hangs on it.
class Session {
 public:
  Session()
      : d_context(new_context()),
        d_translator(std::in_place, d_context),
        d_watchdog(std::in_place, d_context) {}
  ~Session() {
    d_watchdog.reset();
    d_translator.reset();
    Z3_del_context(d_context);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Z3_context context() const { return d_context; }
  Z3Translator& translator() { return *d_translator; }
  Watchdog& watchdog() { return *d_watchdog; }

 private:
  Z3_context d_context;
  std::optional<Z3Translator> d_translator;
  std::optional<Watchdog> d_watchdog;
};

// Holds one reference of a Z3 object kind that has its own counting functions.
template <typename Object, void (*Increment)(Z3_context, Object), void (*Decrement)(Z3_context, Object)>
class Counted {
 public:
  Counted(Z3_context context, Object object) : d_context(context), d_object(object) {
    if (d_object != nullptr) Increment(d_context, d_object);
  }
  ~Counted() {
    if (d_object != nullptr) Decrement(d_context, d_object);
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  Object get() const { return d_object; }

 private:
  Z3_context d_context;
  Object d_object;
};

using CountedSolver = Counted<Z3_solver, Z3_solver_inc_ref, Z3_solver_dec_ref>;
using CountedModel = Counted<Z3_model, Z3_model_inc_ref, Z3_model_dec_ref>;
using CountedFunction = Counted<Z3_func_interp, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref>;
using CountedEntry = Counted<Z3_func_entry, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref>;

std::optional<Bits> value_of(Z3_context context, Z3_ast ast) {
  if (ast == nullptr) return std::nullopt;
  const Z3_lbool truth = Z3_get_bool_value(context, ast);
  if (truth != Z3_L_UNDEF) return truth == Z3_L_TRUE ? 1 : 0;
  if (Z3_get_ast_kind(context, ast) != Z3_NUMERAL_AST) return std::nullopt;
  std::uint64_t small = 0;
  if (Z3_get_numeral_uint64(context, ast, &small)) return small;
  Bits value = 0;
  for (const char* digit = Z3_get_numeral_string(context, ast); *digit != 0; ++digit) {
    value = value * 10 + static_cast<unsigned>(*digit - '0');
  }
  return value;
}

// 0 or 1 for Booleans; 0 for what is no numeral.
SignedBits integer_of(Z3_context context, Z3_ast ast) {
  const Z3_lbool truth = Z3_get_bool_value(context, ast);
  if (truth != Z3_L_UNDEF) return truth == Z3_L_TRUE ? 1 : 0;
  if (Z3_get_ast_kind(context, ast) != Z3_NUMERAL_AST) return 0;
  const std::string text = Z3_get_numeral_string(context, ast);
  Bits value = 0;
  for (const char digit : text)
    if (digit != '-') value = value * 10 + static_cast<unsigned>(digit - '0');
  return static_cast<SignedBits>(text.starts_with('-') ? -value : value);
}

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
    if (!d_session || d_session->translator().size() > kMostKept) d_session = std::make_unique<Session>();
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
    Answer answer = question.sat(read_model(model.get(), symbols), name());
    if (answer.status == Status::Sat) return answer;
    return question.sat(evaluate_model(model.get(), symbols), name());
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

  Model read_model(Z3_model source, const Symbols& symbols) {
    const Z3_context context = d_session->context();
    Model model;
    for (const Term variable : symbols.variables) {
      auto* const constant = reinterpret_cast<Z3_app>(d_session->translator().translate(variable));
      const Z3_ast value = Z3_model_get_const_interp(context, source, Z3_get_app_decl(context, constant));
      if (const auto bits = value_of(context, value)) model.set(variable, *bits);
    }
    std::unordered_map<std::uint32_t, bool> done;
    for (const Term application : symbols.applications) {
      if (!done.emplace(application->low, true).second) continue;
      const Z3_func_decl declaration = d_session->translator().function(application);
      const CountedFunction function(context, Z3_model_get_func_interp(context, source, declaration));
      if (function.get() != nullptr) model.set_function(application, read_function(function.get()));
    }
    return model;
  }

  // What the model says of each term, one by one. Slower, but right where the table of a function holds
  // entries that are no numerals.
  Model evaluate_model(Z3_model source, const Symbols& symbols) {
    const Z3_context context = d_session->context();
    const auto evaluate = [&](Term term) -> Bits {
      Z3_ast value = nullptr;
      if (!Z3_model_eval(context, source, d_session->translator().translate(term), true, &value)) return 0;
      Z3_inc_ref(context, value);
      const Bits bits = value_of(context, value).value_or(0);
      Z3_dec_ref(context, value);
      return bits;
    };
    Model model;
    for (const Term variable : symbols.variables) model.set(variable, evaluate(variable));
    std::unordered_map<std::uint32_t, std::pair<Term, Model::FunctionTable>> tables;
    for (const Term application : symbols.applications) {
      auto& [named, table] = tables[application->low];
      named = application;
      std::vector<Bits> arguments;
      for (const Term operand : application->operands) arguments.push_back(evaluate(operand));
      table.entries.emplace(std::move(arguments), evaluate(application));
    }
    for (auto& [key, entry] : tables) model.set_function(entry.first, std::move(entry.second));
    return model;
  }

  Model::FunctionTable read_function(Z3_func_interp function) {
    const Z3_context context = d_session->context();
    Model::FunctionTable table;
    table.otherwise = value_of(context, Z3_func_interp_get_else(context, function)).value_or(0);
    const unsigned count = Z3_func_interp_get_num_entries(context, function);
    for (unsigned i = 0; i < count; ++i) {
      const CountedEntry entry(context, Z3_func_interp_get_entry(context, function, i));
      const unsigned arity = Z3_func_entry_get_num_args(context, entry.get());
      std::vector<Bits> arguments;
      arguments.reserve(arity);
      for (unsigned j = 0; j < arity; ++j) {
        arguments.push_back(value_of(context, Z3_func_entry_get_arg(context, entry.get(), j)).value_or(0));
      }
      table.entries.emplace(std::move(arguments),
                            value_of(context, Z3_func_entry_get_value(context, entry.get())).value_or(0));
    }
    return table;
  }

  Form d_form;
  std::unique_ptr<Session> d_session;
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
