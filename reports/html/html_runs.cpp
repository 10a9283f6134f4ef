#include "reports/html/html_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "reports/html/file_links.h"
#include "reports/html/html_parts.h"
#include "reports/html/page_parts.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::Verdict;

constexpr std::size_t kMostBars = 60;  // number of newest runs
constexpr double kTrendWidth = 720, kTrendHeight = 90, kWidestBar = 28;

// Height of the tallest bar.
constexpr std::array kBestFirst{Verdict::Verified, Verdict::NotAsked,    Verdict::ProbablyEqual,
                                Verdict::Unknown,  Verdict::Unsupported, Verdict::PossibleDefect,
                                Verdict::Defect,   Verdict::Error};

std::uint64_t count(const Run& run, Verdict verdict) {
  const auto entry = run.by_verdict.find(verdict);
  return entry == run.by_verdict.end() ? 0 : entry->second;
}

std::uint64_t known(const Run& run, Verdict verdict) {
  const auto entry = run.known.find(verdict);
  return entry == run.known.end() ? 0 : std::min(entry->second, count(run, verdict));
}

// Returns "3 defect (2 known)".
std::string verdict_text(const Run& run, Verdict verdict) {
  std::string words = fmt::format("{} {}", count(run, verdict), name(verdict));
  if (const std::uint64_t of = known(run, verdict); of > 0) words += fmt::format(" ({} known)", of);
  return words;
}

std::string verdicts_text(const Run& run) {
  std::string words;
  for (auto verdict = kBestFirst.rbegin(); verdict != kBestFirst.rend(); ++verdict)
    if (count(run, *verdict) > 0) words += (words.empty() ? "" : ", ") + verdict_text(run, *verdict);
  return words;
}

// Draws a bar for each run, oldest first, with a height that shows its number of classes.
List bars(const std::vector<Run>& runs) {
  const std::size_t shown = std::min(runs.size(), kMostBars);
  std::uint64_t most = 1;
  for (std::size_t i = runs.size() - shown; i < runs.size(); ++i) most = std::max(most, runs[i].classes);
  const double step = std::min(kTrendWidth / static_cast<double>(shown), kWidestBar);
  List list;
  for (std::size_t i = 0; i < shown; ++i) {
    const Run& run = runs[runs.size() - shown + i];
    double foot = kTrendHeight;
    List parts;
    const auto draw = [&](Verdict verdict, std::uint64_t of, bool is_known) {
      if (of == 0) return;
      const double height = kTrendHeight * static_cast<double>(of) / static_cast<double>(most);
      foot -= height;  // at the head of the highest bar about 0
      Data part;
      part["part_style"] = text(std::string(look_of(verdict).style) + (is_known ? " known" : ""));
      part["part_x"] = text(fmt::format("{:.1f}", static_cast<double>(i) * step + 1));
      part["part_y"] = text(fmt::format("{:.2f}", std::max(foot, 0.0)));
      part["part_width"] = text(fmt::format("{:.1f}", step - 2));
      part["part_height"] = text(fmt::format("{:.2f}", height));
      parts.push_back(part);
    };
    for (const Verdict verdict : kBestFirst) {
      draw(verdict, known(run, verdict), true);
      draw(verdict, count(run, verdict) - known(run, verdict), false);
    }
    Data bar;
    bar["bar_title"] = text(fmt::format("{}: {}", run.when, verdicts_text(run)));
    bar["bar_parts"] = Data(parts);
    list.push_back(bar);
  }
  return list;
}

List pills(const Run& run) {
  List list;
  for (auto verdict = kBestFirst.rbegin(); verdict != kBestFirst.rend(); ++verdict) {
    const std::uint64_t of = count(run, *verdict);
    if (of == 0) continue;
    Data pill;
    pill["pill_style"] = text(look_of(*verdict).style);
    pill["pill_icon"] = text(look_of(*verdict).icon);
    pill["pill_text"] = text(verdict_text(run, *verdict));
    list.push_back(pill);
  }
  return list;
}

std::string changes_text(const Run& run) {
  if (!run.trouble.empty() && run.classes == 0) return "";
  if (!run.is_compared) return "first run";
  std::string words;
  for (const auto& [number, what] :
       {std::pair{run.added, "new"}, std::pair{run.worse, "worse"},
        std::pair{run.newly_undecided, "newly undecided"}, std::pair{run.fixed, "fixed"}})
    if (number > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", number, what);
  return words.empty() ? "unchanged" : words;
}

Data row_data(const Run& run) {
  const char* change = run.fixed > 0 ? "better" : "same";
  if (run.added + run.worse + run.newly_undecided > 0) change = "worse";
  Data data;
  data["run_when"] = text(run.when);
  data["run_name"] = text(run.name);
  data["run_link"] = text(link_of(run.link));
  data["run_has_link"] = Data(!run.link.empty());
  data["run_has_trouble"] = Data(!run.trouble.empty());
  data["run_trouble"] = text(run.trouble);
  data["run_pills"] = Data(pills(run));
  data["run_changes"] = text(changes_text(run));
  data["run_change_style"] = text(change);
  data["run_classes"] = text(std::to_string(run.classes));
  data["run_launches"] = text(std::to_string(run.launches));
  data["run_time"] = text(seconds_text(run.seconds));
  return data;
}

}  // namespace

std::string html_runs(std::vector<Run> runs) {
  std::ranges::sort(runs, {}, [](const Run& run) { return std::pair(run.when, run.name); });
  std::map<std::string, std::vector<Run>> by_sample;
  for (Run& run : runs) by_sample[run.sample].push_back(std::move(run));
  List samples;
  std::size_t all = 0;
  for (const auto& [sample, of_sample] : by_sample) {
    List rows;
    for (auto run = of_sample.rbegin(); run != of_sample.rend(); ++run) rows.push_back(row_data(*run));
    Data data;
    data["sample_name"] = text(sample.empty() ? "Kernel files" : sample);
    data["sample_runs"] = text(count_of(of_sample.size(), "run", "runs"));
    data["bars"] = Data(bars(of_sample));
    data["bars_label"] = text(
        fmt::format("Launch classes by verdict, a bar for each of the {}, the oldest first; pale: known from "
                    "the run before",
                    count_of(std::min(of_sample.size(), kMostBars), "newest run", "newest runs")));
    data["runs"] = Data(rows);
    samples.push_back(data);
    all += of_sample.size();
  }
  Data page;
  page["headline"] = text(fmt::format("{} of {}", count_of(all, "run", "runs"),
                                      count_of(by_sample.size(), "application", "applications")));
  page["samples"] = Data(samples);
  page["css"] = Data(std::string(kPageStyle));
  kainjow::mustache::mustache page_template{std::string(kRunsTemplate)};
  return page_template.render(page);
}

}  // namespace launchproof::reports
