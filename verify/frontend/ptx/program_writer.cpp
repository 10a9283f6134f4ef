#include "verify/frontend/ptx/program_writer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "verify/frontend/ir/cuda_names.h"
#include "verify/frontend/ptx/call_targets.h"
#include "verify/frontend/ptx/instruction_writer.h"
#include "verify/frontend/ptx/text/call_sites.h"

namespace launchproof::frontend::ptx {
namespace {

// A string literal of C++.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c != '\n' && c != '\r') result += c;
  }
  return result + '"';
}

class ProgramWriter {
 public:
  ProgramWriter(const Module& module, std::string file)
      : d_module(module),
        d_file(std::move(file)),
        d_pointers(module),
        d_has_calls(!module.calls.empty() && may_hold(largest_line(module), module.calls.size())) {}

  Program write() {
    for (const Variable& variable : d_module.variables) global(variable);
    const std::vector<const Function*> functions = called();
    for (const Function* function : functions)
      if (!function->is_entry) {
        place({0, function->line, 0});
        d_body += head(*function) + ";";
        end_line();
      }
    for (const Function* function : functions) define(*function);
    d_program.text = d_refusals + d_body + (d_has_calls ? comment_of(calls()) : "");
    return std::move(d_program);
  }

 private:
  static unsigned largest_line(const Module& module) {
    unsigned largest = 0;
    for (const Variable& variable : module.variables) largest = std::max(largest, variable.line);
    for (const Function& function : module.functions) {
      largest = std::max(largest, function.line);
      for (const Variable& variable : function.variables) largest = std::max(largest, variable.line);
      for (const Statement& statement : function.body)
        largest = std::max({largest, statement.instruction.line, statement.instruction.place.line});
    }
    return largest;
  }

  std::vector<CallSite> calls() const {
    std::vector<CallSite> calls;
    for (const Place& call : d_module.calls) {
      const auto file = d_module.files.find(call.file);
      calls.push_back(
          {file == d_module.files.end() ? std::string() : file->second, call.line, call.inlined_at});
    }
    return calls;
  }

