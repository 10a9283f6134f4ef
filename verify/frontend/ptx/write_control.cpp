// Control flow, barriers and operations that threads of a warp perform together (PTX ISA 9.0, sections 9.7.12
// and 9.7.13).
#include <algorithm>
#include <map>
#include <utility>

#include "verify/frontend/ptx/call_targets.h"
#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

std::string label_symbol(const std::string& label) {
  std::string name = "l_";
  for (const char c : label) name += c == '%' || c == '.' || c == '#' ? '_' : c;
  return name;
}

std::string InstructionWriter::branch() {
  take("uni");
  need(1);
  return go_to(operand(0).text);
}

std::string InstructionWriter::go_to(const std::string& label) const {
  // A thread that goes to the end has ended (section 9.7.13.1: barriers wait for threads that have not).
  if (is_end(label)) return "return;";
  return "goto " + label_symbol(label) + ";";
}

// The index is beyond the table only if the program has a defect.
std::string InstructionWriter::branch_by_table() {
  if (!take("idx")) refuse("its form is not known");
  take("uni");
  need(2);
  std::string text = "switch (" + value(operand(0), {'u', 32}) + ") { ";
  const auto table = d_function.tables.find(operand(1).text);
  if (table == d_function.tables.end()) refuse("its table is not there");
  for (std::size_t i = 0; i < table->second.size(); ++i)
    text += "case " + std::to_string(i) + ": " + go_to(table->second[i]) + " ";
  return text + "default: __assert_of_program(false); PTX_TRAP(); }";
}

std::string InstructionWriter::leave() {
  take("uni");
  need(0);
  if (d_instruction->opcode == "exit" && !d_function.is_entry) refuse("it ends the thread inside a function");
  return "return;";
}

std::string InstructionWriter::trap() {
  need(0);
  return "PTX_TRAP();";
}

std::string InstructionWriter::barrier() {
  if (take("warp")) {
    if (!take("sync")) refuse("it does not wait");
    need(1);
    return "__syncwarp(" + value(operand(0), {'u', 32}) + ");";
  }
  take("cta");
  if (take("cluster")) refuse("a barrier of a cluster of blocks, whose size is not known");
  const bool is_aligned = take("aligned") || d_instruction->opcode == "bar";
  const bool reduces = take("red");
  if (!reduces && !take("sync")) refuse("threads that arrive at a barrier and go on are not followed");
  const std::size_t first = reduces ? 1 : 0;
  const std::size_t count = d_instruction->operands.size();
  const bool has_count = count == (reduces ? 4U : 2U);
  if (count <= first) refuse("it has too few operands");
  // The whole block reaches it, so its number does not matter.
  const std::optional<std::uint64_t> number_of_barrier = known_number(operand(first));
  if (!number_of_barrier || *number_of_barrier > 15)
    refuse("the barrier's number is not a constant below 16");
  if (has_count && !is_whole_block(operand(first + 1)))
    refuse(
        "which threads come to a barrier of some of them is not followed; the block's size is known by "
        "`.reqntid` alone");
  if (d_instruction->is_of_grid) {
    if (reduces || has_count) refuse("a barrier of the grid in a form that is not known");
    need(1);
    return "__launchproof_grid_barrier();";
  }
  const bool is_followed = is_aligned || is_only_barrier();
  if (!reduces) {
    need(has_count ? 2 : 1);
    return is_followed ? "__syncthreads();" : "__barrier_sync(" + std::to_string(*number_of_barrier) + ");";
  }
  if (!is_followed)
    refuse("threads may come to it where others come to another barrier, which is not followed");
  const std::string operation = take_one({"popc", "and", "or"});
  const Type type = take_type();
  need(has_count ? 4 : 3);
  if (operation.empty()) refuse("its operation is not known");
  const std::string name = operation == "popc" ? "__syncthreads_count(" : "__syncthreads_" + operation + "(";
  const std::string text = name + value(operand(has_count ? 3 : 2), {'p', 1}) + ")";
  return assign(operand(0), type, type.kind == 'p' ? text + " != 0" : text);
}

// Returns whether a number of threads equals that of the block, in whole warps.
bool InstructionWriter::is_whole_block(const Operand& given) const {
  const std::optional<std::uint64_t> threads = known_number(given);
  const auto& [x, y, z] = d_function.required_block;
  return d_function.is_entry && threads && *threads != 0 && *threads == (x * y * z + 31) / 32 * 32;
}

