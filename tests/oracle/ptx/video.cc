// Implements the video instructions according to the pseudo-code of the PTX ISA. Its 33- and 34-bit numbers
// are 128 bits wide here.
#include <algorithm>
#include <set>

#include "tests/oracle/ptx/frame.h"

namespace launchproof::oracle::ptx {

namespace {

__extension__ typedef __int128 Wide;

Wide read_as(Word bits, char kind, unsigned width) {
  const Word part = bits & mask_of(width);
  return kind == 's' ? Wide{sign_extended(part, width)} : Wide{part};
}

Wide limited(Wide value, char kind, unsigned width) {
  const Wide most = kind == 's' ? (Wide{1} << (width - 1)) - 1 : (Wide{1} << width) - 1;
  const Wide least = kind == 's' ? -(Wide{1} << (width - 1)) : 0;
  return std::clamp(value, least, most);
}

Wide magnitude(Wide value) {
  return value < 0 ? -value : value;
}

bool compares(const std::string& name, Wide a, Wide b) {
  if (name == "eq") return a == b;
  if (name == "ne") return a != b;
  if (name == "lt") return a < b;
  if (name == "le") return a <= b;
  if (name == "gt") return a > b;
  return a >= b;
}

struct VideoForm {
  std::string name;  // without the number of lanes
  unsigned lanes = 1;
  char result = 'u';
  char a = 'u';
  char b = 'u';
  std::string how;     // the comparison, or the mode of a shift
  std::string second;  // the operation with the third operand
  bool saturates = false;
};

// The position of a part: its first bit and its width.
struct Part {
  unsigned first = 0;
  unsigned width = 32;
};

Part part_of(const Statement& statement, const Operand& operand) {
  if (operand.parts.empty()) return {};
  const unsigned width = operand.parts[0] == 'b' ? 8 : 16;
  if (operand.parts.size() != 2 || operand.parts[1] < '0') statement.refuse("a part of another form");
  const unsigned first = width * static_cast<unsigned>(operand.parts[1] - '0');
  if (first >= 32) statement.refuse("a part that is not there");
  return {first, width};
}

Operand whole(Operand operand) {
  operand.parts.clear();
  operand.minus = false;
  return operand;
}

VideoForm video_form(const Statement& statement) {
  VideoForm form;
  form.name = statement.words[0];
  if (form.name.back() == '2' || form.name.back() == '4') {
    form.lanes = form.name.back() == '2' ? 2 : 4;
    form.name.pop_back();
  }
  static const std::set<std::string> kHow{"eq", "ne", "lt", "le", "gt", "ge", "clamp", "wrap"};
  std::string kinds;
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (word == "u32" || word == "s32")
      kinds += word[0];
    else if (kHow.contains(word))
      form.how = word;
    else if (word == "add" || word == "min" || word == "max")
      form.second = word;
    else if (word == "sat")
      form.saturates = true;
    else if (form.name != "vmad" || (word != "po" && word != "shr7" && word != "shr15"))
      statement.refuse("the word " + word);
  }
  if (form.name == "vset") kinds = "u" + kinds;
  if (kinds.size() != 3) statement.refuse("types of another number");
  form.result = kinds[0];
  form.a = kinds[1];
  form.b = kinds[2];
  return form;
}

Wide computed(const VideoForm& form, Wide a, Wide b) {
  if (form.name == "vadd") return a + b;
  if (form.name == "vsub") return a - b;
  if (form.name == "vabsdiff") return magnitude(a - b);
  if (form.name == "vmin") return std::min(a, b);
  if (form.name == "vmax") return std::max(a, b);
  if (form.name == "vavrg") return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  if (form.name == "vset") return compares(form.how, a, b) ? 1 : 0;
  const auto by = static_cast<unsigned>(form.how == "wrap" ? b & 31 : std::min<Wide>(b, 32));
  return form.name == "vshl" ? a << by : a >> by;
}

Action product(const Statement& statement, const Frame& frame, const VideoForm& form) {
  const Part pa = part_of(statement, statement.operands[1]);
  const Part pb = part_of(statement, statement.operands[2]);
  const bool flips = statement.operands[1].minus != statement.operands[2].minus;
  const bool flips_sum = statement.operands[3].minus;
  const bool one = statement.has("po");
  const bool is_signed = form.a == 's' || form.b == 's' || flips || flips_sum;
  unsigned by = 0;
  if (statement.has("shr7")) by = 7;
  if (statement.has("shr15")) by = 15;
  const Sink sink = frame.sink(statement, statement.operands[0], kWord);
  std::array<Source, 3> sources;
  for (std::size_t i = 0; i < 3; ++i)
    sources[i] = frame.source(statement, whole(statement.operands[i + 1]), kWord);
  return [=](Context& context) {
    Wide value = read_as(sources[0].value(context) >> pa.first, form.a, pa.width) *
                 read_as(sources[1].value(context) >> pb.first, form.b, pb.width);
    Wide more = read_as(sources[2].value(context), is_signed ? 's' : 'u', 32);
    int last = 0;
    if (one) {
      last = 1;
    } else if (flips) {
      value = ~value;
      last = 1;
    } else if (flips_sum) {
      more = ~more;
      last = 1;
    }
    value = (value + more + last) >> by;
    if (form.saturates) value = limited(value, is_signed ? 's' : 'u', 32);
    sink.put(context, static_cast<Word>(value));
  };
}

Action of_one(const Statement& statement, const Frame& frame, const VideoForm& form) {
  const Operand& to = statement.operands[0];
  const bool merges = !to.parts.empty();
  const std::size_t count = merges || !form.second.empty() ? 4 : 3;
  if (statement.operands.size() != count) statement.refuse("operands of another number");
  const Part into = part_of(statement, to);
  const Part pa = part_of(statement, statement.operands[1]);
  const Part pb = part_of(statement, statement.operands[2]);
  const Sink sink = frame.sink(statement, whole(to), kWord);
  const Source a = frame.source(statement, whole(statement.operands[1]), kWord);
  const Source b = frame.source(statement, whole(statement.operands[2]), kWord);
  const Source c = count == 4 ? frame.source(statement, statement.operands[3], kWord) : Source{};
  return [=](Context& context) {
    Wide value = computed(form, read_as(a.value(context) >> pa.first, form.a, pa.width),
                          read_as(b.value(context) >> pb.first, form.b, pb.width));
    if (form.saturates) value = limited(value, form.result, into.width);
    const Word third = c.value(context);
    const Wide number = read_as(third, form.result, 32);
    if (form.second == "add") value += number;
    if (form.second == "min") value = std::min(value, number);
    if (form.second == "max") value = std::max(value, number);
    Word bits = static_cast<Word>(value) & mask_of(into.width);
    if (merges) bits = (third & ~(mask_of(into.width) << into.first)) | bits << into.first;
    sink.put(context, bits);
  };
}

// Returns the lanes that a selector names, lowest lane first. The selector names them from the highest lane
// on.
std::vector<unsigned> lanes_named(const Operand& operand, const std::string& by_default) {
  const std::string digits = operand.parts.empty() ? by_default : operand.parts.substr(1);
  std::vector<unsigned> lanes;
  for (const char digit : digits) lanes.push_back(static_cast<unsigned>(digit - '0'));
  std::ranges::reverse(lanes);
  return lanes;
}

Action of_several(const Statement& statement, const Frame& frame, const VideoForm& form) {
  if (statement.operands.size() != 4) statement.refuse("operands of another number");
  const unsigned width = 32 / form.lanes;
  const bool two = form.lanes == 2;
  const std::vector<unsigned> results = lanes_named(statement.operands[0], two ? "10" : "3210");
  const std::vector<unsigned> of_a = lanes_named(statement.operands[1], two ? "10" : "3210");
  const std::vector<unsigned> of_b = lanes_named(statement.operands[2], two ? "32" : "7654");
  if (of_a.size() != form.lanes || of_b.size() != form.lanes) statement.refuse("parts of another number");
  const Sink sink = frame.sink(statement, whole(statement.operands[0]), kWord);
  const Source a = frame.source(statement, whole(statement.operands[1]), kWord);
  const Source b = frame.source(statement, whole(statement.operands[2]), kWord);
  const Source c = frame.source(statement, statement.operands[3], kWord);
  return [=](Context& context) {
    const Word both = b.value(context) << 32 | a.value(context);
    const Word third = c.value(context);
    Word sum = third;
    Word merged = third;
    for (const unsigned lane : results) {
      Wide value = computed(form, read_as(both >> (width * of_a[lane]), form.a, width),
                            read_as(both >> (width * of_b[lane]), form.b, width));
      if (form.saturates) value = limited(value, form.result, width);
      sum += static_cast<Word>(value);
      merged &= ~(mask_of(width) << (width * lane));
      merged |= (static_cast<Word>(value) & mask_of(width)) << (width * lane);
    }
    sink.put(context, form.second == "add" ? sum : merged);
  };
}

}  // namespace

Action video_action(const Statement& statement, const Frame& frame) {
  static const std::set<std::string> kNames{"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset", "vavrg"};
  static const std::set<std::string> kOfOne{"vshl", "vshr", "vmad"};
  const std::string& name = statement.words[0];
  const bool several =
      kNames.contains(name.substr(0, name.size() - 1)) && (name.back() == '2' || name.back() == '4');
  if (!several && !kNames.contains(name) && !kOfOne.contains(name)) return nullptr;
  const VideoForm form = video_form(statement);
  if (statement.operands.size() < 3) statement.refuse("operands are missing");
  if (several) return of_several(statement, frame, form);
  if (name != "vmad") return of_one(statement, frame, form);
  if (statement.operands.size() != 4) statement.refuse("operands of another number");
  return product(statement, frame, form);
}

}  // namespace launchproof::oracle::ptx
