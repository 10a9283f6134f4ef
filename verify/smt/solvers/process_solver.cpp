// Solvers that speak SMT-LIB 2. What a question needs is declared and defined once for the life of the
// process; the question itself is between push and pop.
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <unordered_set>

#include "verify/smt/arithmetic/integer_form.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/smt/terms/print.h"
#include "verify/smt/terms/sexpr.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

using Clock = ChildProcess::Clock;

// Writes terms for one process. A node gets a name (define-fun) if this question uses it twice or its text is
// long, so that the text is linear in the size of the graph and not deeply nested.
class Script {
 public:
  // Declarations and definitions are written to `out`; returns the text for each root.
  std::vector<std::string> write(std::span<const Term> roots, std::string& out);
  // Text of a term in the latest question.
  std::string text(Term term) const { return d_texts.at(term.id()); }
  std::size_t size() const { return d_named.size(); }

 private:
  void declare(Term term, std::string& out);

  std::unordered_set<std::uint32_t> d_named;      // ids of terms that the process knows: v1, t2
  std::unordered_set<std::uint32_t> d_functions;  // numbers of functions that it knows: f3
  std::unordered_map<std::uint32_t, std::string> d_texts;
};

bool is_variable(Term term) {
  return term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar;
}

std::string symbol(char kind, std::uint32_t number) {
  return kind + std::to_string(number);
}

void Script::declare(Term term, std::string& out) {
  if (is_variable(term) && d_named.insert(term.id()).second) {
    out += "(declare-fun " + symbol('v', term.id()) + " () " + sort_text(term.width()) + ")\n";
  }
  if (term.kind() == Kind::Apply && d_functions.insert(term->low).second) {
    out += "(declare-fun " + symbol('f', term->low) + " (";
    for (const Term argument : term->operands) out += sort_text(argument.width()) + ' ';
    out += ") " + sort_text(term.width()) + ")\n";
  }
}

std::vector<std::string> Script::write(std::span<const Term> roots, std::string& out) {
  constexpr std::size_t kLongText = 300;
  d_texts.clear();
  std::unordered_map<std::uint32_t, unsigned> uses;
  const auto inner = [&](Term term) { return !is_variable(term) && d_named.contains(term.id()); };
  Marks counted;
  for (const Term root : roots) {
    visit_operands_first(
        root, [&](Term term) { return inner(term) || counted(term); },
        [&](Term term) {
          for (const Term operand : term->operands) ++uses[operand.id()];
        });
  }
  const auto text_of = [&](Term term) {
    return inner(term) ? symbol('t', term.id()) : d_texts.at(term.id());
  };
  const auto function = [](Term term) { return symbol('f', term->low); };
  Marks written;
  std::vector<std::string> results;
  for (const Term root : roots) {
    visit_operands_first(root, written, [&](Term term) {
      declare(term, out);
      if (is_variable(term)) {
        d_texts.emplace(term.id(), symbol('v', term.id()));
        return;
      }
      std::string text = inner(term) ? symbol('t', term.id()) : operation_text(term, text_of, function);
      const bool worth = !term->operands.empty() && (uses[term.id()] > 1 || text.size() > kLongText);
      if (!inner(term) && worth) {
        out +=
            "(define-fun " + symbol('t', term.id()) + " () " + sort_text(term.width()) + ' ' + text + ")\n";
        text = symbol('t', term.id());
        d_named.insert(term.id());
      }
      d_texts.emplace(term.id(), std::move(text));
    });
    results.push_back(text_of(root));
  }
  return results;
}

// The words of an answer, in lower case as printed; "success" and "unsupported" are ignored.
std::string trimmed(const std::string& output) {
  std::string text;
  for (const auto& piece : parse_sexprs(output).value_or(std::vector<Sexpr>{{false, "garbled", {}}})) {
    if (piece.atom == "success" || piece.atom == "unsupported") continue;
    if (!text.empty()) text += ' ';
    text += piece.is_list ? "(...)" : piece.atom;
  }
  return text;
}

