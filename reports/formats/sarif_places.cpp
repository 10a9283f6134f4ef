#include "reports/formats/sarif_places.h"

#include <algorithm>
#include <optional>

#include "reports/words/excerpt.h"
#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

// Returns the number of code points in the first `bytes` bytes of a line as shown.
std::size_t code_points(std::string_view line, std::size_t bytes) {
  const std::string shown = clean(line.substr(0, bytes));
  return static_cast<std::size_t>(std::count_if(
      shown.begin(), shown.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

Json message(std::string_view text) {
  return {{"text", clean(text)}};
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kDigits[byte >> 4U];
    uri += kDigits[byte & 15U];
  }
  return uri;
}

std::size_t Artifacts::number(const std::string& file) {
  const auto [entry, fresh] = d_numbers.try_emplace(file, d_artifacts.size());
  if (fresh) d_artifacts.push_back({.uri = uri_of(file), .text = {}});
  return entry->second;
}

Json Artifacts::location(const std::string& file) {
  const std::size_t index = number(file);
  return {{"uri", d_artifacts[index].uri}, {"index", index}};
}

void Artifacts::add_text(const std::string& file, const std::string& text) {
  std::string& kept = d_artifacts[number(file)].text;
  if (kept.empty()) kept = text;
}

Json Artifacts::list() const {
  Json all = Json::array();
  for (const Artifact& artifact : d_artifacts) {
    Json one{{"location", {{"uri", artifact.uri}}}, {"sourceLanguage", "opencl"}};
    if (!artifact.text.empty()) one["contents"] = message(artifact.text);
    all.push_back(std::move(one));
  }
  return all;
}

Places::Places(Artifacts& artifacts, const verdict::ClassResult& result)
    : d_artifacts(artifacts), d_result(result) {
  if (!result.source.empty() && !result.source_text.empty())
    artifacts.add_text(result.source, result.source_text);
  for (const verdict::IncludedFile& file : result.included) artifacts.add_text(file.name, file.text);
}

Json Places::region(const verdict::SourceLocation& place) const {
  Json region{{"startLine", place.line}};
  const std::optional<std::string_view> line = line_of(text_at(d_result, place), place.line);
  if (!line) {
    if (place.column != 0) region["startColumn"] = place.column;
    return region;
  }
  const Range mark = mark_at(*line, place.column);
  region["startColumn"] = code_points(*line, mark.begin) + 1;
  region["endColumn"] = code_points(*line, mark.end) + 1;
  region["snippet"] = message(*line);
  return region;
}

Json Places::physical(const verdict::SourceLocation& place) {
  // The class's source has only one name, whatever folder a location gives it.
  const bool own = place.file.empty() || in_source(d_result, place);
  Json physical{{"artifactLocation", d_artifacts.location(own ? d_result.source : place.file)}};
  // Consumers refuse a place without a line.
  physical["region"] = place.line != 0 ? region(place) : Json{{"startLine", 1}};
  return physical;
}

Json Places::location(const verdict::SourceLocation& place, std::string_view text) {
  Json location{
      {"physicalLocation", physical(place)},
      {"logicalLocations", Json::array({{{"name", clean(d_result.kernel)}, {"kind", "function"}}})}};
  if (!text.empty()) location["message"] = message(text);
  return location;
}

Json Places::whole_source() {
  return location({.file = d_result.source, .role = {}}, {});
}

}  // namespace launchproof::reports
