// Surfaces of CUDA (cuda/headers/surface_accesses.h). A surface is an array of bytes with one to three
// coordinates, of which the first counts bytes.
#include <array>

#include "verify/frontend/builtins/builtin_call.h"
#include "verify/frontend/memory/points_to.h"

namespace launchproof::frontend {
namespace {

using model::ImageField;

constexpr unsigned kBits = 32;  // of a coordinate
// Operands of a call, and what happens outside of the surface (cudaSurfaceBoundaryMode).
constexpr unsigned kHandle = 0, kOutside = 2, kFirstCoordinate = 3, kWritten = 6;
constexpr std::uint64_t kIsZero = 0, kClamps = 1, kTraps = 2;

class SurfaceCall {
 public:
  explicit SurfaceCall(BuiltinCall& call) : d_call(call), d_values(call.values()) {
    if (!image_type(call.type(kHandle))) return;
    const auto array = d_values.constant_of(call.argument(kHandle).front());
    if (!array || *array == 0) return;
    d_array = static_cast<model::ArrayId>(*array);
    d_type = *call.translator().model().arrays[d_array].image;
    d_parameter = call.translator().model().arrays[d_array].parameter;
  }

  // Returns false if the call is refused.
  bool understand() {
    const auto outside = d_values.constant_of(d_call.argument(kOutside).front());
    if (d_array == model::kNone)
      refuse(llvm::isa<llvm::Argument>(d_call.call().getArgOperand(kHandle))
                 ? "a surface that the kernel accesses in several forms, or whose handle it also uses as a "
                   "number"
                 : "a surface whose handle is not a parameter of the kernel");
    else if (!outside || *outside > kTraps)
      refuse("a surface with a boundary mode that is not a constant");
    else if (d_call.translator().address_bits() != 64)
      refuse("a surface on a device of " + std::to_string(d_call.translator().address_bits()) +
             "-bit addresses");
    else {
      find_place(*outside);
      return true;
    }
    return false;
  }

  model::Site site(model::AccessKind kind, unsigned component_bytes, unsigned components) const {
    model::Site made;
    made.kind = kind;
    made.component_bytes = component_bytes;
    made.bytes = component_bytes * components;
    made.inside = d_inside;
    made.outside = d_outside;
    made.coordinates = d_given;
    return made;
  }

  Pointer at() {
    static constexpr std::array<ImageField, 3> kPitches{ImageField::PixelPitch, ImageField::RowPitch,
                                                        ImageField::SlicePitch};
    const unsigned bits = d_call.translator().address_bits();
    ValueId offset = d_values.address(0);
    for (unsigned i = 0; i < d_place.size(); ++i)
      offset = d_values.add(offset, d_values.mul(d_values.resize(d_place[i], bits, true),
                                                 d_values.resize(field(kPitches.at(i)), bits, false)));
    return {d_values.constant(32, d_array), offset, {{d_array}, false}};
  }

  // The surface has all the bytes, so that they are what is read.
  ValueId whole() const { return d_whole; }
  // No byte is read, and the result is zero.
  bool yields_zero() const { return d_yields_zero; }

 private:
  void refuse(const std::string& what) { d_call.refuse(what + " (" + d_call.source_name() + ")"); }

  ValueId field(ImageField field) {
    return d_values.leaf(model::Op::Parameter, model::width_of(field), d_parameter,
                         static_cast<std::uint64_t>(field));
  }
  ImageField extent_field(unsigned coordinate) const {
    static constexpr std::array<ImageField, 3> kFields{ImageField::Width, ImageField::Height,
                                                       ImageField::Depth};
    const bool is_layer = d_type.layered && coordinate + 1 == d_type.coordinates;
    return is_layer ? ImageField::ArraySize : kFields.at(coordinate);
  }
  ValueId constant(std::uint64_t value) { return d_values.constant(kBits, value); }

  unsigned bytes() {
    unsigned bits = 0;
    for (const unsigned width : d_call.arguments() > kWritten
                                    ? d_call.translator().widths(d_call.type(kWritten))
                                    : d_call.result_widths())
      bits += width;
    return bits / 8;
  }

