#include "tests/shim/cuda/cuda_api.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "verify/device_code/elf_sections.h"

namespace launchproof::cuda::testing {
namespace {

constexpr TableLine kLines[] = {
#define CUDA_SECTION(title, text) {title, {}, {}, 0, {}, {}, text},
#define CUDA_FUNCTION(symbol, name, since, kind, device, what) \
  {{}, #symbol, {}, since, FunctionKind::kind, DeviceSupport::device, what},
#define CUDA_STREAM_FUNCTION(symbol, suffix, name, since, kind, device, what) \
  {{}, #symbol, #suffix, since, FunctionKind::kind, DeviceSupport::device, what},
#include "shim/cuda/recording/functions.def"
};

std::string_view word_of(FunctionKind kind) {
  switch (kind) {
    case FunctionKind::Recorded:
      return "recorded";
    case FunctionKind::Followed:
      return "followed";
    case FunctionKind::Noted:
      return "noted";
    case FunctionKind::Passed:
      return "passed on";
  }
  return {};
}

constexpr std::string_view kHead = R"(# The CUDA driver API

<!-- Generated from shim/cuda/recording/functions.def by `LAUNCHPROOF_UPDATE_DOCS=1 build/bin/cuda_functions_test`; do not edit. -->

The functions that the library of CUDA's driver exports in version 13.0. The column *with NVIDIA's driver* says what Launchproof does with
a call on its way to that driver:

- *recorded*: the capture has it, or what is made of it.
- *followed*: nothing of the call is recorded; account is kept of it, so that what is recorded elsewhere is right.
- *noted*: the call goes to the driver unseen, and the first one leaves a note, so that nothing is verified as a whole.
- *passed on*: goes to the driver untouched and unseen, for the reason given.

The column *without* says whether the processor device, which stands in where no driver is, has the function.
A function with `_ptsz` or `_ptds` behind it has a second symbol with that ending, for which the null stream is that of the calling thread.

)";

std::string counts() {
  const auto count = [](FunctionKind kind) {
    return std::to_string(std::ranges::count(driver_functions(), kind, &DriverFunction::kind));
  };
  const auto offered =
      std::ranges::count(driver_functions(), DeviceSupport::Offered, &DriverFunction::device);
  return "The table names " + std::to_string(driver_functions().size()) +
         " symbols: " + count(FunctionKind::Recorded) + " recorded, " + count(FunctionKind::Followed) +
         " followed, " + count(FunctionKind::Noted) + " noted, " + count(FunctionKind::Passed) +
         " passed on. The processor device has " + std::to_string(offered) + " of them.\n";
}

std::string version_text(int since) {
  return std::to_string(since / 1000) + "." + std::to_string(since % 1000 / 10);
}

}  // namespace

std::span<const TableLine> table_lines() {
  return kLines;
}

std::string cuda_api_page() {
  std::string page = std::string(kHead) + counts();
  for (const TableLine& line : kLines) {
    if (!line.title.empty()) {
      page.append("\n## ").append(line.title).append("\n\n");
      if (!line.text.empty()) page.append(line.text).append("\n\n");
      page.append(
          "| function | since | with NVIDIA's driver | what, or why not | without "
          "|\n|---|---|---|---|---|\n");
      continue;
    }
    page.append("| `").append(line.symbol).append("`");
    if (!line.suffix.empty()) page.append(", `").append(line.suffix).append("`");
    page.append(" | ").append(version_text(line.since)).append(" | ").append(word_of(line.kind));
    page.append(" | ").append(line.text);
    page.append(" | ").append(line.device == DeviceSupport::Offered ? "yes" : "").append(" |\n");
  }
  return page;
}

std::set<std::string> exported_symbols(const std::string& library) {
  std::ifstream stream(library, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const device_code::ElfFile file = device_code::elf_file(bytes);
  const auto section = [&](std::string_view name) {
    const auto found = std::ranges::find(file.sections, name, &device_code::Section::name);
    return found == file.sections.end() ? std::string_view() : found->bytes;
  };
  const std::string_view symbols = section(".dynsym"), names = section(".dynstr");
  std::set<std::string> found;
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
    const std::string name = names.data() + symbol.st_name;
    if (symbol.st_shndx != SHN_UNDEF && name.starts_with("cu")) found.insert(name);
  }
  return found;
}

}  // namespace launchproof::cuda::testing