// Returns whether each thread reaches this instruction at most once and no other barrier, so that all waiting
// threads meet here.
bool InstructionWriter::is_only_barrier() const {
  if (!d_function.is_entry) return false;
  std::size_t barriers = 0;
  for (const Function& function : d_module.functions)
    for (const Statement& statement : function.body) {
      const Instruction& instruction = statement.instruction;
      const bool is_in_reach = &function == &d_function || !function.is_entry;
      const bool is_of_warp = !instruction.suffixes.empty() && instruction.suffixes.front() == "warp";
      if (is_in_reach && (instruction.opcode == "bar" || instruction.opcode == "barrier") && !is_of_warp)
        ++barriers;
    }
  // No later branch goes back.
  std::set<std::string_view> earlier;
  bool is_behind = false;
  for (const Statement& statement : d_function.body) {
    if (!statement.label.empty() && !is_behind) earlier.insert(statement.label);
    if (&statement.instruction == d_instruction) is_behind = true;
    if (!is_behind) continue;
    for (const Operand& operand : statement.instruction.operands)
      if (earlier.contains(operand.text) || d_function.tables.contains(operand.text)) return false;
  }
  return barriers == 1 && is_behind;
}

std::string InstructionWriter::fence() {
  if (take("proxy")) {
    if (!take("async")) refuse("a fence between these ways to access memory is not followed");
    const std::string space = take_one({"global", "shared::cta", "shared::cluster"});
    need(0);
    if (space.empty()) return "__launchproof_proxy_fence(3);";
    return space == "global" ? "__launchproof_proxy_fence(2);" : "__launchproof_proxy_fence(1);";
  }
  if (take("mbarrier_init")) {
    take("release");
    take("cluster");
    need(0);
    return "__launchproof_proxy_fence(4);";
  }
  const std::string order = take_one({"acq_rel", "sc", "acquire", "release"});
  bool is_restricted = false;  // to shared memory
  for (const char* suffix : {"sync_restrict::shared::cta", "sync_restrict::shared::cluster"})
    is_restricted = take(suffix) || is_restricted;
  const std::string scope = take_one({"cta", "gpu", "gl", "sys", "cluster"});
  need(0);
  // A cluster's fence only counts for the block.
  if (is_restricted || scope == "cta" || scope == "cluster") return "__threadfence_block();";
  if (order == "acquire" || order == "release")
    return "__nv_atomic_thread_fence(" +
           std::string(order == "acquire" ? "__NV_ATOMIC_ACQUIRE" : "__NV_ATOMIC_RELEASE") +
           (scope == "sys" ? ", __NV_THREAD_SCOPE_SYSTEM);" : ", __NV_THREAD_SCOPE_DEVICE);");
  return scope == "sys" ? "__threadfence_system();" : "__threadfence();";
}

std::string InstructionWriter::active_mask() {
  take_type();
  need(1);
  return assign(operand(0), {'u', 32}, "__activemask()");
}

std::string InstructionWriter::shuffle() {
  if (!take("sync")) refuse("threads that are not named do not come together");
  const std::string mode = take_one({"up", "down", "bfly", "idx"});
  if (take_type().bits != 32) refuse("its type is not supported");
  need(5);
  if (mode.empty()) refuse("its mode is not known");
  Operand to = operand(0);
  const std::vector<Operand> second = std::exchange(to.parts, {});
  const std::optional<std::uint64_t> limits = known_number(operand(3));
  const std::uint64_t width = limits ? 32 - (*limits >> 8 & 31) : 0;
  const bool is_of_cuda = limits && (width & (width - 1)) == 0 && (*limits & 31) == (mode == "up" ? 0 : 31);
  if (!is_of_cuda) return shuffle_in_any_segment(mode, to, second);
  const std::map<std::string, std::string> functions{{"bfly", "__shfl_xor_sync"},
                                                     {"idx", "__shfl_sync"},
                                                     {"up", "__shfl_up_sync"},
                                                     {"down", "__shfl_down_sync"}};
  // Only the five lowest bits are used.
  const std::optional<std::uint64_t> distance = known_number(operand(2));
  const std::string by =
      distance ? std::to_string(*distance & 31) + "u" : "(" + value(operand(2), {'u', 32}) + " & 31u)";
  const auto shuffled = [&](const std::string& distance_text) {
    return functions.at(mode) + "(" + value(operand(4), {'u', 32}) + ", " + value(operand(1), {'u', 32}) +
           ", " + (mode == "idx" || mode == "bfly" ? "(signed int)" : "") + distance_text + ", " +
           std::to_string(width) + ")";
  };
  const bool is_used = !second.empty() && second.front().kind != Operand::Kind::Sink;
  if (!is_used) return assign(to, {'u', 32}, shuffled(by));
  // Whether the other lane lies in the segment. The operands may be results, too.
  const std::string within = std::to_string(width - 1) + "u";
  std::string inside = "true";
  if (mode == "up") inside = "(__launchproof_lane() & " + within + ") >= ptx_b";
  if (mode == "down") inside = "(__launchproof_lane() & " + within + ") + ptx_b <= " + within;
  if (mode == "bfly")
    inside = "(ptx_b & ~" + within + ") == 0 || ((__launchproof_lane() ^ ptx_b) & ~" + within +
             ") < (__launchproof_lane() & ~" + within + ")";
  return "{ const unsigned int ptx_b = " + by + "; " + assign(to, {'u', 32}, shuffled("ptx_b")) + " " +
         assign(second.front(), {'p', 1}, inside) + " }";
}

