#include "verify/smt/z3_session.h"

#include <string>

#include "verify/smt/bits.h"

namespace launchproof::smt {
namespace {

using CountedFunction = Counted<Z3_func_interp, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref>;
using CountedEntry = Counted<Z3_func_entry, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref>;

void ignore_error(Z3_context, Z3_error_code) {}  // errors are asked for after each step

Z3_context new_context() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, ignore_error);
  return context;
}

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

Model::FunctionTable read_function(Z3_context context, Z3_func_interp function) {
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

}  // namespace

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

Model read_model(Z3Session& session, Z3_model source, const Symbols& symbols) {
  const Z3_context context = session.context();
  Model model;
  for (const Term variable : symbols.variables) {
    auto* const constant = reinterpret_cast<Z3_app>(session.translator().translate(variable));
    const Z3_ast value = Z3_model_get_const_interp(context, source, Z3_get_app_decl(context, constant));
    if (const auto bits = value_of(context, value)) model.set(variable, *bits);
  }
  std::unordered_map<std::uint32_t, bool> done;
  for (const Term application : symbols.applications) {
    if (!done.emplace(application->low, true).second) continue;
    const Z3_func_decl declaration = session.translator().function(application);
    const CountedFunction function(context, Z3_model_get_func_interp(context, source, declaration));
    if (function.get() != nullptr) model.set_function(application, read_function(context, function.get()));
  }
  return model;
}

Model evaluate_model(Z3Session& session, Z3_model source, const Symbols& symbols) {
  const Z3_context context = session.context();
  const auto evaluate = [&](Term term) -> Bits {
    Z3_ast value = nullptr;
    if (!Z3_model_eval(context, source, session.translator().translate(term), true, &value)) return 0;
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

}  // namespace launchproof::smt