  // An access that only partly lies in a row takes place as a whole, in part or not at all: unless it is an
  // error, nothing is known of it.
  void find_place(std::uint64_t outside) {
    for (unsigned i = 0; i < d_type.coordinates; ++i)
      d_given.push_back(d_call.argument(kFirstCoordinate + i).front());
    // Where a coordinate is moved into the surface depends on its size, even if that is unknown.
    const auto limit = [&](unsigned coordinate) {
      static constexpr std::array<ImageField, 3> kLimits{ImageField::LimitX, ImageField::LimitY,
                                                         ImageField::LimitZ};
      return field(outside == kClamps ? extent_field(coordinate) : kLimits.at(coordinate));
    };
    const ValueId x = d_given.front();
    const ValueId row = limit(0);
    const ValueId last = d_values.sub(row, constant(bytes()));
    const ValueId is_wide = d_values.less_equal(false, constant(bytes()), row);
    // As no row has 2^31 bytes, a negative coordinate is larger than the last one.
    const ValueId whole_x = d_values.bit_and(is_wide, d_values.less_equal(false, x, last));
    ValueId others = d_values.constant(1, 1);
    for (unsigned i = 1; i < d_given.size(); ++i)
      others = d_values.bit_and(others, d_values.less(false, d_given[i], limit(i)));
    d_whole = d_values.bit_and(whole_x, others);
    d_place = d_given;
    if (outside == kTraps) {
      d_inside = d_whole;
      d_outside = d_values.logical_not(d_whole);
      return;
    }
    const auto open = [&](const char* what, unsigned width) {
      return d_values.function("surface." + std::string(what) + "." + std::to_string(bytes()), width,
                               {x, row});
    };
    if (outside == kIsZero) {
      const ValueId from = d_values.add(x, constant(bytes() - 1));
      const ValueId is_partly = d_values.less(false, from, d_values.add(row, constant(bytes() - 1)));
      const ValueId in_part = d_values.bit_and(d_values.bit_and(is_partly, open("partly", 1)), others);
      d_inside = d_values.bit_or(d_whole, in_part);
      d_yields_zero = true;
      return;
    }
    // The last place of a row is known if accesses of this width fill it.
    const ValueId rest = d_values.bit_and(row, constant(bytes() - 1));
    const ValueId end = d_values.select(d_values.equal(rest, constant(0)), last, open("last", kBits));
    const ValueId beside = d_values.select(d_values.less(true, x, constant(0)), constant(0), end);
    d_place[0] = d_values.select(whole_x, x, beside);
    for (unsigned i = 1; i < d_given.size(); ++i) {
      const ValueId most = d_values.sub(limit(i), constant(1));
      const ValueId low =
          d_values.select(d_values.less(true, d_given[i], constant(0)), constant(0), d_given[i]);
      d_place[i] = d_values.select(d_values.less(false, low, most), low, most);
    }
    d_inside = d_values.constant(1, 1);
    d_whole = d_inside;
  }

  BuiltinCall& d_call;
  ValueBuilder& d_values;
  model::ArrayId d_array = model::kNone;
  model::ImageType d_type;
  std::uint32_t d_parameter = model::kNone;
  Parts d_given, d_place;
  ValueId d_inside = model::kNone, d_outside = model::kNone, d_whole = model::kNone;
  bool d_yields_zero = false;
};

}  // namespace

void surface_read(BuiltinCall& call) {
  SurfaceCall surface(call);
  if (!surface.understand()) return;
  ValueBuilder& values = call.values();
  const std::vector<unsigned> widths = call.result_widths();
  const unsigned width = widths.front();
  model::Site site = surface.site(model::AccessKind::Read, width / 8, static_cast<unsigned>(widths.size()));
  const model::SiteId id = call.translator().add_site(std::move(site), surface.at());
  if (id != model::kNone) call.translator().model().sites[id].is_coherent = false;
  Parts result;
  for (unsigned i = 0; i < widths.size(); ++i) {
    ValueId value = values.read(id, i, width);
    if (surface.yields_zero()) value = values.select(surface.whole(), value, values.constant(width, 0));
    result.push_back(value);
  }
  call.result(std::move(result));
}

void surface_write(BuiltinCall& call) {
  SurfaceCall surface(call);
  if (!surface.understand()) return;
  Parts written = call.argument(kWritten);
  const unsigned width = call.values().width(written.front());
  model::Site site = surface.site(model::AccessKind::Write, width / 8, static_cast<unsigned>(written.size()));
  site.written = std::move(written);
  call.translator().add_site(std::move(site), surface.at());
}

// Reductions in a surface are atomic and return nothing (PTX ISA 9.0, `sured`).
void surface_reduce(BuiltinCall& call) {
  SurfaceCall surface(call);
  if (!surface.understand()) return;
  model::Site site =
      surface.site(model::AccessKind::Atomic, call.values().width(call.argument(kWritten).front()) / 8, 1);
  site.scope = model::AtomicScope::Device;
  call.translator().add_site(std::move(site), surface.at());
}

}  // namespace launchproof::frontend
