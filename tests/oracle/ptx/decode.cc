// Translates PTX functions into the interpreter's code: blocks of instructions, each of which performs an
// action.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/frame.h"
#include "tests/oracle/ptx/kernel.h"
#include "tests/oracle/ptx/program.h"

namespace launchproof::oracle {

namespace ptx {

namespace {

using Op = llvm::Instruction;

// The state that actions refer to while they run.
struct Unit {
  Module module;
  SharedWindow window;
  explicit Unit(Module read) : module(std::move(read)), window(module) {}
};

bool does_nothing(const std::string& name) {
  static const std::set<std::string> kNames{"prefetch", "prefetchu", "nanosleep",     "pmevent",
                                            "discard",  "brkpt",     "applypriority", "nop"};
  return kNames.contains(name);
}

class FunctionDecoder {
 public:
  FunctionDecoder(const Unit& unit, const Function& function, Code& code, Program& program,
                  const std::string& path, const std::map<std::string, const Code*>& codes)
      : d_unit(unit),
        d_function(function),
        d_code(code),
        d_program(program),
        d_path(path),
        d_codes(codes),
        d_frame(unit.module, function, unit.window) {}

  Frame& frame() { return d_frame; }

  void run() {
    d_code.name = d_function.name;
    d_place = add_place({0, d_function.line, 0});
    d_code.place = d_place;
    prologue();
    std::set<std::uint32_t> targets;
    for (const Statement& statement : d_function.statements)
      targets.insert(statement.targets.begin(), statement.targets.end());
    for (std::uint32_t i = 0; i < d_function.statements.size(); ++i) {
      if (d_open && targets.contains(i)) jump(next_block());
      if (!d_open) start_block();
      if (targets.contains(i)) d_block_of[i] = static_cast<std::uint32_t>(d_code.blocks.size() - 1);
      d_place = add_place(d_function.statements[i].origin);
      decode(d_function.statements[i]);
    }
    if (d_open) jump(next_block());
    d_block_of[static_cast<std::uint32_t>(d_function.statements.size())] = next_block();
    start_block();
    leave();
    d_early_end = next_block();
    start_block();
    leave(true);
    d_nowhere = next_block();
    start_block();
    emit().opcode = Op::Unreachable;
    patch();
    find_ends();
    find_loops();
    d_code.lanes = d_frame.lanes();
  }

 private:
  std::uint32_t add_place(const Origin& origin) {
    Place place;
    place.file = origin.file < d_unit.module.files.size() && origin.file != 0
                     ? d_unit.module.files[origin.file]
                     : d_path;
    place.line = origin.line;
    place.column = origin.column;
    place.function = d_function.name;
    d_program.places.push_back(place);
    return static_cast<std::uint32_t>(d_program.places.size() - 1);
  }

  [[nodiscard]] std::uint32_t next_block() const { return static_cast<std::uint32_t>(d_code.blocks.size()); }

  void start_block() {
    d_code.blocks.emplace_back().first = static_cast<std::uint32_t>(d_code.instructions.size());
    d_open = true;
  }

  Instruction& emit() {
    Instruction& instruction = d_code.instructions.emplace_back();
    instruction.place = d_place;
    return instruction;
  }

  void jump(std::uint64_t target) {
    Instruction& instruction = emit();
    instruction.opcode = Op::Br;
    instruction.numbers = {target};
    d_open = false;
  }

  // Jumps to `taken` if the guard holds.
  void branch(const Guard& guard, std::uint64_t taken, std::uint64_t other) {
    Instruction& instruction = emit();
    instruction.opcode = Op::Br;
    instruction.operands = {{false, guard.predicate}};
    instruction.numbers = {taken, other};
    if (guard.negated) std::swap(instruction.numbers[0], instruction.numbers[1]);
    d_open = false;
  }

  void act(const Statement* statement, const Action& action) {
    Instruction& instruction = emit();
    instruction.opcode = Op::Call;
    instruction.operands = {{true, 0}};
    std::optional<Guard> guard;
    if (statement != nullptr) {
      instruction.name = statement->text();
      guard = statement->guard;
    }
    instruction.handler = [guard, action](CallingItem& item, Lanes arguments, Word* result) {
      Context context{item, result, arguments[0]};
      if (guard && (context.frame[guard->predicate] != 0) == guard->negated) return;
      action(context);
    };
  }

