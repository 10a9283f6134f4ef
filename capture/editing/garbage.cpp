#include "capture/editing/garbage.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "capture/reader.h"
#include "capture/reading/endings.h"
#include "capture/reading/process_reader.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigestDigits = 64;

// Finds everything in a line that looks like the name of a blob, even in lines that are not understood.
void add_named(const fs::path& file, std::set<std::string>& named) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file.string(), "cannot be read", "check its permissions");
  std::string line;
  while (std::getline(in, line))
    for (auto quote = line.find('"'); quote != std::string::npos; quote = line.find('"', quote + 1)) {
      const auto end = line.find_first_not_of("0123456789abcdef", quote + 1);
      if (end != std::string::npos && line[end] == '"' && end - quote - 1 == kDigestDigits)
        named.insert(line.substr(quote + 1, kDigestDigits));
    }
}

void add(Garbage& garbage, const fs::directory_entry& entry) {
  garbage.files.push_back(entry.path().string());
  std::error_code error;
  const std::uintmax_t size = entry.file_size(error);
  if (!error) garbage.bytes += size;
}

}  // namespace

Garbage find_garbage(const std::string& path) {
  const fs::path capture = read_capture(path).path;
  std::set<std::string> named;
  for (const std::string& tag : process_tags(path)) {
    if (is_recording(capture, tag))
      throw InputError(path, "process " + tag + " records into it", "try again when it has ended");
    for (const char* kind : {"programs.", "launches."}) {
      const fs::path file = capture / (kind + tag + ".jsonl");
      if (fs::exists(file)) add_named(file, named);
    }
  }
  Garbage garbage;
  for (const fs::path& folder : {capture, capture / "blobs"}) {
    if (!fs::is_directory(folder)) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = entry.path().filename().string();
      const bool unnamed = folder != capture && !named.contains(name.substr(0, name.find('.')));
      if (name.starts_with(".") || unnamed) add(garbage, entry);
    }
  }
  return garbage;
}

std::size_t remove(const Garbage& garbage) {
  std::size_t kept = 0;
  for (const std::string& file : garbage.files) {
    std::error_code error;
    if (!fs::remove(file, error)) ++kept;
  }
  return kept;
}

}  // namespace launchproof::capture
