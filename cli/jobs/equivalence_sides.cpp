#include "cli/jobs/equivalence_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/jobs/capture_sides.h"
#include "cli/jobs/check_job.h"
#include "cli/jobs/side_comparison.h"
#include "cli/jobs/size_conditions.h"
#include "cli/jobs/small_sizes.h"
#include "verify/equivalence/correspondence.h"
#include "verify/equivalence/open_sizes.h"
#include "verify/verdict/nearest_name.h"

namespace launchproof::cli {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

// Returns the named kernel of the program, or its only one.
model::KernelModel kernel_of(const jobs::Job& job, const std::string& file) {
  frontend::Translation translation = frontend::translate(job.program->sources, job.program->device);
  if (!translation.compiled) {
    std::string first;
    for (const auto& message : translation.messages)
      if (message.is_error && first.empty())
        first = fmt::format("{}:{}:{}: {}", message.file, message.line, message.column, message.text);
    throw UsageError(fmt::format("{} does not compile: {}", file, first));
  }
  std::vector<std::string> names;
  for (model::KernelModel& kernel : translation.kernels) {
    if (kernel.name == job.kernel || (job.kernel.empty() && translation.kernels.size() == 1))
      return std::move(kernel);
    names.push_back(kernel.name);
  }
  if (names.empty()) throw UsageError(fmt::format("{} holds no kernel", file));
  if (job.kernel.empty())
    throw UsageError(fmt::format("{} holds several kernels ({}); name one as {}:KERNEL", file,
                                 fmt::join(names, ", "), file));
  const std::string meant = verdict::did_you_mean(job.kernel, names);
  throw UsageError(fmt::format("{} has no kernel `{}`{}it has {}", file, job.kernel,
                               meant.empty() ? "; " : meant + " ", fmt::join(names, ", ")));
}

std::vector<equivalence::Binding> bindings_of(const Arguments& arguments) {
  std::vector<equivalence::Binding> bindings;
  for (const std::string& text : arguments.bindings) {
    const auto equals = text.find('=');
    const std::string right = text.substr(equals + 1);
    bindings.emplace_back(text.substr(0, equals), right == "none" ? "" : right);
  }
  return bindings;
}

// Returns the names of the sizes that the launch leaves open, by dimension; empty where a size is given.
std::vector<std::string> open_names(const jobs::Job& job) {
  std::vector<std::string> names;
  const auto* stated = std::get_if<jobs::StatedLaunch>(&job.launch_source);
  if (stated == nullptr || !stated->open) return names;
  for (const auto& size : {stated->launch.local_size, stated->launch.num_groups})
    if (size) names.insert(names.end(), size->any.begin(), size->any.end());
  return names;
}

}  // namespace

GivenSide given_side(const std::string& name, const std::vector<Arguments>& launches) {
  GivenSide given;
  given.side.name = name;
  std::set<std::string> unused;
  bool is_first = true;
  for (const Arguments& one : launches) {
    const std::string& file = one.operands.at(0);
    if (std::filesystem::is_directory(file)) {
      GivenSide recorded = capture_side(file, one.kernel, name, one);
      given.side.words += (given.side.words.empty() ? "" : " then ") + recorded.side.words;
      given.side.launches.push_back(std::move(recorded.side.launches[0]));
      given.jobs.push_back(std::move(recorded.jobs[0]));
      if (is_first) unused.clear();
      continue;
    }
    jobs::Job job = check_job(file, one);
    const model::KernelModel kernel = kernel_of(job, file);
    job.kernel = kernel.name;
    jobs::FactsAnswer answer = jobs::facts_of(job, kernel);
    if (!answer.input_error.empty()) throw UsageError(fmt::format("{}: {}", file, answer.input_error));
    if (!answer.facts) throw UsageError(fmt::format("{}:{}: {}", file, kernel.name, answer.reason));
    for (std::size_t i = 0; i < answer.facts->arguments.size(); ++i)
      if (const auto* buffer = std::get_if<model::BufferArgument>(&answer.facts->arguments[i]);
          buffer != nullptr && buffer->properties.any())
        throw UsageError(
            fmt::format("--contents: kernels are not compared under properties of contents, as are given for "
                        "{}; give the "
                        "contents, or leave them out",
                        kernel.parameters[i].name));
    std::set<std::string> here(answer.unused.begin(), answer.unused.end());
    if (is_first) {
      unused = here;
    } else {
      std::erase_if(unused, [&](const std::string& text) { return !here.contains(text); });
    }
    is_first = false;
    given.side.words += (given.side.words.empty() ? "" : " then ") + kernel.name;
    const auto program = job.program;
    given.side.launches.push_back({{kernel, *answer.facts, {}}, [program] {
                                     return frontend::prepare_program(program->sources, program->device);
                                   }});
    given.jobs.push_back(std::move(job));
  }
  given.side.unused.assign(unused.begin(), unused.end());
  return given;
}

