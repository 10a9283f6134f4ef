#include "tests/oracle/scalar.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include <cmath>

namespace launchproof::oracle {

namespace {

const llvm::fltSemantics& semantics_of(unsigned width) {
  if (width == 16) return llvm::APFloat::IEEEhalf();
  return width == 32 ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble();
}

llvm::RoundingMode mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestEven:
      return llvm::RoundingMode::NearestTiesToEven;
    case Rounding::TowardZero:
      return llvm::RoundingMode::TowardZero;
    case Rounding::Up:
      return llvm::RoundingMode::TowardPositive;
    case Rounding::Down:
      return llvm::RoundingMode::TowardNegative;
  }
  return llvm::RoundingMode::NearestTiesToEven;
}

}  // namespace

double to_double(std::uint64_t bits, unsigned width) {
  if (width == 64) return as_double(bits);
  if (width == 32) return static_cast<double>(as_float(bits));
  llvm::APFloat value(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits & 0xffff));
  bool loses = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::RoundingMode::NearestTiesToEven, &loses);
  return value.convertToDouble();
}

std::uint64_t from_double(double value, unsigned width, Rounding rounding) {
  if (width == 64) return bits_of(value);
  if (width == 32 && rounding == Rounding::NearestEven) return bits_of(static_cast<float>(value));
  llvm::APFloat result(value);
  bool loses = false;
  result.convert(semantics_of(width), mode_of(rounding), &loses);
  return result.bitcastToAPInt().getZExtValue();
}

std::uint64_t float_to_integer(double value, ScalarType to, Rounding rounding) {
  if (std::isnan(value)) return 0;
  switch (rounding) {
    case Rounding::NearestEven:
      value = std::nearbyint(value);
      break;
    case Rounding::TowardZero:
      value = std::trunc(value);
      break;
    case Rounding::Up:
      value = std::ceil(value);
      break;
    case Rounding::Down:
      value = std::floor(value);
      break;
  }
  const double above = std::ldexp(1.0, to.is_signed ? to.bits - 1 : to.bits);
  if (value >= above) return to.is_signed ? mask_of(to.bits - 1U) : mask_of(to.bits);
  if (to.is_signed) {
    if (value < -above) return std::uint64_t{1} << (to.bits - 1);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask_of(to.bits);
  }
  return value <= 0 ? 0 : static_cast<std::uint64_t>(value);
}

std::uint64_t integer_to_float(std::uint64_t value, ScalarType from, unsigned width, Rounding rounding) {
  llvm::APFloat result(semantics_of(width));
  const llvm::APInt integer(from.bits, value & mask_of(from.bits));
  result.convertFromAPInt(integer, from.is_signed, mode_of(rounding));
  return result.bitcastToAPInt().getZExtValue();
}

}  // namespace launchproof::oracle
