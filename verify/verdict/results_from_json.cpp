#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "verify/verdict/digest.h"
#include "verify/verdict/results.h"
#include "verify/verdict/schema.h"

namespace launchproof::verdict {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view kRemedy = "; the file is damaged or was edited: verify again to write it anew";

// A value together with its place in the document, for messages.
class Node {
 public:
  Node(const Json& value, std::string path) : d_value(&value), d_path(std::move(path)) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("results JSON, " + (d_path.empty() ? std::string("top level") : d_path) + ": " +
                             what + std::string(kRemedy));
  }

  bool is_null() const { return d_value->is_null(); }
  bool has(const char* key) const { return d_value->is_object() && d_value->contains(key); }

  Node at(const char* key) const {
    if (!d_value->is_object()) fail(std::string("expected an object, found ") + d_value->type_name());
    const auto entry = d_value->find(key);
    if (entry == d_value->end()) fail(std::string("\"") + key + "\" is missing");
    return {*entry, d_path.empty() ? key : d_path + "." + key};
  }

  std::string text() const {
    if (!d_value->is_string()) fail(std::string("expected a string, found ") + d_value->type_name());
    return d_value->get<std::string>();
  }

  std::uint64_t number() const {
    if (!d_value->is_number_unsigned()) fail("expected a whole number from 0, found " + shown());
    return d_value->get<std::uint64_t>();
  }

  // An offset or address, which may be negative, in two's complement. Earlier versions wrote it without a
  // sign.
  std::uint64_t signed_number() const {
    if (d_value->is_number_unsigned()) return d_value->get<std::uint64_t>();
    if (!d_value->is_number_integer()) fail("expected a whole number, found " + shown());
    return static_cast<std::uint64_t>(d_value->get<std::int64_t>());
  }

  std::uint32_t small_number() const {
    const std::uint64_t value = number();
    if (value > std::numeric_limits<std::uint32_t>::max()) fail("the number " + shown() + " is too large");
    return static_cast<std::uint32_t>(value);
  }

  double real() const {
    if (!d_value->is_number()) fail("expected a number, found " + shown());
    return d_value->get<double>();
  }

  bool boolean() const {
    if (!d_value->is_boolean()) fail("expected true or false, found " + shown());
    return d_value->get<bool>();
  }

  template <typename Make>
  auto list(Make make) const {
    if (!d_value->is_array()) fail(std::string("expected a list, found ") + d_value->type_name());
    std::vector<decltype(make(*this))> items;
    items.reserve(d_value->size());
    for (std::size_t i = 0; i < d_value->size(); ++i) {
      items.push_back(make(Node((*d_value)[i], d_path + "[" + std::to_string(i) + "]")));
    }
    return items;
  }

  // Calls visit(key, value) for each member of an object.
  template <typename Visit>
  void members(Visit visit) const {
    if (!d_value->is_object()) fail(std::string("expected an object, found ") + d_value->type_name());
    for (const auto& [key, value] : d_value->items()) visit(key, Node(value, d_path + "." + key));
  }

 private:
  std::string shown() const {
    if (d_value->is_structured()) return d_value->type_name();
    return d_value->dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60);
  }

  const Json* d_value;
  std::string d_path;
};

// Reads a name of the registry.
template <typename Parse>
auto registered(const Node& node, Parse parse, const char* what) {
  const std::string text = node.text();
  const auto value = parse(text);
  if (!value) {
    node.fail(std::string("unknown ") + what + " \"" + text.substr(0, 60) +
              "\" (docs/verdicts.md lists those that this version knows)");
  }
  return *value;
}

std::string text(const Node& node) {
  return node.text();
}

SourceLocation location(const Node& node) {
  return {.file = node.at("file").text(),
          .line = node.at("line").small_number(),
          .column = node.at("column").small_number(),
          .role = node.at("role").text()};
}

NamedValue named(const Node& node) {
  return {.name = node.at("name").text(), .value = node.at("value").text()};
}

LoopIteration iteration(const Node& node) {
  return {.loop = location(node.at("loop")), .iteration = node.at("iteration").number()};
}

Approximation approximation(const Node& node) {
  return {.cause = registered(node.at("cause"), parse_cause, "cause"),
          .detail = node.at("detail").text(),
          .location = location(node.at("location"))};
}

std::array<std::uint64_t, 3> id(const Node& node) {
  const std::vector<std::uint64_t> values = node.list([](const Node& item) { return item.number(); });
  if (values.size() != 3) node.fail("expected 3 numbers, found " + std::to_string(values.size()));
  return {values[0], values[1], values[2]};
}