Comparison prepare_comparison(GivenSide left, GivenSide right, const Arguments& arguments) {
  if (!left.jobs.empty() && !right.jobs.empty()) {
    const std::vector<std::string> names = open_names(left.jobs[0]), others = open_names(right.jobs[0]);
    if (!names.empty() && !others.empty() && names != others)
      throw UsageError(
          "both sides leave sizes open under different names, such as *n and *m: give both the same names, "
          "in "
          "the same dimensions");
  }
  for (const std::string& name : left.side.unused)
    if (std::ranges::find(right.side.unused, name) != right.side.unused.end())
      throw UsageError(fmt::format("no kernel of either side has a parameter {}", name));
  const equivalence::Correspondence matched =
      equivalence::correspond(left.side, right.side, bindings_of(arguments));
  if (!matched.error.empty()) throw UsageError(matched.error);
  Comparison made;
  made.notes = matched.notes;
  made.conflicts = equivalence::share_contents(left.side, right.side);
  verdict::ClassResult& result = made.result;
  result.kernel = fmt::format("{} = {}", left.side.words, right.side.words);
  const std::string& left_file = left.jobs.front().source;
  const std::string& right_file = right.jobs.front().source;
  result.source = left_file == right_file ? left_file : fmt::format("{} = {}", left_file, right_file);
  const std::string left_launch = launch_words_of(left);
  const std::string right_launch = launch_words_of(right);
  result.launch = left_launch == right_launch ? left_launch
                                              : fmt::format("{}: {}; {}: {}", left.side.name, left_launch,
                                                            right.side.name, right_launch);
  result.engine = "equivalence";
  result.repro = repeat_command(arguments, arguments.operands);
  made.left = std::move(left);
  made.right = std::move(right);
  return made;
}

std::vector<verdict::ClassResult> compare_sides(
    const std::vector<Comparison>& comparisons,
    const std::vector<std::vector<verdict::ClassResult>>& verified, const Arguments& arguments) {
  std::vector<Question> questions;
  std::vector<std::size_t> asked;
  std::vector<verdict::ClassResult> results;
  const auto is_open = [&](const Comparison& one) {
    return equivalence::has_open_sizes(one.left.side) || equivalence::has_open_sizes(one.right.side);
  };
  for (const Comparison& one : comparisons) {
    const std::size_t number = results.size();
    results.push_back(one.result);
    // A comparison of sides without a unique result is unknown, whatever its outcome is.
    results.back().properties[Property::Equivalent].verdict = Verdict::Unknown;
    if (!are_ordered(verified[number])) continue;
    asked.push_back(number);
    questions.push_back({&one.left.side, &one.right.side, &one.result, is_open(one)});
  }
  std::vector<verdict::ClassResult> answers = decided(questions, arguments);
  for (std::size_t i = 0; i < answers.size(); ++i) results[asked[i]] = std::move(answers[i]);
  for (std::size_t i = 0; i < results.size(); ++i) {
    verdict::ClassResult& done = results[i];
    rest_on(verified[i], done);
    if (is_open(comparisons[i])) {
      judge_by_small_sizes(comparisons[i].left, comparisons[i].right, arguments, done);
      find_condition(comparisons[i].left, comparisons[i].right, arguments, done);
    }
    done.notes.insert(done.notes.begin(), comparisons[i].notes.begin(), comparisons[i].notes.end());
    for (verdict::Finding& finding : done.findings)
      if (finding.repro.empty()) finding.repro = done.repro;
    verdict::conclude(done, arguments.strict || arguments.no_benign_tolerance);
  }
  return results;
}

}  // namespace launchproof::cli
