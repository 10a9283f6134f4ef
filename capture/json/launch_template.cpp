#include "capture/json/launch_template.h"

#include <utility>

#include "capture/json/json_piece.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kLongestText = 16384;
constexpr std::size_t kWorth = 3;   // a template's text must be at least this many times as long as the
                                    // differences
constexpr std::size_t kKeys = 128;  // more space than keys and punctuation take

using Kind = TextPiece::Kind;

std::string_view without_comma(std::string_view piece) {
  return piece.starts_with(',') ? piece.substr(1) : piece;
}

// An item of the list of arguments.
struct Item {
  std::string_view text;          // without the comma before it
  std::size_t plain_members = 0;  // TextPiece::plain_members of that text
};

std::string_view next_member(std::string_view& members) {
  const std::size_t comma = members.find(',');
  const std::string_view member = members.substr(0, comma);
  members.remove_prefix(comma == std::string_view::npos ? members.size() : comma + 1);
  return member;
}

std::string_view key_of(std::string_view member) {
  return member.substr(0, member.find(':'));
}

// Adds the plain members in which `argument` differs from `model`. Returns false, and adds nothing, unless
// both have the same plain members and the same text before them.
bool add_differing_members(const Item& argument, const Item& model, std::string& line) {
  if (argument.plain_members == 0 || argument.plain_members != model.plain_members ||
      argument.text.substr(0, argument.plain_members) != model.text.substr(0, model.plain_members))
    return false;
  const auto members = [](const Item& of) {
    return of.text.substr(of.plain_members, of.text.size() - of.plain_members - 1);
  };
  const std::size_t length = line.size();
  line += '{';
  std::string_view rest = members(argument), rest_of_model = members(model);
  bool is_alike = true;
  while (is_alike && !(rest.empty() && rest_of_model.empty())) {
    const std::string_view member = next_member(rest), other = next_member(rest_of_model);
    if (member == other) continue;
    is_alike = key_of(member) == key_of(other);
    if (line.back() != '{') line += ',';
    line += member;
  }
  if (is_alike)
    line += '}';
  else
    line.resize(length);
  return is_alike;
}

// Adds the digits of `argument` if both are values without a name or type. Returns false otherwise.
bool add_digits(std::string_view argument, std::string_view model, std::string& line) {
  constexpr std::string_view kValue = R"({"kind":"value","bytes":)";
  if (!argument.starts_with(kValue) || !model.starts_with(kValue)) return false;
  line += argument.substr(kValue.size(), argument.size() - kValue.size() - 1);
  return true;
}

void add_argument(const Item& argument, const Item& model, std::string& line) {
  if (!add_digits(argument.text, model.text, line) && !add_differing_members(argument, model, line))
    line += argument.text;
}

// The sequence of pieces of a text.
class Pieces {
 public:
  Pieces(std::string_view text, const TextPieces& pieces)
      : d_text(text), d_next(pieces.data()), d_end(pieces.data() + pieces.size()) {}

  bool at_end() const { return d_next == d_end; }
  void step() {
    const std::size_t end = d_next + 1 == d_end ? d_text.size() : d_next[1].begin;
    d_begin = d_next->begin;
    d_piece = {d_text.data() + d_begin, end - d_begin};
    d_plain_members = d_next->plain_members;
    d_kind = d_next->kind;
    ++d_next;
  }
  std::string_view piece() const { return d_piece; }
  Kind kind() const { return d_kind; }
  Item item() const {
    const std::string_view text = without_comma(d_piece);
    const std::size_t skipped = d_begin + (d_piece.size() - text.size());
    return {text, d_plain_members == 0 ? 0 : d_plain_members - skipped};
  }

 private:
  std::string_view d_text, d_piece;
  const TextPiece* d_next;
  const TextPiece* d_end;
  std::size_t d_begin = 0, d_plain_members = 0;
  Kind d_kind = Kind::Fixed;
};

// Returns false if the texts do not have the same kinds of pieces, or differ in a fixed piece.
bool add_differences(std::string_view text, const TextPieces& pieces, std::string_view model,
                     const TextPieces& of_model, std::string& line) {
  if (pieces.size() != of_model.size()) return false;
  std::uint64_t argument = 0;
  bool in_arguments = false;
  const std::size_t longest = model.size() / kWorth;
  for (Pieces own(text, pieces), others(model, of_model); !own.at_end();) {
    own.step();
    others.step();
    const Kind kind = own.kind();
    if (kind != others.kind()) return false;
    const bool is_same = own.piece() == others.piece();
    if (kind == Kind::Fixed) {
      if (!is_same) return false;
      if (in_arguments) line += '}';
      in_arguments = false;
    } else if (kind == Kind::Member) {
      if (!is_same) line += own.piece();
    } else {
      if (!is_same) {
        line += in_arguments ? "," : R"(,"arguments":{)";
        in_arguments = true;
        line += '"';
        line += std::to_string(argument);
        line += R"(":)";
        add_argument(own.item(), others.item(), line);
        if (line.size() > longest) return false;
      }
      ++argument;
    }
  }
  return line.size() <= longest;
}

// Omits what equals the template.
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
  // There is no way to state that a queue is unknown.
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
