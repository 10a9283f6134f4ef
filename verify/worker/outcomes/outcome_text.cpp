#include "verify/worker/outcomes/outcome_text.h"

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace launchproof::worker {
namespace {

using Json = nlohmann::json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json words_json(const LaunchWords& launch) {
  Json words = Json::array();
  for (const LaunchWord& word : launch.words)
    words.push_back({word.place, word.before, word.text, word.after, word.order, word.ordered, word.shown});
  return {{"alone", launch.alone}, {"words", std::move(words)}};
}

LaunchWords words_of(const Json& json) {
  LaunchWords launch{json.at("alone").get<std::string>(), {}};
  for (const Json& word : json.at("words"))
    launch.words.push_back({word.at(0).get<unsigned>(), word.at(1).get<std::string>(),
                            word.at(2).get<std::string>(), word.at(3).get<std::string>(),
                            word.at(4).get<std::int64_t>(), word.at(5).get<bool>(), word.at(6).get<bool>()});
  return launch;
}

Json files_json(const frontend::FileUses& uses) {
  Json files = Json::array();
  for (const frontend::FileUse& use : uses.files) files.push_back({use.source, use.path, use.found});
  return {{"complete", uses.complete}, {"files", std::move(files)}};
}

frontend::FileUses files_of(const Json& json) {
  frontend::FileUses uses;
  uses.complete = json.at("complete").get<bool>();
  for (const Json& file : json.at("files"))
    uses.files.push_back(
        {file.at(0).get<std::uint32_t>(), file.at(1).get<std::string>(), file.at(2).get<std::string>()});
  return uses;
}

Json doubts_json(const std::vector<verdict::Approximation>& doubts) {
  Json all = Json::array();
  for (const verdict::Approximation& one : doubts)
    all.push_back({static_cast<int>(one.cause), one.detail, one.location.file, one.location.line});
  return all;
}

std::vector<verdict::Approximation> doubts_of(const Json& json) {
  std::vector<verdict::Approximation> doubts;
  for (const Json& one : json) {
    verdict::Approximation& doubt = doubts.emplace_back();
    doubt.cause = static_cast<verdict::Cause>(one.at(0).get<int>());
    doubt.detail = one.at(1).get<std::string>();
    doubt.location.file = one.at(2).get<std::string>();
    doubt.location.line = one.at(3).get<std::uint32_t>();
  }
  return doubts;
}

}  // namespace

std::string to_text(const Outcome& outcome) {
  // Adding a member is a compile error until this list says whether it is written.
  const auto& [result, expand, partial, interim, second_engine, has_candidates, derives, repairs, input_error,
               unused, doubts, strict, sizes, merged, lasting, files] = outcome;
  Json all_merged = Json::array();
  for (const Outcome::Merged& one : merged) {
    Json words = Json::array();
    for (const LaunchWords& launch : one.words) words.push_back(words_json(launch));
    all_merged.push_back(
        {{"result", verdict::to_json(one.result)}, {"jobs", one.jobs}, {"words", std::move(words)}});
  }
  Json both = Json::array();
  if (sizes) both = {sizes->local, sizes->groups};
  return dump(Json{{"merged", std::move(all_merged)},
                   {"result", verdict::to_json(result)},
                   {"expand", expand},
                   {"partial", partial},
                   {"interim", interim},
                   {"second_engine", second_engine},
                   {"derives", derives},
                   {"repairs", repairs},
                   {"lasting", lasting},
                   {"files", files_json(files)},
                   {"input_error", input_error},
                   {"doubts", doubts_json(doubts)},
                   {"strict", strict},
                   {"sizes", std::move(both)},
                   {"unused", unused}});
}

Outcome outcome_from_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Outcome outcome;
    outcome.expand = json.at("expand").get<std::vector<std::string>>();
    outcome.partial = json.at("partial").get<bool>();
    outcome.interim = json.at("interim").get<bool>();
    outcome.second_engine = json.at("second_engine").get<bool>();
    outcome.derives = json.at("derives").get<bool>();
    outcome.repairs = json.at("repairs").get<bool>();
    outcome.lasting = json.at("lasting").get<bool>();
    outcome.files = files_of(json.at("files"));
    outcome.input_error = json.at("input_error").get<std::string>();
    outcome.doubts = doubts_of(json.at("doubts"));
    outcome.strict = json.at("strict").get<bool>();
    outcome.unused = json.at("unused").get<std::vector<std::string>>();
    if (const Json& sizes = json.at("sizes"); !sizes.empty())
      outcome.sizes = {sizes.at(0).get<std::array<std::uint64_t, 3>>(),
                       sizes.at(1).get<std::array<std::uint64_t, 3>>()};
    if (outcome.expand.empty()) {
      outcome.result = verdict::class_result_from_json(json.at("result").get<std::string>());
    }
    for (const Json& one : json.at("merged")) {
      outcome.merged.push_back({verdict::class_result_from_json(one.at("result").get<std::string>()),
                                one.at("jobs").get<std::vector<std::size_t>>(),
                                {}});
      for (const Json& launch : one.at("words")) outcome.merged.back().words.push_back(words_of(launch));
    }
    return outcome;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("an outcome is damaged: ") + error.what());
  }
}

TaskOutcome to_task(Outcome outcome) {
  TaskOutcome made;
  made.result = std::exchange(outcome.result, {});
  made.expand = std::exchange(outcome.expand, {});
  made.partial = outcome.partial;
  made.interim = outcome.interim;
  made.has_own_time = outcome.derives;
  made.counts_for_kind = !outcome.second_engine && !outcome.derives && !outcome.repairs;
  made.more = std::move(outcome);
  return made;
}

Outcome of_task(TaskOutcome outcome) {
  Outcome made;
  if (auto* rest = std::any_cast<Outcome>(&outcome.more)) made = std::move(*rest);
  made.result = std::move(outcome.result);
  made.expand = std::move(outcome.expand);
  made.partial = outcome.partial;
  made.interim = outcome.interim;
  return made;
}

Completed of_task(CompletedTask completed) {
  return {completed.task, std::move(completed.selector), of_task(std::move(completed.outcome))};
}

MoreText outcome_texts() {
  return {[](const std::any& rest) { return to_text(std::any_cast<const Outcome&>(rest)); },
          [](const std::string& text) { return std::any(outcome_from_text(text)); }};
}

}  // namespace launchproof::worker
