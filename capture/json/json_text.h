// Writes JSON (RFC 8259) into a string, on one line, without a JSON library.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace launchproof::capture {

// Marks the start of a part of a text that may differ in an otherwise equal text.
struct TextPiece {
  enum class Kind : std::uint8_t {
    Member,  // a member of the outermost object, with the comma before it
    Item,    // an item of its list of arguments, also with the comma
    Fixed    // the text around these
  } kind = Kind::Member;
  std::uint32_t begin = 0;
  // The offset of the first plain member; 0 if the piece has none. Plain members are at the end of an Item:
  // no value among them contains a comma, and only the closing brace follows them.
  std::uint32_t plain_members = 0;
};
using TextPieces = std::vector<TextPiece>;

// Appends JSON. The caller balances begin and end, and adds a key before each member of an object.
class JsonText {
 public:
  JsonText() = default;
  // Reuses the memory of `room`, whose text is lost.
  JsonText(std::string room, std::size_t expected_length) : d_text(std::move(room)) {
    d_text.clear();
    d_text.reserve(expected_length);
  }

  JsonText& begin_object() {
    separate();
    d_text += '{';
    return *this;
  }
  JsonText& end_object() {
    d_text += '}';
    return *this;
  }
  JsonText& begin_array() {
    separate();
    d_text += '[';
    return *this;
  }
  JsonText& end_array() {
    d_text += ']';
    return *this;
  }
  JsonText& key(std::string_view plain);  // must need no escapes
  // Appends text that is already JSON: an item, or one or more keys with their values.
  JsonText& written(std::string_view json) {
    separate();
    d_text += json;
    return *this;
  }

  // Appends text. Bytes that are no valid UTF-8 are written as {"hex": "..."}.
  JsonText& text(std::string_view bytes);
  JsonText& hex(const void* bytes, std::size_t size);  // a string of hexadecimal digits
  JsonText& number(std::uint64_t value);
  JsonText& boolean(bool value);
  JsonText& null();

  // Append members of an object.
  JsonText& member(std::string_view name, std::string_view value) { return key(name).text(value); }
  JsonText& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonText& member(std::string_view name, std::unsigned_integral auto value) {
    return key(name).number(value);
  }
  JsonText& member(std::string_view name, bool value) { return key(name).boolean(value); }

  // Records that a piece begins here, if the caller requested the pieces.
  void begin_piece(TextPiece::Kind kind) {
    if (d_pieces != nullptr) d_pieces->push_back({kind, static_cast<std::uint32_t>(d_text.size())});
  }
  // Records that the last `bytes` bytes of the text are TextPiece::plain_members of the piece.
  void note_plain_members(std::size_t bytes) {
    if (d_pieces != nullptr && !d_pieces->empty())
      d_pieces->back().plain_members = static_cast<std::uint32_t>(d_text.size() - bytes);
  }
  void note_pieces(TextPieces* pieces) { d_pieces = pieces; }

  const std::string& str() const { return d_text; }
  std::string take() { return std::move(d_text); }

 private:
  void separate() {
    if (d_text.empty()) return;
    const char last = d_text.back();
    if (last != '{' && last != '[' && last != ':') d_text += ',';
  }
  // Extends the text. Returns the position to write to.
  char* grow(std::size_t by) {
    const std::size_t size = d_text.size();
    d_text.resize(size + by);
    return d_text.data() + size;
  }

  std::string d_text;
  TextPieces* d_pieces = nullptr;
};

// Returns true when the bytes are well-formed UTF-8 (no overlong forms, no surrogates, nothing above
// U+10FFFF).
bool is_utf8(std::string_view bytes);

}  // namespace launchproof::capture
