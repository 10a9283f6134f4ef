// Values with names in one text, whatever bytes they hold: no two lists of fields give the same text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::cache {

using Fields = std::vector<std::pair<std::string, std::string>>;

// Adds a field. `name` is a word.
void add_field(std::string& text, std::string_view name, std::string_view value);

// Returns nothing when the text was not made by add_field alone.
std::optional<Fields> fields_of(std::string_view text);

// Returns the value of the first field of this name, or null.
const std::string* field(const Fields& fields, std::string_view name);

}  // namespace launchproof::cache
