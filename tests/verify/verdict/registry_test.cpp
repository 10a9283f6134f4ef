#include "verify/verdict/registry.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "verify/verdict/registry_page.h"
#include "verify/verdict/remedies.h"

namespace launchproof::verdict {
namespace {

template <typename Enumeration, typename Parse>
void names_round_trip(std::span<const Entry> entries, Parse parse) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto value = static_cast<Enumeration>(i);
    EXPECT_EQ(name(value), entries[i].name);
    EXPECT_EQ(parse(entries[i].name), value);
    EXPECT_FALSE(entries[i].meaning.empty()) << entries[i].name;
    EXPECT_TRUE(seen.insert(entries[i].name).second) << entries[i].name;
  }
  EXPECT_FALSE(parse("no-such-name").has_value());
  EXPECT_FALSE(parse("").has_value());
}

TEST(Registry, NamesRoundTrip) {
  names_round_trip<Verdict>(all_verdicts(), parse_verdict);
  names_round_trip<Property>(all_properties(), parse_property);
  names_round_trip<Cause>(all_causes(), parse_cause);
  EXPECT_EQ(meaning(Cause::CompileError), "The kernel does not compile with the recorded options.");
}

TEST(Registry, WorseFollowsTheStatedOrder) {
  constexpr std::array kOrder{Verdict::Error,       Verdict::Defect,  Verdict::PossibleDefect,
                              Verdict::Unsupported, Verdict::Unknown, Verdict::Verified,
                              Verdict::NotAsked};
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    for (std::size_t j = 0; j < kOrder.size(); ++j) {
      EXPECT_EQ(worse(kOrder[i], kOrder[j]), kOrder[std::min(i, j)]);
    }
  }
}

TEST(Registry, EveryCauseHasARemedyOfItsOwn) {
  for (std::size_t i = 0; i < all_causes().size(); ++i) {
    const std::string_view text = remedy(static_cast<Cause>(i));
    EXPECT_TRUE(text.size() > 15 && text.ends_with('.')) << all_causes()[i].name;
    EXPECT_NE(text, all_causes()[i].meaning);
  }
  EXPECT_EQ(remedy(Cause::ClassMemory), "Raise `--memory`.");
}

TEST(Registry, PageIsFresh) {
  std::ifstream file(LAUNCHPROOF_SOURCE_DIR "/docs/verdicts.md", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), registry_page()) << "docs/verdicts.md is stale: run `ninja -C build verdicts_page`";
}

}  // namespace
}  // namespace launchproof::verdict
