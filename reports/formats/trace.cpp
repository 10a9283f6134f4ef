#include "reports/formats/trace.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/words/source_paths.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using Json = nlohmann::ordered_json;
using verdict::Verdict;

// Names of the viewer's palette.
const char* colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified:
      return "good";
    case Verdict::PossibleDefect:
      return "bad";
    case Verdict::Defect:
      return "terrible";
    case Verdict::Unknown:
    case Verdict::ProbablyEqual:
      return "yellow";
    case Verdict::Unsupported:
      return "olive";
    case Verdict::Error:
      return "black";
    case Verdict::NotAsked:
      return "grey";
  }
  return "grey";
}

}  // namespace

std::string chrome_trace(const verdict::Results& results, const std::vector<RecordedLaunch>& launches) {
  if (has_source_paths(results)) return chrome_trace(with_source_paths(results), launches);
  std::map<std::string, const verdict::ClassResult*> classes;
  for (const verdict::ClassResult& result : results.results) {
    for (const std::string& key : result.class_keys) classes.emplace(key, &result);
  }
  Json events = Json::array();
  std::map<std::string, std::uint64_t> processes;  // by tag; forked processes may share a number
  for (const RecordedLaunch& launch : launches) {
    const auto [process, fresh] = processes.try_emplace(launch.process, processes.size() + 1);
    if (fresh) {
      events.push_back(
          {{"name", "process_name"},
           {"ph", "M"},
           {"pid", process->second},
           {"tid", 0},
           {"args",
            {{"name", clean("process " + std::to_string(launch.pid) + " (" + launch.process + ")")}}}});
    }
    const auto known = classes.find(launch.class_key);
    const verdict::ClassResult* result = known == classes.end() ? nullptr : known->second;
    const std::string verdict = result == nullptr ? "not verified" : std::string(name(result->verdict));
    Json arguments{{"verdict", verdict}, {"launch", clean(launch.sizes)}, {"launches", launch.count}};
    if (result != nullptr && !result->reason.empty()) arguments["reason"] = clean(result->reason);
    if (!launch.call_site.empty()) arguments["call site"] = clean(launch.call_site);
    events.push_back({{"name", clean(launch.kernel)},
                      {"cat", verdict},
                      {"ph", "X"},
                      {"ts", launch.sequence},
                      {"dur", 1},
                      {"pid", process->second},
                      {"tid", launch.thread},
                      {"cname", result == nullptr ? "grey" : colour_of(result->verdict)},
                      {"args", std::move(arguments)}});
  }
  const Json trace{{"traceEvents", std::move(events)},
                   {"displayTimeUnit", "ns"},
                   {"otherData",
                    {{"tool", clean(results.tool)},
                     {"capture", clean(results.capture)},
                     {"time", "the order of enqueues in each process: one unit is one enqueue"}}}};
  return trace.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace launchproof::reports
