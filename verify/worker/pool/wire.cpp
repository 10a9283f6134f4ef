#include "verify/worker/pool/wire.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace launchproof::worker {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kHeaderBytes = sizeof(std::uint32_t);

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool send_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(descriptor, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int descriptor, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(descriptor, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
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

std::string to_text(const Request& request) {
  return dump(Json{{"task", request.task}, {"selector", request.selector}, {"refine", request.refine}});
}

Request request_from_text(const std::string& text) {
  const Json json = Json::parse(text);
  return {json.at("task").get<std::size_t>(), json.at("selector").get<std::string>(),
          json.at("refine").get<bool>()};
}

std::string to_text(const Outcome& outcome) {
  Json merged = Json::array();
  for (const Outcome::Merged& one : outcome.merged) {
    Json words = Json::array();
    for (const LaunchWords& launch : one.words) words.push_back(words_json(launch));
    merged.push_back(
        {{"result", verdict::to_json(one.result)}, {"jobs", one.jobs}, {"words", std::move(words)}});
  }
  Json sizes = Json::array();
  if (outcome.sizes) sizes = {outcome.sizes->local, outcome.sizes->groups};
  return dump(Json{{"merged", std::move(merged)},
                   {"result", verdict::to_json(outcome.result)},
                   {"expand", outcome.expand},
                   {"prepared", outcome.prepared},
                   {"partial", outcome.partial},
                   {"interim", outcome.interim},
                   {"second_engine", outcome.second_engine},
                   {"derives", outcome.derives},
                   {"repairs", outcome.repairs},
                   {"lasting", outcome.lasting},
                   {"files", files_json(outcome.files)},
                   {"input_error", outcome.input_error},
                   {"doubts", doubts_json(outcome.doubts)},
                   {"strict", outcome.strict},
                   {"sizes", std::move(sizes)},
                   {"unused", outcome.unused}});
}

Outcome outcome_from_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Outcome outcome;
    outcome.expand = json.at("expand").get<std::vector<std::string>>();
    outcome.prepared = json.at("prepared").get<bool>();
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
    throw std::runtime_error(std::string("a worker process sent a damaged answer: ") + error.what());
  }
}

bool write_frame(int descriptor, const std::string& payload) {
  const auto size = static_cast<std::uint32_t>(payload.size());
  std::array<char, kHeaderBytes> header{};
  std::memcpy(header.data(), &size, kHeaderBytes);
  return send_all(descriptor, header.data(), kHeaderBytes) &&
         send_all(descriptor, payload.data(), payload.size());
}

bool read_frame(int descriptor, std::string& payload) {
  std::uint32_t size = 0;
  std::array<char, kHeaderBytes> header{};
  if (!receive_all(descriptor, header.data(), kHeaderBytes)) return false;
  std::memcpy(&size, header.data(), kHeaderBytes);
  payload.resize(size);
  return receive_all(descriptor, payload.data(), size);
}

bool FrameReader::fill(int descriptor) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  d_data.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0;
}

std::optional<std::string> FrameReader::next() {
  if (d_data.size() < kHeaderBytes) return std::nullopt;
  std::uint32_t size = 0;
  std::memcpy(&size, d_data.data(), kHeaderBytes);
  if (d_data.size() < kHeaderBytes + size) return std::nullopt;
  std::string payload = d_data.substr(kHeaderBytes, size);
  d_data.erase(0, kHeaderBytes + size);
  return payload;
}

}  // namespace launchproof::worker