std::string InstructionWriter::shuffle_in_any_segment(const std::string& mode, const Operand& to,
                                                      const std::vector<Operand>& second) {
  const Type word{'u', 32};
  const bool is_used = !second.empty() && second.front().kind != Operand::Kind::Sink;
  std::string text =
      "{ bool ptx_inside; const unsigned int ptx_from = ptx_shuffle_" + mode + "(" + value(operand(2), word) +
      ", " + value(operand(3), word) + ", ptx_inside); " +
      assign(to, word,
             "ptx_shuffled(" + value(operand(4), word) + ", " + value(operand(1), word) + ", ptx_from)");
  if (is_used) text += " " + assign(second.front(), {'p', 1}, "ptx_inside");
  return text + " }";
}

std::string InstructionWriter::vote() {
  const bool has_mask = take("sync");
  const std::string mode = take_one({"all", "any", "uni", "ballot"});
  const Type type = take_type();
  need(has_mask ? 3 : 2);
  if (!has_mask && (mode == "all" || mode == "any" || mode == "ballot")) {
    const std::string text = "__" + mode + "(" + value(operand(1), {'p', 1}) + ")";
    return assign(operand(0), type, type.kind == 'p' ? text + " != 0" : text);
  }
  if (!has_mask) refuse("threads that are not named do not come together");
  if (mode.empty()) refuse("its mode is not known");
  const std::string text =
      "__" + mode + "_sync(" + value(operand(2), {'u', 32}) + ", " + value(operand(1), {'p', 1}) + ")";
  return assign(operand(0), type, type.kind == 'p' ? text + " != 0" : text);
}

std::string InstructionWriter::match() {
  if (!take("sync")) refuse("threads that are not named do not come together");
  const std::string mode = take_one({"any", "all"});
  const Type type = take_type();
  need(3);
  if (mode == "all") {
    Operand mask = operand(0);
    const std::vector<Operand> second = std::exchange(mask.parts, {});
    std::string text = "{ int ptx_p; const unsigned int ptx_v = __match_all_sync(" +
                       value(operand(2), {'u', 32}) + ", " + value(operand(1), {'u', type.bits}) +
                       ", &ptx_p); " + assign(mask, {'u', 32}, "ptx_v");
    if (!second.empty()) text += " " + assign(second.front(), {'p', 1}, "ptx_p != 0");
    return text + " }";
  }
  if (mode != "any" || !operand(0).parts.empty()) refuse("its mode is not known");
  return assign(
      operand(0), {'u', 32},
      "__match_any_sync(" + value(operand(2), {'u', 32}) + ", " + value(operand(1), {'u', type.bits}) + ")");
}

std::string InstructionWriter::warp_reduction() {
  if (!take("sync")) refuse("threads that are not named do not come together");
  const std::string operation = take_one({"add", "min", "max", "and", "or", "xor"});
  Type type = take_type();
  need(3);
  if (type.kind == 'f' && type.bits == 32 && (operation == "min" || operation == "max")) {
    skip({"abs", "NaN"});
    return "PTX_NOT_EXECUTED(); __launchproof_meet(" + value(operand(2), {'u', 32}) + "); " +
           assign(operand(0), type, "ptx_any<float>()");
  }
  if (operation.empty() || type.kind == 'f') refuse("its operation is not supported");
  if (type.kind == 'b') type.kind = 'u';
  return assign(operand(0), type,
                "__reduce_" + operation + "_sync(" + value(operand(2), {'u', 32}) + ", " +
                    value(operand(1), type) + ")");
}

