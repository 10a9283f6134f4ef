#include <algorithm>
#include <map>
#include <set>

#include "capture/editing/launch_list.h"
#include "capture/editing/new_folder.h"
#include "capture/json/from_json.h"
#include "capture/launch_class.h"

namespace launchproof::capture {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kShownDigits = 12;

// cl_mem_flags by bit.
OrderedJson flag_names(std::uint64_t flags) {
  static constexpr std::pair<std::uint64_t, const char*> kNames[] = {
      {1U << 0, "CL_MEM_READ_WRITE"},      {1U << 1, "CL_MEM_WRITE_ONLY"},
      {1U << 2, "CL_MEM_READ_ONLY"},       {1U << 3, "CL_MEM_USE_HOST_PTR"},
      {1U << 4, "CL_MEM_ALLOC_HOST_PTR"},  {1U << 5, "CL_MEM_COPY_HOST_PTR"},
      {1U << 7, "CL_MEM_HOST_WRITE_ONLY"}, {1U << 8, "CL_MEM_HOST_READ_ONLY"},
      {1U << 9, "CL_MEM_HOST_NO_ACCESS"}};
  OrderedJson names = OrderedJson::array();
  for (const auto& [bit, name] : kNames)
    if ((flags & bit) != 0) names.push_back(name);
  return names;
}

std::string number_text(const std::vector<std::uint8_t>& bytes, bool little_endian) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::vector<std::uint8_t> most_first = bytes;
  if (little_endian) std::ranges::reverse(most_first);
  std::string text = "0x";
  for (const std::uint8_t byte : most_first) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 0xFU];
  }
  return text;
}

OrderedJson sizes(const Size3& size, std::uint32_t dimensions) {
  OrderedJson list = OrderedJson::array();
  for (std::uint32_t i = 0; i < dimensions; ++i) list.push_back(size.at(i));
  return list;
}

// Returns nothing for an argument that the list cannot express.
std::optional<OrderedJson> listed(const ArgumentValue& value, bool little_endian) {
  if (const auto* scalar = std::get_if<ValueArgument>(&value))
    return OrderedJson{{"type", "scalar"}, {"value", number_text(scalar->bytes, little_endian)}};
  if (const auto* buffer = std::get_if<BufferArgument>(&value)) {
    OrderedJson json{{"type", "array"}};
    if (buffer->bytes && *buffer->bytes > 0) json["size"] = *buffer->bytes;
    if (buffer->flags != 0) json["flags"] = flag_names(buffer->flags);
    return json;
  }
  if (const auto* local = std::get_if<LocalArgument>(&value))
    return OrderedJson{{"type", "array"}, {"size", local->bytes}, {"address_space", "local"}};
  if (std::holds_alternative<ImageArgument>(value)) return OrderedJson{{"type", "image"}};
  if (std::holds_alternative<SamplerArgument>(value)) return OrderedJson{{"type", "sampler"}};
  return std::nullopt;
}

class ListWriter {
 public:
  ListWriter(const Capture& capture, NewFolder& folder, ExportedList& result)
      : d_capture(capture), d_folder(folder), d_result(result) {}

  void add(const LaunchClass& launch_class, std::size_t number) {
    const Launch& launch = d_capture.launches[launch_class.first];
    const std::string name = "class " + std::to_string(number) + " (" + launch.kernel + ")";
    const Program* program = with_source(d_capture.program(launch.program));
    const std::string file = program == nullptr ? std::string() : kernel_file(*program);
    if (file.empty()) {
      note(name + " is left out: its program has no source of its own in the capture");
      return;
    }
    const Device* device = d_capture.device(launch.device);
    const bool little_endian = device == nullptr || device->little_endian;
    OrderedJson entry{{"language", "OpenCL"},
                      {"kernel_file", file},
                      {"endianness", little_endian ? "little" : "big"},
                      {"global_size", sizes(launch.global_size, launch.work_dim)}};
    if (const auto& local = launch.local_size ? launch.local_size : launch.chosen_local_size)
      entry["local_size"] = sizes(*local, launch.work_dim);
    if (launch.global_offset != Size3{0, 0, 0})
      entry["global_offset"] = sizes(launch.global_offset, launch.work_dim);
    entry["compiler_flags"] = program->options;
    entry["entry_point"] = launch.kernel;
    add_arguments(entry, launch, little_endian, name);
    const CallSite& site = launch.call_site;
    if (site.line != 0 && !site.file.empty())
      entry["host_api_calls"] = OrderedJson::array({{{"function_name", "clEnqueueNDRangeKernel"},
                                                     {"compilation_unit", site.file},
                                                     {"line_number", site.line}}});
    d_list.push_back(std::move(entry));
  }

  void finish() {
    d_result.entries = d_list.size();
    d_folder.write("kernels.json", d_list.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n');
  }

 private:
  // A program that was linked from a single program is replaced by that program.
  const Program* with_source(const Program* program) const {
    for (std::size_t steps = 0; program != nullptr && steps <= d_capture.programs.size(); ++steps) {
      if (program->origin == ProgramOrigin::Source || program->origin == ProgramOrigin::Compile)
        return program;
      if (program->origin != ProgramOrigin::Link || program->inputs.size() != 1) return nullptr;
      program = d_capture.program(program->inputs.front());
    }
    return nullptr;
  }

  std::string kernel_file(const Program& program) {
    if (const auto known = d_files.find(program.id); known != d_files.end()) return known->second;
    std::string text;
    for (const SourceFile& source : program.sources) {
      const auto part = d_capture.find_blob(source.digest);
      if (!part) return d_files[program.id] = {};
      text += *part;
    }
    const std::string name = "program-" + program.digest.substr(0, kShownDigits) + ".cl";
    if (d_written.insert(name).second) d_folder.write(name, text);
    if (!program.headers.empty() || !program.included_files.empty())
      note(name + " includes files, which are not exported");
    return d_files[program.id] = name;
  }

  void add_arguments(OrderedJson& entry, const Launch& launch, bool little_endian, const std::string& name) {
    OrderedJson arguments = OrderedJson::array();
    std::set<ObjectId> objects;
    for (const Argument& argument : launch.arguments) {
      auto json = listed(argument.value, little_endian);
      if (!json) {
        note(name + " is listed without arguments: one of them is null or was not recorded");
        return;
      }
      arguments.push_back(std::move(*json));
      const auto* buffer = std::get_if<BufferArgument>(&argument.value);
      if (buffer != nullptr && buffer->before.value_or(0) != 0) {
        note(name + " is listed without arguments: one of them points into the midst of its memory");
        return;
      }
      if (buffer != nullptr)
        if (!objects.insert(buffer->root).second)
          note(name + ": that two of its arguments are one memory object is not listed");
    }
    entry["kernel_arguments"] = std::move(arguments);
  }

  void note(const std::string& text) {
    if (d_said.insert(text).second) d_result.notes.push_back(text);
  }

  const Capture& d_capture;
  NewFolder& d_folder;
  ExportedList& d_result;
  OrderedJson d_list = OrderedJson::array();
  std::map<ProgramId, std::string> d_files;
  std::set<std::string> d_written, d_said;
};

}  // namespace

ExportedList export_launch_list(const Capture& capture, const std::string& path) {
  NewFolder folder(path);
  ExportedList result;
  ListWriter writer(capture, folder, result);
  const std::vector<LaunchClass> classes = classify(capture);
  for (std::size_t i = 0; i < classes.size(); ++i) writer.add(classes[i], i + 1);
  writer.finish();
  folder.finish();
  return result;
}

}  // namespace launchproof::capture
