// `capture import`: creates a capture from a JSON list of kernel launches.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "capture/editing/launch_list.h"
#include "capture/editing/new_folder.h"
#include "capture/writing/writer.h"
#include "cli/commands/commands.h"
#include "cli/options/text_file.h"
#include "cli/terminal/output.h"
#include "cli/verification/verification.h"
#include "verify/frontend/frontend.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

using capture::ListedArgument;
using capture::ListedKind;
using capture::ListedLaunch;

[[noreturn]] void refuse(const ListedLaunch& launch, const std::string& cause, const std::string& remedy) {
  throw capture::InputError(launch.place, cause, remedy);
}

// Returns the memory representation of the number, or nothing if it does not fit.
std::optional<std::vector<std::uint8_t>> bytes_of(std::string digits, std::size_t count, bool little_endian) {
  const std::size_t first = digits.find_first_not_of('0');
  digits.erase(0, first == std::string::npos ? digits.size() : first);
  if (digits.size() > 2 * count) return std::nullopt;
  digits.insert(0, 2 * count - digits.size(), '0');
  std::vector<std::uint8_t> bytes;
  bytes.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(2 * i, 2), nullptr, 16)));
  if (little_endian) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

capture::Size3 size_of(const std::vector<std::uint64_t>& listed, std::uint64_t beyond) {
  capture::Size3 size{beyond, beyond, beyond};
  std::ranges::copy(listed, size.begin());
  return size;
}

// Writes the launches of a list. What they share, a device and the programs, is written once.
class Importer {
 public:
  Importer(capture::Writer& writer, const fs::path& folder, unsigned address_bits)
      : d_writer(writer), d_folder(folder), d_address_bits(address_bits) {}

  void add(const ListedLaunch& listed) {
    Known& program = program_of(listed);
    const model::KernelModel* kernel = nullptr;
    for (const model::KernelModel& candidate : program.translation.kernels)
      if (candidate.name == listed.entry_point) kernel = &candidate;
    if (kernel == nullptr)
      refuse(listed, fmt::format("{} has no kernel {}", listed.kernel_file, listed.entry_point),
             "correct `entry_point`");
    capture::Launch launch;
    launch.kernel = listed.entry_point;
    launch.program = program.id;
    launch.device = device_of(listed.little_endian);
    launch.work_dim = static_cast<std::uint32_t>(listed.global_size.size());
    launch.global_size = size_of(listed.global_size, 1);
    launch.global_offset = size_of(listed.global_offset, 0);
    if (!listed.local_size.empty()) launch.local_size = size_of(listed.local_size, 1);
    launch.call_site = listed.call_site;
    if (listed.arguments && listed.arguments->size() != kernel->parameters.size())
      refuse(listed,
             fmt::format("`kernel_arguments` has {} entries, and {} has {} parameters",
                         listed.arguments->size(), kernel->name, kernel->parameters.size()),
             "list them all");
    d_objects = 0;
    for (std::size_t i = 0; i < kernel->parameters.size(); ++i) {
      const model::Parameter& parameter = kernel->parameters[i];
      const ListedArgument* argument = listed.arguments ? &(*listed.arguments)[i] : nullptr;
      launch.arguments.push_back({parameter.name, parameter.type, value_of(listed, parameter, argument, i)});
    }
    d_writer.add_launch(launch);
  }

  std::size_t programs() const { return d_programs.size(); }

 private:
  struct Known {
    capture::ProgramId id = 0;
    frontend::Translation translation;
  };

  Known& program_of(const ListedLaunch& listed) {
    const auto [found, is_new] =
        d_programs.try_emplace({listed.kernel_file, listed.compiler_flags, listed.little_endian});
    Known& known = found->second;
    if (!is_new) return known;
    const fs::path file = d_folder / listed.kernel_file;
    std::error_code error;
    if (!fs::is_regular_file(file, error))
      refuse(listed, file.string() + " cannot be read", "correct `kernel_file`: it is relative to the list");
    const std::string text = read_text_file(file);
    frontend::ProgramSource source{.file_name = listed.kernel_file,
                                   .text = text,
                                   .options = listed.compiler_flags,
                                   .working_directory = d_folder.string(),
                                   .headers = {}};
    frontend::DeviceEnvironment environment;
    environment.address_bits = d_address_bits;
    environment.little_endian = listed.little_endian;
    known.translation = frontend::translate({source}, environment);
    if (!known.translation.compiled) {
      std::string why = "does not compile";
      for (const frontend::CompilerMessage& message : known.translation.messages)
        if (message.is_error) {
          why = fmt::format("does not compile: {}:{}:{}: {}", message.file, message.line, message.column,
                            message.text);
          break;
        }
      refuse(listed, listed.kernel_file + " " + why, "correct the file or `compiler_flags`");
    }
    capture::Program program;
    program.sources = {{listed.kernel_file, d_writer.add_blob(text.data(), text.size())}};
    program.options = listed.compiler_flags;
    program.working_directory = d_folder.string();
    program.devices = {device_of(listed.little_endian)};
    known.id = d_writer.add_program(program);
    d_writer.add_build_result(known.id, {0, capture::BuildStatus::Success, {}});
    return known;
  }