std::string excerpt(const std::string& output) {
  constexpr std::size_t kMost = 120;
  std::string text = output.substr(0, kMost);
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

// Becomes readable when another thread requests the end.
class Wake {
 public:
  Wake() : d_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (d_descriptor < 0) throw std::runtime_error("solver process: cannot make an event descriptor");
  }
  ~Wake() { close(d_descriptor); }
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  int descriptor() const { return d_descriptor; }
  void set() const { eventfd_write(d_descriptor, 1); }
  void clear() const {
    eventfd_t value = 0;
    eventfd_read(d_descriptor, &value);
  }

 private:
  int d_descriptor;
};

// cvc5 counts its steps and ends a check after a given number, which makes its answers the same on every
// machine. One step takes it about as long as six units of work that CaDiCaL and Z3 count.
constexpr Work kWorkOfStep = 6;

bool counts_steps(const std::string& program) {
  return std::filesystem::path(program).filename().string().starts_with("cvc5");
}

class ProcessSolver : public Backend {
 public:
  ProcessSolver(TermStore& store, std::string name, std::string program, std::vector<std::string> command,
                Form form)
      : Backend(store),
        d_name(std::move(name)),
        d_program(std::move(program)),
        d_command(std::move(command)),
        d_form(form),
        d_counts_steps(counts_steps(d_program)) {}

