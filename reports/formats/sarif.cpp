#include "reports/formats/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "reports/formats/sarif_flow.h"
#include "reports/formats/sarif_places.h"
#include "reports/formats/sarif_rules.h"
#include "reports/words/commands.h"
#include "reports/words/fix_text.h"
#include "reports/words/root_causes.h"
#include "reports/words/source_paths.h"
#include "reports/words/words.h"
#include "verify/verdict/fingerprint.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Finding;
using verdict::Property;
using verdict::Results;
using verdict::Verdict;

constexpr const char* kSchemaUri =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* kFingerprint = "launchproofFinding/v1";
constexpr std::string_view kProgram = "launchproof ";

const char* level_of(const ClassResult& result, const Finding& finding) {
  if (!counts(result, finding)) return "note";
  return finding.confirmation == verdict::Confirmation::Unconfirmed ? "warning" : "error";
}

int weight(std::string_view level) {
  if (level == "error") return 2;
  return level == "warning" ? 1 : 0;
}

// Returns whether something should have been checked but was not, which the tool's run must report because no
// verdict of the class does.
bool was_lost(const ClassResult& result) {
  return std::any_of(result.properties.begin(), result.properties.end(), [](const auto& entry) {
    return std::any_of(
        entry.second.causes.begin(), entry.second.causes.end(), [](const verdict::Approximation& cause) {
          return cause.cause == verdict::Cause::Interrupted || cause.cause == verdict::Cause::WorkerCrash;
        });
  });
}

std::string markdown(std::string_view property, std::string_view help) {
  return fmt::format("**{0}**\n\n{1}\n\n`launchproof explain {0}` says more.", property, clean(help));
}

Json rules() {
  Json all = Json::array();
  const auto properties = verdict::all_properties();
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const RuleText text = rule_text(static_cast<Property>(i));
    all.push_back(
        {{"id", properties[i].name},
         {"name", text.name},
         {"shortDescription", message(properties[i].meaning)},
         {"fullDescription", message(properties[i].meaning)},
         {"help", {{"text", clean(text.help)}, {"markdown", markdown(properties[i].name, text.help)}}},
         {"defaultConfiguration", {{"level", "error"}}}});
  }
  return all;
}

Json driver(const std::string& tool) {
  Json one{{"name", "Launchproof"}};
  const std::string version = tool.starts_with(kProgram) ? tool.substr(kProgram.size()) : tool;
  if (!version.empty()) one["version"] = clean(version);
  one["rules"] = rules();
  return one;
}

// A root cause and the launch classes that share it.
struct Group {
  std::size_t result = 0;  // the cause that represents all of them: the first with the highest level
  RootCause cause;
  std::string fingerprint;
  std::vector<std::string> fingerprints;  // of all of its findings
  std::string level;
  std::uint64_t classes = 0;
  std::vector<std::string> launches;
};

class Log {
 public:
  Log(const Results& results, const Acceptance& acceptance, bool finds_by_id)
      : d_results(results), d_acceptance(acceptance), d_commands(results, finds_by_id) {}

