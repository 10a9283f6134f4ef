// Implements image reads, writes and queries.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"
#include "tests/oracle/image.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;
using ImagePlace = std::array<std::int64_t, 3>;
using Type = PixelFormat::Type;

constexpr std::int64_t kBeyond = std::int64_t{1} << 38;  // lies in no image

double one_channel(Word channel, const PixelFormat& format, char kind, Word& exact) {
  const unsigned width = format.bytes * 8;
  const auto number = static_cast<double>(sign_extended(channel, width));
  const double most = std::ldexp(1.0, static_cast<int>(width) - (format.type == Type::Snorm ? 1 : 0)) - 1;
  exact = static_cast<Word>(sign_extended(channel, width));
  if (format.type == Type::Unsigned) exact = channel;
  const bool is_float = kind == 'f' || kind == 'h';
  const bool fits = format.type == Type::Raw || (kind == 'i' && format.type == Type::Signed) ||
                    (kind == 'u' && format.type == Type::Unsigned) ||
                    (is_float && format.type != Type::Signed && format.type != Type::Unsigned);
  if (!fits) throw CannotJudge{"a function on images that does not fit the format"};
  switch (format.type) {
    case Type::Unorm:
      return static_cast<double>(channel) / most;
    case Type::Snorm:
      return std::max(number / most, -1.0);
    case Type::Float:
      return to_double(channel, width);
    case Type::Raw:
      exact = channel;
      return to_double(channel, 32);
    default:
      return 0;
  }
}

Word encode_channel(double value, Word exact, const PixelFormat& format) {
  const int width = static_cast<int>(format.bytes) * 8;
  switch (format.type) {
    case Type::Raw:
      return exact;
    case Type::Unorm: {
      const double most = std::ldexp(1.0, width) - 1;
      return static_cast<Word>(std::nearbyint(std::clamp(std::isnan(value) ? 0 : value, 0.0, 1.0) * most));
    }
    case Type::Snorm: {
      const double most = std::ldexp(1.0, width - 1) - 1;
      const double scaled = std::nearbyint(std::clamp(std::isnan(value) ? 0 : value, -1.0, 1.0) * most);
      return static_cast<Word>(static_cast<std::int64_t>(scaled)) & mask_of(static_cast<unsigned>(width));
    }
    case Type::Signed: {
      const std::int64_t most = static_cast<std::int64_t>(mask_of(static_cast<unsigned>(width)) >> 1U);
      const std::int64_t number = std::clamp(sign_extended(exact, 32), -most - 1, most);
      return static_cast<Word>(number) & mask_of(static_cast<unsigned>(width));
    }
    case Type::Unsigned:
      return std::min<Word>(exact & mask_of(32), mask_of(static_cast<unsigned>(width)));
    case Type::Float:
      return format.bytes == 4 ? exact : from_double(value, 16);
  }
  return 0;
}

struct Pixel {
  std::array<double, 4> real{0, 0, 0, 1};
  std::array<Word, 4> exact{0, 0, 0, 1};
};

Word address_of(const ImageInfo& image, Word base, const ImagePlace& at) {
  if (image.size_known)
    for (std::uint32_t i = 0; i < image.coordinates; ++i)
      if (at[i] < 0 || at[i] >= image.size[i]) return base + static_cast<Word>(kBeyond);
  return base + static_cast<Word>(at[0] * image.pixel + at[1] * image.row + at[2] * image.slice);
}

Pixel read_pixel(CallingItem& item, const ImageInfo& image, Word base, const ImagePlace& at, char kind) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(image.pixel));
  item.read(address_of(image, base, at), static_cast<std::uint32_t>(bytes.size()), bytes.data());
  Pixel pixel;
  const PixelFormat& format = image.format;
  for (std::uint32_t i = 0; i < format.count; ++i) {
    if (format.channels[i] < 0) continue;
    Word bits = 0;
    std::memcpy(&bits, bytes.data() + std::size_t{i} * format.bytes, format.bytes);
    const auto component = static_cast<std::size_t>(format.channels[i]);
    pixel.real[component] = one_channel(bits, format, kind, pixel.exact[component]);
  }
  if (format.spread != PixelFormat::Spread::No) {
    for (std::size_t i = 1; i < (format.spread == PixelFormat::Spread::Intensity ? 4 : 3); ++i) {
      pixel.real[i] = pixel.real[0];
      pixel.exact[i] = pixel.exact[0];
    }
  }
  return pixel;
}

Pixel border(const ImageInfo& image) {
  Pixel pixel;
  pixel.real[3] = image.format.clear_border ? 0 : 1;
  pixel.exact[3] = image.format.clear_border ? 0 : 1;
  return pixel;
}

