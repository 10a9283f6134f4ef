// Prints each launch of a capture as one line of JSON, as read by the product's reader, with the members that
// second_reader.py prints. Texts that are not UTF-8 are printed as {"hex": ...}.
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "capture/reader.h"

namespace launchproof::capture {
namespace {

using Json = nlohmann::json;

Json text(const Text& bytes) {
  try {
    static_cast<void>(Json(bytes).dump());  // throws if it is not UTF-8
    return bytes;
  } catch (const Json::exception&) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string hex;
    for (const unsigned char byte : bytes) hex.append({kDigits[byte / 16], kDigits[byte % 16]});
    return {{"hex", hex}};
  }
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string digits;
  for (const std::uint8_t byte : bytes) digits.append({kDigits[byte / 16], kDigits[byte % 16]});
  return digits;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value.has_value() ? Json(*value) : Json();
}

class Lister {
 public:
  explicit Lister(const Capture& capture) : d_capture(capture) {}

  Json launch(const Launch& one) const {
    const Program* program = d_capture.program(one.program);
    const Device* device = d_capture.device(one.device);
    Json told{{"process", one.process},
              {"sequence", one.sequence},
              {"count", one.count},
              {"kernel", text(one.kernel)},
              {"program_digest", one.program_digest},
              {"options", text(one.options)},
              {"origin", program == nullptr ? Json() : origin(program->origin)},
              {"files", program == nullptr ? Json() : files(*program)},
              {"device", device == nullptr ? Json() : text(device->name)},
              {"work_dim", one.work_dim},
              {"global_offset", one.global_offset},
              {"global_size", one.global_size},
              {"local_size", or_null(one.local_size)},
              {"chosen_local_size", or_null(one.chosen_local_size)},
              {"sub_groups", nullptr},
              {"dynamic_local_bytes", one.dynamic_local_bytes},
              {"cooperative", one.is_cooperative ? Json(*one.is_cooperative) : Json()},
              {"arguments", Json::array()},
              {"reach", nullptr}};
    if (one.sub_groups)
      told["sub_groups"] = {{"size", one.sub_groups->size}, {"count", one.sub_groups->count}};
    for (const Argument& each : one.arguments) told["arguments"].push_back(argument(each));
    if (!one.reach.is_empty()) {
      told["reach"] = {{"memory", Json::array()}, {"all", one.reach.all}};
      for (const ArgumentValue& each : one.reach.memory)
        told["reach"]["memory"].push_back(argument({{}, {}, each}));
    }
    told["call_site"] = {{"function", text(one.call_site.function)},
                         {"file", text(one.call_site.file)},
                         {"module", text(one.call_site.module)},
                         {"line", one.call_site.line},
                         {"offset", one.call_site.offset}};
    return told;
  }

 private:
  static Json origin(ProgramOrigin from) {
    switch (from) {
      case ProgramOrigin::Source:
        return "source";
      case ProgramOrigin::Compile:
        return "compile";
      case ProgramOrigin::Link:
        return "link";
      case ProgramOrigin::Binary:
        return "binary";
      case ProgramOrigin::Il:
        return "il";
      case ProgramOrigin::Ptx:
        return "ptx";
      case ProgramOrigin::BuiltInKernels:
        return "built-in-kernels";
    }
    return {};
  }

  Json size_of(const Digest& digest) const {
    const auto found = digest.empty() ? std::nullopt : d_capture.find_blob(digest);
    return found ? Json(found->size()) : Json();
  }

  Json files(const Program& program) const {
    Json told = Json::array();
    const auto add = [&](const char* group, const std::vector<SourceFile>& all) {
      for (const SourceFile& file : all)
        told.push_back({{"group", group},
                        {"name", text(file.name)},
                        {"digest", file.digest},
                        {"bytes", size_of(file.digest)}});
    };
    add("sources", program.sources);
    add("headers", program.headers);
    add("included_files", program.included_files);
    if (program.compiled_from) add("compiled_from", {program.compiled_from->file});
    return told;
  }

  static Json value(const UnknownArgument& one) {
    return {{"kind", "unknown"}, {"reason", text(one.reason)}};
  }
  static Json value(const ValueArgument& one) { return {{"kind", "value"}, {"bytes", hex(one.bytes)}}; }
  static Json value(const NullArgument&) { return {{"kind", "null"}}; }
  static Json value(const LocalArgument& one) { return {{"kind", "local"}, {"size", one.bytes}}; }
  Json value(const BufferArgument& one) const {
    Json told{{"kind", "buffer"},
              {"object", one.object},
              {"root", one.root},
              {"origin", one.origin},
              {"size", or_null(one.bytes)},
              {"flags", one.flags},
              {"before", or_null(one.before)}};
    if (one.contents)
      told["contents"] = {{"digest", one.contents->digest},
                          {"bytes", size_of(one.contents->digest)},
                          {"reason", text(one.contents->reason)}};
    return told;
  }
  Json value(const StructureArgument& one) const {
    Json told{{"kind", "structure"}, {"bytes", hex(one.bytes)}, {"pointers", Json::array()}};
    for (const StructureArgument::Pointer& pointer : one.pointers) {
      Json memory = value(pointer.memory);
      memory.erase("kind");
      told["pointers"].push_back({{"at", pointer.at}, {"memory", std::move(memory)}});
    }
    return told;
  }
  static Json value(const ImageArgument& one) {
    return {{"kind", "image"},
            {"object", one.object},
            {"root", one.root},
            {"image_type", one.image_type},
            {"channel_order", one.channel_order},
            {"channel_type", one.channel_type},
            {"width", one.width},
            {"height", one.height},
            {"depth", one.depth},
            {"array_size", one.array_size},
            {"row_pitch", one.row_pitch},
            {"slice_pitch", one.slice_pitch},
            {"flags", one.flags},
            {"origin", one.origin},
            {"over_buffer", one.over_buffer}};
  }
  static Json value(const SamplerArgument& one) {
    return {{"kind", "sampler"},
            {"normalized_coordinates", one.normalized_coordinates},
            {"addressing_mode", one.addressing_mode},
            {"filter_mode", one.filter_mode}};
  }
  static Json value(const PipeArgument& one) {
    return {{"kind", "pipe"},
            {"object", one.object},
            {"packet_size", one.packet_bytes},
            {"max_packets", one.packets},
            {"flags", one.flags}};
  }

  Json argument(const Argument& one) const {
    Json told = std::visit([this](const auto& kind) { return this->value(kind); }, one.value);
    told["name"] = text(one.name);
    told["type"] = text(one.type);
    told["const"] = one.is_const;
    return told;
  }

  const Capture& d_capture;
};

}  // namespace
}  // namespace launchproof::capture

int main(int count, char** words) {
  using namespace launchproof::capture;
  if (count != 2) return 2;
  try {
    const Capture capture = read_capture(words[1]);
    const Lister lister(capture);
    for (const Launch& one : capture.launches) std::cout << lister.launch(one).dump() << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