  capture::DeviceId device_of(bool little_endian) {
    capture::DeviceId& id = d_devices[little_endian];
    if (id != 0) return id;
    capture::Device device;
    device.name = "not known (imported)";
    device.address_bits = d_address_bits;
    device.little_endian = little_endian;
    const frontend::DeviceEnvironment taken;  // the device that `check` assumes
    device.opencl_c_version = "OpenCL C " + taken.opencl_c_version;
    device.extensions = taken.extensions;
    device.features = taken.features;
    device.image_support = taken.images;
    return id = d_writer.add_device(device);
  }

  capture::ArgumentValue value_of(const ListedLaunch& listed, const model::Parameter& parameter,
                                  const ListedArgument* argument, std::size_t number) {
    using model::ParameterKind;
    const auto unfit = [&](const std::string& cause) {
      refuse(listed, fmt::format("argument {} (`{}`, {}): {}", number, parameter.name, parameter.type, cause),
             "correct `kernel_arguments`");
    };
    const auto expect = [&](ListedKind kind, const char* word) {
      if (argument != nullptr && argument->kind != kind)
        unfit(fmt::format("it must be of type \"{}\"", word));
    };
    switch (parameter.kind) {
      case ParameterKind::Value: {
        expect(ListedKind::Scalar, "scalar");
        if (argument == nullptr || !argument->value) return capture::UnknownArgument{"any value"};
        auto bytes = bytes_of(*argument->value, parameter.bytes, listed.little_endian);
        if (!bytes)
          unfit(fmt::format("0x{} does not fit {} byte{}", *argument->value, parameter.bytes,
                            parameter.bytes == 1 ? "" : "s"));
        return capture::ValueArgument{std::move(*bytes)};
      }
      case ParameterKind::LocalPointer:
        expect(ListedKind::Array, "array");
        if (argument == nullptr || !argument->size) return capture::UnknownArgument{"any size"};
        return capture::LocalArgument{*argument->size};
      case ParameterKind::Image: {
        expect(ListedKind::Image, "image");
        capture::ImageArgument image;
        image.object = image.root = ++d_objects;
        return image;
      }
      case ParameterKind::Sampler:
        expect(ListedKind::Sampler, "sampler");
        return capture::UnknownArgument{"any sampler"};
      default:
        expect(ListedKind::Array, "array");
        break;
    }
    capture::BufferArgument buffer;
    buffer.object = buffer.root = ++d_objects;
    if (argument != nullptr) buffer.bytes = argument->size;
    return buffer;
  }

  capture::Writer& d_writer;
  fs::path d_folder;
  unsigned d_address_bits;
  capture::ObjectId d_objects = 0;
  std::map<std::tuple<std::string, std::string, bool>, Known> d_programs;
  std::map<bool, capture::DeviceId> d_devices;
};

}  // namespace

int import_launches(const Arguments& arguments) {
  if (arguments.output.empty()) throw UsageError("-o: name the folder to write");
  const fs::path list = arguments.operands[0];
  try {
    const std::vector<ListedLaunch> launches = capture::read_launch_list(list.string());
    capture::NewFolder folder(arguments.output);
    std::size_t programs = 0;
    {
      capture::Session session = capture::describe_process();
      session.tool = version_text();
      capture::Writer writer(folder.path().c_str(), session);
      Importer importer(writer, fs::absolute(list).parent_path(), arguments.address_bits);
      for (const ListedLaunch& launch : launches) importer.add(launch);
      if (!writer.recording()) throw std::runtime_error("cannot write " + arguments.output);
      programs = importer.programs();
    }
    folder.finish();
    return print(stdout,
                 fmt::format("{}: {} {} of {} {}; files that are included are read where they lie\n",
                             arguments.output, launches.size(), launches.size() == 1 ? "launch" : "launches",
                             programs, programs == 1 ? "program" : "programs"))
               ? 0
               : 13;
  } catch (const capture::InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace launchproof::cli
