#include <filesystem>
#include <fstream>
#include <set>

#include "capture/editing/launch_list.h"
#include "capture/json/from_json.h"

namespace launchproof::capture {
namespace {

constexpr const char* kListRemedy = "correct the list";

std::string string_from(const Json& json) {
  if (!json.is_string()) throw std::runtime_error("not a string: " + json.dump());
  return json.get<std::string>();
}

void check_members(const Json& json, const std::set<std::string>& known) {
  if (!json.is_object()) throw std::runtime_error("not an object: " + json.dump());
  for (const auto& [name, value] : json.items())
    if (!known.contains(name)) throw std::runtime_error("the member \"" + name + "\" is not known");
}

std::vector<std::uint64_t> sizes_from(const Json& json, bool zero) {
  std::vector<std::uint64_t> sizes;
  for (const Json& size : list_from(json)) {
    sizes.push_back(number_from(size));
    if (sizes.back() == 0 && !zero) throw std::runtime_error("a size is 0");
  }
  if (sizes.empty() || sizes.size() > 3) throw std::runtime_error("give 1 to 3 sizes");
  return sizes;
}

std::string digits_from(const Json& json) {
  const std::string text = string_from(json);
  if (!text.starts_with("0x") || text.size() < 3 ||
      text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string::npos)
    throw std::runtime_error("\"" + text + "\" is not a hexadecimal number such as \"0x1f\"");
  return text.substr(2);
}

ListedArgument listed_argument(const Json& json) {
  ListedArgument argument;
  const std::string type = string_from(json.at("type"));
  if (type == "scalar") {
    check_members(json, {"type", "value"});
    if (json.contains("value")) argument.value = digits_from(json["value"]);
  } else if (type == "array") {
    argument.kind = ListedKind::Array;
    check_members(json, {"type", "size", "flags", "data", "address_space"});
    if (json.contains("size")) argument.size = number_from(json["size"]);
    if (json.contains("address_space")) argument.address_space = string_from(json["address_space"]);
    if (!std::set<std::string>{"", "global", "local", "constant"}.contains(argument.address_space))
      throw std::runtime_error("the address space \"" + argument.address_space + "\" is not known");
  } else if (type == "image" || type == "sampler") {
    argument.kind = type == "image" ? ListedKind::Image : ListedKind::Sampler;
    check_members(json, {"type"});
  } else {
    throw std::runtime_error("the type \"" + type + "\" is none of scalar, array, image, sampler");
  }
  return argument;
}

CallSite call_from(const Json& json) {
  check_members(json, {"function_name", "compilation_unit", "line_number"});
  CallSite site;
  site.function = string_from(json.at("function_name"));
  site.file = string_from(json.at("compilation_unit"));
  site.line = static_cast<std::uint32_t>(number_from(json.at("line_number")));
  return site;
}

// Adds the place in the list to the message of an exception.
class Entry {
 public:
  Entry(std::string place, const Json& json) : d_place(std::move(place)), d_json(json) {}

  template <class Read>
  void read(const char* member, bool required, Read&& read) const {
    const auto found = d_json.find(member);
    if (found == d_json.end()) {
      if (required) throw InputError(d_place, std::string("`") + member + "` is missing", kListRemedy);
      return;
    }
    try {
      read(*found);
    } catch (const std::exception& error) {
      throw InputError(d_place + '.' + member, error.what(), kListRemedy);
    }
  }

 private:
  std::string d_place;
  const Json& d_json;
};

ListedLaunch launch_of(const std::string& place, const Json& json) {
  ListedLaunch launch;
  launch.place = place;
  try {
    check_members(json, {"language", "kernel_file", "entry_point", "compiler_flags", "endianness",
                         "local_size", "global_size", "global_offset", "kernel_arguments", "host_api_calls"});
  } catch (const std::exception& error) {
    throw InputError(place, error.what(), kListRemedy);
  }
  const Entry entry(place, json);
  entry.read("language", true, [](const Json& value) {
    if (string_from(value) != "OpenCL")
      throw std::runtime_error("\"" + string_from(value) + "\" is not OpenCL");
  });
  entry.read("kernel_file", true, [&](const Json& value) { launch.kernel_file = string_from(value); });
  entry.read("entry_point", true, [&](const Json& value) { launch.entry_point = string_from(value); });
  entry.read("compiler_flags", false, [&](const Json& value) { launch.compiler_flags = string_from(value); });
  entry.read("endianness", false, [&](const Json& value) {
    const std::string order = string_from(value);
    if (order != "little" && order != "big")
      throw std::runtime_error("\"" + order + "\" is neither little nor big");
    launch.little_endian = order == "little";
  });
  entry.read("global_size", true, [&](const Json& value) { launch.global_size = sizes_from(value, false); });
  const auto as_many = [&](std::vector<std::uint64_t> sizes) {
    if (sizes.size() != launch.global_size.size())
      throw std::runtime_error("it has another number of dimensions than `global_size`");
    return sizes;
  };
  entry.read("local_size", false,
             [&](const Json& value) { launch.local_size = as_many(sizes_from(value, false)); });
  entry.read("global_offset", false,
             [&](const Json& value) { launch.global_offset = as_many(sizes_from(value, true)); });
  entry.read("kernel_arguments", false, [&](const Json& value) {
    launch.arguments.emplace();
    for (const Json& argument : list_from(value)) launch.arguments->push_back(listed_argument(argument));
  });
  entry.read("host_api_calls", false, [&](const Json& value) {
    for (const Json& call : list_from(value)) launch.call_site = call_from(call);
  });
  return launch;
}

}  // namespace

std::vector<ListedLaunch> read_launch_list(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw InputError(path, "cannot be read", "give the JSON file of a list of kernel launches");
  Json json;
  try {
    json = Json::parse(file);
    list_from(json);
  } catch (const std::exception& error) {
    throw InputError(path, std::string("is not a list of kernel launches: ") + error.what(),
                     "give the JSON file that GPUVerify's interceptor or `capture export` wrote");
  }
  std::vector<ListedLaunch> launches;
  launches.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i)
    launches.push_back(launch_of(path + '[' + std::to_string(i) + ']', json[i]));
  return launches;
}

}  // namespace launchproof::capture
