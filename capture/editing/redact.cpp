#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>

#include "capture/editing/copies.h"
#include "capture/editing/new_folder.h"
#include "capture/json/from_json.h"
#include "capture/reader.h"
#include "capture/reading/launch_lines.h"
#include "capture/reading/process_reader.h"
#include "capture/writing/counters.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

std::string last_of(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

void redact(Session& session) {
  if (!session.command.empty()) session.command = {last_of(session.command.front())};
  session.working_directory.clear();
  session.host.clear();
  session.redacted = true;
}

void redact(Program& program) {
  for (auto* files : {&program.sources, &program.headers, &program.included_files})
    for (SourceFile& file : *files) file.name = last_of(file.name);
  if (program.compiled_from) program.compiled_from->file.name = last_of(program.compiled_from->file.name);
  program.working_directory.clear();
  for (BuildResult& result : program.results) result.log.clear();
}

// Returns one line of programs.TAG.jsonl; empty if it is of an unknown kind.
std::string redacted_record(const Json& json) {
  const std::string kind = json.at("record").get<std::string>();
  if (kind == "process") {
    ProcessHead head = process_from(json);
    redact(head.session);
    return process_to_json(head);
  }
  if (kind == "device") return device_to_json(device_from(json));
  if (kind == "queue") return queue_to_json(queue_from(json));
  if (kind == "program") {
    Program program = program_from(json);
    redact(program);
    return program_to_json(program);
  }
  if (kind == "build") {
    BuildResult result = build_result_from(json);
    result.log.clear();
    return build_result_to_json(number_from(json.at("program")), result);
  }
  // Keeps the text of a note unless it names files.
  if (kind == "note") {
    const auto missing = json.find("missing");
    const std::string text = text_from(json.at("text"));
    return note_to_json(
        text.find('/') == std::string::npos ? text.c_str() : "a note was redacted",
        missing != json.end() && *missing == "launches" ? Missing::Launches : Missing::Nothing);
  }
  return {};
}

std::string redacted_launch(const Json& json) {
  LaunchLine line = launch_from(json);
  CallSite& site = line.launch.call_site;
  site.file = last_of(site.file);
  site.module = last_of(site.module);
  std::string text = launch_to_open_json(line.launch);
  close_launch(text, {line.launch.sequence, line.launch.thread, line.counter, line.launch.queue});
  return text;
}

// Drops everything of an unknown kind.
std::string changed_line(const std::string& line, const std::function<std::string(const Json&)>& change) {
  try {
    return change(Json::parse(line));
  } catch (const std::exception&) {
    return {};
  }
}

// Returns the number of omitted lines.
std::size_t rewrite(const fs::path& from, const fs::path& to,
                    const std::function<std::string(const Json&)>& change) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream out(to, std::ios::binary);
  std::string line;
  std::size_t left_out = 0;
  while (std::getline(in, line)) {
    const std::string changed = in.eof() ? std::string() : changed_line(line, change);
    if (changed.empty())
      ++left_out;
    else
      out << changed << '\n';
  }
  out.close();
  if (!out || in.bad()) throw std::runtime_error("cannot copy " + from.string() + " to " + to.string());
  return left_out;
}

// Copies the counters without the text of the reason why recording stopped.
void copy_counters(const fs::path& from, const fs::path& to, const std::string& name) {
  fs::copy_file(from / name, to / name);
  if (fs::file_size(to / name) < sizeof(CounterHead)) return;
  std::fstream file(to / name, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(offsetof(CounterHead, reason));
  const std::string nothing(sizeof(CounterHead::reason), '\0');
  file.write(nothing.data(), static_cast<std::streamsize>(nothing.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + (to / name).string());
}

}  // namespace

Copied redact(const std::string& capture, const std::string& into) {
  Session session = read_capture(capture).session;
  redact(session);
  session.schema = kSchema;
  NewFolder folder(into);
  folder.write("session.json", session_to_json(session) + '\n');
  fs::create_directory(folder.path() / "blobs");
  Copied copied;
  const fs::path from(capture);
  for (const std::string& tag : process_tags(capture)) {
    ++copied.processes;
    LaunchLines lines;
    for (const auto& [name, change] :
         {std::pair<std::string, std::function<std::string(const Json&)>>("programs.", redacted_record),
          {"launches.", [&lines](const Json& json) { return redacted_launch(lines.whole(json)); }}}) {
      const std::string file = name + tag + ".jsonl";
      if (!fs::exists(from / file)) continue;
      if (const std::size_t left_out = rewrite(from / file, folder.path() / file, change); left_out != 0)
        copied.notes.push_back(file + ": " + std::to_string(left_out) +
                               " lines are not understood and left out");
    }
    if (fs::exists(from / ("counters." + tag))) copy_counters(from, folder.path(), "counters." + tag);
    if (fs::exists(from / ("order." + tag)))
      fs::copy_file(from / ("order." + tag), folder.path() / ("order." + tag));
    if (fs::exists(from / ("failures." + tag))) {
      folder.write("failures." + tag, note_to_json("the reason was redacted", Missing::Launches) + '\n');
    }
  }
  folder.finish();
  return copied;
}

}  // namespace launchproof::capture
