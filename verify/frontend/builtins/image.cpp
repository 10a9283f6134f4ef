// Images and samplers (OpenCL C 3.0, 6.15.15). An image is an array of pixels with four components. A
// condition for each coordinate says whether a pixel lies outside of it.
#include <llvm/IR/DerivedTypes.h>

#include <optional>
#include <string_view>
#include <utility>

#include "verify/frontend/builtins/builtin_call.h"
#include "verify/frontend/builtins/image_queries.h"

namespace launchproof::frontend {
namespace {

using model::ImageField;

// Sampler bits in OpenCL C's encoding (opencl-c-base.h of Clang).
constexpr std::uint64_t kNormalized = 1;
constexpr std::uint64_t kAddressing = 0xE;
constexpr std::uint64_t kAddressNone = 0;
constexpr std::uint64_t kClamp = 4;
constexpr std::uint64_t kLinear = 0x20;

constexpr unsigned kCoordinateBits = 32;
constexpr std::uint64_t kOne = 0x3f800000;  // 1.0f

ImageField extent_field(const model::ImageType& type, unsigned coordinate) {
  if (type.layered && coordinate + 1 == type.coordinates) return ImageField::ArraySize;
  static constexpr ImageField kFields[] = {ImageField::Width, ImageField::Height, ImageField::Depth};
  return kFields[coordinate];
}

// One call that accesses an image.
class ImageCall {
 public:
  explicit ImageCall(BuiltinCall& call) : d_call(call), d_values(call.values()) {
    const llvm::Type* type = call.type(0);
    if (!image_type(type)) return;
    const auto array = d_values.constant_of(call.argument(0).front());
    if (!array || *array == 0) return;
    d_array = static_cast<model::ArrayId>(*array);
    d_type = *call.translator().model().arrays[d_array].image;
    d_parameter = call.translator().model().arrays[d_array].parameter;
  }

  bool is_known() const { return d_array != model::kNone; }
  const model::ImageType& type() const { return d_type; }

  ValueId field(ImageField field) {
    return d_values.leaf(Op::Parameter, model::width_of(field), d_parameter,
                         static_cast<std::uint64_t>(field));
  }

  ValueId in_range(ValueId coordinate, unsigned number) {
    static constexpr ImageField kLimits[] = {ImageField::LimitX, ImageField::LimitY, ImageField::LimitZ};
    return d_values.less(false, coordinate, field(kLimits[number]));
  }

  ValueId inside(const Parts& coordinates) {
    ValueId all = d_values.constant(1, 1);
    for (unsigned i = 0; i < coordinates.size(); ++i)
      all = d_values.bit_and(all, in_range(coordinates[i], i));
    return all;
  }

  // Returns the coordinate clamped to the range of its dimension.
  ValueId clamped(ValueId coordinate, unsigned number) {
    const ValueId zero = d_values.constant(kCoordinateBits, 0);
    const ValueId size = field(extent_field(d_type, number));
    const ValueId last = d_values.sub(size, d_values.constant(kCoordinateBits, 1));
    const ValueId low = d_values.select(d_values.less(true, coordinate, zero), zero, coordinate);
    return d_values.select(d_values.less(true, low, size), low, last);
  }

  Pointer at(const Parts& coordinates) {
    static constexpr ImageField kPitches[] = {ImageField::PixelPitch, ImageField::RowPitch,
                                              ImageField::SlicePitch};
    const unsigned bits = d_call.translator().address_bits();
    ValueId offset = d_values.address(0);
    for (unsigned i = 0; i < coordinates.size(); ++i)
      offset = d_values.add(offset, d_values.mul(d_values.resize(coordinates[i], bits, true),
                                                 d_values.resize(field(kPitches[i]), bits, false)));
    return {d_values.constant(32, d_array), offset, {{d_array}, false}};
  }

  static model::Site site(model::AccessKind kind, unsigned components, ValueId inside, ValueId outside,
                          const Parts& coordinates) {
    model::Site made;
    made.kind = kind;
    made.component_bytes = 4;
    made.bytes = 4 * components;
    made.inside = inside;
    made.outside = outside;
    made.coordinates = coordinates;
    return made;
  }

