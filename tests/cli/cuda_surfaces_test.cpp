// Tests `run` of CUDA applications with surfaces on the processor device.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

class CudaSurfaces : public ProgramTest {
 protected:
  // Returns the verdict of the only class. The capture has the name of the case.
  std::string verdict_of(const std::string& name, int status) {
    d_ran =
        run({"run", "-o", name + ".lpcap", "--", std::string(LAUNCHPROOF_APPS) + "app_cuda_surfaces", name});
    EXPECT_EQ(d_ran.status, status) << d_ran.out << d_ran.err;
    const auto all = nlohmann::json::parse(read(name + ".lpcap/results.json")).at("results");
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? "" : all.at(0).at("verdict").get<std::string>();
  }
  Ran d_ran;
};

TEST_F(CudaSurfaces, ElementsAreCopiedAndChangedInPlace) {
  EXPECT_EQ(verdict_of("copied", 0), "verified");
  expect_holds(d_ran.err, "in: surface of 32x4 bytes");
  EXPECT_EQ(verdict_of("in_place", 0), "verified");
  expect_holds(d_ran.err, "`in` and `out` are one memory object");
  EXPECT_EQ(verdict_of("reduced", 0), "verified");
}

// The same kernel is verified or races, by whether both surfaces are of one array.
TEST_F(CudaSurfaces, SurfacesOfOneArrayAreOneMemory) {
  EXPECT_EQ(verdict_of("neighbour_copied", 0), "verified");
  EXPECT_EQ(verdict_of("neighbour_in_place", 10), "defect");
  expect_holds(d_ran.err, "data race");
}

TEST_F(CudaSurfaces, AnAccessBesideASurfaceTrapsAndIsADefect) {
  EXPECT_EQ(verdict_of("row_beyond", 10), "defect");
  expect_holds(d_ran.err, "which has 32x4 bytes");
}

TEST_F(CudaSurfaces, NothingIsProvedOfATextureOfAWrittenArray) {
  EXPECT_EQ(verdict_of("texture", 0), "verified");
  expect_holds(d_ran.err, "does not write the memory of textures");
  EXPECT_EQ(verdict_of("texture_in_place", 11), "unsupported");
  expect_holds(d_ran.err, "is a texture of the array that the kernel writes as surface out");
}

TEST_F(CudaSurfaces, AreNotExported) {
  ASSERT_EQ(verdict_of("neighbour_in_place", 10), "defect");
  const auto finding = nlohmann::json::parse(read("neighbour_in_place.lpcap/results.json"))
                           .at("results")
                           .at(0)
                           .at("findings")
                           .at(0);
  const Ran made =
      run({"export-repro", finding.at("id").get<std::string>(), "neighbour_in_place.lpcap", "-o", "repro"});
  EXPECT_EQ(made.status, 2);
  expect_holds(made.err, "export-repro does not support surfaces");
}

}  // namespace
}  // namespace launchproof::cli::testing
