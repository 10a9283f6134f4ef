#include "verify/frontend/contracts/condition.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace launchproof::frontend {
namespace {

bool is_id(const Formula& formula) {
  return formula.kind == FormulaKind::Field && formula.parts[0].kind == FormulaKind::Name &&
         (formula.parts[0].text == "threadIdx" || formula.parts[0].text == "blockIdx");
}

bool is_size(const Formula& formula) {
  return formula.kind == FormulaKind::Field && formula.parts[0].kind == FormulaKind::Name &&
         (formula.parts[0].text == "blockDim" || formula.parts[0].text == "gridDim");
}

// Bounds of a variable: from <= variable < to.
struct VariableBounds {
  std::optional<std::string> from, to;
};

// Returns the call of an annotation for the values of a variable. Requires both bounds.
std::string loop(const char* annotation, const std::string& variable, const VariableBounds& bounds,
                 const std::string& term) {
  std::string text = annotation;
  text.append("(").append(variable).append(", ").append(bounds.from.value_or(""));
  return text.append(", ").append(bounds.to.value_or("")).append(", ").append(term).append(")");
}

class Writer {
 public:
  Writer(const ContractNames& names, bool is_postcondition)
      : d_names(names), d_is_postcondition(is_postcondition) {}

  std::string whole(const Formula& formula) {
    const Formula* rest = &formula;
    for (; rest->kind == FormulaKind::ForThreads; rest = &rest->parts.front())
      d_threads.insert(rest->variables.begin(), rest->variables.end());
    std::string text = written(*rest);
    if (d_threads.size() > 1 && d_reads_ids)
      throw FormulaError("it speaks of the ids of more than one thread");
    if (!d_is_postcondition) return text;
    for (const std::string& id : d_ids) {
      const bool is_block = id.starts_with("blockIdx");
      const std::string size =
          (is_block ? "(long)gridDim." : "(long)blockDim.") + id.substr(id.find('.') + 1);
      text = loop("__forall", variable_of(id), {"0", size}, text);
    }
    return text;
  }

 private:
  static std::string variable_of(std::string id) {
    std::ranges::replace(id, '.', '_');
    return "launchproof_" + id;
  }

  std::string written(const Formula& formula) {
    switch (formula.kind) {
      case FormulaKind::Number:
        return formula.text;
      case FormulaKind::Name:
        return name(formula.text);
      case FormulaKind::Field:
        return field(formula);
      case FormulaKind::Index:
        return element(formula);
      case FormulaKind::Call:
        return call(formula);
      case FormulaKind::Sum: {
        if (!d_is_postcondition) throw FormulaError("a precondition cannot use `sum`");
        const VariableBounds bounds{written(formula.parts[1]),
                                    "(long)(" + written(formula.parts[2]) + ") + 1"};
        const Scope scope(*this, formula.variables);
        return loop("__sum", formula.variables[0], bounds, written(formula.parts[0]));
      }
      case FormulaKind::Unary:
        return "(" + formula.text + written(formula.parts[0]) + ")";
      case FormulaKind::Binary:
        return operation(formula);
      case FormulaKind::ForAll:
      case FormulaKind::Exists:
        return quantified(formula);
      case FormulaKind::ForThreads:
      case FormulaKind::SomeThread:
        throw FormulaError("threads can be quantified only around the whole formula, and universally");
      case FormulaKind::AtThread:
        if (!d_threads.contains(formula.text))
          throw FormulaError("`" + formula.text + "` is not a thread that the formula quantifies");
        return written(formula.parts[0]);
    }
    throw FormulaError("it is not understood");
  }

  std::string name(const std::string& name) {
    if (d_bound.contains(name)) return name;
    if (name == "loop_count" || name.starts_with("loop_count_"))
      throw FormulaError("`" + name + "` has a meaning in loop invariants alone");
    if (d_names.arrays.contains(name)) throw FormulaError("the array `" + name + "` stands without an index");
    const auto defined = d_names.values.find(name);
    if (defined == d_names.values.end()) return name;
    for (const std::string& one : d_bound)
      if (mentions(defined->second, one))
        throw FormulaError("a variable has the name `" + one + "` that the value of a logical one uses");
    return "(" + written(defined->second) + ")";
  }

  std::string field(const Formula& formula) {
    if (is_size(formula)) return "(long)" + formula.parts[0].text + "." + formula.text;
    if (is_id(formula)) {
      d_reads_ids = true;
      std::string id = formula.parts[0].text + "." + formula.text;
      if (!d_is_postcondition) return "(long)" + id;
      d_ids.insert(id);
      return variable_of(std::move(id));
    }
    return written(formula.parts[0]) + "." + formula.text;
  }

  std::string element(const Formula& formula) {
    if (!d_is_postcondition) throw FormulaError("a precondition cannot speak of what memory holds");
    const Formula& array = formula.parts[0];
    const std::string index = "[" + written(formula.parts[1]) + "]";
    if (array.kind == FormulaKind::Name && !d_bound.contains(array.text)) {
      const auto logical = d_names.arrays.find(array.text);
      if (logical != d_names.arrays.end()) return "__old(" + logical->second + index + ")";
    }
    return written(array) + index;
  }

  std::string call(const Formula& formula) {
    if (formula.text == "active") throw FormulaError("`active` has a meaning in loop invariants alone");
    std::string text = formula.text + "(";
    for (const Formula& part : formula.parts) {
      if (&part != formula.parts.data()) text += ", ";
      text += written(part);
    }
    return text + ")";
  }