std::optional<std::uint64_t> optional(const Node& node) {
  return node.is_null() ? std::nullopt : std::optional(node.number());
}

WorkItem work_item(const Node& node) {
  return {.local_id = id(node.at("local_id")),
          .group_id = id(node.at("group_id")),
          .global_id = id(node.at("global_id")),
          .iterations = node.at("iterations").list(iteration),
          .values = node.at("values").list(named),
          .access = node.at("access").text(),
          .byte_offset = node.at("byte_offset").signed_number(),
          .bytes = node.at("bytes").number(),
          .array = node.at("array").text(),
          .element = node.has("element") ? node.at("element").text() : std::string()};
}

Grid grid(const Node& node) {
  Grid sizes{.work_dim = node.at("work_dim").small_number(),
             .global_size = id(node.at("global_size")),
             .local_size = id(node.at("local_size"))};
  if (sizes.work_dim < 1 || sizes.work_dim > 3) node.at("work_dim").fail("expected 1, 2 or 3");
  for (const auto& size : {sizes.global_size, sizes.local_size})
    if (std::ranges::find(size, 0) != size.end()) node.fail("a size of 0");
  return sizes;
}

ChosenValue chosen(const Node& node) {
  return {.parameter = node.at("parameter").small_number(),
          .name = node.at("name").text(),
          .contents = node.at("contents").boolean(),
          .byte = node.at("byte").number(),
          .bytes = node.at("bytes").small_number(),
          .value = node.at("value").number()};
}

Step step(const Node& node) {
  Step item{.work_item = node.at("work_item").small_number(),
            .does = node.at("does").text(),
            .location = location(node.at("location")),
            .array = {},
            .element = {},
            .byte_offset = 0,
            .bytes = 0,
            .value = {},
            .value_before = {},
            .barriers = node.at("barriers").number(),
            .meets = node.at("meets").boolean()};
  if (!node.has("bytes")) return item;
  item.array = node.at("array").text();
  if (node.has("element")) item.element = node.at("element").text();
  item.byte_offset = node.at("byte_offset").signed_number();
  item.bytes = node.at("bytes").number();
  item.value = node.at("value").text();
  if (node.has("value_before")) item.value_before = node.at("value_before").text();
  return item;
}

// The numbers of a pattern, "0 4 - 12".
std::vector<std::optional<std::uint64_t>> numbers(const Node& node, const std::string& text) {
  std::vector<std::optional<std::uint64_t>> result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(text.data() + begin, text.data() + end, number);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + end;
    if (!is_number && text.compare(begin, end - begin, "-") != 0)
      node.fail("expected numbers, found \"" + text + "\"");
    result.push_back(is_number ? std::optional(number) : std::nullopt);
    begin = end + 1;
  }
  return result;
}

std::vector<std::array<std::uint64_t, 3>> ids(const Node& node) {
  std::string text = node.text();
  std::ranges::replace(text, ',', ' ');
  const auto all = numbers(node, text);
  if (all.size() % 3 != 0) node.fail("expected three numbers for each work-item");
  std::vector<std::array<std::uint64_t, 3>> result;
  for (std::size_t i = 0; i + 2 < all.size(); i += 3)
    result.push_back({all[i].value_or(0), all[i + 1].value_or(0), all[i + 2].value_or(0)});
  return result;
}

PatternSite pattern_site(const Node& node) {
  return {.location = location(node.at("location")),
          .access = node.at("access").text(),
          .array = node.at("array").text(),
          .bytes = node.at("bytes").number(),
          .offsets = numbers(node.at("offsets"), node.at("offsets").text()),
          .first_iteration = node.at("first_iteration").boolean()};
}

AccessPattern pattern(const Node& node) {
  return {.local_ids = ids(node.at("local_ids")),
          .sites = node.at("sites").list(pattern_site),
          .left_out = node.at("left_out").number()};
}

Witness witness(const Node& node) {
  Witness item{.work_items = node.at("work_items").list(work_item),
               .address = node.at("address").is_null() ? std::nullopt
                                                       : std::optional(node.at("address").signed_number()),
               .array_bytes = optional(node.at("array_bytes")),
               .array_size = node.has("array_size") ? node.at("array_size").text() : std::string(),
               .interval = node.at("interval").text(),
               .needs = node.at("needs").list(named),
               .chosen = {},
               .steps = {}};
  if (node.has("chosen")) item.chosen = node.at("chosen").list(chosen);
  if (node.has("steps")) item.steps = node.at("steps").list(step);
  if (node.has("steps_left_out")) item.steps_left_out = node.at("steps_left_out").number();
  if (node.has("contents_shown")) item.contents_shown = node.at("contents_shown").text();
  return item;
}

