// Compiles and judges a call of each built-in function, and compares the table's entry with the model and
// with execution.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "tests/verify/frontend/builtin_calls.h"
#include "verify/access/engine.h"
#include "verify/frontend/builtins/builtin_table.h"
#include "verify/frontend/prepared.h"
#include "verify/replay/replay.h"

namespace launchproof::frontend {
namespace {

using model::KernelModel;
using model::Op;
using verdict::Property;
using verdict::Verdict;

constexpr const char* kOptions = "-cl-std=CL3.0";
constexpr const char* kPreamble = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

struct Call {
  const Builtin* entry = nullptr;
  Prototype function;
  std::string kernel;
};

// Clang's table, which replaces reading its header, lacks these functions: a program that calls one does not
// compile.
bool is_declared_at_once(std::string_view name) {
  return !name.starts_with("amd_");
}

// Functions of integers and floats, or of floats alone, whose results the model leaves arbitrary.
bool is_by_operands(BuiltinKind kind) {
  return kind == BuiltinKind::ByOperands || kind == BuiltinKind::Fitting;
}

// Functions that need pipes and reservations, which no kernel here has. The Pipes tests call them.
bool is_of_pipe(std::string_view name) {
  return name.find("pipe") != std::string_view::npos || name == "is_valid_reserve_id";
}

// Takes one overload of each function, and one for integers and one for floats of each function that
// distinguishes them.
std::vector<Call> one_call_each() {
  std::vector<Call> calls;
  std::set<std::pair<std::string, bool>> seen;
  for (const Prototype& function : declared_functions()) {
    const Builtin* entry = find_builtin(function.name);
    if (entry == nullptr || entry->prefix) continue;
    // Clang declares some of these twice.
    if (!function.parameters.empty() && function.parameters.front().find("atomic_half") != std::string::npos)
      continue;
    if (!is_declared_at_once(function.name) || is_of_pipe(function.name)) continue;
    // An unknown sampler may have undefined results at integer coordinates, so the form without a sampler is
    // called.
    if (function.name.starts_with("read_image") && function.parameters.size() != 2) continue;
    const bool apart = is_by_operands(entry->kind) && uses_floats(function);
    if (!seen.insert({function.name, apart}).second) continue;
    calls.push_back({entry, function, "k" + std::to_string(calls.size()) + "_" + function.name});
  }
  return calls;
}

// Returns the operations that make up the values that a kernel writes.
std::set<Op> operations(const KernelModel& kernel, unsigned lanes) {
  std::set<Op> all;
  std::set<model::ValueId> seen;
  std::vector<model::ValueId> open;
  for (const model::Site& site : kernel.sites) {
    open.insert(open.end(), site.written.begin(), site.written.end());
    if (lanes == 3 && site.written.size() == 4) open.pop_back();  // what lies behind three components
  }
  while (!open.empty()) {
    const model::ValueId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const model::Value& value = kernel.values[id];
    const bool exchanged =
        value.op == Op::SubGroup && value.index == static_cast<std::uint32_t>(model::SubGroupValue::Result);
    all.insert(exchanged ? Op::Undefined : value.op);
    open.insert(open.end(), kernel.values[id].operands.begin(), kernel.values[id].operands.end());
  }
  return all;
}

model::LaunchFacts launch_for(const KernelModel& kernel) {
  model::LaunchFacts facts;
  facts.local_size[0] = 4;
  facts.global_size[0] = 8;
  for (const model::Parameter& parameter : kernel.parameters) {
    if (parameter.kind == model::ParameterKind::LocalPointer)
      facts.arguments.emplace_back(model::LocalArgument{8192});
    else
      facts.arguments.emplace_back(model::UnknownArgument{});
  }
  return facts;
}

class BuiltinCalls : public ::testing::Test {
 protected:
  // All calls are compiled together: each call has its own kernel and its own line.
  static void SetUpTestSuite() {
    s_calls = new std::vector<Call>(one_call_each());
    std::string text = kPreamble;
    for (const Call& call : *s_calls) text += calling_kernel(call.function, call.kernel);
    s_translation = new Translation(translate({{"calls.cl", text, kOptions, "", {}}}, full_device()));
    s_models = new std::map<std::string, const KernelModel*>;
    for (const KernelModel& kernel : s_translation->kernels) s_models->emplace(kernel.name, &kernel);
  }
  static void TearDownTestSuite() {
    delete s_models;
    delete s_translation;
    delete s_calls;
  }
  static unsigned line_of(const Call& call) { return static_cast<unsigned>(&call - s_calls->data()) + 2; }

