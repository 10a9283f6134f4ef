#include "capture/reading/launch_lines.h"

#include <charconv>
#include <stdexcept>

namespace launchproof::capture {
namespace {

std::size_t place_in(const Json& list, const std::string& number) {
  std::size_t place = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), place);
  if (error != std::errc{} || end != number.data() + number.size() || place >= list.size())
    throw std::runtime_error("the launch that it is like has no argument " + number);
  return place;
}

// The argument has other bytes or members, or is a different argument.
void change(Json& argument, const Json& to) {
  if (to.is_string())
    argument["bytes"] = to;
  else if (to.contains("kind"))
    argument = to;
  else
    argument.update(to);
}

}  // namespace

Json LaunchLines::whole(Json line) {
  const auto like = line.find("like");
  if (like == line.end()) {
    const std::uint64_t counter = number_from(line.at("counter"));
    const auto [latest, is_first] =
        d_latest.try_emplace({line.at("kernel").dump(), number_from(line.at("program"))}, counter);
    if (!is_first) d_whole.erase(std::exchange(latest->second, counter));
    d_whole.insert_or_assign(counter, line);
    return line;
  }
  const auto model = d_whole.find(number_from(*like));
  if (model == d_whole.end())
    throw std::runtime_error("it is like the launch of counter " + like->dump() + ", which is not there");
  // Keeping the counters of the other launch would count it twice.
  for (const char* own : {"sequence", "counter"})
    if (!line.contains(own)) throw std::runtime_error(std::string("it has no ") + own);
  Json result = model->second;
  for (const auto& [name, value] : line.items()) {
    if (name == "like") continue;
    if (name != "arguments") {
      result[name] = value;
      continue;
    }
    if (!value.is_object()) throw std::runtime_error("the arguments in which it differs are no object");
    Json& arguments = result.at(name);
    for (const auto& [number, argument] : value.items())
      change(arguments[place_in(arguments, number)], argument);
  }
  return result;
}

}  // namespace launchproof::capture
