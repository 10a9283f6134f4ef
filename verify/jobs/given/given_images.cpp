// Images and samplers given to `check`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "verify/jobs/given/given_launch.h"

namespace launchproof::jobs {
namespace {

using Names = std::pair<std::string_view, std::uint32_t>;

// The values of CLK_ADDRESS_CLAMP and so on.
constexpr std::array<Names, 9> kSamplerWords{{
    {"unnormalized", 0},
    {"normalized", 1},
    {"none", 0},
    {"clamp-to-edge", 2},
    {"clamp", 4},
    {"repeat", 6},
    {"mirrored-repeat", 8},
    {"nearest", 0x10},
    {"linear", 0x20},
}};

template <typename Table>
std::optional<std::uint32_t> find_name(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Names& item) { return item.first == name; });
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

template <typename Table>
std::string all_names(const Table& table) {
  std::string text;
  for (const Names& item : table) text += (text.empty() ? "" : ", ") + std::string(item.first);
  return text;
}

std::uint64_t parse_number(const std::string& whole, std::string_view text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty() || value > most)
    throw UsageError(fmt::format("--image: in `{}`, `{}` is not a number up to {}", whole, text, most));
  return value;
}

model::ImageFormat parse_format(const std::string& whole, std::string_view text) {
  std::string what;
  const auto format = model::format_of(text, what);
  if (!format)
    throw UsageError(fmt::format(
        "--image: in `{}`, `{}` is not a channel order and type of OpenCL, for instance RGBA,UNORM_INT8",
        whole, what));
  return *format;
}

class ImageBinder {
 public:
  ImageBinder(const GivenLaunch& launch, const model::KernelModel& kernel, FactsAnswer& answer,
              model::LaunchFacts& facts)
      : d_launch(launch), d_kernel(kernel), d_answer(answer), d_facts(facts) {}

  void bind() {
    for (std::size_t i = 0; i < d_kernel.parameters.size(); ++i) {
      if (d_kernel.parameters[i].kind != model::ParameterKind::Image) continue;
      model::ImageShape shape = model::own_image(type_of(i), std::nullopt, std::nullopt);
      shape.is_given = false;
      d_facts.arguments[i] = model::BufferArgument{i + 1, 0, std::nullopt, {}, shape};
    }
    // Images that equal another argument come last.
    for (const bool shared : {false, true})
      for (const GivenImage& image : d_launch.images)
        if ((!image.of.empty() && image.size.empty()) == shared) bind(image);
    for (const GivenSampler& sampler : d_launch.samplers) {
      const auto number = find(sampler.name);
      if (!number) continue;
      if (d_kernel.parameters[*number].kind != model::ParameterKind::Sampler)
        throw UsageError(
            fmt::format("--sampler: {} of kernel {} is not a sampler", sampler.name, d_kernel.name));
      std::vector<std::uint8_t> bytes;
      for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(sampler.bits >> shift));
      d_facts.arguments[*number] = model::ValueArgument{bytes};
    }
  }

 private:
  const model::ImageType& type_of(std::size_t parameter) const {
    return *d_kernel.parameters[parameter].image;
  }

  std::optional<std::size_t> number_of(const std::string& name) const {
    const auto found = std::find_if(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                    [&](const model::Parameter& item) { return item.name == name; });
    if (found == d_kernel.parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - d_kernel.parameters.begin());
  }

  std::optional<std::size_t> find(const std::string& name) {
    const auto number = number_of(name);
    if (!number) d_answer.unused.push_back(name);
    return number;
  }

  void bind(const GivenImage& image) {
    const auto number = find(image.name);
    if (!number) return;
    const model::Parameter& parameter = d_kernel.parameters[*number];
    if (parameter.kind != model::ParameterKind::Image)
      throw UsageError(fmt::format("--image: {} of kernel {} is not an image", image.name, d_kernel.name));
    if (image.size.empty()) {
      d_facts.arguments[*number] = same_as(image, *number);
      return;
    }
    const model::ImageType& type = type_of(*number);
    static constexpr std::array<const char*, 4> kInstances{"", "64", "64x48", "64x48x4"};
    if (image.size.size() != type.coordinates)
      throw UsageError(fmt::format("--image: {} of kernel {} is of type {}: give {} sizes, for instance {}{}",
                                   image.name, d_kernel.name, parameter.type, type.coordinates,
                                   kInstances.at(type.coordinates),
                                   type.layered ? " (the last one is the number of images)" : ""));
    model::ImageSize pixels{1, 1, 1};
    std::copy(image.size.begin(), image.size.end(), pixels.begin());
    if (type.is_surface && (!image.format || !image.of.empty()))
      throw UsageError(
          fmt::format("--image: {} of kernel {} is a surface; give the format of its elements, for instance "
                      "{}=64:R,FLOAT",
                      image.name, d_kernel.name, image.name));
    const auto in_coordinates = model::in_coordinates(type, pixels, image.format);
    if (!in_coordinates)
      throw UsageError(fmt::format(
          "--image: the rows of {} have too many bytes, or elements of no known size", image.name));
    const model::ImageSize& size = *in_coordinates;
    if (image.of.empty()) {
      const model::ImageShape shape = model::own_image(type, size, image.format);
      d_facts.arguments[*number] = model::BufferArgument{*number + 1, 0, shape.extent(), {}, shape};
      return;
    }
    const auto other = number_of(image.of);
    if (!other || (d_kernel.parameters[*other].kind != model::ParameterKind::GlobalPointer &&
                   d_kernel.parameters[*other].kind != model::ParameterKind::ConstantPointer))
      throw UsageError(fmt::format("--image: {}: kernel {} has no buffer argument {}", image.name,
                                   d_kernel.name, image.of));
    if (!image.format || model::pixel_bytes(*image.format) == 0)
      throw UsageError(
          fmt::format("--image: {} lies in a buffer; give its format, for instance {}=64:RGBA,FLOAT@{}",
                      image.name, image.name, image.of));
    model::Argument& buffer = d_facts.arguments[*other];
    if (std::holds_alternative<model::UnknownArgument>(buffer))
      buffer = model::BufferArgument{*other + 1, 0, std::nullopt, {}, {}};
    const auto* under = std::get_if<model::BufferArgument>(&buffer);
    if (under == nullptr) throw UsageError(fmt::format("--image: {}: {} is null", image.name, image.of));
    const model::ImageShape shape = model::image_over_buffer(type, size, *image.format, 0);
    if (under->bytes && (image.origin > *under->bytes || *shape.extent() > *under->bytes - image.origin))
      throw UsageError(
          fmt::format("--image: {} reaches beyond the {} bytes of {}", image.name, *under->bytes, image.of));
    d_facts.arguments[*number] =
        model::BufferArgument{under->object, under->origin + image.origin, shape.extent(), {}, shape};
  }

  model::BufferArgument same_as(const GivenImage& image, std::size_t number) const {
    const auto other = number_of(image.of);
    if (!other || *other == number || d_kernel.parameters[*other].kind != model::ParameterKind::Image)
      throw UsageError(fmt::format("--image: {}=@{}: kernel {} has no other image argument {}", image.name,
                                   image.of, d_kernel.name, image.of));
    if (type_of(*other) != type_of(number))
      throw UsageError(fmt::format("--image: {}=@{}: the two are of different types", image.name, image.of));
    return std::get<model::BufferArgument>(d_facts.arguments[*other]);
  }

  const GivenLaunch& d_launch;
  const model::KernelModel& d_kernel;
  FactsAnswer& d_answer;
  model::LaunchFacts& d_facts;
};

}  // namespace

