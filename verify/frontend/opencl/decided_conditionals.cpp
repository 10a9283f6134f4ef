#include "verify/frontend/opencl/decided_conditionals.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <utility>

#include "capture/writing/directives.h"
#include "verify/frontend/options/clang_arguments.h"

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostDecided = 200;

// Returns the text of the included file, or nothing if it is neither part of the program nor on disk.
std::string text_of(const ProgramSource& source, const std::string& file) {
  if (file == source.file_name) return source.text;
  for (const HeaderFile& header : source.headers)
    if (file == header.name || file == std::string(kHeaderFolder) + "/" + header.name) return header.text;
  const bool is_relative = !file.starts_with('/') && !source.working_directory.empty();
  const auto buffer = llvm::MemoryBuffer::getFile(is_relative ? source.working_directory + "/" + file : file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

}  // namespace

std::string with_decided(std::string text, const std::string& file,
                         const std::vector<DecidedConditional>& decided) {
  for (const DecidedConditional& one : decided)
    if (one.file == file) text = capture::with_decided(text, one.line, one.holds);
  return text;
}

bool decide_next(ProgramSource& source, const Preprocessed& preprocessed) {
  if (!source.branches || source.decided.size() > kMostDecided) return false;
  const auto [ours, device] = std::ranges::mismatch(preprocessed.branches, *source.branches);
  if (ours == preprocessed.branches.end() || device == source.branches->end()) return false;
  const MetConditional& met =
      preprocessed.conditionals[static_cast<std::size_t>(ours - preprocessed.branches.begin())];
  const std::vector<unsigned> lines = capture::lines_of_conditional(text_of(source, met.file), met.line);
  if (lines.empty() || *device > static_cast<std::int32_t>(lines.size())) return false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto branch = static_cast<std::int32_t>(i);
    if (*device != kNoBranch && branch > *device) break;
    const auto same = std::ranges::find_if(source.decided, [&](const DecidedConditional& one) {
      return one.file == met.file && one.line == lines[i];
    });
    // A file that is included twice takes the same branch both times.
    if (same != source.decided.end()) return false;
    source.decided.push_back({met.file, lines[i], branch == *device});
  }
  return true;
}

}  // namespace launchproof::frontend
