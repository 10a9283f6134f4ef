#include "verify/cache/fields.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace launchproof::cache {

void add_field(std::string& text, std::string_view name, std::string_view value) {
  text.append(name).append(" ").append(std::to_string(value.size())).append("\n").append(value).append("\n");
}

std::optional<Fields> fields_of(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t blank = text.substr(0, end).find(' ');
    if (end == std::string_view::npos || blank == std::string_view::npos) return std::nullopt;
    std::size_t size = 0;
    const auto [last, error] = std::from_chars(text.data() + blank + 1, text.data() + end, size);
    if (error != std::errc{} || last != text.data() + end) return std::nullopt;
    if (size >= text.size() - end - 1 || text[end + 1 + size] != '\n') return std::nullopt;
    fields.emplace_back(text.substr(0, blank), text.substr(end + 1, size));
    text.remove_prefix(end + 1 + size + 1);
  }
  return fields;
}

const std::string* field(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Fields::value_type::first);
  return found == fields.end() ? nullptr : &found->second;
}

}  // namespace launchproof::cache
