// The built-in functions that query a number from an image.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "verify/model/image_shape.h"

namespace launchproof::frontend {

// Returns the field that `get_image_width` or a similar function queries; nothing for any other function.
inline std::optional<model::ImageField> queried_field(std::string_view function) {
  using model::ImageField;
  static constexpr std::pair<std::string_view, ImageField> kFields[] = {
      {"get_image_width", ImageField::Width},
      {"get_image_height", ImageField::Height},
      {"get_image_depth", ImageField::Depth},
      {"get_image_array_size", ImageField::ArraySize},
      {"get_image_channel_data_type", ImageField::ChannelType},
      {"get_image_channel_order", ImageField::ChannelOrder}};
  for (const auto& [name, field] : kFields)
    if (name == function) return field;
  return std::nullopt;
}

}  // namespace launchproof::frontend
