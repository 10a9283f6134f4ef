#include "capture/reading/process_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "capture/json/from_json.h"
#include "capture/reading/counter_reader.h"
#include "capture/reading/launch_lines.h"
#include "capture/reading/order_reader.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownRemarks = 10;  // remarks about one file; further ones are only counted

// "1234" sorts before "1234-2", which sorts before "20000".
bool before(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& tag) {
    const std::size_t dash = std::min(tag.find('-'), tag.size());
    return std::tuple(dash, tag.substr(0, dash), tag.size(), tag);
  };
  return key(a) < key(b);
}

// Passes every line to `take`. Lines that are cut off or not understood become remarks and are skipped;
// `missing` states what is then missing.
void read_lines(const std::string& path, const std::function<void(const Json&)>& take,
                std::vector<Remark>& remarks, Missing missing = Missing::Nothing) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    remarks.push_back({path, "cannot be opened: nothing was read of it", missing});
    return;
  }
  std::size_t number = 0;
  std::size_t skipped = 0;
  std::string line;
  while (std::getline(file, line)) {
    ++number;
    const std::string place = path + ':' + std::to_string(number);
    if (file.eof()) {  // no newline: the process or the disk failed during the write
      remarks.push_back({place, "the last line was cut off and is skipped", missing});
      break;
    }
    try {
      take(Json::parse(line));
    } catch (const std::exception& error) {
      if (++skipped <= kShownRemarks) {
        remarks.push_back(
            {place, std::string("the line is not understood and is skipped: ") + error.what(), missing});
      }
    }
  }
  if (skipped > kShownRemarks) {
    remarks.push_back(
        {path, std::to_string(skipped - kShownRemarks) + " more lines are not understood and are skipped",
         missing});
  }
  if (file.bad()) remarks.push_back({path, "could not be read to its end", missing});
}

// Returns what a note states to be missing.
Missing missing_from(const Json& json) {
  const auto found = json.find("missing");
  return found != json.end() && *found == "launches" ? Missing::Launches : Missing::Nothing;
}

// Adds a record whose id must be new.
template <class Record>
void add_new(std::vector<Record>& all, Record record) {
  if (record.id == 0 || std::ranges::find(all, record.id, &Record::id) != all.end()) {
    throw std::runtime_error("the id " + std::to_string(record.id) + " is 0 or used before");
  }
  all.push_back(std::move(record));
}

void take_build_result(std::vector<Program>& programs, const Json& json) {
  const ProgramId id = number_from(json.at("program"));
  const auto program = std::ranges::find(programs, id, &Program::id);
  if (program == programs.end())
    throw std::runtime_error("program " + std::to_string(id) + " is not recorded before");
  program->results.push_back(build_result_from(json));
}

void take_record(ProcessRecords& records, const Json& json, const std::string& path,
                 std::vector<Remark>& remarks) {
  const std::string kind = json.at("record").get<std::string>();
  if (kind == "process") {
    records.head = process_from(json);
  } else if (kind == "device") {
    add_new(records.devices, device_from(json));
  } else if (kind == "queue") {
    add_new(records.queues, queue_from(json));
  } else if (kind == "program") {
    add_new(records.programs, program_from(json));
  } else if (kind == "build") {
    take_build_result(records.programs, json);
  } else if (kind == "note") {
    remarks.push_back({path, text_from(json.at("text")), missing_from(json)});
  } else {
    throw std::runtime_error("records of kind \"" + kind + "\" are not known");
  }
}

// Returns why recording stopped, from the separate file; nothing if there is none.
std::optional<std::string> read_failure(const std::string& path, std::vector<Remark>& remarks) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::string reason;
  std::vector<Remark> ignored;  // a full disk leaves an incomplete line here
  read_lines(path, [&](const Json& json) { reason = text_from(json.at("text")); }, ignored);
  if (reason.empty() && !ignored.empty()) remarks.push_back({path, "the reason cannot be read"});
  return reason;
}

// The order names launches by the line on which they were counted when they were enqueued. If a launch was
// moved to its own line when its contents became known, it is named by that line from here on. If several
// enqueues were counted on one line, they cannot be distinguished. `moved`: the number of moved launches.
void name_moved_launches(Order& order, const std::map<std::uint64_t, std::uint64_t>& moved_from,
                         const std::vector<Launch>& launches, std::uint64_t moved) {
  std::map<std::uint64_t, std::uint64_t> moved_to;
  for (const Launch& launch : launches)
    if (const auto from = moved_from.find(launch.sequence); from != moved_from.end())
      moved_to.emplace(from->second, launch.counter);
  std::map<std::uint64_t, std::size_t> enqueues;
  for (const OrderedCommand& command : order.commands)
    if ((command.flags & kIsLaunch) != 0) ++enqueues[command.launch];
  std::size_t named = 0;
  for (OrderedCommand& command : order.commands)
    if (const auto to = moved_to.find(command.launch);
        (command.flags & kIsLaunch) != 0 && to != moved_to.end() && enqueues[command.launch] == 1) {
      command.launch = to->second;
      ++named;
    }
  const bool has_several = std::ranges::any_of(enqueues, [](const auto& one) { return one.second > 1; });
  order.lacks_moved = named < moved && has_several;
}

}  // namespace

