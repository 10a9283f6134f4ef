#include "cli/jobs/contents_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "verify/jobs/given/given_launch.h"

namespace launchproof::cli {
namespace {

constexpr std::size_t kMostNamed = 8;                     // number of launches listed that violate one
                                                          // precondition
constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // limit of the total size of all contents

const capture::BufferArgument* buffer_of(const capture::Launch& launch, std::size_t parameter) {
  return parameter < launch.arguments.size()
             ? std::get_if<capture::BufferArgument>(&launch.arguments[parameter].value)
             : nullptr;
}

class Checker {
 public:
  Checker(const capture::Capture& capture, const std::vector<capture::LaunchClass>& classes)
      : d_capture(capture), d_classes(classes) {}

  // Checks a precondition of the class with this number, from 0.
  void check(std::size_t number, verdict::ContentsPrecondition& condition) {
    const capture::Launch& own = d_capture.launches.at(d_classes.at(number).first);
    const capture::BufferArgument* const buffer = buffer_of(own, condition.parameter);
    if (buffer == nullptr || !buffer->bytes) return;
    const model::ContentsProperties properties = jobs::parse_properties(
        {.name = condition.name, .properties = condition.properties}, "", buffer->bytes);
    std::map<std::string, bool> known;  // keyed by the digest of the contents
    std::size_t broken = 0;
    for (std::size_t i = 0; i < d_classes.size(); ++i)
      for (const std::size_t launch : d_classes[i].launches) {
        const capture::Launch& one = d_capture.launches[launch];
        const capture::BufferArgument* const other = buffer_of(one, condition.parameter);
        if (one.kernel != own.kernel || one.program_digest != own.program_digest ||
            one.options != own.options || other == nullptr || other->bytes != buffer->bytes ||
            !other->contents || !other->contents->recorded())
          continue;
        const auto [entry, fresh] = known.try_emplace(std::string(other->contents->digest), false);
        if (fresh) {
          const auto keeps = has(*other, properties);
          if (!keeps) known.erase(entry);
          if (!keeps) continue;
          entry->second = *keeps;
        }
        if (entry->second)
          condition.kept_by += one.count;
        else if (++broken <= kMostNamed)
          condition.broken_by.push_back(fmt::format("launch {} (class {})", launch + 1, i + 1));
      }
    if (broken > kMostNamed) condition.broken_by.push_back(fmt::format("{} more", broken - kMostNamed));
  }

 private:
  // Returns nothing if the contents cannot be read.
  std::optional<bool> has(const capture::BufferArgument& buffer,
                          const model::ContentsProperties& properties) {
    if (*buffer.bytes > kMostBytes - d_read) return std::nullopt;
    try {
      const auto bytes = d_capture.contents(buffer);
      if (!bytes) return std::nullopt;
      d_read += bytes->size();
      return model::has_properties(std::vector<std::uint8_t>(bytes->begin(), bytes->end()), properties);
    } catch (const capture::InputError&) {
      return std::nullopt;  // a note reports it when the launch is verified
    }
  }

  const capture::Capture& d_capture;
  const std::vector<capture::LaunchClass>& d_classes;
  std::size_t d_read = 0;
};

}  // namespace

std::function<void(verdict::Results&)> contents_checks(std::shared_ptr<const capture::Capture> capture,
                                                       std::vector<capture::LaunchClass> classes) {
  return [capture = std::move(capture), classes = std::move(classes)](verdict::Results& results) {
    Checker checker(*capture, classes);
    for (verdict::ClassResult& result : results.results) {
      std::size_t number = 0;
      const std::string& text = result.class_numbers;
      std::from_chars(text.data(), text.data() + text.size(), number);
      if (number == 0 || number > classes.size()) continue;
      for (verdict::ContentsPrecondition& condition : result.contents_preconditions)
        checker.check(number - 1, condition);
    }
  };
}

}  // namespace launchproof::cli
