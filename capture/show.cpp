#include "capture/show.h"

#include <algorithm>
#include <iterator>

#include "capture/files/sha256.h"
#include "capture/json/to_json.h"
#include "capture/printable.h"
#include "capture/reading/endings.h"
#include "capture/wording.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownContents = 8;  // lines of one class

// Returns an empty text if the process ended in an orderly way, or its end is unknown.
std::string show_ending(const Capture& capture, const Process& process) {
  switch (process.ending) {
    case Ending::GoesOn:
      return is_recording(capture.path, process.tag) ? ", records still" : ", did not end its recording";
    case Ending::Replaced:
      return ", became another program";
    case Ending::Killed:
      return ", killed by signal " + std::to_string(process.signal) +
             (process.was_asked_to_end ? " of the application's own" : "");
    case Ending::NotSaid:
    case Ending::Returned:
    case Ending::Left:
      break;
  }
  return {};
}

void show_session(std::string& text, const Capture& capture) {
  const Session& session = capture.session;
  text += "capture ";
  text += printable(capture.path) + " (" + session.schema + ")\n";
  text += "  command ";
  for (const Text& word : session.command) text += ' ' + printable(word);
  text += "\n  in       ";
  text += printable(session.working_directory) + '\n';
  text += "  recorded ";
  text += printable(session.started) + " on " + printable(session.host) + ", " + printable(session.system) +
          ", by " + printable(session.tool) + '\n';
  if (!session.device_type_as.empty()) text += "  devices were shown as " + session.device_type_as + '\n';
  if (session.platform_shown)
    text += "  platform " + std::to_string(*session.platform_shown) + " alone was shown (--platform)\n";
  if (session.prefer_source) text += "  programs from binaries were refused at first (--prefer-source)\n";
  for (const Process& process : capture.processes) {
    text += "  process  ";
    text += printable(process.tag);
    if (!process.forked_from.empty()) text += std::string(", forked from ") + printable(process.forked_from);
    if (process.session.command != session.command) {
      text += ':';
      for (const Text& word : process.session.command) text += ' ' + printable(word);
    }
    text += show_ending(capture, process);
    if (process.stopped) text += std::string(", recording stopped: ") + printable(*process.stopped);
    text += '\n';
  }
}

void show_devices(std::string& text, const Capture& capture) {
  text += "\n";
  text += plural(capture.devices.size(), "device", "devices") + '\n';
  for (const Device& device : capture.devices) {
    text += "  ";
    text += std::to_string(device.id) + "  " + printable(device.name) + " (" +
            printable(device.platform_name) + "), " + printable(device.opencl_c_version) + ", ";
    text += device.address_bits == 0 ? "address bits not known"
                                     : std::to_string(device.address_bits) + " address bits";
    text += ", ";
    text += plural(device.extensions.size(), "extension", "extensions");
    text += device.image_support ? ", images" : ", no images";
    if (!device.little_endian) text += ", big-endian";
    if (device.macros_remembered) text += ", compiler's macros remembered from an earlier run";
    text += '\n';
  }
}

std::string show_status(const Program& program) {
  if (program.results.empty()) return "build not seen to end";
  const auto worst = std::ranges::max_element(program.results, {}, &BuildResult::status);
  return std::string("build: ") + word_of(worst->status);
}

void show_programs(std::string& text, const Capture& capture) {
  text += "\n";
  text += plural(capture.programs.size(), "program", "programs") + '\n';
  for (const Program& program : capture.programs) {
    text += "  ";
    text += std::to_string(program.id) + "  " + program.digest.substr(0, kShownDigest) + "  " +
            word_of(program.origin) + ", ";
    text += program.options.empty() ? "no options" : "options " + printable(program.options);
    text += ", " + show_status(program) + '\n';
    if (program.recalled) {
      text += "       loaded as a binary";
      if (!program.recalled->options.empty()) text += " with options " + printable(program.recalled->options);
      text += "; source and options are remembered from the build that made this binary\n";
      for (const SourceFile& binary : program.recalled->binaries)
        text += "       binary " + binary.digest + ' ' + printable(binary.name) + '\n';
    }
    for (const SourceFile& source : program.sources) {
      text += "       blob " + source.digest + ' ' + printable(source.name) + '\n';
    }
    if (program.compiled_from) {
      text += "       compiled by NVRTC from blob " + program.compiled_from->file.digest + ' ' +
              printable(program.compiled_from->file.name) + '\n';
      for (const Text& expression : program.compiled_from->expressions)
        text += "       kernel expression " + printable(expression) + '\n';
    }
    for (const SourceFile& header : program.headers) {
      text += "       header ";
      text += printable(header.name) + ", blob " + header.digest + '\n';
    }
    for (const SourceFile& file : program.included_files) {
      text += "       includes ";
      text += printable(file.name) + ", blob " + file.digest + '\n';
    }
    if (!program.inputs.empty()) {
      text += "       linked from";
      for (const ProgramId input : program.inputs)
        text += input == 0 ? std::string(" ?") : std::string(" ") + std::to_string(input);
      text += '\n';
    }
    for (const SpecializationConstant& constant : program.specialization) {
      text += "       specialization constant " + std::to_string(constant.id) + " = ";
      append_hex(text, constant.bytes.data(), constant.bytes.size());
      text += '\n';
    }
  }
}

