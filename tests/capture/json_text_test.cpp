#include "capture/json/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "capture/printable.h"

namespace launchproof::capture {
namespace {

std::string as_json(const std::string& bytes) {
  return JsonText().text(bytes).str();
}

// Checks the opposite direction, for texts of two bytes.
std::string decode(const nlohmann::json& json) {
  if (json.is_string()) return json.get<std::string>();
  const std::string digits = json.at("hex").get<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

TEST(JsonText, KeepsEveryByteAndEveryPairOfBytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes = {static_cast<char>(first), static_cast<char>(second)};
      const std::string json = as_json(bytes);
      ASSERT_EQ(json.find('\n'), std::string::npos);
      ASSERT_EQ(decode(nlohmann::json::parse(json)), bytes) << first << ' ' << second;
    }
  }
}

TEST(JsonText, KeepsEveryByteAtEveryPlaceOfALongerText) {
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t at = 0; at < 19; ++at) {
      std::string bytes = "nineteen characters";
      bytes[at] = static_cast<char>(byte);
      const std::string json = as_json(bytes);
      const bool is_as_it_was = json == '"' + bytes + '"';
      EXPECT_EQ(is_as_it_was, byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\') << byte;
      ASSERT_EQ(decode(nlohmann::json::parse(json)), bytes) << byte << " at " << at;
    }
  }
}

TEST(JsonText, WritesUtf8AsItIsAndOtherBytesInHexadecimal) {
  EXPECT_EQ(as_json("gr\xc3\xb6\xc3\x9f"
                    "e"),
            "\"gr\xc3\xb6\xc3\x9f"
            "e\"");
  EXPECT_EQ(as_json("a\xff"), "{\"hex\":\"61ff\"}");
  EXPECT_EQ(as_json("\"\\\n\t\x01"), "\"\\\"\\\\\\n\\t\\u0001\"");
}

TEST(JsonText, KnowsWellFormedUtf8) {
  EXPECT_TRUE(is_utf8("\xf0\x9f\x98\x80 \xe2\x82\xac"));
  EXPECT_FALSE(is_utf8("\xc0\xaf"));          // overlong
  EXPECT_FALSE(is_utf8("\xe0\x80\x80"));      // overlong
  EXPECT_FALSE(is_utf8("\xed\xa0\x80"));      // surrogate
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(is_utf8("\xe2\x82"));          // cut off
}

TEST(JsonText, SeparatesMembersAndElements) {
  JsonText json;
  json.begin_object().member("a", 1U).key("b").begin_array().number(2).null().boolean(true).end_array();
  json.member("c", "x").end_object();
  EXPECT_EQ(json.str(), R"({"a":1,"b":[2,null,true],"c":"x"})");
}

TEST(Printable, HidesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[2J\n\x7f"), "a\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "1m"),
            "\\xc2\\x9b1m");  // U+009B is a control sequence introducer
  EXPECT_EQ(printable("\xc3\xb6"), "\xc3\xb6");
  EXPECT_EQ(printable("\xc3\xb6\xff"), "\\xc3\\xb6\\xff");
}

}  // namespace
}  // namespace launchproof::capture
