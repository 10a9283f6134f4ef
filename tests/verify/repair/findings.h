// Findings about small texts, and the texts that candidates make of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "verify/repair/candidate.h"

namespace launchproof::repair {

// A place is given as the text that ends with the intended line and column.
inline verdict::SourceLocation place(const std::string& source, const std::string& text,
                                     const std::string& role) {
  const std::size_t at = source.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  const std::size_t begin = at == 0 ? 0 : source.rfind('\n', at) + 1;
  const auto line = static_cast<std::uint32_t>(
      std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
  return {"k.cl", line, static_cast<std::uint32_t>(at - begin + 1), role};
}

inline verdict::Finding race(const std::string& source, const std::string& first, const std::string& second,
                             const std::string& array, std::uint64_t group = 0) {
  verdict::Finding finding;
  finding.id = "1";
  finding.property = verdict::Property::DataRace;
  finding.locations = {place(source, first, "first access"), place(source, second, "second access")};
  finding.witness.emplace();
  finding.witness->work_items.resize(2);
  finding.witness->work_items[0].access = "read";
  finding.witness->work_items[1].access = "write";
  finding.witness->work_items[1].group_id[0] = group;
  for (verdict::WorkItem& item : finding.witness->work_items) item.array = array;
  return finding;
}

inline verdict::Finding outside(const std::string& source, const std::string& access,
                                const std::string& array, const std::string& kind = "read") {
  verdict::Finding finding;
  finding.id = "1";
  finding.property = verdict::Property::OutOfBounds;
  finding.kind = "past the end";
  finding.locations = {place(source, access, "access")};
  finding.witness.emplace();
  finding.witness->work_items.resize(1);
  finding.witness->work_items[0].array = array;
  finding.witness->work_items[0].access = kind;
  finding.witness->work_items[0].byte_offset = 400;
  return finding;
}

inline KernelFacts facts() {
  KernelFacts known;
  known.file = "k.cl";
  known.scalars = {{"n", 100}, {"pitch", 1000}};
  known.arrays = {{"t", model::Memory::Local, "int", 64, false},
                  {"a", model::Memory::Global, "int", 100, true}};
  return known;
}

// Each candidate's text.
inline std::vector<std::string> texts(const std::string& source, const std::vector<Candidate>& candidates) {
  std::vector<std::string> all;
  all.reserve(candidates.size());
  for (const Candidate& one : candidates) all.push_back(applied(source, one.edits));
  return all;
}

inline bool holds(const std::vector<std::string>& all, const std::string& text) {
  return std::ranges::find(all, text) != all.end();
}

}  // namespace launchproof::repair
