#include "verify/frontend/builtins/builtins.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <string_view>
#include <unordered_map>
#include <utility>

#include "verify/frontend/builtins/builtin_call.h"
#include "verify/frontend/builtins/builtin_table.h"
#include "verify/frontend/builtins/cuda_function_table.h"
#include "verify/frontend/cuda/adapt_module.h"
#include "verify/frontend/ir/cuda_names.h"
#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/source_name.h"
#include "verify/frontend/ptx/program_writer.h"

namespace launchproof::frontend {
namespace {

using Handler = void (*)(BuiltinCall&);

const std::unordered_map<std::string_view, Handler>& handlers() {
  static const std::unordered_map<std::string_view, Handler> table{
#define ROW(group, name, handler, kind, since) {#name, handler},
#include "verify/frontend/builtins/builtins.def"
  };
  return table;
}

// Returns the scalar type and the number of lanes of the first parameter, and removes it from the list.
std::pair<ScalarType, unsigned> take_type(llvm::StringRef& parameters) {
  std::size_t lanes = 1;
  while (!parameters.empty()) {
    std::size_t length = 0;
    if (parameters.consume_front("P") || parameters.consume_front("V") || parameters.consume_front("K") ||
        parameters.consume_front("r"))
      continue;
    if (parameters.consume_front("U")) {  // a qualifier such as 3AS1
      if (parameters.consumeInteger(10, length) || length > parameters.size()) return {};
      parameters = parameters.drop_front(length);
    } else if (parameters.consume_front("Dv")) {
      if (parameters.consumeInteger(10, lanes) || !parameters.consume_front("_")) return {};
    } else {
      const bool half = parameters.consume_front("Dh") || parameters.consume_front("DF16_");
      const char code = half ? 'H' : parameters.front();
      if (!half) parameters = parameters.drop_front();
      return {{code}, static_cast<unsigned>(lanes)};
    }
  }
  return {};
}

}  // namespace

unsigned ScalarType::bytes() const {
  switch (code) {
    case 'c':
    case 'a':
    case 'h':
      return 1;
    case 's':
    case 't':
    case 'H':
      return 2;
    case 'i':
    case 'j':
    case 'f':
      return 4;
    case 'l':
    case 'm':
    case 'd':
      return 8;
    default:
      return 0;
  }
}

BuiltinCall::BuiltinCall(KernelTranslator& translator, const llvm::CallBase& call)
    : d_translator(translator), d_call(call) {
  std::string parameters;
  std::tie(d_name, parameters) = unmangle(call.getCalledFunction()->getName());
  llvm::StringRef rest = parameters;
  std::tie(d_scalar, d_lanes) = take_type(rest);
  // A type that has already occurred is written as a substitution.
  d_second = rest.starts_with("S") ? d_scalar : take_type(rest).first;
}

std::string BuiltinCall::source_name() const {
  const llvm::MDNode* called = d_call.getMetadata(cuda::kCalledAs);
  return called == nullptr ? d_name : llvm::cast<llvm::MDString>(called->getOperand(0))->getString().str();
}

void BuiltinCall::result_of_each(const std::function<ValueId(const Parts& operands, unsigned width)>& make) {
  const std::vector<unsigned> widths = result_widths();
  std::vector<Parts> all;
  all.reserve(arguments());
  for (unsigned i = 0; i < arguments(); ++i) all.push_back(argument(i));
  Parts made;
  for (std::size_t component = 0; component < widths.size(); ++component) {
    Parts operands;
    operands.reserve(all.size());
    for (const Parts& parts : all) operands.push_back(parts[parts.size() == 1 ? 0 : component]);
    made.push_back(make(operands, widths[component]));
  }
  result(std::move(made));
}

void BuiltinCall::refuse(const std::string& construct) {
  d_translator.unsupported(construct);
  llvm::Type* type = d_call.getType();
  // Values that the model cannot represent, such as events, are only used by other rejected calls.
  if (!type->isVoidTy())
    result(type->isTargetExtTy() ? Parts{values().undefined(1)} : d_translator.undefined(type));
}

unsigned BuiltinCall::language() const {
  constexpr unsigned kNotKnown = 300;
  const llvm::NamedMDNode* version = d_call.getModule()->getNamedMetadata("opencl.ocl.version");
  if (version == nullptr || version->getNumOperands() == 0) return kNotKnown;
  const llvm::MDNode* numbers = version->getOperand(0);
  const auto number = [&](unsigned i) {
    return static_cast<unsigned>(
        llvm::mdconst::extract<llvm::ConstantInt>(numbers->getOperand(i))->getZExtValue());
  };
  return 100 * number(0) + 10 * number(1);
}

void translate_builtin(KernelTranslator& translator, const llvm::CallBase& call) {
  BuiltinCall builtin(translator, call);
  const Builtin* entry = find_builtin(builtin.name());
  if (entry == nullptr) {
    std::string name = function_name(call.getCalledFunction()->getName());
    // A function in the headers may implement the function that the program calls.
    if (call.getMetadata(cuda::kCalledAs) != nullptr && name.starts_with("__launchproof_"))
      name = builtin.source_name();
    const llvm::StringRef symbol = call.getCalledFunction()->getName();
    if (symbol.starts_with(ptx::kRefusal)) {
      builtin.refuse(symbol.drop_front(std::string_view(ptx::kRefusal).size()).str());
      return;
    }
    if (symbol.starts_with(kUnsupportedPrefix)) {
      builtin.refuse(symbol.drop_front(std::string_view(kUnsupportedPrefix).size()).str());
      return;
    }
    const cuda::Function* known = cuda::is_cuda(*call.getModule()) ? cuda::find_unsupported(name) : nullptr;
    builtin.refuse(known == nullptr ? "the function " + name + ", which has no body"
                                    : std::string(known->reason) + " (" + name + ")");
  } else if (entry->kind == BuiltinKind::Unsupported) {
    builtin.refuse(std::string(entry->reason) + " (" + builtin.name() + ")");
  } else {
    handlers().at(entry->name)(builtin);
  }
}

void any_value(BuiltinCall& call) {
  call.result(call.translator().undefined(call.call().getType()));
}

void nothing(BuiltinCall& call) {
  if (!call.call().getType()->isVoidTy()) call.result(call.translator().undefined(call.call().getType()));
}

}  // namespace launchproof::frontend
