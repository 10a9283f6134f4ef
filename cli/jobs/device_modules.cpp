#include "cli/jobs/device_modules.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "cli/options/text_file.h"
#include "cli/verification/verification.h"
#include "verify/device_code/device_code.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/program/languages.h"

namespace launchproof::cli {
namespace {

bool is_compiled_file(const std::string& file) {
  // A file named like a source file is a source, whatever it contains.
  if (frontend::language_of_suffix(file)) return false;
  char beginning[4] = {};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(beginning, sizeof beginning) &&
         device_code::is_compiled(std::string_view(beginning, sizeof beginning));
}

// A compiled file and the number of one of its modules, from 1; 0: no module is named.
std::optional<std::pair<std::string, std::size_t>> module_of(const std::string& file) {
  if (is_compiled_file(file)) return std::pair(file, std::size_t{0});
  const std::size_t mark = file.rfind('#');
  if (mark == std::string::npos || !is_compiled_file(file.substr(0, mark))) return std::nullopt;
  std::size_t number = 0;
  const char* const end = file.data() + file.size();
  const auto [rest, error] = std::from_chars(file.data() + mark + 1, end, number);
  if (error != std::errc() || rest != end || number == 0) return std::nullopt;
  return std::pair(file.substr(0, mark), number);
}

device_code::DeviceCode code_of(const std::string& file) {
  device_code::DeviceCode code;
  try {
    code = device_code::device_code_of(read_text_file(file));
  } catch (const device_code::DamagedFile& error) {
    throw UsageError(fmt::format("{}: {}", file, error.what()));
  }
  if (!code.modules.empty()) return code;
  if (code.without_ptx != 0)
    throw UsageError(
        fmt::format("{} holds machine code for GPUs and no PTX; compile it with PTX (-gencode "
                    "arch=compute_80,code=compute_80), "
                    "or with -lineinfo",
                    file));
  throw UsageError(fmt::format("{} holds no CUDA device code", file));
}

}  // namespace

bool is_device_module(const std::string& file) {
  return module_of(file).has_value();
}

std::string device_module_text(const std::string& file) {
  const auto module = module_of(file);
  if (!module) throw UsageError(fmt::format("{} names no module of a compiled file", file));
  const auto& [name, number] = *module;
  device_code::DeviceCode code = code_of(name);
  if (number > code.modules.size())
    throw UsageError(fmt::format("{}: {} holds {} PTX modules", file, name, code.modules.size()));
  if (number == 0 && code.modules.size() != 1)
    throw UsageError(fmt::format("{0} holds {1} PTX modules; name one of them: {0}#1 to {0}#{1}", name,
                                 code.modules.size()));
  return std::move(code.modules[number == 0 ? 0 : number - 1].text);
}

Arguments with_device_modules(Arguments arguments) {
  std::vector<std::string> files;
  for (const std::string& file : arguments.operands) {
    if (!is_compiled_file(file)) {
      files.push_back(file);
      continue;
    }
    const device_code::DeviceCode code = code_of(file);
    if (code.without_ptx != 0)
      arguments.notes.push_back(
          fmt::format("{} also holds machine code without PTX, whose kernels are not verified", file));
    std::vector<std::string> all, named;
    for (std::size_t i = 0; i < code.modules.size(); ++i) {
      all.push_back(fmt::format("{}#{}", file, i + 1));
      for (const auto& [entry, kernel] : frontend::ptx_entry_names(code.modules[i].text))
        if ((kernel == arguments.kernel || entry == arguments.kernel) &&
            (named.empty() || named.back() != all.back()))
          named.push_back(all.back());
    }
    // If no module has the kernel, each module reports an error.
    const std::vector<std::string>& chosen = named.empty() ? all : named;
    files.insert(files.end(), chosen.begin(), chosen.end());
  }
  arguments.operands = std::move(files);
  return arguments;
}

}  // namespace launchproof::cli
