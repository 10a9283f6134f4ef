#include "verify/two_thread/statistics.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "verify/two_thread/rules/rule_table.h"
#include "verify/two_thread/terms/work_items.h"

namespace launchproof::two_thread {
namespace {

const char* word(Fall fall) {
  switch (fall) {
    case Fall::None:
      return "stands";
    case Fall::OnEntry:
      return "on-entry";
    case Fall::NotMaintained:
      return "not-maintained";
    case Fall::Undecided:
      return "undecided";
  }
  return "";
}

}  // namespace

void dump(const std::string& file, const PassStatistics& of) {
  if (file.empty()) return;
  nlohmann::ordered_json line;
  line["kernel"] = of.kernel.name;
  line["pass"] = name_of(of.pairing);
  line["ended"] = of.ended;
  line["seconds"] = of.seconds;
  line["candidates"] = nlohmann::ordered_json::array();
  for (CandidateId id = 0; id < of.problem.candidates.size(); ++id) {
    const Candidate& candidate = of.problem.candidates[id];
    nlohmann::ordered_json one{{"rule", rules()[candidate.rule].tag}, {"loop", candidate.loop}};
    const Pool::Entry found = of.pool.entry(id);
    // Costly candidates are not examined if the others suffice.
    const bool is_looked_at = of.inferred.stands[id] || of.inferred.falls[id] != Fall::None;
    if (of.ended == "done" && is_looked_at)
      one["fate"] = of.inferred.stands[id] ? "stands" : word(of.inferred.falls[id]);
    if (found.by != Pool::kHoudini) one["by"] = of.refuters[found.by - 1].name;
    line["candidates"].push_back(std::move(one));
  }
  line["engines"] = nlohmann::ordered_json::array();
  for (const RefuterReport& report : of.refuters)
    line["engines"].push_back({{"name", report.name}, {"seconds", report.seconds}, {"ended", report.ended}});
  // Written in one piece, since classes that are verified concurrently append to the same file.
  const std::string text = line.dump() + "\n";
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return;
  [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
  ::close(descriptor);
}

}  // namespace launchproof::two_thread