Confirmation confirmation(const Node& node) {
  return registered(
      node,
      [](const std::string& word) -> std::optional<Confirmation> {
        if (word.starts_with(kNotReplayed)) return Confirmation::Exact;
        const auto* const found = std::find(kConfirmations.begin(), kConfirmations.end(), word);
        if (found == kConfirmations.end()) return std::nullopt;
        return static_cast<Confirmation>(found - kConfirmations.begin());
      },
      "confirmation");
}

Finding finding(const Node& node) {
  Finding item{.id = node.at("id").text(),
               .property = registered(node.at("property"), parse_property, "property"),
               .kind = node.at("kind").text(),
               .confirmation = confirmation(node.at("confirmation")),
               .message = node.at("message").text(),
               .locations = node.at("locations").list(location)};
  if (node.has("explanation")) item.explanation = node.at("explanation").text();
  if (!node.at("witness").is_null()) item.witness = witness(node.at("witness"));
  if (node.has("replay")) item.replay = node.at("replay").text();
  if (node.has("repro")) item.repro = node.at("repro").text();
  if (node.has("export_repro")) item.export_repro = node.at("export_repro").text();
  if (node.has("launch")) item.launch = node.at("launch").number();
  if (node.has("benign")) item.benign = node.at("benign").boolean();
  if (node.has("approximations")) item.approximations = node.at("approximations").list(approximation);
  if (node.has("consequences")) item.consequences = node.at("consequences").list(text);
  return item;
}

SourceEdit edit(const Node& node) {
  return {.line = node.at("line").small_number(),
          .removed = node.at("removed").small_number(),
          .inserted = node.at("inserted").list(text)};
}

Fix fix(const Node& node) {
  return {.title = node.at("title").text(),
          .file = node.has("file") ? node.at("file").text() : std::string(),
          .edits = node.at("edits").list(edit),
          .findings = node.at("findings").list(text),
          .is_complete = node.at("complete").boolean()};
}

Condition condition(const Node& node) {
  return {.text = node.at("text").text(), .pinned = node.at("pinned").boolean()};
}

Precondition precondition(const Node& node) {
  return {.proved = node.at("proved").boolean(),
          .engine = node.at("engine").text(),
          .conditions = node.at("conditions").list(condition),
          .any = node.at("any").list(text),
          .fixed = node.at("fixed").list(text),
          .assumptions = node.at("assumptions").list(text),
          .reason = node.at("reason").text(),
          .attempts = node.at("attempts").number(),
          .seconds = node.at("seconds").real()};
}

ContentsPrecondition contents_precondition(const Node& node) {
  return {.parameter = node.at("parameter").small_number(),
          .name = node.at("name").text(),
          .properties = node.at("properties").text(),
          .text = node.at("text").text(),
          .broken_by = node.at("broken_by").list(text),
          .kept_by = node.at("kept_by").number()};
}

void read_properties(ClassResult& result, const Node& node) {
  node.at("properties").members([&](const std::string& key, const Node& value) {
    const auto property = parse_property(key);
    if (!property) value.fail("unknown property (docs/verdicts.md lists those that this version knows)");
    result.properties[*property].verdict = registered(value, parse_verdict, "verdict");
  });
  if (!node.has("property_details")) return;
  node.at("property_details").members([&](const std::string& key, const Node& value) {
    const auto property = parse_property(key);
    if (!property || !result.properties.contains(*property)) value.fail("no such property in \"properties\"");
    PropertyResult& answer = result.properties[*property];
    answer.reason = value.at("reason").text();
    answer.causes = value.at("causes").list(approximation);
    if (value.has("engine")) answer.engine = value.at("engine").text();
  });
}