  // Entries, inline assembly, and the functions that these call.
  std::vector<const Function*> called() const {
    std::vector<const Function*> all;
    for (const Function& function : d_module.functions)
      if ((function.is_entry || function.is_assembly) && function.has_body) all.push_back(&function);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const Statement& statement : all[i]->body) {
        if (statement.instruction.opcode != "call") continue;
        for (const Function* callee : call_targets(d_module, *all[i], statement.instruction).functions)
          if (std::ranges::find(all, callee) == all.end()) all.push_back(callee);
      }
    return all;
  }

  // Begins a line of the program for this place. Everything at one place is on one line, because the compiler
  // looks up every place among all line directives.
  void place(const Place& place) {
    const bool is_source = place.file != 0;
    const unsigned line = numbered_line(std::max(place.line, 1U), d_has_calls ? place.inlined_at : 0);
    d_program.has_places |= is_source;
    const bool is_here = d_at && d_at->file == place.file && !d_body.empty();
    if (is_here && d_at->line == line && d_body.back() != '\n') return;
    if (!d_body.empty() && d_body.back() != '\n') {
      d_body += '\n';
      if (d_at) ++d_at->line;
    }
    if (is_here && d_at->line == line) return;
    d_body += "#line " + std::to_string(line) + " " +
              quoted(is_source ? d_module.files.at(place.file) : d_file) + "\n";
    d_at = Place{place.file, line, 0};
  }

  // Ends the line. The source location of the following text is unknown.
  void end_line() {
    d_body += '\n';
    d_at.reset();
  }

  static std::string array(const Variable& variable) {
    if (!variable.elements) return {};
    return *variable.elements == 0 ? "[]" : "[" + std::to_string(*variable.elements) + "]";
  }

  static std::string aligned(const Variable& variable) {
    return variable.alignment == 0 ? "" : "__align__(" + std::to_string(variable.alignment) + ") ";
  }

  // Returns whether an instruction names the variable.
  bool is_named(const Variable& variable) const {
    return std::ranges::any_of(d_module.functions, [&](const Function& function) {
      return std::ranges::any_of(function.body, [&](const Statement& statement) {
        return std::ranges::any_of(statement.instruction.operands,
                                   [&](const Operand& operand) { return operand.variable == &variable; });
      });
    });
  }

  // The host may have written to variables, so their initial contents say nothing.
  void global(const Variable& variable) {
    std::string space;
    if (variable.space == Space::Global) space = "__device__ ";
    if (variable.space == Space::Constant) space = "__constant__ ";
    if (variable.space == Space::Shared) space = "__shared__ ";
    if (space.empty()) return;
    place({0, variable.line, 0});
    if (is_table_of_functions(d_module, variable)) {
      d_body += "static " + space + "const unsigned long long " + variable.symbol + array(variable) + " = {";
      for (const std::string& name : variable.initial_names)
        d_body += std::to_string(function_number(d_module, *function_named(d_module, name))) + "ull, ";
      d_body += "};";
      end_line();
      if (is_named(variable)) d_program.tables.push_back(variable.name);
      return;
    }
    const bool is_dynamic = variable.space == Space::Shared && variable.is_external;
    d_body += (is_dynamic ? "extern " : "static ") + space + aligned(variable) + cpp_type(variable.type) +
              " " + variable.symbol + (is_dynamic ? "[]" : array(variable)) + ";";
    end_line();
  }

  std::string type_of_parameter(const Function& function, const Variable& parameter) {
    if (!parameter.elements)
      return d_pointers.contains(parameter) ? "unsigned char*" : cpp_type(parameter.type);
    const std::uint64_t bytes = *parameter.elements * std::max(parameter.type.bits / 8, 1U);
    const unsigned alignment = std::max(parameter.alignment, std::max(parameter.type.bits / 8, 1U));
    if (!function.is_entry)
      return "ptx_bytes<" + std::to_string(bytes) + ", " + std::to_string(alignment) + ">";
    // A structure with the parts that the entry loads.
    std::string text = "struct " + structure(function, parameter) + " {\n";
    std::uint64_t at = 0;
    const auto pad = [&](std::uint64_t end) {
      if (end > at)
        text += "unsigned char pad_" + std::to_string(at) + "[" + std::to_string(end - at) + "];\n";
      at = end;
    };
    for (const Field& field : InstructionWriter::fields_of(function, parameter)) {
      const auto offset = static_cast<std::uint64_t>(field.offset);
      if (offset + field.type.bits / 8 > bytes) break;
      pad(offset);
      const bool is_address = d_pointers.contains(parameter, field.offset);
      text +=
          (is_address ? "unsigned char*" : cpp_type(field.type)) + " at_" + std::to_string(offset) + ";\n";
      at = offset + field.type.bits / 8;
    }
    pad(bytes);
    d_structures += text + "} __attribute__((aligned(" + std::to_string(alignment) + ")));\n";
    return structure(function, parameter);
  }

  static std::string structure(const Function& function, const Variable& parameter) {
    return "of_" + function.name + "_" + parameter.symbol;
  }

  std::string head(const Function& function) {
    d_structures.clear();
    std::string parameters;
    const auto add = [&](const std::string& text) { parameters += (parameters.empty() ? "" : ", ") + text; };
    for (const Variable* result : function.results)
      add(type_of_parameter(function, *result) + "& " + result->symbol);
    for (const Variable* parameter : function.parameters)
      add(type_of_parameter(function, *parameter) + " " + parameter->symbol);
    const bool is_root = function.is_entry || function.is_assembly;
    const std::string name = is_root ? function.name : "f_" + function.name;
    std::string annotation;
    if (const auto& [x, y, z] = function.required_block; x != 0)
      annotation = "__attribute__((annotate(\"" + std::string(cuda::kRequiredBlock) + std::to_string(x) +
                   " " + std::to_string(y) + " " + std::to_string(z) + "\"))) ";
    return d_structures + annotation + (is_root ? "extern \"C\" " : "static ") +
           (function.is_entry ? "__global__" : "__device__") + " void " + name + "(" + parameters + ")";
  }

  void define(const Function& function) {
    place({0, function.line, 0});
    d_body += head(function) + " {";
    end_line();
    const std::set<const Variable*> used = used_registers(function);
    for (const Variable& variable : function.variables)
      if (variable.space != Space::Register || used.contains(&variable)) local(function, variable);
    if (std::ranges::any_of(function.body, [](const Statement& statement) {
          return InstructionWriter::uses_carry(statement.instruction);
        }))
      d_body += std::string("bool ") + InstructionWriter::kCarry + ";";
    InstructionWriter writer(d_module, function, d_pointers);
    const std::set<std::string_view> labels = targets(function);
    const Statement* last = nullptr;
    for (const Statement& statement : function.body)
      if (statement.label.empty()) last = &statement;
    for (const Statement& statement : function.body) {
      if (!statement.label.empty() && !labels.contains(statement.label)) continue;
      // A thread that falls through to the end has not ended before the others.
      if (&statement == last && statement.instruction.predicate == nullptr &&
          (statement.instruction.opcode == "ret" ||
           (statement.instruction.opcode == "exit" && function.is_entry)))
        continue;
      if (!statement.label.empty()) {
        d_body += label_symbol(statement.label) + ":;";
        continue;
      }
      const Instruction& instruction = statement.instruction;
      place(instruction.place);
      if (instruction.predicate != nullptr)
        d_body +=
            std::string("if (") + (instruction.is_negated ? "!" : "") + instruction.predicate->symbol + ")";
      try {
        d_body += "{" + writer.write(instruction) + "}";
      } catch (const Unsupported& what) {
        const std::string refused = refusal(what.what());
        d_body += what.executed().empty()
                      ? refused
                      : "PTX_EXECUTED_OR({ " + what.executed() + " }, { " + refused + " })";
      }
    }
    d_program.is_relaxed |= writer.is_relaxed();
    d_program.headers.insert(writer.headers().begin(), writer.headers().end());
    d_body += "}";
    end_line();
  }

  // Registers that some instruction uses. Compilers declare many more.
  static std::set<const Variable*> used_registers(const Function& function) {
    std::set<const Variable*> used(function.results.begin(), function.results.end());
    const auto add = [&](const auto& self, const Operand& operand) -> void {
      if (operand.variable != nullptr) used.insert(operand.variable);
      for (const Operand& part : operand.parts) self(self, part);
    };
    for (const Statement& statement : function.body) {
      if (statement.instruction.predicate != nullptr) used.insert(statement.instruction.predicate);
      for (const Operand& operand : statement.instruction.operands) add(add, operand);
    }
    return used;
  }

  // Names of labels that instructions may jump to. Other labels, such as those in debugging information,
  // would create additional blocks.
  static std::set<std::string_view> targets(const Function& function) {
    std::set<std::string_view> names;
    for (const Statement& statement : function.body) {
      const std::vector<Operand>& operands = statement.instruction.operands;
      if (!operands.empty() && operands.front().kind == Operand::Kind::Name)
        names.insert(operands.front().text);
    }
    for (const auto& [name, labels] : function.tables) names.insert(labels.begin(), labels.end());
    return names;
  }

  void local(const Function& function, const Variable& variable) {
    const auto is_one_of = [&](const std::vector<const Variable*>& list) {
      return std::ranges::find(list, &variable) != list.end();
    };
    if (is_one_of(function.parameters) || is_one_of(function.results)) return;
    place({0, variable.line, 0});
    if (variable.space == Space::Register || (variable.space == Space::Parameter && !variable.elements)) {
      d_body += (d_pointers.contains(variable) ? "unsigned char*" : cpp_type(variable.type)) + " " +
                variable.symbol + ";";
    } else if (variable.space == Space::Parameter) {
      const unsigned alignment = std::max(variable.alignment, std::max(variable.type.bits / 8, 1U));
      d_body += "ptx_bytes<" + std::to_string(*variable.elements * std::max(variable.type.bits / 8, 1U)) +
                ", " + std::to_string(alignment) + "> " + variable.symbol + ";";
    } else {
      const std::string space = variable.space == Space::Shared ? "__shared__ " : "";
      d_body +=
          space + aligned(variable) + cpp_type(variable.type) + " " + variable.symbol + array(variable) + ";";
    }
  }

  // Writes a call of a function without a body, whose name says what is unsupported.
  std::string refusal(const std::string& what) {
    // Programs of several assemblies are compiled as one.
    const Function& first = d_module.functions.front();
    const std::string name =
        (first.is_assembly ? first.name : "ptx") + "_refused_" + std::to_string(d_refused.size());
    const auto [found, is_new] = d_refused.emplace(what, name);
    if (is_new)
      d_refusals += "extern \"C\" __device__ void " + name + "() __asm__(" + quoted(kRefusal + what) + ");\n";
    return found->second + "();";
  }

  const Module& d_module;
  std::string d_file;
  Pointers d_pointers;
  bool d_has_calls = false;  // lines hold the numbers of calls
  Program d_program;
  std::string d_body, d_refusals, d_structures;
  std::optional<Place> d_at;  // place of the line with which d_body ends, or of the next line if that has
                              // ended
  std::map<std::string, std::string> d_refused;
};

}  // namespace

Program program_of(const Module& module, const std::string& file) {
  return ProgramWriter(module, file).write();
}

}  // namespace launchproof::frontend::ptx
