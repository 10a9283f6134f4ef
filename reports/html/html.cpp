#include "reports/html/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reports/html/html_parts.h"
#include "reports/html/html_rows.h"
#include "reports/html/pack.h"
#include "reports/html/page_parts.h"
#include "reports/words/call_site.h"
#include "reports/words/excerpt.h"
#include "reports/words/source_paths.h"
#include "reports/words/summary.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Results;
using verdict::Verdict;

// A page with more rows is large: it lists at most kShown at first and has the others compressed. It
// decompresses the details of a class when the class is opened, together with kPack - 1 others.
constexpr std::size_t kLarge = 300, kShown = 300, kPack = 100;

// The distinct sources of a run, each listed once at the end of the page.
class Sources {
 public:
  struct Source {
    std::string anchor;
    std::string name;
    std::vector<std::string> lines;
  };

  explicit Sources(const Results& results) {
    for (const ClassResult& result : results.results) {
      if (result.source_text.empty()) continue;
      const auto [entry, fresh] = d_index.try_emplace({result.source, result.source_text}, d_sources.size());
      if (!fresh) continue;
      d_sources.push_back({.anchor = fmt::format("s{}", d_sources.size() + 1),
                           .name = result.source,
                           .lines = lines_of(result.source_text)});
    }
  }

  const Source& of(const ClassResult& result) const {
    const auto entry = d_index.find({result.source, result.source_text});
    return entry == d_index.end() ? d_none : d_sources[entry->second];
  }
  const std::vector<Source>& all() const { return d_sources; }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> d_index;
  std::vector<Source> d_sources;
  Source d_none;
};

List properties(const ClassResult& result, std::size_t number, const Acceptance& acceptance) {
  List list;
  for (const auto& [property, answer] : result.properties) {
    List causes;
    for (const verdict::Approximation& item : answer.causes) {
      const std::string words = approximation_text(item);
      if (words == answer.reason) continue;
      Data cause;
      cause["cause"] = sentence(std::string(name(item.cause)) + ": " + words);
      causes.push_back(cause);
    }
    Data data;
    data["property_name"] = text(name(property));
    data["property_verified"] = Data(answer.verdict == Verdict::Verified);
    data["property_verdict"] = text(name(answer.verdict));
    data["property_style"] = text(look_of(answer.verdict).style);
    data["property_icon"] = text(look_of(answer.verdict).icon);
    const std::string accepted = why_accepted(acceptance, AnswerNumber{number, property});
    data["property_accepted"] = text(accepted);
    data["has_property_accepted"] = Data(!accepted.empty());
    const std::string by = answer.engine.empty() ? "" : "by " + answer.engine;
    data["property_reason"] =
        sentence(answer.reason.empty() || by.empty() ? answer.reason + by : answer.reason + " (" + by + ")");
    data["property_causes"] = Data(causes);
    list.push_back(data);
  }
  return list;
}

List class_facts(const ClassResult& result) {
  List facts;
  const auto add = [&](std::string_view fact, const std::string& value) {
    if (!value.empty()) facts.push_back(fact_data(fact, value));
  };
  add("Source", result.source);
  add("Launch", result.launch);
  if (!is_pair(result)) add("Stands for", count_of(result.launches, "launch", "launches"));
  if (result.classes > 1)
    add("Proved together", count_of(result.classes, "launch class", "launch classes") +
                               (result.class_numbers.empty() ? "" : ", numbers " + result.class_numbers));
  std::string given;
  for (const std::string& fact : result.facts) given += (given.empty() ? "" : ", ") + fact_text(fact);
  if (has_star(result)) given += fmt::format(" ({})", kStarMeaning);
  add("Verified given", given);
  if (result.precondition)
    add(is_comparison(result) ? "Equal where" : "Precondition", precondition_text(*result.precondition));
  if (!result.contents_preconditions.empty())
    add("Verified for all contents in which", contents_text(result));
  add("Launched at", result.call_site);
  add("Engine", result.engine);
  add("Questions",
      fmt::format("{} sent to a solver, {} decided without one", result.questions, result.settled));
  add("Time",
      seconds_text(result.seconds) + (result.cached ? " in an earlier run (from the result cache)" : ""));
  return facts;
}

// Returns a line with what a class depends on in addition to the first class of its row. Returns nothing for
// a class with findings.
std::string rests_on_line(const ClassResult& result) {
  if (!result.findings.empty()) return {};
  std::string line = result.reason;
  const auto add = [&](const char* what, const std::vector<std::string>& items) {
    if (!items.empty())
      line += fmt::format("{}{}: {}", line.empty() ? "" : "; ", what, fmt::join(items, ", "));
  };
  add("given", result.facts);
  add("assumed", result.assumptions);
  return line.empty() ? line : ": " + line;
}