std::vector<std::string> process_tags(const std::string& folder) {
  std::set<std::string> found;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    for (const auto& [prefix, suffix] : {std::pair<std::string, std::string>{"programs.", ".jsonl"},
                                         {"launches.", ".jsonl"},
                                         {"counters.", ""},
                                         {"failures.", ""}}) {
      if (name.size() > prefix.size() + suffix.size() && name.starts_with(prefix) && name.ends_with(suffix)) {
        found.insert(name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
      }
    }
  }
  std::vector<std::string> tags(found.begin(), found.end());
  std::ranges::sort(tags, before);
  return tags;
}

ProcessRecords read_process(const std::string& folder, const std::string& tag, std::vector<Remark>& remarks) {
  ProcessRecords records;
  Process& process = records.process;
  process.tag = tag;
  const auto path = [&](const char* prefix, const char* suffix) {
    return folder + '/' + prefix + tag + suffix;
  };
  const bool opened = std::filesystem::exists(path("counters.", "")) ||
                      std::filesystem::exists(path("programs.", ".jsonl")) ||
                      std::filesystem::exists(path("launches.", ".jsonl"));

  CounterTable counters;
  if (opened) {
    const std::string programs = path("programs.", ".jsonl");
    read_lines(programs, [&](const Json& json) { take_record(records, json, programs, remarks); }, remarks);
    counters = read_counters(path("counters.", ""));
    if (!counters.problem.empty()) {
      remarks.push_back({path("counters.", ""), counters.problem + ": launches without a count count once"});
    }
    std::uint64_t lines = 0;
    std::uint64_t refused_lines = 0;
    LaunchLines launch_lines;
    std::map<std::uint64_t, std::uint64_t> moved_from;  // by sequence: counters of lines with a count of zero
    const auto take_launch = [&](const Json& json) {
      LaunchLine line = launch_from(launch_lines.whole(json));
      ++lines;
      // A line without a counter was enqueued at least once. The count is 0 if the runtime refused every
      // enqueue: the recorder counts before the call and then takes the count back. It is also 0 if all
      // enqueues were moved to lines with the contents of their buffers.
      if (line.counter < counters.counts.size()) line.launch.count = counters.counts[line.counter];
      if (line.launch.count == 0) {
        ++refused_lines;
        moved_from.emplace(line.launch.sequence, line.counter);
        return;
      }
      line.launch.counter = line.counter;
      records.launches.push_back(std::move(line.launch));
    };
    read_lines(path("launches.", ".jsonl"), take_launch, remarks, Missing::Launches);
    process.order = read_order(path("order.", ""), remarks);
    name_moved_launches(process.order, moved_from, records.launches, counters.moved);
    // Captures of earlier versions do not count moved launches, since they move none.
    if (counters.refused == 0 && counters.moved == 0) counters.refused = refused_lines;
    if (const std::uint64_t refused = counters.refused; refused > 0) {
      remarks.push_back(
          {path("launches.", ".jsonl"),
           refused == 1 ? std::string("1 launch was refused by the runtime and did not run")
                        : std::to_string(refused) + " launches were refused by the runtime and did not run"});
    }
    if (lines < counters.used) {
      remarks.push_back(
          {path("launches.", ".jsonl"),
           std::to_string(counters.used - lines) + " launches were counted, but their lines are missing",
           Missing::Launches});
    }
  }
  process.stopped = read_failure(path("failures.", ""), remarks);
  if (counters.stopped && (!process.stopped || process.stopped->empty())) process.stopped = counters.stopped;
  if (process.stopped) {
    if (process.stopped->empty()) process.stopped = "the reason could not be written";
    remarks.push_back({path("failures.", ""), "recording stopped before process " + tag + " ended (" +
                                                  *process.stopped + "): later launches are missing"});
  }
  process.enqueues = counters.enqueues;
  process.refused = counters.refused;
  process.ending = counters.ending;
  process.signal = counters.signal;
  process.was_asked_to_end = counters.ending == Ending::Killed && counters.signal >= 1 &&
                             counters.signal <= 64 && (counters.asked >> (counters.signal - 1) & 1U) != 0;
  process.pid = records.head.pid;
  process.forked_from = records.head.forked_from;
  process.session = records.head.session;
  std::ranges::sort(records.launches, {}, &Launch::sequence);
  return records;
}

}  // namespace launchproof::capture