GivenImage parse_image(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError(fmt::format("--image: `{}` is not of the form NAME=VALUE", text));
  GivenImage image;
  image.name = text.substr(0, equals);
  std::string_view rest = std::string_view(text).substr(equals + 1);
  if (const std::size_t at = rest.find('@'); at != std::string_view::npos) {
    std::string_view of = rest.substr(at + 1);
    if (const std::size_t plus = of.find('+'); plus != std::string_view::npos) {
      image.origin = parse_number(text, of.substr(plus + 1), UINT64_MAX >> 1U);
      of = of.substr(0, plus);
    }
    if (of.empty()) throw UsageError(fmt::format("--image: `{}` names no argument after @", text));
    image.of = of;
    rest = rest.substr(0, at);
    if (rest.empty()) return image;
  }
  if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos) {
    image.format = parse_format(text, rest.substr(colon + 1));
    rest = rest.substr(0, colon);
  }
  for (std::size_t begin = 0; begin <= rest.size();) {
    const std::size_t end = std::min(rest.find('x', begin), rest.size());
    const std::uint64_t size = parse_number(text, rest.substr(begin, end - begin), UINT32_MAX >> 1U);
    if (size == 0 || image.size.size() == 3)
      throw UsageError(fmt::format(
          "--image: in `{}`, `{}` is not a list of one to three sizes, for instance 64x48", text, rest));
    image.size.push_back(static_cast<std::uint32_t>(size));
    begin = end + 1;
  }
  return image;
}

GivenSampler parse_sampler(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError(fmt::format("--sampler: `{}` is not of the form NAME=VALUE", text));
  GivenSampler sampler;
  sampler.name = text.substr(0, equals);
  const std::string_view rest = std::string_view(text).substr(equals + 1);
  bool filter = false;
  for (std::size_t begin = 0; begin <= rest.size();) {
    const std::size_t end = std::min(rest.find(',', begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    const auto bits = find_name(kSamplerWords, word);
    if (!bits)
      throw UsageError(
          fmt::format("--sampler: in `{}`, `{}` is none of {}", text, word, all_names(kSamplerWords)));
    sampler.bits |= *bits;
    filter = filter || *bits >= 0x10;
    begin = end + 1;
  }
  if (!filter) sampler.bits |= 0x10;  // nearest
  return sampler;
}

void bind_images(const GivenLaunch& launch, const model::KernelModel& kernel, FactsAnswer& answer,
                 model::LaunchFacts& facts) {
  ImageBinder(launch, kernel, answer, facts).bind();
}

}  // namespace launchproof::jobs
