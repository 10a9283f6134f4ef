#include <string_view>

#include "capture/json_text.h"
#include "capture/to_json.h"

namespace launchproof::capture {
namespace {

// Of the line of a launch with twenty arguments.
constexpr std::size_t kUsualLength = 3000;
constexpr std::size_t kUsualEnd = 100;

void add_size(JsonText& json, std::string_view name, const Size3& size) {
  json.key(name).begin_array();
  for (const std::uint64_t extent : size) json.number(extent);
  json.end_array();
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
    json.written(R"("kind":"value","bytes":)").hex(value.bytes.data(), value.bytes.size());
  }
  void operator()(const BufferArgument& buffer) const {
    json.written(R"("kind":"buffer")")
        .member("object", buffer.object)
        .member("root", buffer.root)
        .member("origin", buffer.origin)
        .key("size");
    if (buffer.bytes) {
      json.number(*buffer.bytes);
    } else {
      json.null();
    }
    json.member("flags", buffer.flags);
    if (buffer.before) json.member("before", *buffer.before);
    if (!buffer.contents) return;
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
};

void add_argument(JsonText& json, const Argument& argument) {
  json.begin_object();
  if (!argument.name.empty()) json.member("name", argument.name);
  if (!argument.type.empty()) json.member("type", argument.type);
  if (argument.is_const) json.member("const", true);
  std::visit(ArgumentMembers{json}, argument.value);
  json.end_object();
}

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

}  // namespace

std::string launch_to_open_json(const Launch& launch) {
  return launch_to_open_json(launch, launch.program_digest, launch.options);
}

std::string launch_to_open_json(const Launch& launch, const Digest& program_digest, const Text& options) {
  JsonText json(kUsualLength);
  json.begin_object()
      .member("kernel", launch.kernel)
      .member("program", launch.program)
      .member("program_digest", program_digest)
      .member("options", options)
      .member("device", launch.device)
      .member("work_dim", launch.work_dim);
  add_size(json, "global_offset", launch.global_offset);
  add_size(json, "global_size", launch.global_size);
  add_size(json, "local_size", launch.local_size);
  add_size(json, "chosen_local_size", launch.chosen_local_size);
  if (launch.sub_groups) {
    json.key("sub_groups").begin_object().member("size", launch.sub_groups->size);
    json.member("count", launch.sub_groups->count).end_object();
  }
  json.key("arguments").begin_array();
  for (const Argument& argument : launch.arguments) add_argument(json, argument);
  json.end_array();
  if (!launch.reach.is_empty()) add_reach(json, launch.reach);
  add_call_site(json, launch.call_site);
  return json.take();
}

void close_launch(std::string& open_json, const LaunchEnd& end) {
  JsonText json(kUsualEnd);
  json.member("sequence", end.sequence).member("thread", end.thread).member("counter", end.counter);
  if (end.queue != 0) json.member("queue", end.queue);
  open_json += ',';
  open_json += json.str();
  open_json += '}';
}

}  // namespace launchproof::capture
