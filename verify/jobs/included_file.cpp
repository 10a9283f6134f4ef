#include "verify/jobs/included_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "verify/frontend/options/clang_arguments.h"

namespace launchproof::jobs {

namespace fs = std::filesystem;

namespace {

// Returns the folder in which relative paths of the source start. If it does not exist, that is the current
// folder.
fs::path base_of(const frontend::ProgramSource& source) {
  std::error_code error;
  if (fs::is_directory(source.working_directory, error)) return fs::path(source.working_directory);
  return fs::current_path(error);
}

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::ranges::mismatch(folder, file);
  return end == folder.end() || (std::next(end) == folder.end() && end->empty());
}

// Returns whether locations may refer to the source by this name: files in or below the current folder are
// named relative to it.
bool is_source(const frontend::ProgramSource& source, const std::string& name) {
  const fs::path base = base_of(source);
  return source.file_name.ends_with("/" + name) ||
         (base / source.file_name).lexically_normal() == (base / name).lexically_normal();
}

std::optional<std::string> contents_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (!stream) return std::nullopt;
  return text;
}

std::optional<IncludedText> in_source(const frontend::ProgramSource& source, std::size_t number,
                                      const std::string& name) {
  for (const frontend::HeaderFile& header : source.headers)
    if (name == header.name || name == std::string(frontend::kHeaderFolder) + "/" + header.name)
      return IncludedText{number, header.name, header.text};
  const fs::path base = base_of(source).lexically_normal();
  const fs::path file = (base / name).lexically_normal();
  const fs::path beside = (base / source.file_name).lexically_normal().parent_path();
  if (!is_below(file, base) && !is_below(file, beside)) return std::nullopt;
  std::optional<std::string> text = contents_of(file);
  if (!text) return std::nullopt;
  return IncludedText{number, file.string(), std::move(*text)};
}

}  // namespace

std::optional<IncludedText> included_file(const Program& program, const std::string& name) {
  if (name.empty()) return std::nullopt;
  for (const frontend::ProgramSource& source : program.sources)
    if (is_source(source, name)) return std::nullopt;
  for (std::size_t i = 0; i < program.sources.size(); ++i)
    if (auto found = in_source(program.sources[i], i, name)) return found;
  return std::nullopt;
}

Program with_included(Program program, const IncludedText& file, const std::string& text) {
  if (file.header.empty()) {
    program.sources[file.source].text = text;
    return program;
  }
  const auto header_in = [&](frontend::ProgramSource& source) {
    const auto found = std::ranges::find(source.headers, file.header, &frontend::HeaderFile::name);
    return found == source.headers.end() ? nullptr : &*found;
  };
  const bool came_along = header_in(program.sources[file.source]) != nullptr;
  for (frontend::ProgramSource& source : program.sources) {
    frontend::HeaderFile* header = header_in(source);
    // Sources that were compiled separately may have different headers with the same name.
    if (header != nullptr && header->text == file.text) header->text = text;
    if (header == nullptr && !came_along) source.headers.push_back({file.header, text});
  }
  return program;
}

void name_included(const Program& program, verdict::ClassResult& result) {
  std::set<std::string> names;
  for (const verdict::Finding& finding : result.findings)
    for (const verdict::SourceLocation& location : finding.locations) names.insert(location.file);
  names.erase(result.source);
  result.included.clear();
  for (const std::string& name : names)
    if (auto file = included_file(program, name)) result.included.push_back({name, std::move(file->text)});
}

}  // namespace launchproof::jobs
