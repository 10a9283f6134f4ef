#include <nlohmann/json.hpp>

#include "tests/oracle/judgement.h"

namespace launchproof::oracle {

namespace {

const char* word_for(Judgement::Verdict verdict) {
  switch (verdict) {
    case Judgement::Verdict::Clean:
      return "clean";
    case Judgement::Verdict::Defect:
      return "defect";
    case Judgement::Verdict::CannotJudge:
      return "cannot-judge";
  }
  return "?";
}

std::string triple(const std::array<std::uint64_t, 3>& id) {
  return "(" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) + ")";
}

}  // namespace

std::string to_text(const Judgement& judgement) {
  std::string text = word_for(judgement.verdict);
  if (!judgement.reason.empty()) text += ": " + judgement.reason;
  text += " (" + std::to_string(judgement.executions) + " executions)\n";
  for (const Finding& finding : judgement.findings) {
    text += "  " + finding.property + ", " + finding.kind + (finding.benign ? ", benign" : "");
    if (!finding.object.empty()) text += ", " + finding.object + " at byte " + std::to_string(finding.offset);
    text += "\n";
    for (std::size_t i = 0; i < finding.places.size(); ++i) {
      text += "    ";
      if (i < finding.work_items.size()) {
        const WorkItemId& item = finding.work_items[i];
        text += "work-item " + triple(item.local) + " of group " + triple(item.group) + " ";
      } else {
        text += "parted ";
      }
      const char* link = "at ";
      for (const Place& place : finding.places[i]) {
        text += link + place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
        link = ", called at ";
      }
      text += "\n";
    }
    text += "    schedule " + finding.schedule + ", contents " + finding.contents + ", seen " +
            std::to_string(finding.count) + (finding.count == 1 ? " time\n" : " times\n");
  }
  for (const std::string& note : judgement.notes) text += "  note: " + note + "\n";
  return text;
}

namespace {

nlohmann::json as_json(const Judgement& judgement) {
  nlohmann::json findings = nlohmann::json::array();
  for (const Finding& finding : judgement.findings) {
    nlohmann::json items = nlohmann::json::array();
    for (const WorkItemId& item : finding.work_items)
      items.push_back({{"group", item.group}, {"local", item.local}});
    nlohmann::json places = nlohmann::json::array();
    for (const PlaceStack& stack : finding.places) {
      nlohmann::json frames = nlohmann::json::array();
      for (const Place& place : stack) {
        frames.push_back({{"file", place.file},
                          {"line", place.line},
                          {"column", place.column},
                          {"function", place.function}});
      }
      places.push_back(frames);
    }
    findings.push_back({{"property", finding.property},
                        {"kind", finding.kind},
                        {"object", finding.object},
                        {"offset", finding.offset},
                        {"lines", finding.lines()},
                        {"places", places},
                        {"work_items", items},
                        {"benign", finding.benign},
                        {"schedule", finding.schedule},
                        {"contents", finding.contents},
                        {"count", finding.count}});
  }
  return {{"verdict", word_for(judgement.verdict)},
          {"findings", findings},
          {"reason", judgement.reason},
          {"notes", judgement.notes},
          {"executions", judgement.executions}};
}

}  // namespace

std::string to_json(const Judgement& judgement) {
  return as_json(judgement).dump(2) + "\n";
}

std::string to_json_line(const std::string& path, const Judgement& judgement) {
  nlohmann::json result = as_json(judgement);
  result["path"] = path;
  return result.dump() + "\n";
}

}  // namespace launchproof::oracle
