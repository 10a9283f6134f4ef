// For tests: judges a kernel given as text.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tests/oracle/judgement.h"

namespace launchproof::oracle {

// A file that is removed when the test ends.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, const std::string& suffix = ".cl") {
    static int number = 0;
    d_path =
        ::testing::TempDir() + "oracle_" + std::to_string(getpid()) + "_" + std::to_string(number++) + suffix;
    std::ofstream(d_path) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(d_path.c_str()); }
  [[nodiscard]] const std::string& path() const { return d_path; }

 private:
  std::string d_path;
};

inline Judgement judge_text(const std::string& source, const std::string& launch, const Effort& effort = {}) {
  const TemporaryFile file(source);
  std::vector<std::string> rest;
  const LaunchOptions options = parse_launch(split_words(launch), rest);
  EXPECT_TRUE(rest.empty());
  return judge(file.path(), options, effort);
}

inline Judgement judge_cuda(const std::string& source, const std::string& launch) {
  const TemporaryFile file(source, ".cu");
  std::vector<std::string> rest;
  const LaunchOptions options = parse_launch(split_words(launch), rest);
  EXPECT_TRUE(rest.empty());
  return judge(file.path(), options);
}

inline Judgement judge_ptx(const std::string& text, const std::string& launch) {
  const TemporaryFile file(text, ".ptx");
  std::vector<std::string> rest;
  const LaunchOptions options = parse_launch(split_words(launch), rest);
  EXPECT_TRUE(rest.empty());
  return judge(file.path(), options);
}

// Returns the verdict and its findings on one line, e.g. "defect data-race:write-write" or "clean
// data-race:write-write(benign)".
inline std::string summary(const Judgement& judgement) {
  std::string text = "cannot-judge: " + judgement.reason;
  if (judgement.verdict == Judgement::Verdict::Clean) text = "clean";
  if (judgement.verdict == Judgement::Verdict::Defect) text = "defect";
  std::vector<std::string> words;
  words.reserve(judgement.findings.size());
  for (const Finding& finding : judgement.findings) {
    words.push_back(finding.property + ":" + finding.kind + (finding.benign ? "(benign)" : ""));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::string& word : words) text += " " + word;
  return text;
}

inline std::string verdict_of(const std::string& source, const std::string& launch) {
  return summary(judge_text(source, launch));
}

}  // namespace launchproof::oracle
