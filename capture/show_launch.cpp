#include <cstring>
#include <map>
#include <optional>

#include "capture/files/sha256.h"
#include "capture/json/json_text.h"
#include "capture/printable.h"
#include "capture/show.h"
#include "capture/wording.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownBytes = 32;

std::string show_size(const Size3& size, std::uint32_t dimensions) {
  std::string text;
  for (std::uint32_t i = 0; i < dimensions && i < 3; ++i) {
    if (i != 0) text += 'x';
    text += std::to_string(size[i]);
  }
  return text;
}

template <class Number>
std::optional<Number> read_as(const ValueArgument& value) {
  Number number{};
  if (value.bytes.size() != sizeof number) return std::nullopt;
  std::memcpy(&number, value.bytes.data(), sizeof number);
  return number;
}

template <class Number>
std::string decimal(const ValueArgument& value) {
  const std::optional<Number> number = read_as<Number>(value);
  return number ? std::to_string(*number) : std::string();
}

// Returns the number if the type's name shows how to read the bytes.
std::string show_number(const Text& type, const ValueArgument& value) {
  if (type == "char") return decimal<std::int8_t>(value);
  if (type == "uchar" || type == "unsigned char") return decimal<std::uint8_t>(value);
  if (type == "short") return decimal<std::int16_t>(value);
  if (type == "ushort" || type == "unsigned short") return decimal<std::uint16_t>(value);
  if (type == "int") return decimal<std::int32_t>(value);
  if (type == "uint" || type == "unsigned int") return decimal<std::uint32_t>(value);
  if (type == "long") return decimal<std::int64_t>(value);
  if (type == "ulong" || type == "unsigned long" || type == "size_t") return decimal<std::uint64_t>(value);
  if (type == "float") return decimal<float>(value);
  if (type == "double") return decimal<double>(value);
  return {};
}

// Returns the bytes as a signed integer; nothing for other sizes. Used for values of unknown type.
std::string show_integer(const ValueArgument& value) {
  std::string number;
  if (value.bytes.size() == 2) number = decimal<std::int16_t>(value);
  if (value.bytes.size() == 4) number = decimal<std::int32_t>(value);
  if (value.bytes.size() == 8) number = decimal<std::int64_t>(value);
  return number.empty() ? number : ", as an integer " + number;
}

// "A", "B", ..., "Z", "#27", ...: names of the memory objects of one launch.
class Letters {
 public:
  std::string operator()(ObjectId root) {
    const std::size_t place = d_places.emplace(root, d_places.size()).first->second;
    if (place < 26) return {static_cast<char>('A' + place)};
    return '#' + std::to_string(place + 1);
  }

 private:
  std::map<ObjectId, std::size_t> d_places;
};

struct ArgumentText {
  const Text& type;
  Letters& letters;

  std::string operator()(const UnknownArgument& unknown) const {
    return ": not recorded" + (unknown.reason.empty() ? "" : " (" + printable(unknown.reason) + ")");
  }
  std::string operator()(const ValueArgument& value) const {
    std::string digits;
    append_hex(digits, value.bytes.data(), std::min(value.bytes.size(), kShownBytes));
    if (value.bytes.size() > kShownBytes) digits += "...";
    const std::string number = show_number(type, value);
    if (!number.empty()) return " = " + number + " (" + digits + ")";
    const std::string integer = type.empty() ? show_integer(value) : std::string();
    return " = " + std::to_string(value.bytes.size()) + " bytes (" + digits + integer + ")";
  }
  std::string operator()(const BufferArgument& buffer) const {
    std::string text = ": buffer " + letters(buffer.root);
    if (buffer.before)
      text += " + " + std::to_string(buffer.origin) + " (pointer)";
    else if (buffer.object != buffer.root)
      text += " + " + std::to_string(buffer.origin) + " (sub-buffer)";
    text += ", " + (buffer.bytes ? std::to_string(*buffer.bytes) + " bytes" : "size not known");
    if (buffer.before && *buffer.before != 0)
      text += " from there, " + std::to_string(*buffer.before) + " before";
    return buffer.contents ? text + ", " + show_contents(*buffer.contents) : text;
  }
  std::string operator()(const StructureArgument& structure) const {
    std::string text = ": structure of " + std::to_string(structure.bytes.size()) + " bytes";
    for (const StructureArgument::Pointer& pointer : structure.pointers)
      text += "; at " + std::to_string(pointer.at) + (*this)(pointer.memory).substr(1);
    return text;
  }
  std::string operator()(const NullArgument& /*null*/) const { return ": null"; }
  std::string operator()(const LocalArgument& local) const {
    return ": local memory, " + std::to_string(local.bytes) + " bytes";
  }
  std::string operator()(const ImageArgument& image) const {
    return ": image " + letters(image.root) + ", " + std::to_string(image.width) + 'x' +
           std::to_string(image.height) + 'x' + std::to_string(image.depth);
  }
  std::string operator()(const SamplerArgument& sampler) const {
    return ": sampler, " + std::string(sampler.normalized_coordinates ? "normalized" : "unnormalized") +
           " coordinates, addressing " + std::to_string(sampler.addressing_mode) + ", filter " +
           std::to_string(sampler.filter_mode);
  }
  std::string operator()(const PipeArgument& pipe) const {
    return ": pipe, " + std::to_string(pipe.packets) + " packets of " + std::to_string(pipe.packet_bytes) +
           " bytes";
  }
};

}  // namespace

