#include "capture/json/from_json.h"

#include <limits>
#include <stdexcept>

namespace launchproof::capture {
namespace {

unsigned hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a') + 10;
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A') + 10;
  throw std::runtime_error("a character that is not a hexadecimal digit");
}

std::vector<Text> texts_from(const Json& json) {
  std::vector<Text> texts;
  for (const Json& text : list_from(json)) texts.push_back(text_from(text));
  return texts;
}

std::vector<std::uint64_t> numbers_from(const Json& json) {
  std::vector<std::uint64_t> numbers;
  for (const Json& number : list_from(json)) numbers.push_back(number_from(number));
  return numbers;
}

std::vector<SourceFile> files_from(const Json& json) {
  std::vector<SourceFile> files;
  for (const Json& file : list_from(json))
    files.push_back({text_from(file.at("name")), text_from(file.at("digest"))});
  return files;
}

template <class Word>
Word word_from(const Json& json, Word last) {
  const std::string text = json.get<std::string>();
  for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i) {
    if (text == word_of(static_cast<Word>(i))) return static_cast<Word>(i);
  }
  throw std::runtime_error("the word \"" + text + "\" is not known");
}

}  // namespace

std::uint64_t number_from(const Json& json) {
  if (!json.is_number_unsigned()) throw std::runtime_error("not a number from 0: " + json.dump());
  return json.get<std::uint64_t>();
}

std::uint32_t small_number_from(const Json& json) {
  const std::uint64_t number = number_from(json);
  if (number > std::numeric_limits<std::uint32_t>::max()) throw std::runtime_error("a number above 2^32 - 1");
  return static_cast<std::uint32_t>(number);
}

const Json& list_from(const Json& json) {
  if (!json.is_array()) throw std::runtime_error("not a list: " + json.dump());
  return json;
}

std::vector<std::uint8_t> bytes_from_hex(const std::string& digits) {
  if (digits.size() % 2 != 0) throw std::runtime_error("an odd number of hexadecimal digits");
  std::vector<std::uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(hex_digit(digits[i]) << 4 | hex_digit(digits[i + 1])));
  }
  return bytes;
}

Text text_from(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const std::vector<std::uint8_t> bytes = bytes_from_hex(json.at("hex").get<std::string>());
  return {bytes.begin(), bytes.end()};
}

Session session_from(const Json& json) {
  Session session;
  session.tool = text_from(json.at("tool"));
  session.command = texts_from(json.at("command"));
  session.working_directory = text_from(json.at("working_directory"));
  session.host = text_from(json.at("host"));
  session.system = text_from(json.at("system"));
  session.started = text_from(json.at("started"));
  if (const auto shown = json.find("device_type_as"); shown != json.end()) {
    session.device_type_as = shown->get<std::string>();
  }
  if (const auto shown = json.find("platform_shown"); shown != json.end())
    session.platform_shown = number_from(*shown);
  if (const auto prefer = json.find("prefer_source"); prefer != json.end())
    session.prefer_source = prefer->get<bool>();
  if (const auto redacted = json.find("redacted"); redacted != json.end())
    session.redacted = redacted->get<bool>();
  return session;
}

ProcessHead process_from(const Json& json) {
  ProcessHead head;
  head.pid = number_from(json.at("pid"));
  head.session = session_from(json);
  if (const auto parent = json.find("forked_from"); parent != json.end()) {
    head.forked_from = parent->at("process").get<std::string>();
    head.inherited_devices = number_from(parent->at("devices"));
    head.inherited_programs = number_from(parent->at("programs"));
  }
  return head;
}

Queue queue_from(const Json& json) {
  return {
      number_from(json.at("id")), {}, number_from(json.at("device")), json.at("out_of_order").get<bool>()};
}

Device device_from(const Json& json) {
  Device device;
  device.id = number_from(json.at("id"));
  const Json& platform = json.at("platform");
  device.platform_name = text_from(platform.at("name"));
  device.platform_vendor = text_from(platform.at("vendor"));
  device.platform_version = text_from(platform.at("version"));
  device.name = text_from(json.at("name"));
  device.vendor = text_from(json.at("vendor"));
  device.version = text_from(json.at("version"));
  device.driver_version = text_from(json.at("driver_version"));
  device.type = number_from(json.at("type"));
  device.opencl_c_version = text_from(json.at("opencl_c_version"));
  device.opencl_c_all_versions = texts_from(json.at("opencl_c_all_versions"));
  device.extensions = texts_from(json.at("extensions"));
  device.features = texts_from(json.at("features"));
  const std::uint64_t bits = number_from(json.at("address_bits"));
  if (bits != 0 && bits != 32 && bits != 64) throw std::runtime_error("address_bits is none of 0, 32, 64");
  device.address_bits = static_cast<std::uint32_t>(bits);
  device.image_support = json.at("image_support").get<bool>();
  device.little_endian = json.at("little_endian").get<bool>();
  for (const Json& macro : list_from(json.at("macros"))) {
    device.macros.emplace_back(text_from(macro.at("name")), text_from(macro.at("body")));
  }
  if (const auto names = json.find("undefined_macros"); names != json.end())
    device.undefined_macros = texts_from(*names);
  if (const auto remembered = json.find("macros_remembered"); remembered != json.end())
    device.macros_remembered = remembered->get<bool>();
  for (const auto& [name, value] : json.at("limits").items())
    device.limits.push_back({name, number_from(value)});
  return device;
}

BuildResult build_result_from(const Json& json) {
  return {number_from(json.at("device")), word_from(json.at("status"), BuildStatus::Error),
          text_from(json.at("log"))};
}

Program program_from(const Json& json) {
  Program program;
  program.id = number_from(json.at("id"));
  program.digest = json.at("digest").get<std::string>();
  program.origin = word_from(json.at("origin"), ProgramOrigin::BuiltInKernels);
  program.sources = files_from(json.at("sources"));
  program.headers = files_from(json.at("headers"));
  program.included_files = files_from(json.at("included_files"));
  program.options = text_from(json.at("options"));
  program.inputs = numbers_from(json.at("inputs"));
  if (const auto constants = json.find("specialization"); constants != json.end())
    for (const Json& one : list_from(*constants))
      program.specialization.push_back(
          {small_number_from(one.at("id")), bytes_from_hex(one.at("bytes").get<std::string>())});
  program.working_directory = text_from(json.at("working_directory"));
  program.devices = numbers_from(json.at("devices"));
  if (const auto taken = json.find("taken"); taken != json.end())
    for (const Json& one : list_from(*taken)) {
      TakenBranches& of_device = program.taken.emplace_back();
      of_device.device = number_from(one.at("device"));
      for (const Json& branch : list_from(one.at("branches")))
        of_device.branches.push_back(static_cast<std::int32_t>(std::int64_t{small_number_from(branch)} - 1));
      if (const auto macros = one.find("macros"); macros != one.end())
        for (const Json& macro : list_from(*macros))
          of_device.macros.emplace_back(text_from(macro.at("name")), text_from(macro.at("body")));
    }
  for (const Json& result : list_from(json.at("results")))
    program.results.push_back(build_result_from(result));
  if (const auto recalled = json.find("recalled"); recalled != json.end())
    program.recalled = Recalled{files_from(recalled->at("binaries")), text_from(recalled->at("options"))};
  if (const auto from = json.find("compiled_from"); from != json.end())
    program.compiled_from = RuntimeSource{{text_from(from->at("name")), text_from(from->at("digest"))},
                                          texts_from(from->at("expressions"))};
  return program;
}

}  // namespace launchproof::capture
