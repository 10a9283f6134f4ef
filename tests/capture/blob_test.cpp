#include <gtest/gtest.h>

#include "capture/files/sha256.h"
#include "capture/reader.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Blobs = CaptureTest;

TEST_F(Blobs, KeepContentOfEverySizeOnce) {
  Writer writer(path().c_str(), sample_session());
  Capture capture;
  capture.path = path();
  for (const std::size_t size : {0U, 1U, 4096U, 4097U, 5000000U}) {
    std::string content(size, 'a');
    for (std::size_t i = 0; i < size; i += 97) content[i] = static_cast<char>(i);
    const Digest digest = writer.add_blob(content.data(), content.size());
    EXPECT_EQ(writer.add_blob(content.data(), content.size()), digest);
    EXPECT_EQ(digest, sha256_hex(content.data(), content.size()));
    EXPECT_EQ(std::filesystem::exists(path() + "/blobs/" + digest), size <= 4096);
    EXPECT_EQ(std::filesystem::exists(path() + "/blobs/" + digest + ".zst"), size > 4096);
    EXPECT_EQ(capture.blob(digest), content);
  }
}

TEST_F(Blobs, ThatAreMissingOrDamagedAreNamed) {
  Writer writer(path().c_str(), sample_session());
  const std::string content(10000, 'b');
  const Digest packed = writer.add_blob(content.data(), content.size());
  const Digest plain = writer.add_blob("plain", 5);
  Program program;
  program.sources = {{"", packed}, {"", plain}, {"", ""}};
  writer.add_program(program);
  const std::string packed_path = path() + "/blobs/" + packed + ".zst";
  const std::string good = read_text(packed_path);

  write_text(path() + "/blobs/" + plain, "other");
  write_text(packed_path, good.substr(0, good.size() - 3));
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.programs.size(), 1U);
  EXPECT_EQ(capture.remarks.size(), 3U) << all_remarks(capture);
  EXPECT_NE(all_remarks(capture).find("cannot be decompressed"), std::string::npos);
  EXPECT_NE(all_remarks(capture).find("the blob is damaged"), std::string::npos);
  EXPECT_EQ(capture.find_blob(plain), std::nullopt);

  for (const std::string& bad : {std::string(), std::string("no zstd at all"), std::string(100, '\0')}) {
    write_text(packed_path, bad);
    EXPECT_THROW((void)capture.blob(packed), InputError);
  }
  std::filesystem::remove(packed_path);
  EXPECT_THROW((void)capture.blob(packed), InputError);
  EXPECT_THROW((void)capture.blob("../session.json"), InputError);
}

}  // namespace
}  // namespace launchproof::capture
