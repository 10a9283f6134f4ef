// Writes data as JSON and reads it back, from one list of fields.
//
// A function `fields(archive, value)` for each type names all of its members and serves both directions. It
// takes the value apart by a structured binding, so that forgetting a member is a compile error.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace launchproof::jobs {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

// Returns text with arbitrary bytes as JSON: unchanged if it is UTF-8, wrapped in an object otherwise.
Json text_to_json(const std::string& text);
std::string text_from_json(const Json& json);
std::string to_hex(std::string_view bytes);
std::string from_hex(const std::string& digits);  // throws std::runtime_error

class Writer {
 public:
  static constexpr bool kReads = false;

  template <typename T>
  Writer& operator()(const char* name, const T& value) {
    d_json[name] = encoded(value);
    return *this;
  }
  Json take() { return std::move(d_json); }

  template <typename T>
  static Json encoded(const T& value);

 private:
  template <typename... Types>
  static Json encoded_alternative(const std::variant<Types...>& value) {
    return {value.index(), std::visit([](const auto& one) { return encoded(one); }, value)};
  }

  Json d_json = Json::object();
};

class Reader {
 public:
  static constexpr bool kReads = true;

  // Requires that `json` outlives this object.
  explicit Reader(const Json& json) : d_json(json) {}

  template <typename T>
  Reader& operator()(const char* name, T& value) {
    decode(d_json.at(name), value);
    ++d_read;
    return *this;
  }
  // Throws std::runtime_error if there are fields that were not requested.
  void end() const {
    if (d_json.size() != d_read) throw std::runtime_error("the text has fields that are not known");
  }

  template <typename T>
  static void decode(const Json& json, T& value);

 private:
  template <typename Variant, std::size_t... kIndices>
  static void decode_alternative(const Json& json, Variant& value, std::index_sequence<kIndices...>) {
    const auto index = json.at(0).get<std::size_t>();
    const bool is_known =
        ((index == kIndices && (decode(json.at(1), value.template emplace<kIndices>()), true)) || ...);
    if (!is_known) throw std::runtime_error("the text names a kind that is not known");
  }

  const Json& d_json;
  std::size_t d_read = 0;
};

// The type of a value that the archive writes or reads.
template <typename Archive, typename T>
using Field = std::conditional_t<Archive::kReads, T, const T>;

template <typename T, template <typename...> typename Of>
inline constexpr bool kIs = false;
template <template <typename...> typename Of, typename... Types>
inline constexpr bool kIs<Of<Types...>, Of> = true;
template <typename T>
inline constexpr bool kIsArray = false;
template <typename T, std::size_t kSize>
inline constexpr bool kIsArray<std::array<T, kSize>> = true;

template <typename T>
Json Writer::encoded(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return text_to_json(value);
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return text_to_json(value.string());
  } else if constexpr (std::is_same_v<T, std::chrono::milliseconds>) {
    return value.count();
  } else if constexpr (std::is_same_v<T, Bytes>) {
    return to_hex({reinterpret_cast<const char*>(value.data()), value.size()});
  } else if constexpr (kIs<T, std::optional>) {
    // An array with zero or one element, which distinguishes a missing value from a value that is null.
    Json json = Json::array();
    if (value) json.push_back(encoded(*value));
    return json;
  } else if constexpr (kIs<T, std::shared_ptr>) {
    return value == nullptr ? Json() : encoded(*value);
  } else if constexpr (kIs<T, std::pair>) {
    return Json::array({encoded(value.first), encoded(value.second)});
  } else if constexpr (kIs<T, std::variant>) {
    return encoded_alternative(value);
  } else if constexpr (kIs<T, std::vector> || kIs<T, std::set> || kIsArray<T>) {
    Json json = Json::array();
    for (const auto& one : value) json.push_back(encoded(one));
    return json;
  } else {
    Writer writer;
    fields(writer, value);
    return writer.take();
  }
}

template <typename T>
void Reader::decode(const Json& json, T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    json.get_to(value);
  } else if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(json.get<std::int64_t>());
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>) {
    value = text_from_json(json);
  } else if constexpr (std::is_same_v<T, std::chrono::milliseconds>) {
    value = std::chrono::milliseconds(json.get<std::int64_t>());
  } else if constexpr (std::is_same_v<T, Bytes>) {
    const std::string bytes = from_hex(json.get<std::string>());
    value.assign(bytes.begin(), bytes.end());
  } else if constexpr (kIs<T, std::optional>) {
    value.reset();
    if (!json.empty()) decode(json.at(0), value.emplace());
  } else if constexpr (kIs<T, std::shared_ptr>) {
    value.reset();
    if (json.is_null()) return;
    auto made = std::make_shared<std::remove_const_t<typename T::element_type>>();
    decode(json, *made);
    value = std::move(made);
  } else if constexpr (kIs<T, std::pair>) {
    decode(json.at(0), value.first);
    decode(json.at(1), value.second);
  } else if constexpr (kIs<T, std::variant>) {
    decode_alternative(json, value, std::make_index_sequence<std::variant_size_v<T>>());
  } else if constexpr (kIsArray<T>) {
    for (std::size_t i = 0; i < value.size(); ++i) decode(json.at(i), value[i]);
  } else if constexpr (kIs<T, std::vector> || kIs<T, std::set>) {
    value.clear();
    for (const Json& one : json) {
      typename T::value_type made{};
      decode(one, made);
      value.insert(value.end(), std::move(made));
    }
  } else {
    Reader reader(json);
    fields(reader, value);
    reader.end();
  }
}

}  // namespace launchproof::jobs
