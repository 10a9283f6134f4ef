#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "verify/verdict/digest.h"
#include "verify/verdict/fold.h"
#include "verify/verdict/results.h"
#include "verify/verdict/schema.h"

namespace launchproof::verdict {
namespace {

using Json = nlohmann::ordered_json;
using TextIndex = std::map<std::string_view, std::size_t>;

template <typename Items, typename Make>
Json list(const Items& items, Make make) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(make(item));
  return array;
}

Json location(const SourceLocation& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}, {"role", place.role}};
}

Json named(const NamedValue& value) {
  return {{"name", value.name}, {"value", value.value}};
}

Json iteration(const LoopIteration& loop) {
  return {{"loop", location(loop.loop)}, {"iteration", loop.iteration}};
}

Json approximation(const Approximation& item) {
  return {{"cause", name(item.cause)}, {"detail", item.detail}, {"location", location(item.location)}};
}

// As a signed number: a position before the start of its array is negative.
std::int64_t with_sign(std::uint64_t place) {
  return static_cast<std::int64_t>(place);
}

Json work_item(const WorkItem& item) {
  return {{"local_id", item.local_id},
          {"group_id", item.group_id},
          {"global_id", item.global_id},
          {"iterations", list(item.iterations, iteration)},
          {"values", list(item.values, named)},
          {"access", item.access},
          {"array", item.array},
          {"element", item.element},
          {"byte_offset", with_sign(item.byte_offset)},
          {"bytes", item.bytes}};
}

Json chosen(const ChosenValue& item) {
  return {{"parameter", item.parameter}, {"name", item.name},   {"contents", item.contents},
          {"byte", item.byte},           {"bytes", item.bytes}, {"value", item.value}};
}

