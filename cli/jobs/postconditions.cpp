#include "cli/jobs/postconditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "cli/jobs/check_job.h"
#include "cli/jobs/equivalence_sides.h"
#include "verify/equivalence/correspondence.h"
#include "verify/equivalence/open_sizes.h"
#include "verify/frontend/contracts/contracts.h"
#include "verify/frontend/frontend.h"
#include "verify/model/kernel_model.h"

namespace launchproof::cli {
namespace {

using frontend::Postconditions;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

// A file with kernels whose postconditions are checked.
struct AskedFile {
  std::shared_ptr<const jobs::Program> program;  // compiled for that
  frontend::Translation translation;
};

AskedFile asked_file(const std::string& file, const Arguments& arguments) {
  Arguments one = arguments;
  one.operands = {file};
  auto program = std::make_shared<jobs::Program>(*check_job(file, one).program);
  for (frontend::ProgramSource& source : program->sources) source.asks_postconditions = true;
  AskedFile asked;
  asked.translation = frontend::translate(program->sources, program->device);
  asked.program = std::move(program);
  return asked;
}

const model::KernelModel* kernel_named(const frontend::Translation& translation, const std::string& name) {
  const auto found = std::ranges::find(translation.kernels, name, &model::KernelModel::name);
  return found == translation.kernels.end() ? nullptr : &*found;
}

equivalence::SideLaunch launch_of(const model::KernelModel& kernel, model::LaunchFacts facts,
                                  const std::shared_ptr<const jobs::Program>& program) {
  return {{kernel, std::move(facts), {}, {}},
          [program] { return frontend::prepare_program(program->sources, program->device); }};
}

// Numbers of memory objects that no argument of the launch uses.
class Objects {
 public:
  explicit Objects(const model::LaunchFacts& facts) {
    for (const model::Argument& argument : facts.arguments)
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument))
        d_next = std::max(d_next, buffer->object + 1);
  }
  std::uint64_t next() { return d_next++; }

 private:
  std::uint64_t d_next = 1;
};

model::BufferArgument results_buffer(std::uint64_t object, std::size_t conditions) {
  model::BufferArgument buffer;
  buffer.object = object;
  buffer.bytes = conditions * sizeof(std::uint32_t);
  return buffer;
}

// Compares the kernel followed by its conditions with conditions that hold.
std::pair<equivalence::Side, equivalence::Side> sides_of(const equivalence::SideLaunch& launch,
                                                         const Postconditions& stated,
                                                         const AskedFile& asked) {
  const std::string& name = launch.launch.kernel.name;
  const model::LaunchFacts& facts = launch.launch.facts;
  Objects objects(facts);
  model::LaunchFacts asking;
  if (stated.uses_sizes) {
    asking = facts;
    asking.free.clear();
    asking.relations.clear();
  }
  asking.arguments = facts.arguments;
  for (std::size_t i = 0; i < stated.before.size(); ++i) {
    if (stated.before[i] == model::kNone) continue;
    asking.arguments.push_back(facts.arguments.at(i));
    if (auto* buffer = std::get_if<model::BufferArgument>(&asking.arguments.back()))
      buffer->object = objects.next();
  }
  const model::BufferArgument results = results_buffer(objects.next(), stated.places.size());
  asking.arguments.emplace_back(results);
  model::LaunchFacts holding;
  holding.arguments.emplace_back(results);

  equivalence::Side left{.name = "left", .words = name, .launches = {}, .outputs = {}, .unused = {}};
  left.launches.push_back(launch);
  left.launches.push_back(launch_of(*kernel_named(asked.translation, name + frontend::kPostconditionsSuffix),
                                    std::move(asking), asked.program));
  equivalence::Side right{
      .name = "right", .words = "its conditions", .launches = {}, .outputs = {}, .unused = {}};
  right.launches.push_back(launch_of(*kernel_named(asked.translation, name + frontend::kConditionsHoldSuffix),
                                     std::move(holding), asked.program));
  for (equivalence::Side* side : {&left, &right}) {
    equivalence::name_after_parameters(*side);
    side->outputs[frontend::kConditionResults] = frontend::kConditionResults;
  }
  equivalence::Launch& last = left.launches.back().launch;
  for (std::size_t i = 0; i < stated.before.size(); ++i)
    if (stated.before[i] != model::kNone && !last.names.at(i).empty())
      last.copies[last.names.at(stated.before[i])] = last.names[i];
  return {std::move(left), std::move(right)};
}

