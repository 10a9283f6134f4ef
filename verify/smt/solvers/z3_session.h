// A Z3 context with its watchdog, and objects that hold references in the context. Z3's types do not leave
// the z3_* files.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "verify/effort/clock.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/questions/question.h"
#include "verify/smt/solvers/z3_translate.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

using Clock = effort::Clock;

// A call of Z3 failed or returned something unreadable. The contents of the context are no longer reliable.
class Z3Failed : public std::exception {
 public:
  // Reads the error of Z3's last call, which has the name `call`.
  Z3Failed(Z3_context context, const char* call);
  Z3Failed(const char* call, const std::string& what);
  static Z3Failed late();  // the deadline has passed

  const char* what() const noexcept override { return d_text.c_str(); }  // with the call
  bool is_of_memory() const { return d_is_of_memory; }
  // Returns whether the session was interrupted or the deadline has passed.
  bool is_interrupted() const { return d_is_interrupted; }

 private:
  Z3Failed() = default;

  std::string d_text;
  bool d_is_of_memory = false;
  bool d_is_interrupted = false;
};

// Returns the result of the Z3 call that was just made. Throws Z3Failed if it failed. Z3 forgets an error at
// its next call.
template <typename Result>
Result checked(Z3_context context, const char* call, Result result) {
  if (Z3_get_error_code(context) != Z3_OK) throw Z3Failed(context, call);
  return result;
}

// Interrupts a check that is past its deadline or no longer needed. Repeats the interrupt, because Z3 forgets
// one that arrives before the check has begun. Does not use Z3's own `timeout`: the timers of 4.8.12
// sometimes deadlock if one is destroyed while it expires.
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
  void watch();

  Z3_context d_context;
  std::mutex d_mutex;
  std::condition_variable d_changed;
  std::optional<Clock::time_point> d_deadline;
  bool d_stop = false;
  std::thread d_thread;
};

// Z3 counts memory for the process, not for a context. The limit applies while a check runs on some thread.
// Contexts are created and destroyed without it, since Z3 does not survive running out of memory there.
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

// A context and everything that belongs to it.
class Z3Session {
 public:
  Z3Session();
  ~Z3Session() {
    d_watchdog.reset();
    d_translator.reset();
    Z3_del_context(d_context);
  }
  Z3Session(const Z3Session&) = delete;
  Z3Session& operator=(const Z3Session&) = delete;

  Z3_context context() const { return d_context; }
  Z3Translator& translator() { return *d_translator; }
  Watchdog& watchdog() { return *d_watchdog; }
  // Returns the resource units that the context has counted since it was created, modulo 2^32; nothing if Z3
  // does not report them. `solver` must be one of its solvers.
  std::optional<std::uint32_t> work(Z3_solver solver) const;

  Cancellation* cancellation = nullptr;  // of all checks

 private:
  Z3_context d_context;
  std::optional<Z3Translator> d_translator;
  std::optional<Watchdog> d_watchdog;
};

// Holds one reference to a Z3 object whose kind has its own reference counting functions.
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
using CountedVector = Counted<Z3_ast_vector, Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref>;
using CountedModel = Counted<Z3_model, Z3_model_inc_ref, Z3_model_dec_ref>;

// Returns the values of these symbols in the model of a satisfiable check. Throws Z3Failed.
Model read_model(Z3Session& session, Z3_model source, const Symbols& symbols);
// Returns the model's value for each term, one by one. Slower, but correct even if a function's table has
// entries that are not numerals. Throws Z3Failed, also if a value is not a numeral or `deadline` has passed.
Model evaluate_model(Z3Session& session, Z3_model source, const Symbols& symbols, Clock::time_point deadline);
// Returns the model's value of a Boolean (0 or 1) or of a number. Throws Z3Failed.
SignedBits evaluate_integer(Z3_context context, Z3_model source, Z3_ast ast);

}  // namespace launchproof::smt
