#include "reports/formats/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "reports/terminal/terminal_findings.h"
#include "reports/words/paint.h"
#include "reports/words/source_paths.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

using verdict::ClassResult;
using verdict::Property;
using verdict::PropertyResult;
using verdict::Results;
using verdict::Verdict;

// XML allows neither control characters, which clean() replaces, nor these two.
std::string xml_text(std::string_view text) {
  std::string cleaned = clean(text);
  for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = 0; (at = cleaned.find(none, at)) != std::string::npos;)
      cleaned.replace(at, none.size(), "\xEF\xBF\xBD");
  }
  return cleaned;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

void set_text(pugi::xml_node node, std::string_view value) {
  node.append_child(pugi::node_pcdata).set_value(xml_text(value).c_str());
}

std::string time_text(double seconds) {
  return fmt::format("{:.3f}", std::isfinite(seconds) && seconds > 0 ? seconds : 0.0);
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
  void write(pugi::xml_node node) const {
    node.append_attribute("tests").set_value(tests);
    node.append_attribute("failures").set_value(failures);
    node.append_attribute("errors").set_value(errors);
    set(node, "time", time_text(seconds));
  }
};

// One test case and its outcome.
class Case {
 public:
  Case(pugi::xml_node suite, Counts& counts, std::string_view group, std::string_view name, double seconds)
      : d_node(suite.append_child("testcase")), d_counts(counts) {
    set(d_node, "classname", group);
    set(d_node, "name", name);
    set(d_node, "time", time_text(seconds));
    ++counts.tests;
    counts.seconds += seconds;
  }

  void fail(std::string_view type, std::string_view words, std::string_view text) {
    ++d_counts.failures;
    end("failure", type, words, text);
  }
  void error(std::string_view type, std::string_view words, std::string_view text = {}) {
    ++d_counts.errors;
    end("error", type, words, text);
  }
  void skip(std::string_view words) {
    ++d_counts.skipped;
    end("skipped", {}, words, {});
  }
  void output(std::string_view text) {
    if (!text.empty()) set_text(d_node.append_child("system-out"), text);
  }

 private:
  void end(const char* element, std::string_view type, std::string_view words, std::string_view text) {
    pugi::xml_node node = d_node.append_child(element);
    if (!type.empty()) set(node, "type", type);
    set(node, "message", words);
    if (!text.empty()) set_text(node, text);
  }

  pugi::xml_node d_node;
  Counts& d_counts;
};

class Document {
 public:
  Document(const Results& results, const Acceptance& acceptance, const std::string& sample, bool finds_by_id)
      : d_results(results),
        d_acceptance(acceptance),
        d_commands(results, finds_by_id),
        d_of_sample(sample.empty() ? "" : sample + ": "),
        d_class_prefix(sample.empty() ? "" : sample + ".") {}

  std::string text() {
    pugi::xml_node declaration = d_document.append_child(pugi::node_declaration);
    declaration.append_attribute("version").set_value("1.0");
    declaration.append_attribute("encoding").set_value("UTF-8");
    pugi::xml_node root = d_document.append_child("testsuites");
    set(root, "name", d_of_sample + (d_results.tool.empty() ? "launchproof" : d_results.tool));
    add_whole(root);
    for (const auto& [key, numbers] : by_kernel()) add_kernel(root, numbers);
    d_total.write(root);
    std::ostringstream stream;
    d_document.save(stream, " ", pugi::format_default, pugi::encoding_utf8);
    return stream.str();
  }

 private:
  using Kernel = std::pair<std::string, std::string>;

  std::map<Kernel, std::vector<std::size_t>> by_kernel() const {
    std::map<Kernel, std::vector<std::size_t>> all;
    for (std::size_t i = 0; i < d_results.results.size(); ++i)
      all[{d_results.results[i].source, d_results.results[i].kernel}].push_back(i);
    return all;
  }

