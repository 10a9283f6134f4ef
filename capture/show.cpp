#include "capture/show.h"

#include <algorithm>

#include "capture/printable.h"
#include "capture/to_json.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownDigest = 12;

std::string plural(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
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
  for (const Process& process : capture.processes) {
    text += "  process  ";
    text += printable(process.tag);
    if (!process.forked_from.empty()) text += std::string(", forked from ") + printable(process.forked_from);
    if (process.session.command != session.command) {
      text += ':';
      for (const Text& word : process.session.command) text += ' ' + printable(word);
    }
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
    for (const SourceFile& source : program.sources) {
      text += "       blob " + source.digest + ' ' + printable(source.name) + '\n';
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
  }
}

void show_classes(std::string& text, const Capture& capture) {
  const std::vector<LaunchClass> classes = classify(capture);
  text += "\n";
  text += plural(capture.launch_count(), "launch", "launches") + " in " +
          plural(classes.size(), "class", "classes") + '\n';
  std::size_t number = 0;
  for (const LaunchClass& launch_class : classes) {
    const Launch& launch = capture.launches[launch_class.first];
    text += "  ";
    text += std::to_string(++number) + "  " + printable(launch.kernel) + ", " +
            plural(launch_class.count, "launch", "launches");
    text += launch.program == 0 ? ", program not recorded" : ", program " + std::to_string(launch.program);
    text +=
        launch.device == 0 ? ", device not recorded\n" : ", device " + std::to_string(launch.device) + '\n';
    text += show_launch(launch, "       ");
    for (const CallSiteCount& site : launch_class.call_sites) {
      text += "       from ";
      text += show_call_site(site.site) + ", " + plural(site.count, "time", "times") + '\n';
    }
    if (launch_class.other_call_sites != 0) {
      text +=
          "       and from " + plural(launch_class.other_call_sites, "other place", "other places") + '\n';
    }
  }
}

void show_remarks(std::string& text, const Capture& capture) {
  if (capture.remarks.empty()) return;
  text += "\nremarks\n";
  for (const Remark& remark : capture.remarks) {
    text += "  ";
    text += printable(remark.place) + ": " + printable(remark.text) + '\n';
  }
}

}  // namespace

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