// Lists the launch classes with the same outcome as the first one in `part`, each with a summary of its
// witnesses.
List alike(const Results& results, const std::vector<std::size_t>& part, const Acceptance& acceptance,
           const FindingCommands& commands) {
  List list;
  for (std::size_t i = 1; i < part.size(); ++i) {
    const ClassResult& result = results.results[part[i]];
    List findings;
    for (std::size_t j = 0; j < result.findings.size(); ++j) {
      const verdict::Finding& finding = result.findings[j];
      const std::string accepted = why_accepted(acceptance, FindingNumber{part[i], j});
      Data data;
      data["has_alike_accepted"] = Data(!accepted.empty());
      data["alike_accepted"] = text(accepted);
      data["alike_message"] = sentence(finding.message);
      data["alike_command"] = text(commands.replay(finding));
      data["has_alike_command"] = Data(!finding.repro.empty());
      findings.push_back(data);
    }
    Data data;
    data["alike_launch"] = text(result.launch);
    data["alike_launches"] = text(count_of(result.launches, "launch", "launches"));
    data["alike_reason"] = sentence(rests_on_line(result));
    data["alike_repro"] = text(result.repro);
    data["has_alike_repro"] = Data(!result.repro.empty());
    data["alike_findings"] = Data(findings);
    list.push_back(data);
  }
  return list;
}

Data class_data(const Results& results, const PageRow& row, const std::string& id, const Sources& sources,
                const Acceptance& acceptance, const FindingCommands& commands, const FileLinks& links,
                bool with_pattern) {
  const std::vector<std::size_t>& part = row.numbers;
  const ClassResult& result = results.results[part.front()];
  const Together all = together(results, part);
  const Sources::Source& source = sources.of(result);
  const Look look = look_of(result.verdict);
  List findings;
  const auto why_of = [&](std::size_t finding) {
    return why_accepted(acceptance, FindingNumber{part.front(), finding});
  };
  const std::vector<RootCause> causes = root_causes(result, why_of);
  for (const bool is_accepted : {false, true})
    for (const RootCause& cause : causes) {
      const std::string why = why_of(cause.front());
      if (why.empty() == is_accepted) continue;
      findings.push_back(finding_data(result, cause, source.lines,
                                      fmt::format("{}-f{}", id, cause.front() + 1), source.anchor, why,
                                      commands, links));
    }
  List unreachable;
  for (const verdict::SourceLocation& location : result.unreachable) {
    Data data;
    data["unreachable_place"] = text(place(location));
    data["unreachable_role"] = text(location.role);
    unreachable.push_back(data);
  }
  std::vector<std::string> verified, others;
  for (const auto& [property, answer] : result.properties) {
    if (answer.verdict != Verdict::Verified) others.emplace_back(name(property));
    if (answer.verdict == Verdict::Verified) verified.push_back(std::string(name(property)) + ": verified");
  }
  Data data;
  data["class_id"] = text(id);
  data["class_verdict"] = text(name(result.verdict));
  data["class_severity"] = text(std::to_string(severity(result.verdict)));
  data["has_class_accepted"] = Data(!row.accepted.empty());
  data["class_accepted"] = text(row.accepted);
  data["class_new"] = Data(row.is_new);
  data["class_open_properties"] = text(fmt::format("{}", fmt::join(others, " ")));
  data["class_style"] = text(look.style);
  data["class_icon"] = text(look.icon);
  data["class_kernel"] = text(result.kernel.empty() ? "(no name)" : result.kernel);
  data["class_source"] = text(result.source);
  data["class_launch"] = text(
      part.size() > 1 ? fmt::format("{} classes, the first: {}", all.classes, result.launch) : result.launch);
  data["has_call_site"] = Data(!result.call_site.empty());
  data["class_call_site"] = text(result.call_site);
  data["class_call_site_short"] = text(short_call_site(result.call_site));
  data["class_launches"] = text(std::to_string(all.launches));
  data["class_seconds"] = text(fmt::format("{:.6f}", all.seconds));
  data["class_time"] = text(seconds_text(all.seconds));
  data["has_alike"] = Data(part.size() > 1);
  data["alike_heading"] = text(count_of(part.size() - 1, "more launch class", "more launch classes") +
                               " that ended like this one");
  data["alike"] = Data(alike(results, part, acceptance, commands));
  data["class_open"] = Data(result.verdict != Verdict::Verified);
  // The finding's own card shows this better.
  data["class_has_reason"] = Data(!result.reason.empty() && result.findings.empty());
  data["class_reason"] = sentence(result.reason);
  data["class_facts"] = Data(class_facts(result));
  data["properties"] = Data(properties(result, part.front(), acceptance));
  data["has_verified"] = Data(!verified.empty());
  data["verified_names"] = text(fmt::to_string(fmt::join(verified, ", ")));
  data["verified_count"] =
      text(verified.size() == result.properties.size() ? "all verified"
                                                       : fmt::format("{} verified", verified.size()));
  add_pattern(data, result, with_pattern);
  data["findings"] = Data(findings);
  data["has_assumptions"] = Data(!result.assumptions.empty());
  data["assumptions"] = Data(sentences(result.assumptions, "assumption"));
  data["has_notes"] = Data(!result.notes.empty());
  data["notes"] = Data(sentences(result.notes, "note"));
  data["has_unreachable"] = Data(!unreachable.empty());
  data["unreachable"] = Data(unreachable);
  data["has_repro"] = Data(!result.repro.empty());
  data["repro"] = text(result.repro);
  return data;
}