struct SamplerBits {
  bool normalized, linear;
  unsigned mode;  // 0 none, 2 clamp to edge, 4 clamp, 6 repeat, 8 mirrored repeat
};

// Returns the position along one dimension, or false for a position outside of the image, which has the
// border colour.
bool wrap(std::int64_t& at, std::int64_t size, unsigned mode) {
  switch (mode) {
    case 2:
      at = std::clamp<std::int64_t>(at, 0, size - 1);
      return true;
    case 4:
      return at >= 0 && at < size;
    case 6:
      at = ((at % size) + size) % size;
      return true;
    case 8: {
      const std::int64_t turn = ((at % (2 * size)) + 2 * size) % (2 * size);
      at = turn < size ? turn : 2 * size - 1 - turn;
      return true;
    }
    default:
      return true;
  }
}

Pixel fetch(CallingItem& item, const ImageInfo& image, Word base, ImagePlace at, const SamplerBits& sampler,
            char kind) {
  for (std::uint32_t i = 0; i < image.coordinates; ++i) {
    const bool layer = image.layered && i + 1 == image.coordinates;
    if (!wrap(at[i], image.size[i], layer ? 2 : sampler.mode)) return border(image);
  }
  return read_pixel(item, image, base, at, kind);
}

// Implements float coordinates according to OpenCL C 3.0, "Image addressing and filtering".
Pixel sample(CallingItem& item, const ImageInfo& image, Word base, const std::array<double, 3>& coordinates,
             const SamplerBits& sampler, char kind) {
  ImagePlace low{0, 0, 0};
  std::array<double, 3> part{0, 0, 0};
  for (std::uint32_t i = 0; i < image.coordinates; ++i) {
    const bool layer = image.layered && i + 1 == image.coordinates;
    double u = coordinates[i];
    if (std::isnan(u) || std::abs(u) > 1e9) throw CannotJudge{"an image coordinate that is no number"};
    if (layer) {
      low[i] = static_cast<std::int64_t>(std::nearbyint(u));
      continue;
    }
    if (sampler.normalized) u *= static_cast<double>(image.size[i]);
    if (sampler.linear) {
      const double down = std::floor(u - 0.5);
      part[i] = u - 0.5 - down;
      low[i] = static_cast<std::int64_t>(down);
    } else {
      low[i] = static_cast<std::int64_t>(std::floor(u));
    }
  }
  if (!sampler.linear) return fetch(item, image, base, low, sampler, kind);
  Pixel sum;
  sum.real = {0, 0, 0, 0};
  for (unsigned corner = 0; corner < 8; ++corner) {
    ImagePlace at = low;
    double weight = 1;
    bool used = true;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const bool high = (corner >> i & 1U) != 0;
      const bool flat = i >= image.coordinates || (image.layered && i + 1 == image.coordinates);
      if (flat && high) used = false;
      if (flat) continue;
      at[i] += high ? 1 : 0;
      weight *= high ? part[i] : 1 - part[i];
    }
    if (!used) continue;
    const Pixel one = fetch(item, image, base, at, sampler, kind);
    for (std::size_t c = 0; c < 4; ++c) sum.real[c] += weight * one.real[c];
  }
  return sum;
}

const ImageInfo& image_at(CallingItem& item, Word address) {
  const ImageInfo* image = item.image(address);
  if (image == nullptr) throw CannotJudge{"an image that is none"};
  return *image;
}

void must_have_size(const ImageInfo& image) {
  if (!image.size_known) throw CannotJudge{"the size of an image that is not given"};
}

void give(const Pixel& pixel, char kind, const PixelFormat& format, std::uint32_t lanes, Word* result) {
  for (std::uint32_t i = 0; i < lanes; ++i) {
    if (kind == 'f')
      result[i] = format.type == Type::Raw ? pixel.exact[i] : from_double(pixel.real[i], 32);
    else if (kind == 'h')
      result[i] = from_double(pixel.real[i], 16);
    else
      result[i] = pixel.exact[i] & mask_of(32);
  }
}