  std::string text() {
    add_findings();
    add_undecided();
    Json run{{"tool", {{"driver", driver(d_results.tool)}}},
             {"columnKind", "unicodeCodePoints"},
             {"invocations", Json::array({invocation()})},
             {"artifacts", d_artifacts.list()},
             {"results", std::move(d_list)}};
    if (!d_results.capture.empty()) run["properties"] = {{"capture", clean(d_results.capture)}};
    const Json log{{"$schema", kSchemaUri}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  // Accepted root causes with one fingerprint and one reason are one result. The fingerprint is the smallest
  // of those of the findings, so that it does not depend on their order.
  std::vector<Group> groups() const {
    const auto fingerprints = verdict::fingerprints(d_results);
    std::vector<Group> all;
    std::map<std::tuple<std::string, std::string, bool>, std::size_t> places;
    for (std::size_t i = 0; i < d_results.results.size(); ++i) {
      const ClassResult& result = d_results.results[i];
      const auto why = [&](std::size_t j) { return why_accepted(d_acceptance, FindingNumber{i, j}); };
      for (const RootCause& cause : root_causes(result, why)) {
        const std::string level = level_of(result, result.findings[cause.front()]);
        std::vector<std::string> of_all;
        for (const std::size_t j : cause) of_all.push_back(fingerprints[i][j]);
        std::ranges::sort(of_all);
        of_all.erase(std::unique(of_all.begin(), of_all.end()), of_all.end());
        // Benign and possible races beside a defect do not change what it is known by.
        std::string fingerprint;
        for (const std::size_t j : cause)
          if (level_of(result, result.findings[j]) == level &&
              (fingerprint.empty() || fingerprints[i][j] < fingerprint))
            fingerprint = fingerprints[i][j];
        const auto [place, fresh] =
            places.try_emplace({fingerprint, why(cause.front()), level == "note"}, all.size());
        if (fresh)
          all.push_back({.result = i,
                         .cause = cause,
                         .fingerprint = fingerprint,
                         .fingerprints = of_all,
                         .level = level});
        Group& group = all[place->second];
        if (weight(level) > weight(group.level)) {
          group.result = i;
          group.cause = cause;
          group.level = level;
        }
        group.classes += result.classes;
        group.launches.push_back(clean(result.launch));
      }
    }
    return all;
  }

  void add_findings() {
    for (const Group& group : groups()) {
      const ClassResult& result = d_results.results[group.result];
      const Finding& finding = result.findings[group.cause.front()];
      Places places(d_artifacts, result);
      Json one = head(finding.property, "fail", group.level, sentence(result, finding, group));
      one["locations"] =
          Json::array({finding.locations.empty() ? places.whole_source()
                                                 : places.location(finding.locations.front(), {})});
      one["partialFingerprints"] = {{kFingerprint, group.fingerprint}};
      one["occurrenceCount"] = std::max<std::uint64_t>(group.classes, 1);
      if (!finding.locations.empty()) one["relatedLocations"] = related(result, group.cause, places);
      if (finding.witness && !finding.witness->work_items.empty())
        one["codeFlows"] = Json::array({code_flow(finding, places)});
      if (const verdict::Fix* fix = fix_of(result, finding))
        one["fixes"] = Json::array({repair(result, *fix)});
      mark(one, {group.result, group.cause.front()});
      one["properties"] = details(result, finding, group);
      d_list.push_back(std::move(one));
    }
  }

  static std::string sentence(const ClassResult& result, const Finding& finding, const Group& group) {
    std::string text = fmt::format("{}: {}", standing(finding, group.level != "note"), finding.message);
    text += fmt::format(" (kernel `{}`, {}", result.kernel,
                        result.launch.empty() ? "launch not described" : result.launch);
    if (group.launches.size() > 1)
      text += fmt::format(", and {}", count_of(group.launches.size() - 1, "more launch", "more launches"));
    text += ")";
    if (!finding.explanation.empty()) text += ". " + finding.explanation;
    const char* const end = text.ends_with('.') ? " " : ". ";
    if (const verdict::Fix* fix = fix_of(result, finding))
      return text + end + fmt::format("Fix: {}; {}.", fix->title, what_is_verified(result, *fix));
    if (group.level != "note") text += end + fmt::format("To fix it: {}", remedy_of(finding));
    return text;
  }

  // Returns how a finding that is listed with the certain one of its cause is introduced.
  static const char* likewise(const ClassResult& result, const Finding& finding) {
    if (!counts(result, finding)) return "likewise, benign: ";
    return finding.confirmation == verdict::Confirmation::Unconfirmed ? "likewise, possible: " : "likewise: ";
  }

  // The places of the finding, followed by those of the others with the same cause, each pair of lines once.
  static Json related(const ClassResult& result, const RootCause& cause, Places& places) {
    Json all = Json::array();
    for (const std::size_t number : distinct_pairs(result, cause)) {
      const char* const also = likewise(result, result.findings[number]);
      std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> seen;
      for (const verdict::SourceLocation& location : result.findings[number].locations) {
        const bool is_new = seen.emplace(location.file, location.line, location.column).second;
        if (!is_new && number != cause.front()) continue;
        const std::string role = location.role.empty() ? "also here" : location.role;
        Json one = places.location(location, number == cause.front() ? role : also + role);
        one["id"] = all.size() + 1;
        all.push_back(std::move(one));
      }
    }
    return all;
  }

  // SARIF 2.1.0, section 3.55: whole lines, starting in column 1.
  Json repair(const ClassResult& result, const verdict::Fix& fix) {
    Json replacements = Json::array();
    for (const verdict::SourceEdit& edit : fix.edits) {
      std::string lines;
      for (const std::string& line : edit.inserted) lines += line + "\n";
      replacements.push_back({{"deletedRegion",
                               {{"startLine", edit.line},
                                {"startColumn", 1},
                                {"endLine", edit.line + edit.removed},
                                {"endColumn", 1}}},
                              {"insertedContent", {{"text", lines}}}});
    }
    Json change{{"artifactLocation", d_artifacts.location(fix.file.empty() ? result.source : fix.file)},
                {"replacements", std::move(replacements)}};
    return {{"description", message(fix.title + "; " + what_is_verified(result, fix))},
            {"artifactChanges", Json::array({std::move(change)})}};
  }

  Json details(const ClassResult& result, const Finding& finding, const Group& group) const {
    Json bag{{"kernel", clean(result.kernel)},
             {"kind", clean(finding.kind)},
             {"findingId", clean(finding.id)},
             {"confirmation", clean(confirmation_text(finding))},
             {"launches", group.launches}};
    if (!result.call_site.empty()) bag["callSite"] = clean(result.call_site);
    if (!finding.repro.empty()) bag["repro"] = clean(d_commands.replay(finding));
    if (group.cause.size() > 1)
      for (const std::size_t number : group.cause)
        bag["findingIds"].push_back(clean(result.findings[number].id));
    if (group.fingerprints.size() > 1) bag["fingerprints"] = group.fingerprints;
    if (fix_of(result, finding) == nullptr) bag["remedy"] = remedy_of(finding);
    if (!finding.export_repro.empty()) bag["exportRepro"] = clean(d_commands.export_repro(finding));
    Json rests = Json::array();
    for (const verdict::Approximation& item : finding.approximations)
      rests.push_back(clean(fmt::format("{}: {}", name(item.cause), item.detail)));
    if (!rests.empty()) bag["restsOn"] = std::move(rests);
    for (const std::string& consequence : finding.consequences)
      bag["consequences"].push_back(clean(consequence));
    return bag;
  }

  // If there are suppressions, states for each result whether it is suppressed; likewise for the baseline.
  void mark(Json& one, FindingNumber number) const {
    if (d_acceptance.baseline) {
      const auto found = d_acceptance.baseline->findings.find(number);
      Change change = Change::Unchanged;
      if (found != d_acceptance.baseline->findings.end()) change = found->second;
      const char* state = "unchanged";
      if (change == Change::New) state = "new";
      if (change == Change::Worse) state = "updated";
      one["baselineState"] = state;
    }
    if (!d_acceptance.suppressed) return;
    one["suppressions"] = Json::array();
    const auto found = d_acceptance.suppressed->findings.find(number);
    if (found == d_acceptance.suppressed->findings.end()) return;
    const Suppression& entry = d_acceptance.suppressed->entries[found->second];
    one["suppressions"].push_back({{"kind", entry.comment_line == 0 ? "external" : "inSource"},
                                   {"status", "accepted"},
                                   {"justification", clean(entry.reason)},
                                   {"properties", {{"expires", entry.expires}}}});
  }

  bool is_new(AnswerNumber number) const {
    return d_acceptance.baseline && d_acceptance.baseline->newly_undecided.contains(number);
  }

  void mark_undecided(Json& one, AnswerNumber number) const {
    if (d_acceptance.baseline) {
      one["baselineState"] = is_new(number) ? "new" : "unchanged";
    }
    if (d_acceptance.suppressed) one["suppressions"] = Json::array();
  }

  void add_undecided() {
    std::map<std::tuple<std::string, std::string, std::string, bool>, std::size_t> places;
    for (std::size_t i = 0; i < d_results.results.size(); ++i) {
      const ClassResult& result = d_results.results[i];
      for (const auto& [property, answer] : result.properties) {
        const bool is_open = verdict::is_open(answer.verdict);
        if (!is_open && !(d_acceptance.unasked_fails && is_unasked(answer))) continue;
        const bool is_compiled = !is_compile_error(result);
        if (!is_compiled && property != result.properties.begin()->first) continue;  // said once
        const std::string fingerprint = verdict::undecided_fingerprint(result, property);
        const AnswerNumber number{i, property};
        const auto [place, fresh] =
            places.try_emplace({is_compiled ? fingerprint : result.source, answer.reason,
                                why_accepted(d_acceptance, number), is_new(number)},
                               d_list.size());
        if (!fresh) {
          Json& shown = d_list[place->second];
          shown["occurrenceCount"] = shown["occurrenceCount"].get<std::uint64_t>() + result.classes;
          continue;
        }
        d_list.push_back(undecided(result, property, answer, fingerprint));
        mark_undecided(d_list.back(), number);
      }
    }
  }

  Json undecided(const ClassResult& result, Property property, const verdict::PropertyResult& answer,
                 const std::string& fingerprint) {
    Places places(d_artifacts, result);
    const std::string text =
        fmt::format("{}: {} (kernel `{}`, {})", name(answer.verdict), answer.reason, result.kernel,
                    result.launch.empty() ? "launch not described" : result.launch);
    Json one = head(property, "open", "none", text);
    const auto placed = std::find_if(answer.causes.begin(), answer.causes.end(),
                                     [](const auto& cause) { return cause.location.line != 0; });
    one["locations"] = Json::array(
        {placed == answer.causes.end() ? places.whole_source() : places.location(placed->location, {})});
    one["partialFingerprints"] = {{kFingerprint, fingerprint}};
    one["occurrenceCount"] = std::max<std::uint64_t>(result.classes, 1);
    Json causes = Json::array();
    for (const verdict::Approximation& cause : answer.causes) causes.push_back(name(cause.cause));
    one["properties"] = {{"kernel", clean(result.kernel)}, {"causes", std::move(causes)}};
    return one;
  }

  static Json head(Property property, const char* kind, const std::string& level, const std::string& text) {
    return {{"ruleId", name(property)},
            {"ruleIndex", static_cast<std::size_t>(property)},
            {"kind", kind},
            {"level", level},
            {"message", message(text)}};
  }

  // Notes, problems and errors. A consumer that reads nothing else must not take a failure for a success.
  Json invocation() const {
    bool successful = d_results.problems.empty() && !d_results.results.empty();
    Json notifications = Json::array();
    const auto add = [&](const char* level, std::string_view text) {
      notifications.push_back({{"level", level}, {"message", message(text)}});
    };
    std::set<std::pair<std::string, std::string>> not_compiled;
    for (const std::string& problem : d_results.problems) add("error", problem);
    if (d_results.results.empty()) add("error", "nothing was verified: there are no launch classes");
    for (const ClassResult& result : d_results.results) {
      if (result.verdict != Verdict::Error && !was_lost(result)) continue;
      successful = false;
      if (is_compile_error(result)) {
        const std::string& reason = result.properties.begin()->second.reason;
        if (not_compiled.emplace(result.source, reason).second)
          add("error", fmt::format("{}: {}", result.source, reason));
        continue;
      }
      add("error", fmt::format("kernel `{}` of {}: {}", result.kernel, result.source, result.reason));
    }
    for (const std::string& note : d_results.notes) add("note", note);
    if (d_acceptance.suppressed) {
      for (const std::string& line : remarks(*d_acceptance.suppressed)) add("warning", line);
    }
    return {{"executionSuccessful", successful}, {"toolExecutionNotifications", std::move(notifications)}};
  }

  const Results& d_results;
  const Acceptance& d_acceptance;
  FindingCommands d_commands;
  Artifacts d_artifacts;
  Json d_list = Json::array();
};

}  // namespace

std::string sarif_log(const Results& results, const Acceptance& acceptance, bool finds_by_id) {
  if (has_source_paths(results)) return sarif_log(with_source_paths(results), acceptance, finds_by_id);
  return Log(results, acceptance, finds_by_id).text();
}

}  // namespace launchproof::reports
