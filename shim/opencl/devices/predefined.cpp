#include "shim/opencl/devices/predefined.h"

#include <cstdint>
#include <set>

#include "shim/opencl/devices/asked_names.h"
#include "shim/opencl/devices/probe.h"
#include "shim/recording/cache.h"

namespace launchproof::shim {
namespace {

constexpr unsigned kValueBits = 32;

std::string kernel_line(std::size_t number, const char* suffix) {
  return "kernel void launchproof_" + std::to_string(number) + suffix + "(void) {}\n#endif\n";
}

std::optional<Predefined> ask_compiler(cl_device_id device) {
  const Compiler compiler(device);
  const std::string always = std::string("kernel void ") + kProbe + "(void) {}\n";
  std::string source = always;
  for (std::size_t i = 0; i < kAskedNames.size(); ++i)
    source += std::string("#ifdef ") + kAskedNames[i] + "\n" + kernel_line(i, "");
  const auto defined = compiler.kernels(source, "");
  if (!defined) return std::nullopt;
  const auto is_defined = [&](std::size_t i) {
    return defined->contains("launchproof_" + std::to_string(i));
  };

  std::string values = always;
  for (std::size_t i = 0; i < kAskedNames.size(); ++i) {
    if (!is_defined(i)) continue;
    for (unsigned bit = 0; bit < kValueBits; ++bit)
      values += std::string("#if ((") + kAskedNames[i] + " + 0) >> " + std::to_string(bit) + ") & 1\n" +
                kernel_line(i, ("_" + std::to_string(bit)).c_str());
  }
  const auto bits = compiler.kernels(values, "");

  Predefined answer;
  for (std::size_t i = 0; i < kAskedNames.size(); ++i) {
    if (!is_defined(i)) {
      answer.undefined.emplace_back(kAskedNames[i]);
    } else if (bits) {
      std::uint64_t value = 0;
      for (unsigned bit = 0; bit < kValueBits; ++bit) {
        if (bits->contains("launchproof_" + std::to_string(i) + "_" + std::to_string(bit)))
          value |= std::uint64_t{1} << bit;
      }
      answer.macros.emplace_back(kAskedNames[i], std::to_string(value));
    }
  }
  return answer;
}

constexpr const char* kKind = "predefined";

// The answer depends on the questions.
std::string full_key(const std::string& key) {
  std::string text = key + "questions\n";
  for (const char* name : kAskedNames) text.append(name).append("\n");
  return text;
}

std::optional<Predefined> recalled(const std::string& key) {
  const auto fields = recall(kKind, key);
  if (!fields || fields->empty()) return std::nullopt;
  Predefined answer;
  answer.is_remembered = true;
  for (const auto& [name, value] : *fields) {
    if (value.empty())
      answer.undefined.push_back(name);
    else
      answer.macros.emplace_back(name, value);
  }
  return answer;
}

// An answer without values (the second program did not build) is requested again.
void keep(const std::string& key, const Predefined& answer) {
  if (answer.macros.size() + answer.undefined.size() != kAskedNames.size()) return;
  CacheFields fields;
  for (const auto& [name, value] : answer.macros) fields.emplace_back(name, value);
  for (const std::string& name : answer.undefined) fields.emplace_back(name, "");
  remember(kKind, key, fields);
}

}  // namespace

std::optional<Predefined> predefined_macros(cl_device_id device, const std::string& key) {
  if (!Compiler::can_ask(device)) return std::nullopt;
  if (key.empty()) return ask_compiler(device);
  const std::string full = full_key(key);
  if (auto known = recalled(full)) return known;
  auto answer = ask_compiler(device);
  if (answer) keep(full, *answer);
  return answer;
}

}  // namespace launchproof::shim
