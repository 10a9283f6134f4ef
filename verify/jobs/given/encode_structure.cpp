#include "verify/jobs/given/encode_structure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "verify/jobs/usage_error.h"

namespace launchproof::jobs {
namespace {

using model::ValueField;
using model::ValueLayout;
using Kind = ValueLayout::Kind;

constexpr std::size_t kMostNamed = 8;

// One number, vector or unsupported member in a value.
struct Leaf {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t count = 1;  // number of elements that the path covers, "a[0..3]"
  std::uint64_t stride = 0;
  const ValueLayout* layout = nullptr;
};

void add_leaves(const ValueLayout& layout, const std::string& path, std::uint64_t offset,
                std::vector<Leaf>& leaves) {
  if (layout.kind == Kind::Record) {
    for (const ValueField& field : layout.fields)
      add_leaves(field.layout, path + "." + field.name, offset + field.offset, leaves);
    return;
  }
  if (layout.kind != Kind::Array) {
    leaves.push_back({path, offset, 1, 0, &layout});
    return;
  }
  const ValueLayout& element = layout.element.front();
  const std::uint64_t count = element.bytes == 0 ? 0 : layout.bytes / element.bytes;
  if (element.kind == Kind::Record || element.kind == Kind::Array) {
    for (std::uint64_t i = 0; i < count; ++i)
      add_leaves(element, fmt::format("{}[{}]", path, i), offset + i * element.bytes, leaves);
  } else if (count > 0) {
    leaves.push_back({fmt::format("{}[0..{}]", path, count - 1), offset, count, element.bytes, &element});
  }
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMostNamed);
  std::string text =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string fields_of(const ValueLayout& layout, const std::string& path) {
  if (layout.kind == Kind::Array) {
    const std::uint64_t size = layout.element.front().bytes;
    return fmt::format("elements {}[0] to {}[{}]", path, path, size == 0 ? 0 : layout.bytes / size - 1);
  }
  std::vector<std::string> names;
  names.reserve(layout.fields.size());
  for (const ValueField& field : layout.fields)
    names.push_back(path + "." + field.name + (field.layout.kind == Kind::Array ? "[..]" : ""));
  return "fields " + listed(names);
}

class Encoder {
 public:
  Encoder(const model::Parameter& parameter, const ValueLayout& layout)
      : d_parameter(parameter), d_layout(layout), d_bytes(parameter.bytes), d_is_given(parameter.bytes) {}

  std::vector<std::uint8_t> encode(const std::vector<GivenValue>& given) {
    for (const GivenValue& value : given) {
      const bool is_whole = value.name == d_parameter.name;
      if (is_whole && is_compound(d_layout) && !is_raw(value.text))
        refuse(value,
               fmt::format("it is of the type {}; give its {}, or its {} bytes with {}=bytes:HEX",
                           d_layout.type, fields_of(d_layout, value.name), d_layout.bytes, value.name));
      put(value, is_whole);
    }
    require_all();
    return std::move(d_bytes);
  }

 private:
  [[noreturn]] static void refuse(const GivenValue& value, const std::string& why) {
    throw UsageError(fmt::format("--arg: {}={}: {}", value.name, value.text, why));
  }
  static bool is_compound(const ValueLayout& layout) {
    return layout.kind == Kind::Record || layout.kind == Kind::Array;
  }
  static bool is_raw(const std::string& text) { return text == "zero" || text.starts_with("bytes:"); }

  void put(const GivenValue& value, bool is_whole) {
    std::uint64_t offset = 0;
    const ValueLayout& layout = find(value, offset);
    std::vector<std::uint8_t> bytes;
    if (is_compound(layout) && !is_raw(value.text))
      refuse(value,
             fmt::format("it is of the type {}; give its {}", layout.type, fields_of(layout, value.name)));
    if (layout.kind == Kind::Other && !is_raw(value.text))
      refuse(value, fmt::format("the type {} is given as {}=bytes:HEX, of {} bytes", layout.type, value.name,
                                layout.bytes));
    bytes = encode_as(value.name, layout, value.text);
    for (std::uint64_t i = 0; i < bytes.size(); ++i) {
      if (!is_whole && d_is_given.at(offset + i) == Given::ByField)
        refuse(value, "some of its bytes are given by another field");
      d_is_given.at(offset + i) = is_whole ? Given::ByWhole : Given::ByField;
      d_bytes.at(offset + i) = bytes[i];
    }
  }

