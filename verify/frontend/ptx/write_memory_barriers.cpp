// Barriers in memory and the copies of blocks of memory that they wait for (PTX ISA 9.0, sections 9.7.9.25.4
// and 9.7.13.15). No execution follows them.
#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {
namespace {

std::string proved(const std::string& text) {
  return "PTX_EXECUTED_OR({ PTX_NOT_EXECUTED(); }, { " + text + " })";
}

}  // namespace

std::string InstructionWriter::barrier_in_memory() {
  const auto place_text = [&](std::size_t i) { return "&" + place(operand(i), "unsigned char"); };
  const auto take_space = [&] {
    if (take("shared::cluster")) refuse("shared memory of other blocks of a cluster is not followed");
    skip({"shared", "shared::cta", "b64"});
  };
  if (take("init")) {
    take_space();
    need(2);
    return proved("__launchproof_barrier_init(" + place_text(0) + ", " + value(operand(1), {'u', 32}) + ");");
  }
  if (take("inval")) {
    take_space();
    need(1);
    return proved("__launchproof_barrier_end(" + place_text(0) + ");");
  }
  const bool drops = take("arrive_drop");
  if (drops || take("arrive")) {
    const bool expects = take("expect_tx");
    if (expects && drops) refuse("a thread that leaves a barrier in memory that copies end at");
    if (take("noComplete")) refuse("a thread that arrives at a barrier in memory for several");
    // Copies into shared memory name the barrier by the cluster's addresses, which begin with the block's
    // own.
    if (expects) take("shared::cluster");
    if (!expects && take("relaxed")) refuse("an arrival that orders nothing");
    skip({"release", "relaxed", "cta", "cluster"});
    take_space();
    if (!expects) return arrival(drops);
    const std::size_t first = d_instruction->operands.size() == 3 ? 1 : 0;
    need(first + 2);
    if (first == 1 && operand(0).kind != Operand::Kind::Sink)
      refuse("the state of a barrier in memory is not followed");
    return proved("__launchproof_barrier_expect(" + place_text(first) + ", " +
                  value(operand(first + 1), {'u', 32}) + ");");
  }
  const bool tries = take("try_wait");
  if (!tries && !take("test_wait"))
    refuse("a barrier in memory: which threads and copies it waits for is not followed");
  const bool is_of_parity = take("parity");
  if (take("relaxed")) refuse("a wait that orders nothing");
  skip({"acquire", "cta", "cluster"});
  take_space();
  if (d_instruction->operands.size() != 4 || !tries) need(3);  // the fourth limits the time
  if (!is_of_parity) {
    d_headers.insert("phases.h");
    return "PTX_EXECUTED_OR({ PTX_NOT_EXECUTED(); " + assign(operand(0), {'p', 1}, "true") + " }, { " +
           assign(operand(0), {'p', 1},
                  "__launchproof_phase_test(" + place_text(1) + ", " + value(operand(2), {'u', 64}) + ")") +
           " })";
  }
  return "PTX_EXECUTED_OR({ PTX_NOT_EXECUTED(); " + assign(operand(0), {'p', 1}, "true") + " }, { " +
         assign(operand(0), {'p', 1},
                "__launchproof_barrier_wait(" + place_text(1) + ", " + value(operand(2), {'u', 32}) + ")") +
         " })";
}

// The state that it yields tells the phase.
std::string InstructionWriter::arrival(bool drops) {
  if (d_instruction->operands.empty()) need(1);
  const bool has_state = d_instruction->operands.front().kind != Operand::Kind::Address;
  const std::size_t at = has_state ? 1 : 0;
  if (d_instruction->operands.size() == at + 2) {
    if (number(operand(at + 1), "the number of arrivals") != 1)
      refuse("a thread that arrives at a barrier in memory for several");
  } else {
    need(at + 1);
  }
  d_headers.insert("phases.h");
  const std::string call = std::string(drops ? "__launchproof_phase_drop(" : "__launchproof_phase_arrive(") +
                           "&" + place(operand(at), "unsigned char") + ")";
  if (!has_state || operand(0).kind == Operand::Kind::Sink) return proved("(void)" + call + ";");
  return "PTX_EXECUTED_OR({ PTX_NOT_EXECUTED(); " + assign(operand(0), {'u', 64}, "0") + " }, { " +
         assign(operand(0), {'u', 64}, call) + " })";
}

std::string InstructionWriter::block_copy() {
  if (take("commit_group")) {
    need(0);
    return "__launchproof_bulk_commit();";
  }
  if (take("wait_group")) {
    const bool only_reads = take("read");
    need(1);
    return std::string("__launchproof_bulk_wait") + (only_reads ? "_read(" : "(") +
           std::to_string(number(operand(0), "the number of groups")) + ");";
  }
  if (take("prefetch")) return nothing();
  if (take("tensor"))
    refuse("a copy of a block of memory by a tensor map, which says where copies go, is not followed");
  if (take("bulk_group")) return grouped_block_copy("copy", "unsigned char");
  const bool is_into_shared = take("shared::cluster") || take("shared::cta");
  if (take("multicast::cluster")) refuse("a copy into several blocks of a cluster is not followed");
  if (!is_into_shared || !take("global") || !take("mbarrier::complete_tx::bytes"))
    refuse("a copy of a block of memory into shared memory of another block of a cluster is not followed");
  const std::size_t hints = take("L2::cache_hint") ? 1 : 0;
  need(4 + hints);
  return proved("__launchproof_block_copy(&" + place(operand(0), "unsigned char") + ", &" +
                place(operand(1), "unsigned char") + ", " + value(operand(2), {'u', 32}) + ", &" +
                place(operand(3), "unsigned char") + ");");
}

// From shared to global memory. Groups of the thread that starts them tell their end.
std::string InstructionWriter::grouped_block_copy(const std::string& function, const std::string& type) {
  if (!take("global") || !take("shared::cta")) refuse("its form is not supported");
  const std::size_t hints = take("L2::cache_hint") ? 1 : 0;
  need(3 + hints);
  return "{ const unsigned int ptx_n = " + value(operand(2), {'u', 32}) +
         "; __assert_of_program(ptx_n % 16 == 0); __launchproof_bulk_" + function + "(&" +
         place(operand(0), type) + ", &" + place(operand(1), type) + ", ptx_n); }";
}

std::string InstructionWriter::block_reduction() {
  if (take("tensor"))
    refuse("a copy of a block of memory by a tensor map, which says where copies go, is not followed");
  if (!take("bulk_group"))
    refuse("a reduction of a block of memory into another block of a cluster is not followed");
  const std::string operation = take_one({"add", "min", "max", "and", "or", "xor", "inc", "dec"});
  take("noftz");
  if (take("f16") || take("bf16")) refuse("a reduction of floats of this size and operation is not followed");
  Type type = take_type();
  const bool is_bitwise = operation == "and" || operation == "or" || operation == "xor";
  if (is_bitwise || (operation == "add" && type.kind == 's')) type.kind = 'u';
  if (operation.empty() || operation == "inc" || operation == "dec") refuse("its operation is not followed");
  if (type.bits < 32 || (type.kind == 'f' && operation != "add"))
    refuse("a reduction of floats of this size and operation is not followed");
  return grouped_block_copy("fetch_" + operation, cpp_type(type));
}

}  // namespace launchproof::frontend::ptx
