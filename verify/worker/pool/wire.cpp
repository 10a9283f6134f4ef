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

}  // namespace

std::string to_text(const Request& request) {
  return dump(Json{{"task", request.task}, {"selector", request.selector}, {"refine", request.refine}});
}

Request request_from_text(const std::string& text) {
  const Json json = Json::parse(text);
  return {json.at("task").get<std::size_t>(), json.at("selector").get<std::string>(),
          json.at("refine").get<bool>()};
}

std::string to_text(const TaskOutcome& outcome, const MoreText& more) {
  const auto& [result, expand, prepared, partial, interim, has_own_time, counts_for_kind, rest] = outcome;
  Json json{{"result", verdict::to_json(result)},
            {"expand", expand},
            {"prepared", prepared},
            {"partial", partial},
            {"interim", interim},
            {"has_own_time", has_own_time},
            {"counts_for_kind", counts_for_kind}};
  if (rest.has_value() && more.to_text) json["more"] = more.to_text(rest);
  return dump(json);
}

TaskOutcome task_outcome_from_text(const std::string& text, const MoreText& more) {
  try {
    const Json json = Json::parse(text);
    TaskOutcome outcome;
    json.at("expand").get_to(outcome.expand);
    json.at("prepared").get_to(outcome.prepared);
    json.at("partial").get_to(outcome.partial);
    json.at("interim").get_to(outcome.interim);
    json.at("has_own_time").get_to(outcome.has_own_time);
    json.at("counts_for_kind").get_to(outcome.counts_for_kind);
    if (outcome.expand.empty())
      outcome.result = verdict::class_result_from_json(json.at("result").get<std::string>());
    if (const auto rest = json.find("more"); rest != json.end())
      outcome.more = more.from_text(rest->get<std::string>());
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
