#include <string_view>

#include "capture/json/json_piece.h"
#include "capture/json/json_text.h"
#include "capture/json/launch_arguments.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {
namespace {

// The length of the line of a launch with twenty arguments.
constexpr std::size_t kUsualLength = 3000;

// More space than keys and punctuation of any piece take.
constexpr std::size_t kKeysOfMember = 128;

// Longer ones are written by the general functions.
constexpr std::size_t kShortValue = 16;

void add_size(JsonText& json, std::string_view name, const Size3& size) {
  JsonPiece<kKeysOfMember + 3 * kMostDigits> extents;
  extents.literal("[").number(size[0]).literal(",").number(size[1]).literal(",").number(size[2]).literal("]");
  json.key(name).written(extents.str());
}

using ShortValue = JsonPiece<kKeysOfMember + 2 * kShortValue>;

ShortValue& add_members(ShortValue& piece, std::string_view bytes) {
  return piece.literal(R"("kind":"value","bytes":")").hex(bytes).literal("\"");
}

void add_value_members(JsonText& json, std::string_view bytes) {
  if (bytes.size() > kShortValue) {
    json.written(R"("kind":"value","bytes":)").hex(bytes.data(), bytes.size());
    return;
  }
  ShortValue members;
  json.written(add_members(members, bytes).str());
}

void add_size(JsonText& json, std::string_view name, const std::optional<Size3>& size) {
  if (size) {
    add_size(json, name, *size);
  } else {
    json.key(name).null();
  }
}

// Writes the members of one argument, by its kind.
struct ArgumentMembers {
  JsonText& json;