  void leave(bool early = false) {
    Instruction& instruction = emit();
    instruction.opcode = Op::Ret;
    instruction.returns = early && d_function.is_entry;
    d_open = false;
  }

  [[nodiscard]] Instruction& last_of(std::size_t block) const {
    const std::size_t end =
        block + 1 < d_code.blocks.size() ? d_code.blocks[block + 1].first : d_code.instructions.size();
    return d_code.instructions[end - 1];
  }

  void prologue();
  void decode(const Statement& statement);
  void decode_control(const Statement& statement);
  void decode_call(const Statement& statement);
  void decode_outside_call(const Statement& statement, const std::string& name, const Operand* result);
  Action action_of(const Statement& statement);
  Action computation(const Statement& statement, const Operation& operation);
  void patch();
  void find_ends();
  [[nodiscard]] std::vector<std::uint64_t> successors(std::size_t block) const;
  void find_loops();

  const Unit& d_unit;
  const Function& d_function;
  Code& d_code;
  Program& d_program;
  const std::string& d_path;
  const std::map<std::string, const Code*>& d_codes;
  Frame d_frame;
  std::uint32_t d_place = 0;
  bool d_open = false;
  std::map<std::uint32_t, std::uint32_t> d_block_of;  // of statements that are jumped to
  std::uint32_t d_nowhere = 0;
  std::uint32_t d_early_end = 0;
  std::set<std::uint64_t> d_with_barrier;  // blocks in which work-items may come to a barrier
  // Instructions whose numbers from the second on are statements: (instruction, number).
  std::vector<std::pair<std::size_t, std::size_t>> d_to_patch;
};

// Registers hold arbitrary values at first. Variables of the function are created anew for each call.
void FunctionDecoder::prologue() {
  start_block();
  std::vector<unsigned> widths(d_function.registers.size());
  std::ranges::transform(d_function.registers, widths.begin(), [](const Register& one) { return one.bits; });
  act(nullptr, [widths](Context& context) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      context.frame[i] = context.item.arbitrary_word() & mask_of(widths[i]);
  });
  std::set<std::uint32_t> formals;
  for (const auto* list : {&d_function.results, &d_function.parameters})
    for (const Formal& formal : *list)
      if (!formal.is_register) formals.insert(formal.index);
  for (std::uint32_t i = 0; i < d_function.variables.size(); ++i) {
    if (formals.contains(i)) continue;
    Instruction& instruction = emit();
    instruction.opcode = Op::Alloca;
    instruction.numbers = {d_function.variables[i].bytes};
    instruction.name = d_function.variables[i].name;
    instruction.result = d_frame.variable_lane(i);
  }
  jump(next_block());
}

void FunctionDecoder::decode(const Statement& statement) {
  static const std::set<std::string> kControl{"bra", "brx", "ret", "exit", "trap", "call"};
  const std::size_t begin = d_code.instructions.size();
  try {
    if (kControl.contains(statement.words[0])) {
      decode_control(statement);
      return;
    }
    for (const auto find : {barrier_action, warp_action}) {
      const Meeting meeting = find(statement, d_frame);
      if (!meeting.action) continue;
      d_with_barrier.insert(d_code.blocks.size() - 1);
      act(&statement, meeting.action);
      if (meeting.after) act(&statement, meeting.after);
      return;
    }
    act(&statement, action_of(statement));
  } catch (const CannotJudge& error) {
    // This only matters if a work-item reaches it.
    if (d_code.instructions.size() != begin) throw;
    act(&statement, [error](Context&) { throw error; });
  }
}

Action FunctionDecoder::action_of(const Statement& statement) {
  if (does_nothing(statement.words[0])) return [](Context&) {};
  if (Action action = fence_action(statement)) return action;
  if (Action action = move_action(statement, d_frame)) return action;
  for (const auto find : {memory_action, atomic_action, copy_action, address_action, video_action})
    if (Action action = find(statement, d_frame)) return action;
  for (const auto find :
       {packed_operation, integer_operation, bit_operation, choice_operation, float_operation, conversion})
    if (const auto operation = find(statement)) return computation(statement, *operation);
  statement.refuse("the instruction is not known");
}

Action FunctionDecoder::computation(const Statement& statement, const Operation& operation) {
  if (statement.operands.size() != operation.sources.size() + 1)
    statement.refuse("operands of another number");
  std::vector<Sink> sinks;
  const Operand& result = statement.operands[0];
  if (result.kind == Operand::Kind::Pair) {
    if (!operation.pair) statement.refuse("two results");
    for (const Operand& element : result.elements)
      sinks.push_back(d_frame.sink(statement, element, operation.result));
  } else {
    sinks.push_back(d_frame.sink(statement, result, operation.result));
  }
  std::vector<Source> sources;
  sources.reserve(operation.sources.size());
  for (std::size_t i = 0; i < operation.sources.size(); ++i)
    sources.push_back(d_frame.source(statement, statement.operands[i + 1], operation.sources[i]));
  const std::uint32_t carry = d_frame.carry_lane();
  return [=, compute = operation.compute](Context& context) {
    std::array<Word, 4> words{};
    for (std::size_t i = 0; i < sources.size(); ++i) words[i] = sources[i].value(context);
    Machine machine{context.item, context.frame[carry]};
    const Word value = compute(machine, words.data());
    for (std::size_t i = 0; i < sinks.size(); ++i) sinks[i].put(context, value >> i);
  };
}

void FunctionDecoder::decode_control(const Statement& statement) {
  const std::string& name = statement.words[0];
  if (name == "bra") {
    if (statement.guard)
      branch(*statement.guard, statement.targets[0], next_block());
    else
      jump(statement.targets[0]);
    const bool second = statement.guard && statement.guard->negated;
    d_to_patch.emplace_back(d_code.instructions.size() - 1, second ? 1 : 0);
    return;
  }
  // Guarded instructions are put in a separate block.
  if (statement.guard) {
    branch(*statement.guard, next_block(), next_block() + 1);
    start_block();
  }
  Statement plain = statement;
  plain.guard.reset();
  if (name == "ret" || (name == "exit" && d_function.is_entry)) {
    leave(statement.guard.has_value());
  } else if (name == "exit" || name == "trap") {
    act(nullptr, [fails = name == "trap"](Context& context) {
      if (fails) context.item.broken_assertion();
      context.item.end();
    });
    leave();
  } else if (name == "brx") {
    const Source index = d_frame.source(statement, statement.operands[0], {'u', 32});
    if (index.kind != Source::Kind::Lane) statement.refuse("a choice by no register");
    Instruction& instruction = emit();
    instruction.opcode = Op::Switch;
    instruction.operands = {{false, index.index}};
    instruction.numbers = {0};
    for (std::size_t i = 0; i < statement.targets.size(); ++i) {
      instruction.numbers.insert(instruction.numbers.end(), {i, statement.targets[i]});
      d_to_patch.emplace_back(d_code.instructions.size() - 1, instruction.numbers.size() - 1);
    }
    d_open = false;
  } else {
    decode_call(plain);
  }
  if (statement.guard && d_open) jump(next_block());
}

// `call [(results),] name[, (arguments)][, prototype]`
void FunctionDecoder::decode_call(const Statement& statement) {
  std::vector<const Operand*> lists;
  std::string name;
  for (const Operand& operand : statement.operands) {
    if (operand.kind == Operand::Kind::List) lists.push_back(&operand);
    if (operand.kind == Operand::Kind::Name && name.empty()) name = operand.name;
  }
  const Operand* results = nullptr;
  if (!statement.operands.empty() && statement.operands[0].kind == Operand::Kind::List) {
    results = lists[0];
    lists.erase(lists.begin());
  }
  const auto found = d_codes.find(name);
  if (name.empty() || found == d_codes.end()) {
    decode_outside_call(
        statement, name,
        results != nullptr && !results->elements.empty() ? results->elements.data() : nullptr);
    return;
  }
  std::vector<launchproof::oracle::Operand> operands;
  std::string obstacle;
  const auto hand_over = [&](const Operand& list) {
    for (const Operand& element : list.elements) {
      if (element.kind != Operand::Kind::Local) obstacle = "an argument in a register";
      operands.push_back(
          {false, element.kind == Operand::Kind::Local ? d_frame.variable_lane(element.index) : 0});
    }
  };
  if (results != nullptr) hand_over(*results);
  if (!lists.empty()) hand_over(*lists[0]);
  if (!obstacle.empty()) {
    act(&statement, [&statement = d_function, obstacle, line = statement.line](Context&) {
      throw CannotJudge{"line " + std::to_string(line) + ": call: " + obstacle + " of " + statement.name};
    });
    return;
  }
  d_with_barrier.insert(d_code.blocks.size() - 1);
  Instruction& instruction = emit();
  instruction.opcode = Op::Call;
  instruction.callee = found->second;
  instruction.name = name;
  instruction.operands = operands;
}

void FunctionDecoder::decode_outside_call(const Statement& statement, const std::string& name,
                                          const Operand* result) {
  if (name == "vprintf" && result != nullptr && result->kind == Operand::Kind::Local) {
    act(nullptr, [lane = d_frame.variable_lane(result->index)](Context& context) {
      const Word count = context.item.arbitrary_word();
      context.item.write(context.frame[lane], 4, reinterpret_cast<const std::uint8_t*>(&count));
    });
    return;
  }
  if (name == "__assertfail") {
    act(nullptr, [](Context& context) {
      context.item.broken_assertion();
      context.item.end();
    });
    return;
  }
  act(nullptr, [name, line = statement.line](Context&) {
    throw CannotJudge{"line " + std::to_string(line) + ": " +
                      (name.empty() ? "a call by a pointer" : "the function '" + name + "' is not known")};
  });
}

void FunctionDecoder::patch() {
  for (const auto& [instruction, number] : d_to_patch) {
    std::uint64_t& target = d_code.instructions[instruction].numbers[number];
    target = d_block_of.at(static_cast<std::uint32_t>(target));
  }
  for (Instruction& instruction : d_code.instructions)
    if (instruction.opcode == Op::Switch) instruction.numbers[0] = d_nowhere;
}

std::vector<std::uint64_t> FunctionDecoder::successors(std::size_t block) const {
  const Instruction& last = last_of(block);
  if (last.opcode == Op::Br) return last.numbers;
  std::vector<std::uint64_t> targets;
  if (last.opcode == Op::Switch) {
    targets = {last.numbers[0]};
    for (std::size_t n = 2; n < last.numbers.size(); n += 2) targets.push_back(last.numbers[n]);
  }
  return targets;
}

// Barriers do not wait for a thread that has ended. Such a thread skips a barrier, however, if it ends in the
// same way as the others do later: at a `ret` that follows a barrier, unless it got there by a branch that
// leads to nothing else.
void FunctionDecoder::find_ends() {
  if (!d_function.is_entry) return;
  std::set<std::uint64_t> behind;
  std::vector<std::uint64_t> open(d_with_barrier.begin(), d_with_barrier.end());
  while (!open.empty()) {
    const std::uint64_t block = open.back();
    open.pop_back();
    if (!behind.insert(block).second) continue;
    for (const std::uint64_t target : successors(block)) open.push_back(target);
  }
  for (std::size_t block = 0; block < d_code.blocks.size(); ++block)
    if (last_of(block).opcode == Op::Ret && !behind.contains(block)) last_of(block).returns = true;
  for (const auto& [instruction, number] : d_to_patch) {
    std::uint64_t& target = d_code.instructions[instruction].numbers[number];
    if (d_code.instructions[d_code.blocks[target].first].opcode == Op::Ret) target = d_early_end;
  }
}

// LLVM finds the loops of a function with the same blocks.
void FunctionDecoder::find_loops() {
  llvm::LLVMContext context;
  llvm::Module module("blocks", context);
  llvm::Function* function =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, "blocks", module);
  std::vector<llvm::BasicBlock*> blocks;
  std::map<const llvm::BasicBlock*, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < d_code.blocks.size(); ++i) {
    blocks.push_back(llvm::BasicBlock::Create(context, "", function));
    numbers[blocks.back()] = i;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    llvm::IRBuilder<> builder(blocks[i]);
    const std::vector<std::uint64_t> targets = successors(i);
    if (targets.empty()) {
      builder.CreateUnreachable();
      continue;
    }
    llvm::SwitchInst* choice = builder.CreateSwitch(builder.getInt32(0), blocks[targets[0]]);
    for (std::size_t n = 1; n < targets.size(); ++n)
      choice->addCase(builder.getInt32(static_cast<std::uint32_t>(n)), blocks[targets[n]]);
  }
  llvm::DominatorTree tree(*function);
  llvm::LoopInfo info(tree);
  for (llvm::Loop* loop : info.getLoopsInPreorder()) {
    const std::uint32_t number = d_code.loop_count++;
    d_code.blocks[numbers.at(loop->getHeader())].heads = static_cast<std::int32_t>(number);
    for (llvm::BasicBlock* block : loop->blocks()) d_code.blocks[numbers.at(block)].loops.push_back(number);
  }
}

