#include "cli/verification/symbolizer.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace launchproof::cli {
namespace {

using llvm::symbolize::LLVMSymbolizer;

constexpr std::uint64_t kPage = 4096;  // segments are loaded at multiples of this

LLVMSymbolizer::Options options() {
  LLVMSymbolizer::Options result;
  result.PathStyle = llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath;
  return result;
}

// Returns the address for which the module was linked; not 0 for an executable at a fixed address.
template <class File>
std::optional<std::uint64_t> linked_address(const File& file) {
  auto segments = file.getELFFile().program_headers();
  if (!segments) {
    llvm::consumeError(segments.takeError());
    return std::nullopt;
  }
  std::optional<std::uint64_t> lowest;
  for (const auto& segment : *segments) {
    if (segment.p_type != llvm::ELF::PT_LOAD) continue;
    const std::uint64_t address = segment.p_vaddr;
    lowest = lowest ? std::min(*lowest, address) : address;
  }
  if (lowest) lowest = *lowest / kPage * kPage;
  return lowest;
}

// Returns nothing if the module is no ELF file that can be read.
std::optional<std::uint64_t> linked_address(const std::string& module) {
  auto binary = llvm::object::ObjectFile::createObjectFile(module);
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return std::nullopt;
  }
  const llvm::object::ObjectFile* file = binary->getBinary();
  if (const auto* wide = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file)) return linked_address(*wide);
  if (const auto* narrow = llvm::dyn_cast<llvm::object::ELF32LEObjectFile>(file))
    return linked_address(*narrow);
  return std::nullopt;
}

std::string known(const std::string& text) {
  return text == llvm::DILineInfo::BadString ? std::string() : text;
}

}  // namespace

class Symbolizer::State {
 public:
  std::vector<SourcePlace> places(const std::string& module, std::uint64_t offset) {
    const auto base = d_bases.try_emplace(module);
    if (base.second) base.first->second = linked_address(module);
    if (!base.first->second || offset == 0) return {};
    // A return address may belong to the next statement, but the address before it does not.
    const std::uint64_t address = *base.first->second + offset - 1;
    auto found = d_symbolizer.symbolizeInlinedCode(
        module, {.Address = address, .SectionIndex = llvm::object::SectionedAddress::UndefSection});
    if (!found) {
      llvm::consumeError(found.takeError());
      return {};
    }
    std::vector<SourcePlace> result;
    for (std::uint32_t i = 0; i < found->getNumberOfFrames(); ++i) {
      const llvm::DILineInfo& frame = found->getFrame(i);
      // Build systems record names like `build/../app.c`.
      const std::filesystem::path file(known(frame.FileName));
      SourcePlace place{known(frame.FunctionName), file.lexically_normal().string(), frame.Line};
      if (place.line == 0) place.file.clear();
      if (place.function.empty() && place.file.empty()) break;
      result.push_back(std::move(place));
    }
    return result;
  }

 private:
  LLVMSymbolizer d_symbolizer{options()};
  std::map<std::string, std::optional<std::uint64_t>> d_bases;  // by module
};

Symbolizer::Symbolizer() : d_state(std::make_unique<State>()) {}
Symbolizer::~Symbolizer() = default;

std::vector<SourcePlace> Symbolizer::places(const std::string& module, std::uint64_t offset) {
  return d_state->places(module, offset);
}

}  // namespace launchproof::cli