std::string printable(const std::string& bytes) {
  std::string text;
  const bool valid = is_utf8(bytes);
  unsigned char previous = 0;
  for (const char character : bytes) {
    const auto code = static_cast<unsigned char>(character);
    // C2 begins U+0080 to U+00BF, some of which are control characters: both bytes are shown as numbers.
    const bool shown = code < 0x80 ? code >= 0x20 && code != 0x7F : valid && code != 0xC2 && previous != 0xC2;
    previous = code;
    if (shown) {
      text += character;
    } else {
      text += "\\x";
      append_hex(text, &code, 1);
    }
  }
  return text;
}

std::string show_sub_groups(const SubGroups& sub_groups) {
  return std::to_string(sub_groups.count) + (sub_groups.count == 1 ? " sub-group" : " sub-groups") +
         " of up to " + std::to_string(sub_groups.size);
}

std::string show_sizes(const Launch& launch) {
  std::string text = "global " + show_size(launch.global_size, launch.work_dim);
  if (launch.local_size) {
    text += ", local " + show_size(*launch.local_size, launch.work_dim);
  } else if (launch.chosen_local_size) {
    text += ", local " + show_size(*launch.chosen_local_size, launch.work_dim) + " (chosen by the runtime)";
  } else {
    text += ", local size left to the runtime and not known";
  }
  if (launch.sub_groups) text += ", " + show_sub_groups(*launch.sub_groups);
  if (launch.is_cooperative.value_or(false)) text += ", cooperative";
  if (launch.global_offset != Size3{}) text += ", offset " + show_size(launch.global_offset, launch.work_dim);
  return text;
}

std::string show_call_site(const CallSite& site) {
  std::string text = site.function.empty() ? "an unknown function" : printable(site.function);
  if (!site.file.empty()) text += " at " + printable(site.file) + ':' + std::to_string(site.line);
  if (!site.module.empty()) {
    std::string offset;
    for (int shift = 60; shift >= 0; shift -= 4) {
      const unsigned digit = static_cast<unsigned>(site.offset >> shift) & 15U;
      if (digit != 0 || !offset.empty() || shift == 0) offset += "0123456789abcdef"[digit];
    }
    text += " (" + printable(site.module) + "+0x" + offset + ")";
  }
  return text;
}

std::string show_contents(const Contents& contents) {
  if (contents.recorded()) return "contents " + printable(contents.digest.substr(0, kShownDigest));
  return "contents not recorded (" + printable(contents.reason) + ")";
}

namespace {

std::vector<std::string> show_arguments(const Launch& launch, Letters& letters) {
  std::vector<std::string> texts;
  for (const Argument& argument : launch.arguments) {
    std::string text = printable(argument.type);
    if (!text.empty()) text += ' ';
    text += argument.name.empty() ? "argument" : printable(argument.name);
    texts.push_back(text + std::visit(ArgumentText{argument.type, letters}, argument.value));
  }
  return texts;
}

std::vector<std::string> show_reach(const Reach& reach, Letters& letters) {
  static const Text kNoType;
  std::vector<std::string> texts;
  texts.reserve(reach.memory.size() + reach.all.size());
  for (const ArgumentValue& value : reach.memory)
    texts.push_back("memory" + std::visit(ArgumentText{kNoType, letters}, value));
  for (const std::string& kind : reach.all) texts.push_back("all " + printable(kind) + " memory");
  return texts;
}

}  // namespace

std::vector<std::string> show_arguments(const Launch& launch) {
  Letters letters;
  return show_arguments(launch, letters);
}

std::vector<std::string> show_reach(const Launch& launch) {
  Letters letters;
  show_arguments(launch, letters);
  return show_reach(launch.reach, letters);
}

std::string show_launch(const Launch& launch, const std::string& indent) {
  std::string text = indent + show_sizes(launch) + '\n';
  std::size_t number = 0;
  for (const std::string& argument : show_arguments(launch)) {
    text += indent;
    text += std::to_string(number++);
    text += "  ";
    text += argument;
    text += '\n';
  }
  for (const std::string& reached : show_reach(launch)) {
    text += indent;
    text += "by pointers in memory: ";
    text += reached;
    text += '\n';
  }
  return text;
}

}  // namespace launchproof::capture