// Launch classes from this number on, as rendered.
Data pack_data(std::size_t first, const std::string& sections) {
  Data data;
  data["pack_first"] = text(std::to_string(first));
  data["pack"] = Data(packed(sections));
  return data;
}

// Removes the indentation, which only serves readers of the template.
std::string trimmed(std::string_view text) {
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    out += line.substr(std::min(line.find_first_not_of(' '), line.size()));
    rest.remove_prefix(end);
  }
  return out;
}

List source_list(const Sources& sources) {
  List list;
  for (const Sources::Source& source : sources.all()) {
    List lines;
    for (const std::string& line : source.lines) {
      Data data;
      data["number"] = text(std::to_string(lines.size() + 1));
      data["source_line"] = text(line);
      lines.push_back(data);
    }
    Data data;
    data["source_anchor"] = text(source.anchor);
    data["source_name"] = text(source.name.empty() ? "(no name)" : source.name);
    data["source_lines_text"] = text(count_of(source.lines.size(), "line", "lines"));
    data["source_lines"] = Data(lines);
    list.push_back(data);
  }
  return list;
}

}  // namespace

Data text(std::string_view value) {
  return Data(clean(value));
}

Look look_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified:
      return {"good", "✓"};
    case Verdict::Defect:
      return {"bad", "✗"};
    case Verdict::Error:
      return {"bad", "!"};
    case Verdict::PossibleDefect:
      return {"doubt", "⚠"};
    case Verdict::Unsupported:
      return {"open", "⊘"};
    case Verdict::Unknown:
      return {"open", "?"};
    case Verdict::ProbablyEqual:
      return {"open", "≈"};
    case Verdict::NotAsked:
      return {"faint", "–"};
  }
  return {"faint", "?"};
}

std::string html_report(const Results& results, const Acceptance& acceptance, bool finds_by_id,
                        const FileLinks& links) {
  if (has_source_paths(results))
    return html_report(with_source_paths(results), acceptance, finds_by_id, links);
  const FindingCommands commands(results, finds_by_id);
  const Sources sources(results);
  const std::vector<PageRow> rows = page_rows(results, acceptance);
  const bool is_large = rows.size() > kLarge;
  // Rendered one by one, since the data of ten thousand classes at once would take longer than everything
  // else.
  kainjow::mustache::mustache class_template{trimmed(kClassTemplate)}, row_template{trimmed(kRowTemplate)};
  List packs;
  std::string sections, shown_rows, more_rows;
  std::set<std::pair<std::string, std::string>> drawn;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ClassResult& first = results.results[rows[i].numbers.front()];
    // In a large page, the pictures of one class per kernel suffice.
    const bool fresh_kernel =
        first.pattern && (drawn.emplace(first.source, first.kernel).second || !is_large);
    Data data = class_data(results, rows[i], fmt::format("c{}", i + 1), sources, acceptance, commands, links,
                           fresh_kernel);
    data["row_hidden"] = Data(is_large && i >= kShown);
    if (is_large) data["class_open"] = Data(false);
    sections += class_template.render(data);
    (is_large && i >= kShown ? more_rows : shown_rows) += row_template.render(data);
    if (is_large && ((i + 1) % kPack == 0 || i + 1 == rows.size())) {
      packs.push_back(pack_data(i / kPack * kPack + 1, sections));
      sections.clear();
    }
  }
  Data page;
  add_overview(page, results, acceptance);
  page["tool"] = text(results.tool.empty() ? "launchproof" : results.tool);
  page["rows"] = Data(shown_rows);
  page["has_row_pack"] = Data(!more_rows.empty());
  page["row_pack"] = Data(more_rows.empty() ? std::string() : packed(more_rows));
  page["class_sections"] = Data(sections);
  page["packs"] = Data(packs);
  page["is_large"] = Data(is_large);
  page["rows_shown"] = text(std::to_string(kShown));
  page["nothing"] = Data(results.results.empty());
  page["nothing_text"] =
      text("There are no launch classes: the application launched no kernel that was recorded.");
  page["has_sources"] = Data(!sources.all().empty());
  page["sources"] = Data(source_list(sources));
  page["css"] = Data(std::string(kPageStyle));
  page["script"] = Data(std::string(kPageScript));

  kainjow::mustache::mustache page_template{trimmed(kPageTemplate)};
  return page_template.render(page);
}

}  // namespace launchproof::reports