Json optional(const std::optional<std::uint64_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json step(const Step& item) {
  Json object{{"work_item", item.work_item},
              {"does", item.does},
              {"location", location(item.location)},
              {"barriers", item.barriers},
              {"meets", item.meets}};
  if (item.bytes == 0) return object;
  object["array"] = item.array;
  if (!item.element.empty()) object["element"] = item.element;
  object["byte_offset"] = with_sign(item.byte_offset);
  object["bytes"] = item.bytes;
  object["value"] = item.value;
  if (!item.value_before.empty()) object["value_before"] = item.value_before;
  return object;
}

// Numbers of a pattern are written as one string, since an array would take a line for each.
Json pattern_site(const PatternSite& site) {
  std::string offsets;
  for (const auto& offset : site.offsets)
    offsets += (offsets.empty() ? "" : " ") + (offset ? std::to_string(*offset) : "-");
  return {{"location", location(site.location)},
          {"access", site.access},
          {"array", site.array},
          {"bytes", site.bytes},
          {"offsets", offsets},
          {"first_iteration", site.first_iteration}};
}

Json pattern(const AccessPattern& all) {
  std::string ids;
  for (const auto& id : all.local_ids)
    ids += (ids.empty() ? "" : " ") + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," +
           std::to_string(id[2]);
  return {{"local_ids", ids}, {"sites", list(all.sites, pattern_site)}, {"left_out", all.left_out}};
}

Json witness(const Witness& seen) {
  return {{"work_items", list(seen.work_items, work_item)},
          {"address", seen.address ? Json(with_sign(*seen.address)) : Json(nullptr)},
          {"array_bytes", optional(seen.array_bytes)},
          {"array_size", seen.array_size},
          {"interval", seen.interval},
          {"needs", list(seen.needs, named)},
          {"chosen", list(seen.chosen, chosen)},
          {"steps", list(seen.steps, step)},
          {"steps_left_out", seen.steps_left_out},
          {"contents_shown", seen.contents_shown}};
}

std::string confirmation(const Finding& item) {
  if (item.confirmation == Confirmation::Exact && !item.replay.empty())
    return item.replay.starts_with(kNotReplayed) ? item.replay : std::string(kNotReplayed) + item.replay;
  return std::string(kConfirmations.at(static_cast<std::size_t>(item.confirmation)));
}

Json finding(const Finding& item) {
  Json made{{"id", item.id},
            {"property", name(item.property)},
            {"kind", item.kind},
            {"confirmation", confirmation(item)},
            {"replay", item.replay},
            {"repro", item.repro},
            {"export_repro", item.export_repro},
            {"launch", item.launch},
            {"benign", item.benign},
            {"message", item.message},
            {"explanation", item.explanation},
            {"locations", list(item.locations, location)},
            {"witness", item.witness ? witness(*item.witness) : Json(nullptr)},
            {"approximations", list(item.approximations, approximation)}};
  if (!item.consequences.empty()) made["consequences"] = item.consequences;
  return made;
}

Json edit(const SourceEdit& item) {
  return {{"line", item.line}, {"removed", item.removed}, {"inserted", item.inserted}};
}

Json fix(const Fix& item) {
  Json made{{"title", item.title},
            {"findings", item.findings},
            {"complete", item.is_complete},
            {"edits", list(item.edits, edit)}};
  if (!item.file.empty()) made["file"] = item.file;
  return made;
}

Json grid(const Grid& sizes) {
  return {{"work_dim", sizes.work_dim}, {"global_size", sizes.global_size}, {"local_size", sizes.local_size}};
}

Json condition(const Condition& one) {
  return {{"text", one.text}, {"pinned", one.pinned}};
}

Json precondition(const Precondition& derived) {
  return {{"proved", derived.proved},
          {"engine", derived.engine},
          {"conditions", list(derived.conditions, condition)},
          {"any", derived.any},
          {"fixed", derived.fixed},
          {"assumptions", derived.assumptions},
          {"reason", derived.reason},
          {"attempts", derived.attempts},
          {"seconds", std::isfinite(derived.seconds) ? derived.seconds : 0.0}};
}

Json contents_precondition(const ContentsPrecondition& one) {
  return {{"parameter", one.parameter}, {"name", one.name},           {"properties", one.properties},
          {"text", one.text},           {"broken_by", one.broken_by}, {"kept_by", one.kept_by}};
}

Json class_result(const ClassResult& result, const TextIndex* texts) {
  Json properties = Json::object();
  Json details = Json::object();
  for (const auto& [property, answer] : result.properties) {
    const std::string key(name(property));
    properties[key] = name(answer.verdict);
    details[key] = {{"reason", answer.reason}, {"causes", list(answer.causes, approximation)}};
    if (!answer.engine.empty()) details[key]["engine"] = answer.engine;
  }
  Json object{{"kernel", result.kernel},
              {"source", result.source},
              {"launch", result.launch},
              {"verdict", name(result.verdict)},
              {"reason", result.reason},
              {"properties", std::move(properties)},
              {"findings", list(result.findings, finding)},
              {"assumptions", result.assumptions},
              {"facts", result.facts},
              {"notes", result.notes},
              {"seconds", std::isfinite(result.seconds) ? result.seconds : 0.0},
              {"engine", result.engine},
              {"property_details", std::move(details)},
              {"launches", result.launches},
              {"classes", result.classes},
              {"class_numbers", result.class_numbers},
              {"class_keys", result.class_keys},
              {"call_site", result.call_site},
              {"repro", result.repro},
              {"unreachable", list(result.unreachable, location)},
              {"questions", result.questions},
              {"settled", result.settled},
              {"cross_checked", result.cross_checked},
              {"cached", result.cached},
              {"grid", result.grid ? grid(*result.grid) : Json(nullptr)}};
  if (!result.fixes.empty()) object["fixes"] = list(result.fixes, fix);
  if (!result.source_path.empty()) object["source_path"] = result.source_path;
  if (result.pattern) object["pattern"] = pattern(*result.pattern);
  if (result.precondition) object["precondition"] = precondition(*result.precondition);
  if (!result.contents_preconditions.empty())
    object["contents_preconditions"] = list(result.contents_preconditions, contents_precondition);
  if (!result.included.empty())
    object["included"] = list(result.included, [&](const IncludedFile& file) {
      Json made{{"name", file.name}};
      if (texts == nullptr) made["text"] = file.text;
      if (texts != nullptr) made["text_index"] = texts->at(file.text);
      return made;
    });
  if (texts == nullptr) {
    object["source_text"] = result.source_text;
  } else if (!result.source_text.empty()) {
    object["source_text_index"] = texts->at(result.source_text);
  }
  return object;
}

}  // namespace

std::string to_json(const ClassResult& result) {
  return class_result(result, nullptr).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const Results& results) {
  TextIndex texts;
  Json source_texts = Json::array();
  const auto keep = [&](const std::string& text) {
    if (texts.try_emplace(text, texts.size()).second) source_texts.push_back(text);
  };
  for (const ClassResult& result : results.results) {
    if (!result.source_text.empty()) keep(result.source_text);
    for (const IncludedFile& file : result.included) keep(file.text);
  }
  Json rows = Json::array();
  for (const std::vector<std::size_t>& part : folded(results)) {
    const ClassResult& first = results.results[part.front()];
    std::uint64_t classes = 0, launches = 0;
    for (const std::size_t number : part) {
      classes += results.results[number].classes;
      launches += results.results[number].launches;
    }
    rows.push_back({{"kernel", first.kernel},
                    {"source", first.source},
                    {"verdict", name(first.verdict)},
                    {"classes", classes},
                    {"launches", launches},
                    {"results", part}});
  }
  Json document{
      {"schema", kSchema},
      {"tool", results.tool},
      {"capture", results.capture},
      {"notes", results.notes},
      {"problems", results.problems},
      {"results", list(results.results, [&](const ClassResult& r) { return class_result(r, &texts); })},
      {"rows", std::move(rows)},
      {"source_texts", std::move(source_texts)}};
  document["digest"] = digest(document.dump(-1, ' ', false, Json::error_handler_t::replace));
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace launchproof::verdict