std::string words_of(const frontend::PostconditionPlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

// States for each counterexample which condition it violates.
void word_findings(const Postconditions& stated, std::vector<verdict::Finding>& findings) {
  for (verdict::Finding& finding : findings) {
    finding.property = Property::Postcondition;
    finding.kind = "broken postcondition";
    finding.locations.clear();
    if (!finding.witness) continue;
    const std::size_t number = finding.witness->address.value_or(0) / sizeof(std::uint32_t);
    if (number >= stated.places.size()) continue;
    const frontend::PostconditionPlace& place = stated.places[number];
    std::string with;
    for (const verdict::NamedValue& value : finding.witness->needs)
      with += fmt::format("{}{} = {}", with.empty() ? " with " : ", ", value.name, value.value);
    finding.message = fmt::format("the postcondition at {} does not hold{}", words_of(place), with);
    finding.locations.push_back({place.file, place.line, place.column, "postcondition"});
    finding.witness->address.reset();  // name of the condition's result
  }
}

void give_up(verdict::ClassResult& result, Verdict verdict, Cause cause, const std::string& reason) {
  result.properties[Property::Postcondition] = {
      .verdict = verdict, .reason = reason, .causes = {{.cause = cause, .detail = reason, .location = {}}}};
}

// Copies the findings about the conditions into the kernel's own result.
void take_answer(const Postconditions& stated, verdict::ClassResult answer, verdict::ClassResult& result) {
  verdict::PropertyResult& said = answer.properties[Property::Equivalent];
  word_findings(stated, answer.findings);
  if (!answer.findings.empty()) said.reason = answer.findings.front().message;
  if (said.verdict == Verdict::Verified)
    result.assumptions.emplace_back(
        "the postconditions are shown for the launch with all sizes and values as they are given");
  result.properties[Property::Postcondition] = std::move(said);
  std::ranges::move(answer.findings, std::back_inserter(result.findings));
  for (auto [from, to] :
       {std::pair(&answer.assumptions, &result.assumptions), std::pair(&answer.notes, &result.notes)})
    for (std::string& sentence : *from)
      if (std::ranges::find(*to, sentence) == to->end()) to->push_back(std::move(sentence));
  result.questions += answer.questions;
  result.seconds += answer.seconds;
}

}  // namespace

void add_postconditions(const Arguments& arguments, const std::vector<StatedIn>& files,
                        std::vector<verdict::ClassResult>& results) {
  std::map<std::string, AskedFile> asked;
  std::vector<Comparison> comparisons;
  std::vector<std::vector<verdict::ClassResult>> verified;
  std::vector<std::pair<std::size_t, Postconditions>> of;  // by comparison: the result, and what it states
  for (std::size_t i = 0; i < results.size(); ++i) {
    verdict::ClassResult& result = results[i];
    // A class that no worker has reached, such as a kernel with open sizes, has no answer about
    // postconditions.
    const bool is_stated = result.properties.contains(Property::Postcondition);
    const std::string& text = files.at(i).text;
    if (!is_stated && text.find("__postcondition") == std::string::npos &&
        !frontend::may_state_contracts(text))
      continue;
    const std::string& file = files.at(i).file;
    const auto [entry, is_new] = asked.try_emplace(file);
    if (is_new) entry->second = asked_file(file, arguments);
    const frontend::Translation& translation = entry->second.translation;
    const auto stated = translation.postconditions.find(result.kernel);
    if (!is_stated && stated == translation.postconditions.end()) continue;
    if (!translation.compiled) {
      std::string first = "the postconditions do not compile";
      for (const frontend::CompilerMessage& message : translation.messages)
        if (message.is_error) {
          first += fmt::format(": {}:{}:{}: {}", message.file, message.line, message.column, message.text);
          break;
        }
      give_up(result, Verdict::Unsupported, Cause::UnsupportedConstruct, first);
    } else if (stated == translation.postconditions.end()) {
      give_up(
          result, Verdict::Unsupported, Cause::UnsupportedConstruct,
          "a postcondition is in a function that is not a kernel, or at a place that no work-item reaches");
    } else if (!stated->second.refusal.empty()) {
      give_up(result, Verdict::Unsupported, Cause::UnsupportedConstruct, stated->second.refusal);
    } else {
      Arguments one = arguments;
      one.operands = {file};
      one.kernel = result.kernel;
      GivenSide given = given_side("left", {one});
      Comparison made;
      auto [left, right] = sides_of(given.side.launches.front(), stated->second, entry->second);
      made.left = {std::move(left), std::move(given.jobs)};
      made.right = {std::move(right), {}};
      made.result.kernel = result.kernel;
      made.result.source = result.source;
      made.result.repro = result.repro;
      if (equivalence::has_open_sizes(made.left.side)) {
        give_up(
            result, Verdict::Unknown, Cause::NotFollowed,
            "postconditions are checked only for given sizes: give the local size and the number of groups");
        continue;
      }
      comparisons.push_back(std::move(made));
      verified.push_back({result});
      verified.back().front().properties.erase(Property::Postcondition);
      of.emplace_back(i, stated->second);
    }
  }
  std::vector<verdict::ClassResult> answers = compare_sides(comparisons, verified, arguments);
  for (std::size_t i = 0; i < answers.size(); ++i)
    take_answer(of[i].second, std::move(answers[i]), results[of[i].first]);
  for (verdict::ClassResult& result : results)
    if (result.properties.contains(Property::Postcondition))
      verdict::conclude(result, arguments.strict || arguments.no_benign_tolerance);
}

}  // namespace launchproof::cli