Handler make_read(const Signature& signature, char kind) {
  const bool sampled = signature.parameters.size() == 3;
  const TypeName& coordinate = signature.parameters.back();
  const bool is_float = coordinate.scalar.is_float;
  const std::uint32_t lanes = signature.result_lanes;
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    const Word base = *arguments[0];
    const ImageInfo& image = image_at(item, base);
    const Word* given = arguments[sampled ? 2 : 1];
    ImagePlace at{0, 0, 0};
    std::array<double, 3> real{0, 0, 0};
    for (std::uint32_t i = 0; i < image.coordinates; ++i) {
      at[i] = sign_extended(given[i], 32);
      if (is_float) real[i] = to_double(given[i], 32);
    }
    Pixel pixel;
    if (!sampled) {
      pixel = read_pixel(item, image, base, at, kind);
    } else {
      const Word bits = *arguments[1];
      const SamplerBits sampler{(bits & 1) != 0, (bits & 0x20) != 0, static_cast<unsigned>(bits & 0xE)};
      if (sampler.mode != 0 || image.layered || is_float) must_have_size(image);
      if (is_float) {
        pixel = sample(item, image, base, real, sampler, kind);
        if (sampler.linear && image.format.type == Type::Raw)
          throw CannotJudge{"a filter on pixels of unknown format"};
      } else if (sampler.normalized || sampler.linear || sampler.mode > 4) {
        throw CannotJudge{"a sampler that integer coordinates must not be used with"};
      } else {
        pixel = fetch(item, image, base, at, sampler, kind);
      }
    }
    // A pixel outside of the image has no stored bits.
    if (image.format.type == Type::Raw && kind == 'f' && pixel.exact[3] == 1)
      pixel.exact[3] = from_double(1, 32);
    give(pixel, kind, image.format, lanes, result);
  };
}

Handler make_write(const Signature& signature, char kind) {
  const std::uint32_t lanes = signature.parameters[2].lanes;
  return [=](CallingItem& item, Lanes arguments, Word*) {
    const Word base = *arguments[0];
    const ImageInfo& image = image_at(item, base);
    ImagePlace at{0, 0, 0};
    for (std::uint32_t i = 0; i < image.coordinates; ++i) at[i] = sign_extended(arguments[1][i], 32);
    const PixelFormat& format = image.format;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(image.pixel), 0);
    for (std::uint32_t i = 0; i < format.count; ++i) {
      const int component = format.channels[i];
      if (component < 0 || static_cast<std::uint32_t>(component) >= lanes) continue;
      Word exact = arguments[2][component];
      if (kind == 'h') exact = from_double(to_double(exact, 16), 32);
      Word unused = 0;
      one_channel(0, format, kind, unused);  // does it fit?
      const bool is_float = kind == 'f' || kind == 'h';
      const Word bits = encode_channel(is_float ? to_double(exact, 32) : 0, exact, format);
      std::memcpy(bytes.data() + std::size_t{i} * format.bytes, &bits, format.bytes);
    }
    item.write(address_of(image, base, at), static_cast<std::uint32_t>(bytes.size()), bytes.data());
  };
}

Handler make_query(const std::string& name) {
  return [name](CallingItem& item, Lanes arguments, Word* result) {
    const ImageInfo& image = image_at(item, *arguments[0]);
    if (name == "get_image_channel_data_type" || name == "get_image_channel_order") {
      if (image.format.order_number == 0) throw CannotJudge{"the format of an image that is not given"};
      *result = name.ends_with("order") ? image.format.order_number : image.format.type_number;
      return;
    }
    must_have_size(image);
    const auto size = [&](unsigned i) { return static_cast<Word>(image.size[i]); };
    if (name == "get_image_width") *result = size(0);
    if (name == "get_image_height") *result = size(1);
    if (name == "get_image_depth") *result = size(2);
    if (name == "get_image_array_size") *result = size(image.coordinates - 1);
    if (name != "get_image_dim") return;
    result[0] = size(0);
    result[1] = size(1);
    if (image.coordinates != 3 || image.layered) return;
    result[2] = size(2);
    result[3] = 0;
  };
}

}  // namespace

Handler find_image_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  const std::size_t count = signature.parameters.size();
  if (name == "__translate_sampler_initializer")
    return [](CallingItem&, Lanes arguments, Word* result) { *result = *arguments[0] & mask_of(32); };
  for (const char* kind : {"f", "i", "ui", "h"}) {
    if (name == std::string("read_image") + kind && (count == 2 || count == 3)) {
      // If there are three arguments, the second is a sampler; otherwise, the third would be a level.
      if (count == 3 && signature.parameters[1].text != "ocl_sampler") return {};
      return make_read(signature, kind[0]);
    }
    if (name == std::string("write_image") + kind && count == 3) return make_write(signature, kind[0]);
  }
  for (const char* query : {"get_image_width", "get_image_height", "get_image_depth", "get_image_array_size",
                            "get_image_dim", "get_image_channel_data_type", "get_image_channel_order"})
    if (name == query) return make_query(name);
  return {};
}

}  // namespace launchproof::oracle