  std::string name() const override { return d_name + (d_form == Form::Integers ? ":int" : ""); }

  Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) override {
    const auto begin = Clock::now();
    Answer answer = answer_within(question, limits, cancellation);
    answer.work = charge(answer, limits.work, Clock::now() - begin);
    return answer;
  }

 private:
  // Returns the work that is charged for an answer. The actual number of steps is not queried, since printing
  // the counters takes longer than most answers. A quarter of the allowed work is the same on every machine.
  Work charge(const Answer& answer, Work allowed, Clock::duration time) const {
    if (d_counts_steps && allowed != 0) {
      if (answer.reason == kOutOfWork) return allowed;
      if (answer.status != Status::Unknown) return std::max<Work>(allowed / 4, 1);
    }
    return kWorkPerMillisecond *
           static_cast<Work>(std::chrono::ceil<std::chrono::milliseconds>(time).count());
  }

  Answer answer_within(const Question& question, const Limits& limits, Cancellation& cancellation) {
    auto time = limits.time;
    if (limits.work != 0 && !d_counts_steps) {
      const Work allowed = std::max<Work>(limits.work / kWorkPerMillisecond, 1);
      if (allowed < static_cast<Work>(time.count())) time = std::chrono::milliseconds(allowed);
    }
    const auto deadline = Clock::now() + time;
    std::optional<IntegerForm> integers;
    if (d_form == Form::Integers) {
      integers = integer_form(question.conjuncts());
      if (!integers) return unknown(kNoIntegerForm, name());
    }
    d_wake.clear();
    const Cancellation::Listener listener(cancellation, [&] { d_wake.set(); });
    try {
      // Old definitions are dropped when there are many.
      constexpr std::size_t kMostKept = 200'000;
      if (!d_process || d_script.size() > kMostKept)
        start(limits.memory_mib);
      else
        d_process->limit_memory(limits.memory_mib);
      if (d_counts_steps) limit_steps(limits.work);
      return integers ? ask_integers(question, *integers, deadline) : ask_bits(question, deadline);
    } catch (const std::exception& error) {
      return given_up(error.what());
    }
  }

  void start(std::size_t memory_mib) {
    d_process.reset();
    d_script = {};
    d_steps = 0;
    d_process.emplace(d_program, d_command, memory_mib);
    const char* logic = d_form == Form::Integers ? "QF_UFNIA" : "QF_UFBV";
    d_unsent =
        std::string("(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic ") +
        logic + ")\n";
  }

  // Limits each check from now on. 0 means no limit.
  void limit_steps(Work work) {
    const Work steps = work == 0 ? 0 : std::max<Work>(work / kWorkOfStep, 1);
    if (steps == d_steps) return;
    d_steps = steps;
    d_unsent += "(set-option :reproducible-resource-limit " + std::to_string(steps) + ")\n";
  }

  Answer given_up(std::string reason) {
    d_process.reset();
    return unknown(std::move(reason), name());
  }

  Answer ask_bits(const Question& question, Clock::time_point deadline) {
    std::string text;
    std::swap(text, d_unsent);
    const std::vector<std::string> assertions = d_script.write(question.conjuncts(), text);
    text += "(push 1)\n";
    for (const std::string& assertion : assertions) text += "(assert " + assertion + ")\n";
    if (auto end = check_assertions(text, deadline)) return *end;
    return read_model(question, deadline);
  }

  // The pop also removes declarations and definitions.
  Answer ask_integers(const Question& question, const IntegerForm& form, Clock::time_point deadline) {
    std::string text;
    std::swap(text, d_unsent);
    text += "(push 1)\n" + integer_script(form);
    if (auto end = check_assertions(text, deadline)) return *end;
    std::vector<std::uint32_t> wanted;
    wanted.reserve(form.variables.size());
    for (const IntegerForm::Symbol& variable : form.variables) wanted.push_back(variable.node);
    for (const IntegerForm::Symbol& application : form.applications) {
      wanted.push_back(application.node);
      const auto& arguments = form.nodes[application.node].operands;
      wanted.insert(wanted.end(), arguments.begin(), arguments.end());
    }
    std::string names = "(get-value (";
    for (const std::uint32_t node : wanted) names += integer_name(form, node) + ' ';
    std::string output;
    if (wanted.empty()) return question.sat({}, name());
    if (auto failure = exchange(names + "))\n", deadline, output)) return given_up(*failure);
    const auto parsed = parse_sexprs(output);
    if (!parsed || parsed->size() != 1 || parsed->front().list.size() != wanted.size()) {
      return given_up("solver printed no model: " + excerpt(output));
    }
    std::unordered_map<std::uint32_t, SignedBits> values;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Sexpr& pair = parsed->front().list[i];
      const auto value = pair.list.size() == 2 ? parse_integer(pair.list[1]) : std::nullopt;
      if (!value) return given_up("solver printed no model: " + excerpt(output));
      values.emplace(wanted[i], *value);
    }
    return question.sat(bit_vector_model(form, [&](std::uint32_t node) { return values.at(node); }), name());
  }

  // Returns nothing if satisfiable.
  std::optional<Answer> check_assertions(const std::string& text, Clock::time_point deadline) {
    std::string output;
    if (auto failure = exchange(text + "(check-sat)\n", deadline, output)) return given_up(*failure);
    const std::string word = trimmed(output);
    d_unsent = "(pop 1)\n";
    if (word == "unsat") return Answer{Status::Unsat, {}, {}, name()};
    if (word == "unknown" || word == "timeout") return unknown(why_unknown(deadline), name());
    if (word != "sat") return given_up(complaint(output));
    return std::nullopt;
  }

  std::string why_unknown(Clock::time_point deadline) {
    constexpr const char* kAnswered = "solver answered unknown";
    if (d_steps == 0) return kAnswered;
    std::string output;
    if (auto failure = exchange("(get-info :reason-unknown)\n", deadline, output)) {
      d_process.reset();
      return *failure;
    }
    return output.find("resourceout") != std::string::npos ? kOutOfWork : kAnswered;
  }

  static std::string complaint(const std::string& output) {
    if (output.find("memory") != std::string::npos || output.find("bad_alloc") != std::string::npos)
      return "memory";
    if (output.find("(error") != std::string::npos) return "solver failed: " + excerpt(output);
    return "solver printed no answer: " + excerpt(output);
  }

  // Returns nothing if the marker was received; otherwise the reason.
  std::optional<std::string> exchange(const std::string& input, Clock::time_point deadline,
                                      std::string& output) {
    const std::string marker = "launchproof-" + std::to_string(++d_exchanges) + '.';
    switch (d_process->exchange(input + "(echo \"" + marker + "\")\n", marker, deadline, output,
                                d_wake.descriptor())) {
      case ChildProcess::Outcome::Ok:
        return std::nullopt;
      case ChildProcess::Outcome::Timeout:
        return "timeout";
      case ChildProcess::Outcome::Cancelled:
        return "cancelled";
      case ChildProcess::Outcome::TooLong:
        return "solver printed no answer: endless output";
      case ChildProcess::Outcome::Closed:
        break;
    }
    return d_process->describe_end();
  }

  Answer read_model(const Question& question, Clock::time_point deadline) {
    const Symbols symbols = symbols_of(question.conjuncts());
    std::vector<Term> wanted = symbols.variables;
    wanted.insert(wanted.end(), symbols.applications.begin(), symbols.applications.end());
    for (const Term application : symbols.applications) {
      wanted.insert(wanted.end(), application->operands.begin(), application->operands.end());
    }
    std::unordered_set<Term> once;
    std::erase_if(wanted, [&](Term term) { return !once.insert(term).second; });
    std::string text = "(get-value (";
    for (const Term term : wanted) text += d_script.text(term) + ' ';
    std::string output;
    if (auto failure = exchange(text + "))\n", deadline, output)) return given_up(*failure);
    const auto parsed = parse_sexprs(output);
    if (!parsed || parsed->size() != 1 || parsed->front().list.size() != wanted.size()) {
      return given_up("solver printed no model: " + excerpt(output));
    }
    std::unordered_map<Term, Bits> values;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Sexpr& pair = parsed->front().list[i];
      const auto value = pair.list.size() == 2 ? parse_value(pair.list[1], wanted[i].width()) : std::nullopt;
      if (!value) return given_up("solver printed no model: " + excerpt(output));
      values.emplace(wanted[i], *value);
    }
    return question.sat(to_model(symbols, values), name());
  }

  static Model to_model(const Symbols& symbols, const std::unordered_map<Term, Bits>& values) {
    Model model;
    for (const Term variable : symbols.variables) model.set(variable, values.at(variable));
    std::map<std::uint32_t, std::pair<Term, Model::FunctionTable>> tables;  // by function number
    for (const Term application : symbols.applications) {
      std::vector<Bits> arguments;
      for (const Term argument : application->operands) arguments.push_back(values.at(argument));
      auto& [function, table] = tables[application->low];
      function = application;
      table.entries[std::move(arguments)] = values.at(application);
    }
    for (auto& [number, table] : tables) model.set_function(table.first, std::move(table.second));
    return model;
  }

  std::string d_name, d_program;
  std::vector<std::string> d_command;
  Form d_form;
  bool d_counts_steps;
  Work d_steps = 0;  // steps that d_process may take for a check; 0: unlimited
  Wake d_wake;
  std::optional<ChildProcess> d_process;
  Script d_script;       // what d_process knows
  std::string d_unsent;  // text that must be sent before the next question
  unsigned d_exchanges = 0;
};

}  // namespace

std::unique_ptr<Backend> make_process_backend(TermStore& store, std::string name,
                                              std::vector<std::string> command, Form form) {
  const std::string program = command.empty() ? std::string() : find_program(command.front());
  if (program.empty()) {
    throw std::runtime_error("solver '" + name + "': no program '" +
                             (command.empty() ? "" : command.front()) +
                             "' that can be run; install it, or give --solver " + known_solver_names() +
                             " or the path of an SMT-LIB 2 solver");
  }
  return std::make_unique<ProcessSolver>(store, std::move(name), program, std::move(command), form);
}

std::unique_ptr<Solver> make_process_solver(TermStore& store, std::string name,
                                            std::vector<std::string> command) {
  return make_process_backend(store, std::move(name), std::move(command), Form::BitVectors);
}

}  // namespace launchproof::smt