  void operator()(const UnknownArgument& unknown) const {
    json.member("kind", "unknown").member("reason", unknown.reason);
  }
  void operator()(const ValueArgument& value) const {
    add_value_members(json, {reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
  }
  void operator()(const StructureArgument& structure) const {
    json.written(R"("kind":"structure","bytes":)").hex(structure.bytes.data(), structure.bytes.size());
    json.key("pointers").begin_array();
    for (const StructureArgument::Pointer& pointer : structure.pointers) {
      json.begin_object().member("at", pointer.at).key("memory").begin_object();
      (*this)(pointer.memory);
      json.end_object().end_object();
    }
    json.end_array();
  }
  void operator()(const BufferArgument& buffer) const {
    JsonPiece<kKeysOfMember + 6 * kMostDigits> members;
    constexpr std::string_view kKind = R"("kind":"buffer",)";
    members.literal(R"("kind":"buffer","object":)").number(buffer.object);
    if (buffer.root != buffer.object) members.literal(R"(,"root":)").number(buffer.root);
    if (buffer.origin != 0) members.literal(R"(,"origin":)").number(buffer.origin);
    members.literal(R"(,"size":)");
    if (buffer.bytes) {
      members.number(*buffer.bytes);
    } else {
      members.literal("null");
    }
    members.literal(R"(,"flags":)").number(buffer.flags);
    if (buffer.before) members.literal(R"(,"before":)").number(*buffer.before);
    json.written(members.str());
    if (!buffer.contents) {
      json.note_plain_members(members.str().size() - kKind.size());
      return;
    }
    json.key("contents").begin_object();
    if (buffer.contents->recorded()) {
      json.member("digest", buffer.contents->digest);
    } else {
      json.member("reason", buffer.contents->reason);
    }
    json.end_object();
  }
  void operator()(const NullArgument& /*null*/) const { json.member("kind", "null"); }
  void operator()(const LocalArgument& local) const {
    json.member("kind", "local").member("size", local.bytes);
  }
  void operator()(const ImageArgument& image) const {
    json.member("kind", "image")
        .member("object", image.object)
        .member("root", image.root)
        .member("image_type", image.image_type)
        .member("channel_order", image.channel_order)
        .member("channel_type", image.channel_type)
        .member("width", image.width)
        .member("height", image.height)
        .member("depth", image.depth)
        .member("array_size", image.array_size)
        .member("row_pitch", image.row_pitch)
        .member("slice_pitch", image.slice_pitch)
        .member("flags", image.flags);
    if (image.over_buffer) json.member("over_buffer", true).member("origin", image.origin);
  }
  void operator()(const SamplerArgument& sampler) const {
    json.member("kind", "sampler")
        .member("normalized_coordinates", sampler.normalized_coordinates)
        .member("addressing_mode", sampler.addressing_mode)
        .member("filter_mode", sampler.filter_mode);
  }
  void operator()(const PipeArgument& pipe) const {
    json.member("kind", "pipe")
        .member("object", pipe.object)
        .member("packet_size", pipe.packet_bytes)
        .member("max_packets", pipe.packets)
        .member("flags", pipe.flags);
  }
};

void add_reach(JsonText& json, const Reach& reach) {
  json.key("reach").begin_object().key("memory").begin_array();
  for (const ArgumentValue& value : reach.memory) {
    json.begin_object();
    std::visit(ArgumentMembers{json}, value);
    json.end_object();
  }
  json.end_array().key("all").begin_array();
  for (const std::string& kind : reach.all) json.text(kind);
  json.end_array().end_object();
}

void add_call_site(JsonText& json, const CallSite& site) {
  json.key("call_site").begin_object();
  json.member("function", site.function)
      .member("file", site.file)
      .member("line", site.line)
      .member("module", site.module)
      .member("offset", site.offset)
      .end_object();
}

// The members of the launch that differ from the other one's.
class OwnArguments final : public LaunchArguments {
 public:
  explicit OwnArguments(const std::vector<Argument>& arguments) : d_arguments(arguments) {}
  void write(ArgumentsText& text) const override {
    for (const Argument& argument : d_arguments)
      text.add(argument.name, argument.type, argument.is_const, argument.value);
  }

 private:
  const std::vector<Argument>& d_arguments;
};

}  // namespace

void ArgumentsText::begin(std::string_view name, std::string_view type, bool is_const) {
  d_json.begin_piece(TextPiece::Kind::Item);
  d_json.begin_object();
  if (!name.empty()) d_json.member("name", name);
  if (!type.empty()) d_json.member("type", type);
  if (is_const) d_json.member("const", true);
}

void ArgumentsText::add_value(std::string_view name, std::string_view type, std::string_view bytes) {
  // Many drivers report neither, and applications pass many values.
  if (name.empty() && type.empty() && bytes.size() <= kShortValue) {
    d_json.begin_piece(TextPiece::Kind::Item);
    ShortValue object;
    d_json.written(add_members(object.literal("{"), bytes).literal("}").str());
    return;
  }
  begin(name, type, false);
  add_value_members(d_json, bytes);
  d_json.end_object();
}

void ArgumentsText::add(std::string_view name, std::string_view type, bool is_const,
                        const ArgumentValue& value) {
  begin(name, type, is_const);
  std::visit(ArgumentMembers{d_json}, value);
  d_json.end_object();
}

std::string launch_to_open_json(const Launch& launch) {
  return launch_to_open_json({}, launch, launch.program_digest, launch.options, nullptr);
}

std::string launch_to_open_json(std::string room, const Launch& launch, const Digest& program_digest,
                                const Text& options, const LaunchArguments* arguments, TextPieces* pieces) {
  JsonText json(std::move(room), kUsualLength);
  if (pieces != nullptr) pieces->clear();
  json.note_pieces(pieces);
  const auto piece = [&]() -> JsonText& {
    json.begin_piece(TextPiece::Kind::Member);
    return json;
  };
  json.begin_piece(TextPiece::Kind::Fixed);
  json.begin_object().member("kernel", launch.kernel).member("program", launch.program);
  json.member("program_digest", program_digest).member("options", options);
  piece().member("device", launch.device);
  piece().member("work_dim", launch.work_dim);
  add_size(piece(), "global_offset", launch.global_offset);
  add_size(piece(), "global_size", launch.global_size);
  add_size(piece(), "local_size", launch.local_size);
  add_size(piece(), "chosen_local_size", launch.chosen_local_size);
  if (launch.sub_groups) {
    piece().key("sub_groups").begin_object().member("size", launch.sub_groups->size);
    json.member("count", launch.sub_groups->count).end_object();
  }
  if (launch.dynamic_local_bytes != 0) piece().member("dynamic_local_bytes", launch.dynamic_local_bytes);
  if (launch.is_cooperative) piece().member("cooperative", *launch.is_cooperative);
  json.begin_piece(TextPiece::Kind::Fixed);
  json.key("arguments").begin_array();
  const OwnArguments own(launch.arguments);
  ArgumentsText text(json);
  (arguments == nullptr ? static_cast<const LaunchArguments&>(own) : *arguments).write(text);
  json.begin_piece(TextPiece::Kind::Fixed);
  json.end_array();
  if (!launch.reach.is_empty()) add_reach(piece(), launch.reach);
  add_call_site(piece(), launch.call_site);
  return json.take();
}

void close_launch(std::string& open_json, const LaunchEnd& end) {
  JsonPiece<kKeysOfMember + 4 * kMostDigits> members;
  members.literal(R"(,"sequence":)").number(end.sequence).literal(R"(,"thread":)").number(end.thread);
  members.literal(R"(,"counter":)").number(end.counter);
  if (end.queue != 0) members.literal(R"(,"queue":)").number(end.queue);
  open_json += members.literal("}").str();
}

}  // namespace launchproof::capture
