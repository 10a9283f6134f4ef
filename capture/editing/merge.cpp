#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "capture/editing/copies.h"
#include "capture/editing/new_folder.h"
#include "capture/json/from_json.h"
#include "capture/reader.h"
#include "capture/reading/process_reader.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

// Returns a tag that is not in `used`: the same tag, or its process id with another number.
std::string free_tag(const std::string& tag, const std::set<std::string>& used) {
  const std::string pid = tag.substr(0, tag.find('-'));
  std::string free = tag;
  for (unsigned number = 2; used.contains(free); ++number) free = pid + '-' + std::to_string(number);
  return free;
}

// Returns the first line of a process with the tag of its parent replaced.
std::string with_parent(const std::string& line, const std::map<std::string, std::string>& tags) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.contains("forked_from")) return line;
  try {
    ProcessHead head = process_from(json);
    const auto parent = tags.find(head.forked_from);
    // Without its parent's files, its ids have no meaning and must not refer to another process.
    head.forked_from = parent == tags.end() ? std::string() : parent->second;
    return process_to_json(head);
  } catch (const std::exception&) {
    return line;  // the reader of the copy reports what it does not understand
  }
}

void copy_programs(const fs::path& from, const fs::path& to, const std::map<std::string, std::string>& tags) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream out(to, std::ios::binary);
  std::string line;
  if (std::getline(in, line)) {
    const bool whole = !in.eof();
    line = with_parent(line, tags);
    out << line;
    if (whole) out << '\n';
  }
  if (in.peek() != std::ifstream::traits_type::eof()) out << in.rdbuf();
  out.close();
  if (!out || in.bad()) throw std::runtime_error("cannot copy " + from.string() + " to " + to.string());
}

std::uint64_t copy_blobs(const fs::path& from, const fs::path& to) {
  std::uint64_t count = 0;
  if (!fs::is_directory(from)) return count;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    const fs::path name = entry.path().filename();
    if (name.string().starts_with(".") || !entry.is_regular_file()) continue;
    if (fs::copy_file(entry.path(), to / name, fs::copy_options::skip_existing)) ++count;
  }
  return count;
}

void copy_processes(const std::string& capture, const fs::path& into, std::set<std::string>& used,
                    Copied& copied) {
  std::map<std::string, std::string> tags;
  for (const std::string& tag : process_tags(capture)) {
    tags[tag] = free_tag(tag, used);
    used.insert(tags[tag]);
  }
  copied.processes += tags.size();
  const fs::path from(capture);
  for (const auto& [tag, name] : tags) {
    const std::string programs = "programs." + tag + ".jsonl";
    if (fs::exists(from / programs))
      copy_programs(from / programs, into / ("programs." + name + ".jsonl"), tags);
    for (const auto& [prefix, suffix] :
         {std::pair("launches.", ".jsonl"), {"counters.", ""}, {"order.", ""}, {"failures.", ""}}) {
      const fs::path file = from / (prefix + tag + suffix);
      if (fs::exists(file)) fs::copy_file(file, into / (prefix + name + suffix));
    }
  }
}

}  // namespace

Copied merge(const std::vector<std::string>& captures, const std::string& into) {
  bool redacted = false;
  Session session;
  for (const std::string& path : captures) {
    const Capture capture = read_capture(path);
    redacted = redacted || capture.session.redacted;
    if (&path == &captures.front()) session = capture.session;
  }
  session.redacted = redacted;
  session.schema = kSchema;
  NewFolder folder(into);
  folder.write("session.json", session_to_json(session) + '\n');
  const fs::path blobs = folder.path() / "blobs";
  fs::create_directory(blobs);
  Copied copied;
  std::set<std::string> used;
  for (const std::string& path : captures) {
    copied.blobs += copy_blobs(fs::path(path) / "blobs", blobs);
    copy_processes(path, folder.path(), used, copied);
    if (!fs::exists(fs::path(path) / "results.json")) continue;
    std::string& note = copied.notes.emplace_back(path);
    note += "/results.json is left out: launch classes have other numbers in `";
    note += into;
    note += "`; verify it anew";
  }
  folder.finish();
  return copied;
}

}  // namespace launchproof::capture