 private:
  BuiltinCall& d_call;
  ValueBuilder& d_values;
  model::ArrayId d_array = model::kNone;
  model::ImageType d_type;
  std::uint32_t d_parameter = model::kNone;
};

bool refused(BuiltinCall& call, const ImageCall& image) {
  if (!image.is_known())
    call.refuse("an image of several samples a pixel, or that is not a parameter of the kernel (" +
                call.name() + ")");
  else if (call.translator().address_bits() != 64)
    call.refuse("an image on a device of " + std::to_string(call.translator().address_bits()) +
                "-bit addresses (" + call.name() + ")");
  else
    return false;
  return true;
}

// 'f', 'i', 'u' or 'h', as in read_imagef and so on.
char kind_of(const BuiltinCall& call) {
  return call.name()[call.name().find("image") + 5];
}

// How a sampler uses a coordinate.
struct Lookup {
  Parts coordinates;  // coordinates of the pixel that is read
  ValueId inside = model::kNone;
  ValueId outside = model::kNone;
  ValueId defined = model::kNone;  // the condition under which the specification defines what is read
};

// Integer coordinates: OpenCL C only defines samplers without normalisation, filter or repetition. The layer
// of an array is clamped whatever the sampler says.
Lookup look_up(BuiltinCall& call, ImageCall& image, ValueId sampler, const Parts& coordinates, bool exact) {
  ValueBuilder& values = call.values();
  const auto bits = [&](std::uint64_t mask) { return values.bit_and(sampler, values.constant(32, mask)); };
  const auto is = [&](ValueId mode, std::uint64_t value) {
    return values.equal(mode, values.constant(32, value));
  };
  const ValueId mode = bits(kAddressing);
  const ValueId no_clamp = values.bit_or(is(mode, kAddressNone), is(mode, kClamp));
  Lookup result;
  result.defined = values.constant(1, 1);
  if (exact)
    result.defined = values.bit_and(is(bits(kNormalized | kLinear), 0),
                                    values.less_equal(false, mode, values.constant(32, kClamp)));
  ValueId in = values.constant(1, 1);
  for (unsigned i = 0; i < coordinates.size(); ++i) {
    const bool layer = image.type().layered && i + 1 == coordinates.size();
    const ValueId moved = image.clamped(coordinates[i], i);
    if (layer) {
      result.coordinates.push_back(moved);
      continue;
    }
    in = values.bit_and(in, image.in_range(coordinates[i], i));
    result.coordinates.push_back(values.select(no_clamp, coordinates[i], moved));
  }
  result.inside = values.bit_and(result.defined, values.bit_or(in, values.logical_not(no_clamp)));
  result.outside =
      values.bit_and(result.defined, values.bit_and(is(mode, kAddressNone), values.logical_not(in)));
  return result;
}

// Returns the component that a sampler returns outside of the image.
ValueId border(BuiltinCall& call, ImageCall& image, unsigned component) {
  ValueBuilder& values = call.values();
  const ValueId zero = values.constant(32, 0);
  if (component != 3) return zero;
  const ValueId one = values.constant(32, kind_of(call) == 'f' || kind_of(call) == 'h' ? kOne : 1);
  return values.select(values.equal(image.field(ImageField::BorderAlpha), zero), zero, one);
}

// Returns the value read from the pixel, if the format is known to keep it.
ValueId stored(BuiltinCall& call, ImageCall& image, ValueId value, unsigned component) {
  constexpr std::uint64_t kSigned8 = 0x10D7, kSigned16 = 0x10D8, kSigned32 = 0x10D9, kUnsigned8 = 0x10DA,
                          kUnsigned16 = 0x10DB, kUnsigned32 = 0x10DC, kFloat = 0x10DE;
  ValueBuilder& values = call.values();
  const ValueId type = image.field(ImageField::ChannelType);
  const auto constant = [&](std::int64_t bits) {
    return values.constant(32, static_cast<std::uint64_t>(bits));
  };
  const auto where = [&](std::uint64_t channel, ValueId then, ValueId otherwise) {
    return values.select(values.equal(type, values.constant(32, channel)), then, otherwise);
  };
  const char kind = kind_of(call);
  ValueId kept = values.function(std::string("image.stored.") + kind, 32, {value, type});
  const auto limited = [&](bool is_signed, std::int64_t low, std::int64_t high) {
    const ValueId above =
        is_signed ? values.select(values.less(true, value, constant(low)), constant(low), value) : value;
    return values.select(values.less(is_signed, constant(high), above), constant(high), above);
  };
  if (kind == 'i') {
    kept = where(kSigned8, limited(true, -128, 127), kept);
    kept = where(kSigned16, limited(true, -32768, 32767), kept);
    kept = where(kSigned32, value, kept);
  } else if (kind == 'u') {
    kept = where(kUnsigned8, limited(false, 0, 255), kept);
    kept = where(kUnsigned16, limited(false, 0, 65535), kept);
    kept = where(kUnsigned32, value, kept);
  } else {
    kept = where(kFloat, value, kept);
  }
  const ValueId bit = values.bit_and(image.field(ImageField::Stored), constant(std::int64_t{1} << component));
  return values.select(values.equal(bit, constant(0)), constant(0), kept);
}

Parts first(const Parts& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

}  // namespace

// read_imagef(image, [sampler,] coordinates)
void image_read(BuiltinCall& call) {
  ImageCall image(call);
  if (refused(call, image)) return;
  ValueBuilder& values = call.values();
  const bool sampled = call.arguments() > 1 && is_sampler(call.type(1));
  const unsigned place = sampled ? 2 : 1;
  if (call.arguments() != place + 1) {
    call.refuse("an image with levels (" + call.name() + ")");
    return;
  }
  const bool exact = !call.type(place)->isFPOrFPVectorTy();
  const Parts given = first(call.argument(place), image.type().coordinates);
  const ValueId sampler = sampled ? call.argument(1).front() : values.constant(32, kAddressNone);
  Parts coordinates = given;
  if (!exact) {
    // Which pixel a float coordinate selects is left open, and with a filter there are several.
    coordinates.clear();
    for (unsigned i = 0; i < given.size(); ++i)
      coordinates.push_back(values.function("image.coordinate", kCoordinateBits,
                                            {given[i], sampler, image.field(extent_field(image.type(), i))}));
  }
  Lookup lookup;
  if (sampled) {
    lookup = look_up(call, image, sampler, coordinates, exact);
  } else {
    lookup.coordinates = coordinates;
    lookup.inside = image.inside(coordinates);
    lookup.outside = values.logical_not(lookup.inside);
    lookup.defined = values.constant(1, 1);
  }
  const std::vector<unsigned> widths = call.result_widths();
  const auto count = static_cast<unsigned>(widths.size());
  const model::SiteId site = call.translator().add_site(
      ImageCall::site(model::AccessKind::Read, count, lookup.inside, lookup.outside, lookup.coordinates),
      image.at(lookup.coordinates));
  Parts result;
  for (unsigned i = 0; i < count; ++i) {
    ValueId value = values.read(site, i, 32);
    // Outside of the image, the result of a sampler that does not clamp is undefined.
    if (sampled)
      value = values.select(values.bit_or(lookup.inside, lookup.outside), value, border(call, image, i));
    if (!exact) {
      Parts operands = given;
      operands.push_back(sampler);
      operands.push_back(value);
      value = values.function(std::string("image.sample.") + kind_of(call) + "." + std::to_string(i), 32,
                              std::move(operands));
    }
    if (values.constant_of(lookup.defined) != 1U)
      value = values.select(lookup.defined, value, values.undefined(32));
    if (widths[i] != 32) value = values.function("float.convert.32.16", 16, {value});
    result.push_back(value);
  }
  call.result(std::move(result));
}

// write_imagef(image, coordinates, color)
void image_write(BuiltinCall& call) {
  ImageCall image(call);
  if (refused(call, image)) return;
  ValueBuilder& values = call.values();
  if (call.arguments() != 3 || call.type(1)->isFPOrFPVectorTy()) {
    call.refuse("an image with levels (" + call.name() + ")");
    return;
  }
  const Parts coordinates = first(call.argument(1), image.type().coordinates);
  const ValueId inside = image.inside(coordinates);
  Parts written;
  for (const ValueId component : call.argument(2)) {
    const ValueId value =
        values.width(component) == 32 ? component : values.function("float.convert.16.32", 32, {component});
    written.push_back(stored(call, image, value, static_cast<unsigned>(written.size())));
  }
  model::Site site = ImageCall::site(model::AccessKind::Write, static_cast<unsigned>(written.size()), inside,
                                     values.logical_not(inside), coordinates);
  site.written = std::move(written);
  call.translator().add_site(std::move(site), image.at(coordinates));
}

// get_image_width(image) and similar functions
void image_query(BuiltinCall& call) {
  ImageCall image(call);
  if (refused(call, image)) return;
  ValueBuilder& values = call.values();
  const std::string& name = call.name();
  if (const auto field = queried_field(name)) {
    call.result({values.resize(image.field(*field), call.result_widths().front(), false)});
    return;
  }
  if (name == "get_image_dim") {
    Parts all{image.field(ImageField::Width), image.field(ImageField::Height)};
    if (call.result_widths().size() > 2) {
      all.push_back(image.field(ImageField::Depth));
      all.push_back(values.constant(32, 0));
    }
    call.result(std::move(all));
    return;
  }
  call.refuse("a query of an image (" + name + ")");
}

// A sampler that is a constant in the program.
void sampler_constant(BuiltinCall& call) {
  call.result({call.argument(0).front()});
}

}  // namespace launchproof::frontend