// Selects some thread of the warp, the same one for all threads.
std::string InstructionWriter::elect() {
  if (!take("sync")) refuse("it does not wait for the warp");
  need(2);
  Operand lane = operand(0);
  const std::vector<Operand> chosen = std::exchange(lane.parts, {});
  std::string text = "{ const unsigned ptx_v = __reduce_max_sync(" + value(operand(1), {'u', 32}) +
                     ", PTX_ANY_LANE()) & 31; " + assign(lane, {'u', 32}, "ptx_v");
  if (!chosen.empty()) text += " " + assign(chosen.front(), {'p', 1}, "__launchproof_lane() == ptx_v");
  return text + " }";
}

// Results (by reference), followed by arguments.
std::string InstructionWriter::arguments_of(const Function& callee, const Operand* results,
                                            const Operand* arguments) const {
  std::string text;
  const auto add = [&](const Operand* list, const std::vector<const Variable*>& wanted) {
    if ((list == nullptr ? 0 : list->parts.size()) != wanted.size())
      refuse("its arguments are not as many as the function has");
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Operand& given = list->parts[i];
      if (given.variable == nullptr || given.variable->type != wanted[i]->type ||
          given.variable->elements != wanted[i]->elements ||
          d_pointers.contains(*given.variable) != d_pointers.contains(*wanted[i]))
        refuse("an argument is of another type than the function's parameter");
      text += (text.empty() ? "" : ", ") + given.variable->symbol;
    }
  };
  add(results, callee.results);
  add(arguments, callee.parameters);
  return text;
}

std::string InstructionWriter::texts_of(const Operand* arguments, std::size_t count) const {
  if (arguments == nullptr || arguments->parts.size() < count)
    refuse("its arguments are not as many as the function has");
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (arguments->parts[i].variable == nullptr) refuse("an argument is not a variable");
    text +=
        (i == 0 ? "(unsigned long long)" : ", (unsigned long long)") + arguments->parts[i].variable->symbol;
  }
  return text;
}

std::string InstructionWriter::call_by_pointer(const Operand& pointer, const Operand* results,
                                               const Operand* arguments) {
  const CallTargets targets = call_targets(d_module, d_function, *d_instruction);
  if (targets.functions.empty()) refuse("a call by a pointer that is not followed to its functions");
  std::string text = targets.tables.empty() ? "" : "PTX_NOT_EXECUTED(); ";
  text += "switch (" + value(pointer, {'u', 64}) + ") { ";
  for (const Function* callee : targets.functions)
    text += "case " + std::to_string(function_number(d_module, *callee)) + "ull: f_" + callee->name + "(" +
            arguments_of(*callee, results, arguments) + "); break; ";
  return text + "default: __assert_of_program(false); PTX_TRAP(); }";
}

std::string InstructionWriter::call() {
  take("uni");
  const Operand* results = nullptr;
  const Operand* arguments = nullptr;
  const Operand* name = nullptr;
  for (const Operand& operand : d_instruction->operands) {
    if (operand.kind == Operand::Kind::List)
      (name == nullptr ? results : arguments) = &operand;
    else if (name == nullptr)
      name = &operand;
    else if (name->variable == nullptr)
      refuse("its operands are malformed");
  }
  if (name == nullptr) refuse("its operands are malformed");
  if (name->variable != nullptr) return call_by_pointer(*name, results, arguments);
  if (name->text == "vprintf") {
    std::string print = "PTX_PRINT(" + texts_of(arguments, 2) + ");";
    if (results == nullptr || results->parts.size() != 1 || results->parts[0].variable == nullptr)
      return print;
    return results->parts[0].variable->symbol + " = " + print;
  }
  if (name->text == "__assertfail") return "PTX_ASSERTION_FAILS(" + texts_of(arguments, 4) + ");";
  const Function* callee = function_named(d_module, name->text);
  if (callee == nullptr || !callee->has_body)
    throw Unsupported("the function " + name->text + ", which has no body");
  return "f_" + callee->name + "(" + arguments_of(*callee, results, arguments) + ");";
}

}  // namespace launchproof::frontend::ptx