// Shows the contents for each line of a class if the lines differ in them.
void show_differing_contents(std::string& text, const Capture& capture, const LaunchClass& launch_class) {
  if (launch_class.launches.size() < 2) return;
  std::size_t shown = 0;
  std::size_t more = 0;
  for (const std::size_t index : launch_class.launches) {
    const Launch& launch = capture.launches[index];
    std::string line;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[i].value);
      if (buffer == nullptr || !buffer->contents) continue;
      line += line.empty() ? ": argument " : "; argument ";
      line += std::to_string(i) + ' ' + show_contents(*buffer->contents);
    }
    if (line.empty()) continue;
    if (++shown > kShownContents) {
      ++more;
      continue;
    }
    text += "       ";
    text += plural(launch.count, "launch", "launches") + line + '\n';
  }
  if (more != 0) text += "       and " + plural(more, "other contents", "other contents") + '\n';
}

void show_classes(std::string& text, const Capture& capture) {
  const std::vector<LaunchClass> classes = classify(capture);
  text += "\n";
  text += plural(capture.launch_count(), "launch", "launches") + " in " +
          plural(classes.size(), "class", "classes") + '\n';
  for (std::size_t i = 0; i < classes.size(); ++i) text += show_class(capture, classes[i], i);
  text += show_order(capture, classes);
}

// Contents that exist but cannot be used. The reader has reported the missing ones.
std::vector<Remark> damaged_contents(const Capture& capture) {
  std::vector<Remark> remarks;
  for (const auto& [launch, buffer] : capture.recorded_contents()) {
    try {
      capture.contents(*buffer);
    } catch (const InputError& error) {
      const auto known = [&](const Remark& remark) { return remark.place == error.place(); };
      if (!std::ranges::any_of(capture.remarks, known)) remarks.push_back({error.place(), error.cause()});
    }
  }
  return remarks;
}

void show_remarks(std::string& text, const Capture& capture) {
  std::vector<Remark> remarks = capture.remarks;
  std::ranges::move(damaged_contents(capture), std::back_inserter(remarks));
  if (remarks.empty()) return;
  text += "\nremarks\n";
  for (const Remark& remark : remarks) {
    text += "  ";
    text += printable(remark.place) + ": " + printable(remark.text) + '\n';
  }
}

}  // namespace

std::string show_class(const Capture& capture, const LaunchClass& launch_class, std::size_t index) {
  const Launch& launch = capture.launches[launch_class.first];
  std::string text = "  ";
  text += std::to_string(index + 1) + "  " + printable(launch.kernel) + ", " +
          plural(launch_class.count, "launch", "launches");
  text += launch.program == 0 ? ", program not recorded" : ", program " + std::to_string(launch.program);
  text += launch.device == 0 ? ", device not recorded\n" : ", device " + std::to_string(launch.device) + '\n';
  text += show_launch(common_launch(capture, launch_class.launches), "       ");
  show_differing_contents(text, capture, launch_class);
  for (const CallSiteCount& site : launch_class.call_sites) {
    text += "       from ";
    text += show_call_site(site.site) + ", " + plural(site.count, "time", "times") + '\n';
  }
  if (launch_class.other_call_sites != 0) {
    text += "       and from " + plural(launch_class.other_call_sites, "other place", "other places") + '\n';
  }
  return text;
}

std::string show(const Capture& capture) {
  std::string text;
  show_session(text, capture);
  show_devices(text, capture);
  show_programs(text, capture);
  show_classes(text, capture);
  show_remarks(text, capture);
  return text;
}

}  // namespace launchproof::capture
