#include "capture/launch_template.h"

#include <optional>
#include <utility>

#include "capture/json_piece.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kLongestText = 16384;
constexpr std::size_t kWorth = 3;   // a template's text is so many times as long as the differences, at least
constexpr std::size_t kKeys = 128;  // more room than keys and punctuation take

using Kind = TextPiece::Kind;

std::string_view piece_of(std::string_view text, const TextPieces& pieces, std::size_t number) {
  const std::size_t begin = pieces[number].begin;
  const std::size_t end = number + 1 < pieces.size() ? pieces[number + 1].begin : text.size();
  return text.substr(begin, end - begin);
}

std::string_view without_comma(std::string_view piece) {
  return piece.starts_with(',') ? piece.substr(1) : piece;
}

// The members of an object but for its braces, as long as they are numbers, from behind `"kind":"buffer",`
// on.
struct Numbers {
  std::string_view before;  // up to there
  std::string_view members;
};

std::optional<Numbers> numbers_of_buffer(std::string_view argument) {
  constexpr std::string_view kKind = R"("kind":"buffer",)";
  const std::size_t kind = argument.find(kKind);
  if (kind == std::string_view::npos || !argument.ends_with('}')) return std::nullopt;
  const std::size_t begin = kind + kKind.size();
  const std::string_view members = argument.substr(begin, argument.size() - begin - 1);
  // Contents are an object, and a name may say what looks like the kind.
  if (members.find_first_of("{}[]\\ ") != std::string_view::npos) return std::nullopt;
  return Numbers{argument.substr(0, begin), members};
}

std::string_view next_member(std::string_view& members) {
  const std::size_t comma = members.find(',');
  const std::string_view member = members.substr(0, comma);
  members.remove_prefix(comma == std::string_view::npos ? members.size() : comma + 1);
  return member;
}

std::string_view key_of(std::string_view member) {
  return member.substr(0, member.find(':'));
}

// Of two buffers with the same members: those that differ. False for others.
bool add_differing_numbers(std::string_view argument, std::string_view model, std::string& line) {
  const auto numbers = numbers_of_buffer(argument), of_model = numbers_of_buffer(model);
  if (!numbers || !of_model || numbers->before != of_model->before) return false;
  const std::size_t length = line.size();
  line += '{';
  std::string_view rest = numbers->members, rest_of_model = of_model->members;
  bool is_alike = true;
  while (is_alike && !(rest.empty() && rest_of_model.empty())) {
    const std::string_view member = next_member(rest), other = next_member(rest_of_model);
    is_alike = key_of(member) == key_of(other);
    if (member == other) continue;
    if (line.back() != '{') line += ',';
    line += member;
  }
  if (is_alike)
    line += '}';
  else
    line.resize(length);
  return is_alike;
}

// Of two values without a name or type: the digits of the first. False for others.
bool add_digits(std::string_view argument, std::string_view model, std::string& line) {
  constexpr std::string_view kValue = R"({"kind":"value","bytes":)";
  if (!argument.starts_with(kValue) || !model.starts_with(kValue)) return false;
  line += argument.substr(kValue.size(), argument.size() - kValue.size() - 1);
  return true;
}

void add_argument(std::string_view argument, std::string_view model, std::string& line) {
  if (!add_digits(argument, model, line) && !add_differing_numbers(argument, model, line)) line += argument;
}

// False when the texts are not made of the same kinds of pieces, or differ in a fixed one.
bool add_differences(std::string_view text, const TextPieces& pieces, std::string_view model,
                     const TextPieces& of_model, std::string& line) {
  if (pieces.size() != of_model.size()) return false;
  std::uint64_t argument = 0;
  bool in_arguments = false;
  const std::size_t longest = model.size() / kWorth;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Kind kind = pieces[i].kind;
    if (kind != of_model[i].kind || line.size() > longest) return false;
    const std::string_view piece = piece_of(text, pieces, i);
    const bool is_same = piece == piece_of(model, of_model, i);
    if (kind == Kind::Fixed) {
      if (!is_same) return false;
      if (in_arguments) line += '}';
      in_arguments = false;
    } else if (kind == Kind::Member) {
      if (!is_same) line += piece;
    } else {
      if (!is_same) {
        line += in_arguments ? "," : R"(,"arguments":{)";
        in_arguments = true;
        line += '"';
        line += std::to_string(argument);
        line += R"(":)";
        add_argument(without_comma(piece), without_comma(piece_of(model, of_model, i)), line);
      }
      ++argument;
    }
  }
  return line.size() <= longest;
}

// What is as in the template stays away.
void close_differences(std::string& line, const LaunchEnd& end, const LaunchEnd& of_model) {
  JsonPiece<kKeys + 4 * kMostDigits> members;
  members.literal(R"(,"sequence":)").number(end.sequence);
  if (end.thread != of_model.thread) members.literal(R"(,"thread":)").number(end.thread);
  members.literal(R"(,"counter":)").number(end.counter);
  if (end.queue != of_model.queue) members.literal(R"(,"queue":)").number(end.queue);
  line += members.literal("}").str();
}

}  // namespace

void LaunchTemplates::close(std::string& open_json, const TextPieces& pieces, const Launch& launch,
                            const LaunchEnd& end) {
  std::string key = launch.kernel;
  key += '\0';
  key += std::to_string(launch.program);
  const auto known = d_templates.find(key);
  // A queue that is not known cannot be said.
  if (known != d_templates.end() && (end.queue != 0 || known->second.end.queue == 0)) {
    const Template& model = known->second;
    d_line.assign(R"({"like":)");
    d_line += std::to_string(model.end.counter);
    if (add_differences(open_json, pieces, model.text, model.pieces, d_line)) {
      close_differences(d_line, end, model.end);
      std::swap(open_json, d_line);
      return;
    }
  }
  if (known != d_templates.end()) {
    d_bytes -= known->second.text.size();
    d_templates.erase(known);
  }
  if (open_json.size() <= kLongestText) {
    if (d_bytes + open_json.size() > kMostBytes) clear();
    d_bytes += open_json.size();
    d_templates.emplace(std::move(key), Template{open_json, pieces, end});
  }
  close_launch(open_json, end);
}

void LaunchTemplates::clear() {
  d_templates.clear();
  d_bytes = 0;
}

}  // namespace launchproof::capture