  static std::vector<Call>* s_calls;
  static Translation* s_translation;
  static std::map<std::string, const KernelModel*>* s_models;
};

std::vector<Call>* BuiltinCalls::s_calls = nullptr;
Translation* BuiltinCalls::s_translation = nullptr;
std::map<std::string, const KernelModel*>* BuiltinCalls::s_models = nullptr;

TEST_F(BuiltinCalls, Compile) {
  for (const CompilerMessage& message : s_translation->messages)
    EXPECT_FALSE(message.is_error) << message.line << ": " << message.text << "\n"
                                   << (message.line > 1 && message.line < s_calls->size() + 2
                                           ? calling_kernel((*s_calls)[message.line - 2].function, "k")
                                           : "");
  EXPECT_EQ(s_models->size(), s_calls->size());
  // Each function of the table is called.
  std::set<std::string_view> called{"printf", "to_global", "to_local", "to_private",
                                    "translate_sampler_initializer"};
  for (const Call& call : *s_calls) called.insert(call.entry->name);
  for (const Builtin& entry : all_builtins())
    EXPECT_TRUE(entry.prefix || entry.since == "CUDA" || !is_declared_at_once(entry.name) ||
                is_of_pipe(entry.name) || called.contains(entry.name))
        << entry.name;
}

TEST_F(BuiltinCalls, AreTranslatedAsTheTableSays) {
  for (const Call& call : *s_calls) {
    if (!s_models->contains(call.kernel)) continue;
    const KernelModel& kernel = *s_models->at(call.kernel);
    SCOPED_TRACE(calling_kernel(call.function, call.kernel));
    ASSERT_EQ(model::validate(kernel), "");
    if (call.entry->kind == BuiltinKind::Unsupported) {
      ASSERT_FALSE(kernel.unsupported.empty());
      bool found = false;
      for (const model::UnsupportedItem& item : kernel.unsupported)
        found |= item.location != model::kNone && kernel.locations[item.location].line == line_of(call) &&
                 item.construct.find(call.function.name) != std::string::npos;
      EXPECT_TRUE(found) << kernel.unsupported.front().construct;
      continue;
    }
    for (const model::UnsupportedItem& item : kernel.unsupported) ADD_FAILURE() << item.construct;
    const std::set<Op> used = operations(kernel, value_type(call.function.result).lanes);
    const bool functional = used.contains(Op::Function);
    const bool arbitrary = used.contains(Op::Undefined) || used.contains(Op::Collective) ||
                           (used.contains(Op::SubGroup) && !functional);
    switch (call.entry->kind) {
      case BuiltinKind::Exact:
        EXPECT_FALSE(functional);
        // The weak form may fail without a cause.
        EXPECT_EQ(arbitrary, call.function.name.find("_weak") != std::string::npos);
        break;
      case BuiltinKind::Functional:
        EXPECT_TRUE(functional);
        EXPECT_FALSE(arbitrary);
        break;
      case BuiltinKind::ByOperands:
      case BuiltinKind::Fitting:
        EXPECT_EQ(functional, uses_floats(call.function));
        EXPECT_FALSE(arbitrary);
        break;
      default:
        EXPECT_TRUE(arbitrary);
        break;
    }
  }
}

// One kernel per group of functions: its verdict is `unsupported` exactly if the functions are.
TEST_F(BuiltinCalls, GetTheVerdictThatTheTableSays) {
  std::set<std::pair<std::string_view, BuiltinKind>> seen;
  for (const Call& call : *s_calls) {
    if (!s_models->contains(call.kernel) || !seen.insert({call.entry->group, call.entry->kind}).second)
      continue;
    const KernelModel& kernel = *s_models->at(call.kernel);
    smt::TermStore store;
    const auto solver = smt::make_z3(store);
    const verdict::ClassResult result = access::verify(kernel, launch_for(kernel), store, *solver, {});
    for (const Property property : {Property::DataRace, Property::BarrierDivergence}) {
      const Verdict verdict = result.properties.at(property).verdict;
      EXPECT_EQ(verdict == Verdict::Unsupported, call.entry->kind == BuiltinKind::Unsupported)
          << calling_kernel(call.function, call.kernel) << result.properties.at(property).reason;
      EXPECT_NE(verdict, Verdict::Unknown) << calling_kernel(call.function, call.kernel);
      EXPECT_NE(verdict, Verdict::Error) << calling_kernel(call.function, call.kernel);
    }
  }
}

// These functions are exact and take only numbers: the model folds a call with constants to a constant, and
// execution, which computes the call with separate instructions, yields the same bytes.
class ExactValues : public ::testing::TestWithParam<unsigned> {};

constexpr unsigned kParts = 8;
constexpr std::size_t kSlot = 128;  // bytes for a result: the widest vector

std::vector<Prototype> exact_functions(unsigned part) {
  std::vector<Prototype> all;
  std::size_t number = 0;
  for (const Prototype& function : declared_functions()) {
    const Builtin* entry = find_builtin(function.name);
    if (entry == nullptr || entry->prefix || !computes(function)) continue;
    const bool exact =
        entry->kind == BuiltinKind::Exact || (is_by_operands(entry->kind) && !uses_floats(function));
    const unsigned lanes = value_type(function.result).lanes;
    if (!exact || lanes == 4 || lanes == 8 || value_type(function.parameters.front()).lanes == 8) continue;
    if (function.name.starts_with("convert_") && lanes != 1 && lanes != 3) continue;
    if (function.name.starts_with("get_")) continue;
    if (number++ % kParts == part) all.push_back(function);
  }
  return all;
}

TEST_P(ExactValues, AreThoseOfExecution) {
  const std::vector<Prototype> functions = exact_functions(GetParam());
  ASSERT_GT(functions.size(), 50U);
  std::string text = std::string(kPreamble) + "kernel void k(global uchar* out) {\n";
  std::vector<std::string> calls;
  for (const Prototype& function : functions) {
    const unsigned lanes = value_type(function.result).lanes;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      calls.push_back(call_with_numbers(function, seed + function.line * 7ULL));
      const std::string at = "out + " + std::to_string((calls.size() - 1) * kSlot);
      const std::string scalar = value_type(function.result).base;
      if (lanes == 1)
        text += joined("*(global ", scalar, "*)(", at, ") = ", calls.back(), ";\n");
      else
        text += joined("vstore", std::to_string(lanes), "(", calls.back(), ", 0, (global ", scalar, "*)(", at,
                       "));\n");
    }
  }
  text += "}\n";
  const std::vector<ProgramSource> sources{{"values.cl", text, kOptions, "", {}}};
  const Translation translation = translate(sources, full_device());
  for (const CompilerMessage& message : translation.messages) ASSERT_FALSE(message.is_error) << message.text;
  const KernelModel& kernel = translation.kernels.at(0);
  for (const model::UnsupportedItem& item : kernel.unsupported) ADD_FAILURE() << item.construct;