// The members in design section 9 must be present; those that this version adds may be missing.
ClassResult class_result(const Node& node, const std::vector<std::string>& texts) {
  ClassResult result{.kernel = node.at("kernel").text(),
                     .source = node.at("source").text(),
                     .launch = node.at("launch").text(),
                     .verdict = registered(node.at("verdict"), parse_verdict, "verdict"),
                     .reason = node.at("reason").text(),
                     .findings = node.at("findings").list(finding),
                     .assumptions = node.at("assumptions").list(text),
                     .seconds = node.at("seconds").real(),
                     .engine = node.at("engine").text()};
  read_properties(result, node);
  if (node.has("grid") && !node.at("grid").is_null()) result.grid = grid(node.at("grid"));
  if (node.has("launches")) result.launches = node.at("launches").number();
  if (node.has("facts")) result.facts = node.at("facts").list(text);
  if (node.has("notes")) result.notes = node.at("notes").list(text);
  if (node.has("classes")) result.classes = node.at("classes").number();
  if (node.has("class_numbers")) result.class_numbers = node.at("class_numbers").text();
  if (node.has("class_keys")) result.class_keys = node.at("class_keys").list(text);
  if (node.has("call_site")) result.call_site = node.at("call_site").text();
  if (node.has("repro")) result.repro = node.at("repro").text();
  if (node.has("unreachable")) result.unreachable = node.at("unreachable").list(location);
  if (node.has("questions")) result.questions = node.at("questions").number();
  if (node.has("settled")) result.settled = node.at("settled").number();
  if (node.has("cached")) result.cached = node.at("cached").boolean();
  if (node.has("cross_checked")) result.cross_checked = node.at("cross_checked").number();
  if (node.has("fixes")) result.fixes = node.at("fixes").list(fix);
  if (node.has("source_path")) result.source_path = node.at("source_path").text();
  if (node.has("pattern")) result.pattern = pattern(node.at("pattern"));
  if (node.has("precondition")) result.precondition = precondition(node.at("precondition"));
  if (node.has("contents_preconditions"))
    result.contents_preconditions = node.at("contents_preconditions").list(contents_precondition);
  const auto text_at = [&](const Node& index) {
    if (index.number() >= texts.size())
      index.fail("there are only " + std::to_string(texts.size()) + " source texts");
    return texts[index.number()];
  };
  if (node.has("included"))
    result.included = node.at("included").list([&](const Node& file) {
      return IncludedFile{.name = file.at("name").text(),
                          .text = file.has("text") ? file.at("text").text() : text_at(file.at("text_index"))};
    });
  if (node.has("source_text")) result.source_text = node.at("source_text").text();
  if (node.has("source_text_index")) result.source_text = text_at(node.at("source_text_index"));
  return result;
}

Json parse(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t offset = std::min<std::size_t>(error.byte == 0 ? 0 : error.byte - 1, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    const std::size_t start = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    const std::size_t column = offset - (start == std::string::npos ? 0 : start + 1) + 1;
    const std::string place = "line " + std::to_string(line) + ", column " + std::to_string(column);
    std::string cause = offset >= text.size() ? "the file ends too early" : "this is not valid JSON";
    if (text.empty()) cause = "the file is empty";
    throw std::runtime_error("results JSON, " + place + ": " + cause +
                             "; the file is damaged or is not a results.json: verify again to write it anew");
  }
}

// Checked last, since any other error names its place.
void check_digest(const Json& document, const Node& node) {
  const std::string given = node.text();
  Json rest = document;
  rest.erase("digest");
  if (given != digest(rest.dump(-1, ' ', false, Json::error_handler_t::replace)))
    node.fail("the contents are not those that were written");
}

}  // namespace

Results results_from_json(const std::string& text_of_file) {
  const Json document = parse(text_of_file);
  const Node top(document, "");
  const std::string schema = top.at("schema").text();
  if (schema != kSchema) {
    throw std::runtime_error("results JSON, schema: this file has \"" + schema.substr(0, 80) +
                             "\", this launchproof reads \"" + std::string(kSchema) +
                             "\"; use the launchproof that wrote the file, or verify again");
  }
  std::vector<std::string> texts;
  if (top.has("source_texts")) texts = top.at("source_texts").list(text);
  Results results{.tool = top.at("tool").text(), .results = top.at("results").list([&](const Node& node) {
                    return class_result(node, texts);
                  })};
  if (top.has("capture")) results.capture = top.at("capture").text();
  if (top.has("notes")) results.notes = top.at("notes").list(text);
  if (top.has("problems")) results.problems = top.at("problems").list(text);
  if (top.has("digest")) check_digest(document, top.at("digest"));
  return results;
}

ClassResult class_result_from_json(const std::string& text_of_class) {
  const Json document = parse(text_of_class);
  return class_result(Node(document, ""), {});
}

}  // namespace launchproof::verdict
