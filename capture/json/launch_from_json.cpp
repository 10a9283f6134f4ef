#include <limits>
#include <stdexcept>

#include "capture/json/from_json.h"

namespace launchproof::capture {
namespace {

Size3 size_from(const Json& json) {
  if (!json.is_array() || json.size() != 3) throw std::runtime_error("a size that has not three numbers");
  return {number_from(json[0]), number_from(json[1]), number_from(json[2])};
}

std::optional<Size3> optional_size_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return size_from(json);
}

Contents contents_from(const Json& json) {
  Contents contents;
  if (const auto digest = json.find("digest"); digest != json.end()) {
    contents.digest = digest->get<std::string>();
  } else {
    contents.reason = text_from(json.at("reason"));
  }
  return contents;
}

BufferArgument buffer_from(const Json& json) {
  BufferArgument buffer;
  buffer.object = number_from(json.at("object"));
  const auto root = json.find("root");
  buffer.root = root == json.end() ? buffer.object : number_from(*root);
  if (const auto origin = json.find("origin"); origin != json.end()) buffer.origin = number_from(*origin);
  if (const Json& size = json.at("size"); !size.is_null()) buffer.bytes = number_from(size);
  buffer.flags = number_from(json.at("flags"));
  if (const auto before = json.find("before"); before != json.end()) buffer.before = number_from(*before);
  if (const auto contents = json.find("contents"); contents != json.end()) {
    buffer.contents = contents_from(*contents);
  }
  return buffer;
}

ImageArgument image_from(const Json& json) {
  ImageArgument image;
  image.object = number_from(json.at("object"));
  image.root = number_from(json.at("root"));
  image.image_type = small_number_from(json.at("image_type"));
  image.channel_order = small_number_from(json.at("channel_order"));
  image.channel_type = small_number_from(json.at("channel_type"));
  image.width = number_from(json.at("width"));
  image.height = number_from(json.at("height"));
  image.depth = number_from(json.at("depth"));
  image.array_size = number_from(json.at("array_size"));
  image.row_pitch = number_from(json.at("row_pitch"));
  image.slice_pitch = number_from(json.at("slice_pitch"));
  image.flags = number_from(json.at("flags"));
  if (const auto over = json.find("over_buffer"); over != json.end()) {
    image.over_buffer = over->get<bool>();
    image.origin = number_from(json.at("origin"));
  }
  return image;
}

StructureArgument structure_from(const Json& json) {
  StructureArgument structure;
  structure.bytes = bytes_from_hex(json.at("bytes").get<std::string>());
  for (const Json& pointer : list_from(json.at("pointers")))
    structure.pointers.push_back({number_from(pointer.at("at")), buffer_from(pointer.at("memory"))});
  return structure;
}

ArgumentValue value_from(const Json& json) {
  const std::string kind = json.at("kind").get<std::string>();
  if (kind == "value") return ValueArgument{bytes_from_hex(json.at("bytes").get<std::string>())};
  if (kind == "buffer") return buffer_from(json);
  if (kind == "structure") return structure_from(json);
  if (kind == "null") return NullArgument{};
  if (kind == "local") return LocalArgument{number_from(json.at("size"))};
  if (kind == "image") return image_from(json);
  if (kind == "sampler") {
    return SamplerArgument{json.at("normalized_coordinates").get<bool>(),
                           small_number_from(json.at("addressing_mode")),
                           small_number_from(json.at("filter_mode"))};
  }
  if (kind == "pipe") {
    return PipeArgument{number_from(json.at("object")), small_number_from(json.at("packet_size")),
                        small_number_from(json.at("max_packets")), number_from(json.at("flags"))};
  }
  if (kind == "unknown") return UnknownArgument{text_from(json.at("reason"))};
  return UnknownArgument{"this version does not know arguments of kind \"" + kind + '"'};
}

Argument argument_from(const Json& json) {
  Argument argument;
  if (const auto name = json.find("name"); name != json.end()) argument.name = text_from(*name);
  if (const auto type = json.find("type"); type != json.end()) argument.type = text_from(*type);
  if (const auto is_const = json.find("const"); is_const != json.end())
    argument.is_const = is_const->get<bool>();
  argument.value = value_from(json);
  return argument;
}

Reach reach_from(const Json& json) {
  Reach reach;
  for (const Json& one : list_from(json.at("memory"))) reach.memory.push_back(value_from(one));
  for (const Json& kind : list_from(json.at("all"))) reach.all.push_back(kind.get<std::string>());
  return reach;
}

CallSite call_site_from(const Json& json) {
  return {text_from(json.at("function")), text_from(json.at("file")), small_number_from(json.at("line")),
          text_from(json.at("module")), number_from(json.at("offset"))};
}

}  // namespace

LaunchLine launch_from(const Json& json) {
  LaunchLine line;
  Launch& launch = line.launch;
  launch.kernel = text_from(json.at("kernel"));
  launch.program = number_from(json.at("program"));
  launch.program_digest = json.at("program_digest").get<std::string>();
  launch.options = text_from(json.at("options"));
  launch.device = number_from(json.at("device"));
  launch.work_dim = small_number_from(json.at("work_dim"));
  if (launch.work_dim < 1 || launch.work_dim > 3) throw std::runtime_error("work_dim is none of 1, 2, 3");
  launch.global_offset = size_from(json.at("global_offset"));
  launch.global_size = size_from(json.at("global_size"));
  launch.local_size = optional_size_from(json.at("local_size"));
  launch.chosen_local_size = optional_size_from(json.at("chosen_local_size"));
  if (const auto sub_groups = json.find("sub_groups"); sub_groups != json.end())
    launch.sub_groups = {number_from(sub_groups->at("size")), number_from(sub_groups->at("count"))};
  if (const auto dynamic = json.find("dynamic_local_bytes"); dynamic != json.end())
    launch.dynamic_local_bytes = number_from(*dynamic);
  if (const auto cooperative = json.find("cooperative"); cooperative != json.end())
    launch.is_cooperative = cooperative->get<bool>();
  for (const Json& argument : list_from(json.at("arguments")))
    launch.arguments.push_back(argument_from(argument));
  if (const auto reach = json.find("reach"); reach != json.end()) launch.reach = reach_from(*reach);
  launch.call_site = call_site_from(json.at("call_site"));
  launch.sequence = number_from(json.at("sequence"));
  launch.thread = number_from(json.at("thread"));
  if (const auto queue = json.find("queue"); queue != json.end()) launch.queue = number_from(*queue);
  line.counter = number_from(json.at("counter"));
  return line;
}

}  // namespace launchproof::capture
