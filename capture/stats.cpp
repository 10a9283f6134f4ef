#include "capture/stats.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "capture/json/to_json.h"
#include "capture/launch_class.h"
#include "capture/printable.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

bool has_source(const Capture& capture, const Launch& launch) {
  const Program* program = capture.program(launch.program);
  if (program == nullptr) return false;
  return program->origin == ProgramOrigin::Source || program->origin == ProgramOrigin::Compile ||
         program->origin == ProgramOrigin::Link;
}

void add_files(Stats& stats, const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const std::uintmax_t size = entry.is_regular_file(error) ? entry.file_size(error) : 0;
    if (error || size == 0) continue;
    if (folder.filename() == "blobs") {
      ++stats.blobs;
      stats.blob_bytes += size;
    } else if (name.ends_with(".jsonl") || name.starts_with("counters.")) {
      stats.record_bytes += size;
    }
  }
}

}  // namespace

Stats stats_of(const Capture& capture) {
  Stats stats;
  stats.processes = capture.processes.size();
  stats.devices = capture.devices.size();
  for (const Process& process : capture.processes) stats.refused += process.refused;
  for (const Program& program : capture.programs) ++stats.programs[word_of(program.origin)];
  std::map<std::string, KernelStats> kernels;
  for (const Launch& launch : capture.launches) {
    KernelStats& kernel = kernels[launch.kernel];
    kernel.launches += launch.count;
    ++kernel.distinct;
    stats.launches += launch.count;
    ++stats.distinct;
    if (!has_source(capture, launch)) stats.without_source += launch.count;
  }
  for (const LaunchClass& launch_class : classify(capture)) {
    ++kernels[capture.launches[launch_class.first].kernel].classes;
    ++stats.classes;
  }
  for (auto& [name, kernel] : kernels) {
    kernel.kernel = name;
    stats.kernels.push_back(kernel);
  }
  std::ranges::sort(stats.kernels, [](const KernelStats& a, const KernelStats& b) {
    return a.launches != b.launches ? a.launches > b.launches : a.kernel < b.kernel;
  });
  add_files(stats, capture.path);
  add_files(stats, fs::path(capture.path) / "blobs");
  return stats;
}

std::string show(const Stats& stats) {
  std::string text;
  const auto line = [&](const char* name, std::uint64_t value, const std::string& more = {}) {
    std::string start = "  ";
    start += name;
    start.resize(20, ' ');
    text += start + std::to_string(value) + more + '\n';
  };
  std::string origins;
  for (const auto& [origin, count] : stats.programs)
    origins += (origins.empty() ? " (" : ", ") + std::to_string(count) + ' ' + origin;
  if (!origins.empty()) origins += ')';
  std::size_t programs = 0;
  for (const auto& [origin, count] : stats.programs) programs += count;
  line("processes", stats.processes);
  line("devices", stats.devices);
  line("programs", programs, origins);
  line("kernels", stats.kernels.size());
  line("launches", stats.launches);
  line("distinct launches", stats.distinct);
  line("launch classes", stats.classes);
  line("refused", stats.refused);
  line("without source", stats.without_source);
  line("blobs", stats.blobs, ", " + std::to_string(stats.blob_bytes) + " bytes");
  line("records", stats.record_bytes, " bytes");
  if (!stats.kernels.empty()) text += "\n  launches   distinct    classes  kernel\n";
  for (const KernelStats& kernel : stats.kernels) {
    for (const std::uint64_t value : {kernel.launches, kernel.distinct, kernel.classes}) {
      const std::string digits = std::to_string(value);
      text += std::string(digits.size() < 10 ? 10 - digits.size() : 0, ' ') + digits + ' ';
    }
    text += ' ' + printable(kernel.kernel) + '\n';
  }
  return text;
}

std::string to_json(const Stats& stats) {
  using StatsJson = nlohmann::ordered_json;
  StatsJson json{{"schema", "launchproof.capture-stats/1"},
                 {"processes", stats.processes},
                 {"devices", stats.devices},
                 {"programs", StatsJson(stats.programs)},
                 {"launches", stats.launches},
                 {"distinct", stats.distinct},
                 {"classes", stats.classes},
                 {"refused", stats.refused},
                 {"without_source", stats.without_source},
                 {"blobs", stats.blobs},
                 {"blob_bytes", stats.blob_bytes},
                 {"record_bytes", stats.record_bytes},
                 {"kernels", StatsJson::array()}};
  for (const KernelStats& kernel : stats.kernels)
    json["kernels"].push_back({{"kernel", kernel.kernel},
                               {"launches", kernel.launches},
                               {"distinct", kernel.distinct},
                               {"classes", kernel.classes}});
  return json.dump(1, ' ', false, StatsJson::error_handler_t::replace) + '\n';
}

}  // namespace launchproof::capture