  // A suite's counts precede its cases, which are only known afterwards.
  static void close(pugi::xml_node suite, const Counts& counts) {
    counts.write(suite);
    suite.append_attribute("skipped").set_value(counts.skipped);
  }

  // Adds the messages that belong to no class.
  void add_whole(pugi::xml_node root) {
    pugi::xml_node suite = root.append_child("testsuite");
    set(suite, "name", d_of_sample + "launchproof");
    Counts counts;
    const std::string group = d_class_prefix + "launchproof";
    {
      Case one(suite, counts, group, "something was verified", 0);
      if (d_results.results.empty())
        one.error("nothing verified", "nothing was verified: there are no launch classes");
    }
    for (const std::string& problem : d_results.problems)
      Case(suite, counts, group, problem, 0).error("problem", problem);
    close(suite, counts);
    std::string said;
    for (const std::string& note : d_results.notes) said += "note: " + note + "\n";
    if (d_acceptance.suppressed) {
      for (const std::string& line : remarks(*d_acceptance.suppressed)) said += "note: " + line + "\n";
    }
    if (!said.empty()) set_text(suite.append_child("system-out"), said);
    d_total.add(counts);
  }

  void add_kernel(pugi::xml_node root, const std::vector<std::size_t>& numbers) {
    const ClassResult& first = d_results.results[numbers.front()];
    pugi::xml_node suite = root.append_child("testsuite");
    const std::string title = first.kernel.empty() ? first.source : first.source + ": " + first.kernel;
    set(suite, "name", d_of_sample + title);
    Counts counts;
    for (const std::size_t number : numbers) add_class(suite, counts, number);
    close(suite, counts);
    d_total.add(counts);
  }

  // Viewers identify cases by name, so no two in a suite may be equal.
  std::string unique(const ClassResult& result, std::string_view property) {
    std::string name = fmt::format("{}: {}", property, result.launch);
    if (!result.class_numbers.empty())
      name += fmt::format(" [class{} {}]", result.classes > 1 ? "es" : "", result.class_numbers);
    const unsigned count = ++d_names[result.source + "\x01" + result.kernel + "\x01" + name];
    return count == 1 ? name : fmt::format("{} #{}", name, count);
  }

  void add_class(pugi::xml_node suite, Counts& counts, std::size_t number) {
    const ClassResult& result = d_results.results[number];
    const std::string group =
        d_class_prefix + (result.kernel.empty() ? result.source : result.source + "." + result.kernel);
    if (result.properties.empty()) {
      Case one(suite, counts, group, unique(result, "verification"), result.seconds);
      one.error(name(result.verdict), result.reason);
      return;
    }
    if (is_compile_error(result)) {
      add_compile_error(suite, counts, group, number);
      return;
    }
    const double share = result.seconds / static_cast<double>(result.properties.size());
    for (const auto& [property, answer] : result.properties) {
      Case one(suite, counts, group, unique(result, name(property)), share);
      judge(one, number, property, answer);
    }
    // The reason why the class is not verified, if no property states it.
    const bool said = std::any_of(result.properties.begin(), result.properties.end(),
                                  [&](const auto& entry) { return entry.second.verdict == result.verdict; });
    if (!said && result.verdict != Verdict::Verified) {
      Case(suite, counts, group, unique(result, "verification"), 0)
          .error(name(result.verdict), result.reason);
    }
  }

  // The compiler's message, once for all kernels, launches and properties.
  void add_compile_error(pugi::xml_node suite, Counts& counts, const std::string& group, std::size_t number) {
    const ClassResult& result = d_results.results[number];
    const auto& [property, answer] = *result.properties.begin();
    Case one(suite, counts, group, unique(result, "compilation"), result.seconds);
    const auto [place, is_new] = d_not_compiled.try_emplace({result.source, answer.reason}, number);
    if (is_new)
      judge(one, number, property, answer);
    else
      one.skip(fmt::format("not checked: {} does not compile; see the case of kernel `{}`", result.source,
                           d_results.results[place->second].kernel));
  }