  std::string operation(const Formula& formula) {
    if (formula.is("^")) {
      const bool is_power_of_two =
          formula.parts[0].kind == FormulaKind::Number && formula.parts[0].text == "2";
      if (!is_power_of_two) throw FormulaError("`^` is understood for powers of 2 alone");
      return "(1L << (" + written(formula.parts[1]) + "))";
    }
    const std::string left = written(formula.parts[0]), right = written(formula.parts[1]);
    if (formula.is("->")) return "(!" + left + " || " + right + ")";
    if (formula.is("<->")) return "((bool)" + left + " == (bool)" + right + ")";
    return "(" + left + " " + formula.text + " " + right + ")";
  }

  // Bounds by antecedents of a universal quantifier, or by parts of what an existential one states.
  std::string quantified(const Formula& formula) {
    if (!d_is_postcondition) throw FormulaError("a precondition cannot use quantifiers over integers");
    const bool is_universal = formula.kind == FormulaKind::ForAll;
    std::vector<std::string> variables = formula.variables;
    std::vector<Formula> given;
    const Formula* body = &formula.parts.front();
    while (is_universal) {
      if (body->is("->")) {
        for (Formula& one : conjuncts_of(body->parts[0])) given.push_back(std::move(one));
        body = &body->parts[1];
      } else if (body->kind == FormulaKind::ForAll && are_new(body->variables, variables)) {
        variables.insert(variables.end(), body->variables.begin(), body->variables.end());
        body = &body->parts.front();
      } else {
        break;
      }
    }
    if (!is_universal) given = conjuncts_of(*body);
    const Scope scope(*this, variables);
    std::vector<VariableBounds> bounds(variables.size());
    for (std::size_t i = 0; i < variables.size(); ++i)
      std::erase_if(given, [&](const Formula& one) { return bounds_variable(one, variables, i, bounds[i]); });
    std::string text;
    for (const Formula& one : given) text += (text.empty() ? "" : " && ") + written(one);
    if (is_universal)
      text = text.empty() ? written(*body) : "(!(" + text + ") || " + written(*body) + ")";
    else if (text.empty())
      text = "true";
    for (std::size_t i = variables.size(); i-- > 0;) {
      for (const auto& [bound, side] :
           {std::pair(&bounds[i].from, "lower"), std::pair(&bounds[i].to, "upper")})
        if (!*bound)
          throw FormulaError("the quantifier over `" + variables[i] + "` has no " + side + " bound");
      text = loop(is_universal ? "__forall" : "__exists", variables[i], bounds[i], text);
    }
    return text;
  }

  static bool are_new(const std::vector<std::string>& variables, const std::vector<std::string>& known) {
    return std::ranges::none_of(
        variables, [&](const std::string& one) { return std::ranges::find(known, one) != known.end(); });
  }

  // Takes a comparison as a bound of variable number `number` that had none on that side. Returns whether it
  // was one. Bounds may use the variables before it.
  bool bounds_variable(const Formula& comparison, const std::vector<std::string>& variables,
                       std::size_t number, VariableBounds& bounds) {
    if (comparison.kind != FormulaKind::Binary) return false;
    const std::string& mark = comparison.text;
    if (mark != "<" && mark != "<=" && mark != ">" && mark != ">=") return false;
    for (const bool is_left : {true, false}) {
      const Formula& side = comparison.parts[is_left ? 0 : 1];
      const Formula& other = comparison.parts[is_left ? 1 : 0];
      if (side.kind != FormulaKind::Name || side.text != variables[number]) continue;
      const bool is_free =
          std::all_of(variables.begin() + static_cast<std::ptrdiff_t>(number), variables.end(),
                      [&](const std::string& one) { return !mentions(other, one); });
      if (!is_free) return false;
      const bool is_upper = is_left == (mark[0] == '<');
      std::optional<std::string>& bound = is_upper ? bounds.to : bounds.from;
      if (bound) return false;
      const bool is_strict = mark.size() == 1;
      bound = written(other);
      if (is_upper != is_strict) bound = "(long)(" + *bound + ") + 1";
      return true;
    }
    return false;
  }

  // Variables that are bound in a part of the formula.
  class Scope {
   public:
    Scope(Writer& writer, const std::vector<std::string>& variables) : d_writer(writer) {
      for (const std::string& one : variables) {
        if (one.starts_with("launchproof_")) throw FormulaError("the name `" + one + "` is reserved");
        if (writer.d_bound.insert(one).second) d_added.push_back(one);
      }
    }
    ~Scope() {
      for (const std::string& one : d_added) d_writer.d_bound.erase(one);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Writer& d_writer;
    std::vector<std::string> d_added;
  };

  const ContractNames& d_names;
  bool d_is_postcondition;
  std::set<std::string> d_threads;
  std::set<std::string> d_bound;
  std::set<std::string> d_ids;  // that a postcondition speaks of
  bool d_reads_ids = false;
};

}  // namespace

std::string precondition_of(const Formula& formula, const ContractNames& names) {
  return Writer(names, false).whole(formula);
}

std::string postcondition_of(const Formula& formula, const ContractNames& names) {
  return Writer(names, true).whole(formula);
}

}  // namespace launchproof::frontend
