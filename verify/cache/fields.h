// Encodes named values with arbitrary bytes in one text. Different lists of fields give different texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::cache {

using Fields = std::vector<std::pair<std::string, std::string>>;

// Adds a field. `name` must be a word.
void add_field(std::string& text, std::string_view name, std::string_view value);

// Returns the fields; nothing if add_field() did not make the text.
std::optional<Fields> fields_of(std::string_view text);

// Returns the value of the first field of this name, or null.
const std::string* field(const Fields& fields, std::string_view name);

}  // namespace launchproof::cache