  model::LaunchFacts facts;
  facts.arguments = {model::BufferArgument{1, 0, calls.size() * kSlot, {}}};
  replay::Contents contents;
  contents.fill = replay::Contents::Fill::Zero;
  replay::Options options;
  options.keep_results = true;
  const replay::Outcome outcome = replay::replay(sources, full_device(), "k", facts, contents, options);
  ASSERT_EQ(outcome.status, replay::Status::Completed) << outcome.reason;
  const std::vector<std::uint8_t>& executed = outcome.results.at(1);

  std::size_t compared = 0;
  for (const model::Site& site : kernel.sites) {
    if (site.kind != model::AccessKind::Write) continue;
    const model::Value& offset = kernel.values[site.offset];
    ASSERT_EQ(offset.op, Op::Constant);
    std::uint64_t at = offset.literal;
    const std::string& call = calls[at / kSlot];
    for (const model::ValueId id : site.written) {
      const model::Value& value = kernel.values[id];
      EXPECT_EQ(value.op, Op::Constant) << call;
      std::uint64_t bits = 0;
      std::memcpy(&bits, executed.data() + at, site.component_bytes);
      EXPECT_EQ(value.literal, bits) << call << ", byte " << at % kSlot;
      at += site.component_bytes;
      ++compared;
    }
  }
  EXPECT_GE(compared, calls.size());
}

INSTANTIATE_TEST_SUITE_P(All, ExactValues, ::testing::Range(0U, kParts));

}  // namespace
}  // namespace launchproof::frontend