  // The member that a path names.
  const ValueLayout& find(const GivenValue& value, std::uint64_t& offset) const {
    const ValueLayout* layout = &d_layout;
    std::string_view rest = std::string_view(value.name).substr(d_parameter.name.size());
    while (!rest.empty()) {
      const std::string path(value.name.substr(0, value.name.size() - rest.size()));
      const std::size_t end = std::min(rest.find_first_of(".[", 1), rest.size());
      layout = rest.front() == '.' ? &field(value, path, *layout, rest.substr(1, end - 1), offset)
                                   : &element(value, path, *layout, rest.substr(1, end - 1), offset);
      rest.remove_prefix(end);
    }
    return *layout;
  }

  const ValueLayout& field(const GivenValue& value, const std::string& path, const ValueLayout& of,
                           std::string_view name, std::uint64_t& offset) const {
    if (of.kind != Kind::Record)
      refuse(value, fmt::format("{} is of the type {}, which has no fields", path, of.type));
    const auto found = std::ranges::find(of.fields, name, &ValueField::name);
    if (found == of.fields.end())
      refuse(value, fmt::format("{} has no field `{}`; it has the {}", of.type, name, fields_of(of, path)));
    if (found->is_bit_field)
      refuse(value, fmt::format("{}.{} is a bit-field; give {} as {}=bytes:HEX, of {} bytes", path, name,
                                d_parameter.name, d_parameter.name, d_layout.bytes));
    offset += found->offset;
    return found->layout;
  }

  static const ValueLayout& element(const GivenValue& value, const std::string& path, const ValueLayout& of,
                                    std::string_view text, std::uint64_t& offset) {
    if (of.kind != Kind::Array)
      refuse(value, fmt::format("{} is of the type {}, which is not an array", path, of.type));
    const ValueLayout& one = of.element.front();
    std::uint64_t index = 0;
    const bool closed = text.ends_with(']');
    if (closed) text.remove_suffix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (!closed || error != std::errc{} || end != text.data() + text.size())
      refuse(value, fmt::format("`[{}` is not an index; it has the {}", text, fields_of(of, path)));
    if (one.bytes == 0 || index >= of.bytes / one.bytes)
      refuse(value, fmt::format("{} has no element {}; it has the {}", path, index, fields_of(of, path)));
    offset += index * one.bytes;
    return one;
  }

  // The bytes between fields are zero.
  void require_all() const {
    std::vector<Leaf> leaves;
    add_leaves(d_layout, d_parameter.name, 0, leaves);
    std::vector<std::string> missing;
    for (const Leaf& leaf : leaves) {
      for (std::uint64_t i = 0; i < leaf.count; ++i) {
        const std::uint64_t begin = leaf.offset + i * leaf.stride;
        bool is_given = true;
        for (std::uint64_t byte = begin; byte < begin + leaf.layout->bytes; ++byte)
          is_given = is_given && d_is_given.at(byte) != Given::No;
        if (is_given) continue;
        missing.push_back(leaf.path);
        break;
      }
    }
    if (missing.empty()) return;
    throw UsageError(fmt::format(
        "--arg: of {}, which is of the type {}, {} not given: {}; give all, or {}=zero for the rest",
        d_parameter.name, d_layout.type, missing.size() == 1 ? "one field is" : "these fields are",
        listed(missing), d_parameter.name));
  }

  enum class Given : std::uint8_t { No, ByWhole, ByField };

  const model::Parameter& d_parameter;
  const ValueLayout& d_layout;
  std::vector<std::uint8_t> d_bytes;
  std::vector<Given> d_is_given;
};

}  // namespace

std::string parameter_of(const std::string& path) {
  return path.substr(0, path.find_first_of(".["));
}

std::vector<std::uint8_t> encode_fields(const model::Parameter& parameter, const ValueLayout& layout,
                                        const std::vector<GivenValue>& given) {
  return Encoder(parameter, layout).encode(given);
}

}  // namespace launchproof::jobs