void add_variables(const Module& module, Program& program) {
  for (std::uint32_t i = 0; i < module.variables.size(); ++i) {
    const Variable& variable = module.variables[i];
    GlobalVariable& made = program.globals.emplace_back();
    made.name = variable.name;
    if (variable.space == "local" || variable.space == "param")
      throw CannotJudge{"the variable " + variable.name + " of the module is in ." + variable.space};
    made.address_space = variable.space == "const" ? 2 : 1;
    if (variable.space == "shared") made.address_space = 3;
    made.layout.bytes = variable.bytes;
    made.dynamic = variable.dynamic;
    made.open = true;
    program.relocations.push_back({i, i, 0});
  }
  program.pool.assign(std::max<std::size_t>(1, module.variables.size()), 0);
}

}  // namespace

}  // namespace ptx

bool is_ptx(const std::string& path) {
  return path.ends_with(".ptx");
}

std::unique_ptr<Program> decode_ptx(const std::string& path, const LaunchOptions& options) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw UsageError{path + ": cannot be read"};
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const auto unit = std::make_shared<ptx::Unit>(ptx::parse(text));
  auto program = std::make_unique<Program>();
  program->cuda = true;
  program->source = unit;
  program->places.emplace_back();
  ptx::add_variables(unit->module, *program);
  std::map<std::string, const Code*> codes;
  std::vector<Code*> own;
  for (const ptx::Function& function : unit->module.functions) {
    own.push_back(nullptr);
    if (!function.has_body) continue;
    program->functions.push_back(std::make_unique<Code>());
    own.back() = program->functions.back().get();
    codes[function.name] = own.back();
  }
  const auto uses = ptx::uses_of_parameters(unit->module);
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    if (own[i] == nullptr) continue;
    const ptx::Function& function = unit->module.functions[i];
    ptx::FunctionDecoder decoder(*unit, function, *own[i], *program, path, codes);
    if (function.is_entry) {
      ptx::add_entry(function, uses.at(i), options, decoder.frame(), *own[i], *program);
    } else {
      for (const auto* list : {&function.results, &function.parameters})
        for (const ptx::Formal& formal : *list)
          if (formal.is_register) throw CannotJudge{function.name + " has a parameter in a register"};
      for (const ptx::Formal& formal : function.results)
        own[i]->parameters.push_back({decoder.frame().variable_lane(formal.index), 1, 0});
      for (const ptx::Formal& formal : function.parameters) {
        const std::uint64_t bytes = function.variables.empty() ? 0 : function.variables[formal.index].bytes;
        own[i]->parameters.push_back({decoder.frame().variable_lane(formal.index), 1, bytes});
      }
    }
    decoder.run();
  }
  return program;
}

}  // namespace launchproof::oracle
