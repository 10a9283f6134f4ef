#include "verify/smt/solvers/z3_session.h"

#include <string>
#include <string_view>

#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

using CountedFunction = Counted<Z3_func_interp, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref>;
using CountedEntry = Counted<Z3_func_entry, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref>;

void ignore_error(Z3_context, Z3_error_code) {}  // errors are queried after each step

Z3_context new_context() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, ignore_error);
  return context;
}

// Returns nothing if the expression is not a numeral.
std::optional<Bits> value_of(Z3_context context, Z3_ast ast) {
  if (ast == nullptr) return std::nullopt;
  const Z3_lbool truth = checked(context, "Z3_get_bool_value", Z3_get_bool_value(context, ast));
  if (truth != Z3_L_UNDEF) return truth == Z3_L_TRUE ? 1 : 0;
  const Z3_ast_kind kind = checked(context, "Z3_get_ast_kind", Z3_get_ast_kind(context, ast));
  if (kind != Z3_NUMERAL_AST) return std::nullopt;
  std::uint64_t small = 0;
  if (Z3_get_numeral_uint64(context, ast, &small)) return small;
  Bits value = 0;
  for (const char* digit = checked(context, "Z3_get_numeral_string", Z3_get_numeral_string(context, ast));
       *digit != 0; ++digit) {
    value = value * 10 + static_cast<unsigned>(*digit - '0');
  }
  return value;
}

Model::FunctionTable read_function(Z3_context context, Z3_func_interp function) {
  Model::FunctionTable table;
  const Z3_ast otherwise =
      checked(context, "Z3_func_interp_get_else", Z3_func_interp_get_else(context, function));
  table.otherwise = value_of(context, otherwise).value_or(0);
  const unsigned count =
      checked(context, "Z3_func_interp_get_num_entries", Z3_func_interp_get_num_entries(context, function));
  for (unsigned i = 0; i < count; ++i) {
    const CountedEntry entry(context, checked(context, "Z3_func_interp_get_entry",
                                              Z3_func_interp_get_entry(context, function, i)));
    const unsigned arity =
        checked(context, "Z3_func_entry_get_num_args", Z3_func_entry_get_num_args(context, entry.get()));
    std::vector<Bits> arguments;
    arguments.reserve(arity);
    for (unsigned j = 0; j < arity; ++j) {
      const Z3_ast argument =
          checked(context, "Z3_func_entry_get_arg", Z3_func_entry_get_arg(context, entry.get(), j));
      arguments.push_back(value_of(context, argument).value_or(0));
    }
    const Z3_ast value =
        checked(context, "Z3_func_entry_get_value", Z3_func_entry_get_value(context, entry.get()));
    table.entries.emplace(std::move(arguments), value_of(context, value).value_or(0));
  }
  return table;
}

// Holds a reference to the value of an expression in a model.
class Evaluated {
 public:
  Evaluated(Z3_context context, Z3_model source, Z3_ast ast) : d_context(context) {
    const bool is_done = Z3_model_eval(context, source, ast, true, &d_value);
    checked(context, kCall, is_done);
    if (!is_done || d_value == nullptr) throw Z3Failed(kCall, "no value");
    Z3_inc_ref(context, d_value);
  }
  ~Evaluated() { Z3_dec_ref(d_context, d_value); }
  Evaluated(const Evaluated&) = delete;
  Evaluated& operator=(const Evaluated&) = delete;

  Z3_ast get() const { return d_value; }
  [[noreturn]] static void refuse() { throw Z3Failed(kCall, "a value that is not a numeral"); }

 private:
  static constexpr const char* kCall = "Z3_model_eval";
  Z3_context d_context;
  Z3_ast d_value = nullptr;
};

}  // namespace

Z3Failed::Z3Failed(Z3_context context, const char* call) {
  const Z3_error_code code = Z3_get_error_code(context);
  const std::string message = Z3_get_error_msg(context, code);
  d_text = std::string(call) + ": " + message;
  d_is_of_memory = code == Z3_MEMOUT_FAIL || message.find("memory") != std::string::npos;
  d_is_interrupted = message == "canceled" || message == "interrupted" || message == "timeout";
}

Z3Failed::Z3Failed(const char* call, const std::string& what) : d_text(std::string(call) + ": " + what) {}

Z3Failed Z3Failed::late() {
  Z3Failed result;
  result.d_text = "timeout";
  result.d_is_interrupted = true;
  return result;
}

void Watchdog::watch() {
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

Z3Session::Z3Session()
    : d_context(new_context()),
      d_translator(std::in_place, d_context),
      d_watchdog(std::in_place, d_context) {}

std::optional<std::uint32_t> Z3Session::work(Z3_solver solver) const {
  const Z3_stats statistics = Z3_solver_get_statistics(d_context, solver);
  if (statistics == nullptr) return std::nullopt;
  Z3_stats_inc_ref(d_context, statistics);
  std::uint32_t units = 0;
  for (unsigned i = 0; i < Z3_stats_size(d_context, statistics); ++i)
    if (std::string_view(Z3_stats_get_key(d_context, statistics, i)) == "rlimit count")
      units = Z3_stats_get_uint_value(d_context, statistics, i);
  Z3_stats_dec_ref(d_context, statistics);
  return units;
}

SignedBits evaluate_integer(Z3_context context, Z3_model source, Z3_ast ast) {
  const Evaluated value(context, source, ast);
  const Z3_lbool truth = Z3_get_bool_value(context, value.get());
  if (truth != Z3_L_UNDEF) return truth == Z3_L_TRUE ? 1 : 0;
  if (Z3_get_ast_kind(context, value.get()) != Z3_NUMERAL_AST) Evaluated::refuse();
  const std::string text =
      checked(context, "Z3_get_numeral_string", Z3_get_numeral_string(context, value.get()));
  Bits bits = 0;
  for (const char digit : text)
    if (digit != '-') bits = bits * 10 + static_cast<unsigned>(digit - '0');
  return static_cast<SignedBits>(text.starts_with('-') ? -bits : bits);
}

Model read_model(Z3Session& session, Z3_model source, const Symbols& symbols) {
  const Z3_context context = session.context();
  Model model;
  for (const Term variable : symbols.variables) {
    auto* const constant = reinterpret_cast<Z3_app>(session.translator().translate(variable));
    const Z3_func_decl declaration = checked(context, "Z3_get_app_decl", Z3_get_app_decl(context, constant));
    const Z3_ast value = checked(context, "Z3_model_get_const_interp",
                                 Z3_model_get_const_interp(context, source, declaration));
    if (const auto bits = value_of(context, value)) model.set(variable, *bits);
  }
  std::unordered_map<std::uint32_t, bool> done;
  for (const Term application : symbols.applications) {
    if (!done.emplace(application->low, true).second) continue;
    const Z3_func_decl declaration = session.translator().function(application);
    const CountedFunction function(context, checked(context, "Z3_model_get_func_interp",
                                                    Z3_model_get_func_interp(context, source, declaration)));
    if (function.get() != nullptr) model.set_function(application, read_function(context, function.get()));
  }
  return model;
}

Model evaluate_model(Z3Session& session, Z3_model source, const Symbols& symbols,
                     Clock::time_point deadline) {
  const Z3_context context = session.context();
  const auto evaluate = [&](Term term) -> Bits {
    if (Clock::now() >= deadline) throw Z3Failed::late();
    const Evaluated value(context, source, session.translator().translate(term));
    const std::optional<Bits> bits = value_of(context, value.get());
    if (!bits) Evaluated::refuse();
    return *bits;
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

}  // namespace launchproof::smt