  void judge(Case& one, std::size_t number, Property property, const PropertyResult& answer) {
    switch (answer.verdict) {
      case Verdict::Verified:
        if (d_acceptance.unasked_fails && is_unasked(answer)) {
          one.error("not-asked", "verified in part; not asked: " + unasked_words(answer));
          return;
        }
        one.output(diagnostics(number, property, false));
        return;
      case Verdict::NotAsked:
        if (d_acceptance.unasked_fails && is_unasked(answer)) {
          one.error(name(answer.verdict), "not asked: " + answer.reason);
        } else {
          one.skip("not asked: " + answer.reason);
        }
        return;
      case Verdict::Defect:
      case Verdict::PossibleDefect:
        judge_defect(one, number, property, answer);
        return;
      case Verdict::Unknown:
      case Verdict::ProbablyEqual:
      case Verdict::Unsupported:
      case Verdict::Error:
        if (const std::string why = why_accepted(d_acceptance, AnswerNumber{number, property});
            !why.empty()) {
          one.skip(fmt::format("{}, {}: {}", name(answer.verdict), why, answer.reason));
        } else {
          one.error(name(answer.verdict), answer.reason, diagnostics(number, property, true));
        }
        return;
    }
  }

  static std::string unasked_words(const PropertyResult& answer) {
    std::string words;
    for (const verdict::Approximation& cause : answer.causes)
      if (cause.cause == verdict::Cause::SizeNotKnown) words += (words.empty() ? "" : "; ") + cause.detail;
    return words;
  }

  // Skipped if there are findings that count and each of them is accepted.
  void judge_defect(Case& one, std::size_t number, Property property, const PropertyResult& answer) {
    const ClassResult& result = d_results.results[number];
    std::set<std::string> reasons;
    bool all = true;
    bool any = false;
    for (std::size_t j = 0; j < result.findings.size(); ++j) {
      if (result.findings[j].property != property || !counts(result, result.findings[j])) continue;
      const std::string why = why_accepted(d_acceptance, FindingNumber{number, j});
      any = true;
      all = all && !why.empty();
      reasons.insert(why);
    }
    if (!any || !all) {
      one.fail(name(answer.verdict), answer.reason, diagnostics(number, property, true));
      return;
    }
    std::string why;
    for (const std::string& reason : reasons) why += (why.empty() ? "" : "; ") + reason;
    one.skip(fmt::format("{}, {}: {}", name(answer.verdict), why, answer.reason));
    one.output(diagnostics(number, property, true));
  }

  // As on the terminal: findings that count, or those that do not.
  std::string diagnostics(std::size_t number, Property property, bool counted) const {
    const ClassResult& result = d_results.results[number];
    std::string text;
    const Paint plain(false);
    Diagnostics diagnostics(result, plain, d_commands);
    for (const RootCause& cause : root_causes(result)) {
      const verdict::Finding& finding = result.findings[cause.front()];
      if (finding.property != property || counts(result, finding) != counted) continue;
      text += diagnostics.of(cause) + "\n";
    }
    if (!text.empty()) text += launch_lines(result) + "\n";
    if (text.empty() && counted && !result.repro.empty()) text = "see it again with: " + result.repro + "\n";
    return text;
  }

  const Results& d_results;
  const Acceptance& d_acceptance;
  FindingCommands d_commands;
  std::string d_of_sample, d_class_prefix;  // prefix of the names of suites and classes
  pugi::xml_document d_document;
  Counts d_total;
  std::map<std::string, unsigned> d_names;
  std::map<std::pair<std::string, std::string>, std::size_t> d_not_compiled;  // the result that reports it
};

}  // namespace

std::string junit_xml(const Results& results, const Acceptance& acceptance, const std::string& sample,
                      bool finds_by_id) {
  if (has_source_paths(results))
    return junit_xml(with_source_paths(results), acceptance, sample, finds_by_id);
  return Document(results, acceptance, sample, finds_by_id).text();
}

}  // namespace launchproof::reports
