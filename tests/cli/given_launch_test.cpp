#include "cli/launch/parse_launch.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>

namespace launchproof::cli {
namespace {

using model::ParameterKind;

model::KernelModel kernel() {
  model::KernelModel result;
  result.name = "k";
  result.parameters = {
      {.name = "a", .type = "__global float *", .kind = ParameterKind::GlobalPointer},
      {.name = "b", .type = "__global float *", .kind = ParameterKind::GlobalPointer},
      {.name = "tile", .type = "__local float *", .kind = ParameterKind::LocalPointer},
      {.name = "n", .type = "int", .kind = ParameterKind::Value, .bytes = 4},
      {.name = "x", .type = "float", .kind = ParameterKind::Value, .bytes = 4},
  };
  return result;
}

jobs::FactsAnswer bound(std::vector<std::string> words, const model::KernelModel& model = kernel()) {
  words.insert(words.begin(), {"check", "k.cl"});
  return jobs::bind_launch(parse_launch(parse(words).arguments), model);
}

model::LaunchFacts facts(const std::vector<std::string>& words) {
  const jobs::FactsAnswer answer = bound(words);
  EXPECT_EQ(answer.input_error, "");
  return answer.facts.value_or(model::LaunchFacts{});
}

std::string launch_error(std::vector<std::string> words) {
  words.insert(words.begin(), {"check", "k.cl"});
  try {
    parse_launch(parse(words).arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(GivenLaunch, GroupsTimesLocalSizeIsTheGlobalSize) {
  const model::LaunchFacts given = facts({"--local-size=8,4", "--num-groups=[2,3]"});
  EXPECT_EQ(given.work_dim, 2U);
  EXPECT_EQ(given.global_size, (std::array<std::uint64_t, 3>{16, 12, 1}));
  EXPECT_EQ(given.local_size, (std::array<std::uint64_t, 3>{8, 4, 1}));
  EXPECT_EQ(given.arguments.size(), 5U);
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(given.arguments[0]));
}

TEST(GivenLaunch, SizesTakeTheLetterXAndUnits) {
  EXPECT_EQ(facts({"--local-size=8x4", "--num-groups=2x3"}).global_size,
            (std::array<std::uint64_t, 3>{16, 12, 1}));
  EXPECT_EQ(facts({"--local-size=10x0x10X2", "--num-groups=1"}).local_size,
            (std::array<std::uint64_t, 3>{10, 16, 2}));
  EXPECT_EQ(facts({"--local-size=0x10", "--global-size=4k"}).global_size,
            (std::array<std::uint64_t, 3>{4096, 1, 1}));
  for (const auto& [text, bytes] : {std::pair{"4k", 4096U}, std::pair{"4K", 4096U}, std::pair{"2M", 2097152U},
                                    std::pair{"1G", 1073741824U}})
    EXPECT_EQ(std::get<model::BufferArgument>(
                  facts({"--local-size=8", "--num-groups=1", std::string("--buffer=a=") + text}).arguments[0])
                  .bytes,
              bytes)
        << text;
  for (const char* text : {"8x", "x8", "8xx8", "8x8x8x8", "4kk", "k", "0x4k", "99999999999999999k", "8*x4"})
    EXPECT_NE(launch_error({std::string("--local-size=") + text}).find("64x4"), std::string::npos) << text;
  EXPECT_EQ(launch_error({"--local-size=*x", "--num-groups=*x"}), "no error") << "a size of the name x";
}

TEST(GivenLaunch, DynamicSharedMemoryIsTheOneParameterInSharedMemory) {
  model::KernelModel cuda = kernel();
  cuda.language = model::Language::Cuda;
  const std::vector<std::string> sizes{"--local-size=8", "--num-groups=2"};
  const auto with = [&](std::vector<std::string> more, const model::KernelModel& model) {
    more.insert(more.end(), sizes.begin(), sizes.end());
    return bound(more, model);
  };
  const auto given = with({"--dynamic-shared=64"}, cuda);
  ASSERT_TRUE(given.facts);
  EXPECT_EQ(std::get<model::LocalArgument>(given.facts->arguments[2]).bytes, 64U);
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(given.facts->arguments[0]));
  EXPECT_NE(with({"--dynamic-shared=64", "--local=tile=64"}, cuda).input_error.find("gives the size of tile"),
            std::string::npos);
  EXPECT_NE(with({"--dynamic-shared=64"}, kernel()).input_error.find("the kernel is OpenCL C"),
            std::string::npos);
  EXPECT_NE(launch_error({"--dynamic-shared=much"}), "no error");
  cuda.parameters.erase(cuda.parameters.begin() + 2);
  EXPECT_EQ(with({"--dynamic-shared=64"}, cuda).input_error, "");  // the kernel uses none
}

TEST(GivenLaunch, StatesHowGroupsAreDivided) {
  const std::vector<std::string> sizes{"--local-size=8", "--num-groups=2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), sizes.begin(), sizes.end());
    return facts(more).sub_groups;
  };
  EXPECT_FALSE(with({}).is_stated());
  EXPECT_TRUE(with({"--sub-group-size=4"}).is_known());
  EXPECT_EQ(with({"--sub-group-size=4", "--sub-group-mapping=any"}).mapping, model::SubGroupMapping::Any);
  EXPECT_EQ(with({"--sub-group-mapping=linear"}).mapping, model::SubGroupMapping::Linear);
  model::KernelModel requiring = kernel();
  requiring.required_sub_group_size = 16;
  const auto required = bound(sizes, requiring);
  EXPECT_EQ(required.facts.value().sub_groups.size, 16U);
  std::vector<std::string> others = sizes;
  others.emplace_back("--sub-group-size=8");
  EXPECT_NE(bound(others, requiring).input_error.find("requires 16"), std::string::npos);
}

TEST(GivenLaunch, NumbersStandForNames) {
  const std::vector<std::string> sizes{"--local-size=8", "--num-groups=2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), sizes.begin(), sizes.end());
    return bound(more);
  };
  const jobs::FactsAnswer given =
      with({"--arg=3=5", "--buffer=0=64", "--buffer=1=@0", "--local=2=32", "--access=0=read-only"});
  ASSERT_TRUE(given.facts) << given.input_error;
  EXPECT_TRUE(given.unused.empty());
  EXPECT_EQ(std::get<model::ValueArgument>(given.facts->arguments[3]).bytes[0], 5);
  EXPECT_EQ(std::get<model::BufferArgument>(given.facts->arguments[0]).bytes, 64U);
  EXPECT_EQ(std::get<model::BufferArgument>(given.facts->arguments[1]).object, 1U);
  EXPECT_EQ(std::get<model::LocalArgument>(given.facts->arguments[2]).bytes, 32U);
  EXPECT_EQ(with({"--arg=9=5"}).unused, std::vector<std::string>{"9"});
  EXPECT_NE(with({"--arg=3=5", "--arg=n=5"}).input_error.find("n is given twice"), std::string::npos);
  EXPECT_NE(with({"--arg=0=5"}).input_error.find("use --buffer"), std::string::npos);
}

TEST(GivenLaunch, GlobalSizeAndOffset) {
  const model::LaunchFacts given = facts({"--local-size=8", "--global-size=20", "--global-offset=5"});
  EXPECT_EQ(given.global_size[0], 20U);
  EXPECT_EQ(given.global_offset, (std::array<std::uint64_t, 3>{5, 0, 0}));
}

TEST(GivenLaunch, SizesMayBeLeftOpen) {
  const model::LaunchFacts one = facts({"--local-size=[*,8]", "--num-groups=*"});
  EXPECT_EQ(one.open.local, (std::array<std::uint32_t, 3>{1, 0, 0}));
  EXPECT_EQ(one.open.groups, (std::array<std::uint32_t, 3>{2, 0, 0}));
  EXPECT_EQ(one.open.global, (std::array<bool, 3>{true, false, false}));
  EXPECT_EQ(one.local_size[1], 8U);
  EXPECT_EQ(one.global_size[1], 8U);
  EXPECT_EQ(one.work_dim, 2U);

  const model::LaunchFacts named = facts({"--local-size=*n", "--num-groups=*n,*m"});
  EXPECT_EQ(named.open.local[0], named.open.groups[0]);
  EXPECT_NE(named.open.groups[0], named.open.groups[1]);

  const model::LaunchFacts divides = facts({"--local-size=*", "--global-size=63"});
  EXPECT_EQ(divides.global_size[0], 63U);
  EXPECT_FALSE(divides.open.global[0]);
  EXPECT_NE(divides.open.groups[0], 0U);

  EXPECT_FALSE(facts({"--local-size=8", "--num-groups=2"}).open.any());
  EXPECT_NE(bound({"--local-size=*", "--num-groups=2147483648"}).input_error.find("--num-groups"),
            std::string::npos);
  EXPECT_NE(bound({"--local-size=*", "--global-size=2147483648"}).input_error.find("--global-size"),
            std::string::npos);
}

TEST(GivenLaunch, AKernelThatFixesItsLocalSizeLeavesNoneOpen) {
  model::KernelModel fixed = kernel();
  fixed.required_local_size = {16, 2, 1};
  const auto answer = bound({"--local-size=*,*", "--num-groups=3,*"}, fixed);
  ASSERT_TRUE(answer.facts) << answer.input_error;
  EXPECT_EQ(answer.facts->local_size, (std::array<std::uint64_t, 3>{16, 2, 1}));
  EXPECT_EQ(answer.facts->open.local, model::OpenSizes().local);
  EXPECT_EQ(answer.facts->global_size[0], 48U);
  EXPECT_NE(bound({"--local-size=*,4", "--num-groups=1"}, fixed).input_error.find("16, 2, 1"),
            std::string::npos);
}

TEST(GivenLaunch, HugeGroupsAreTaken) {
  EXPECT_EQ(facts({"--local-size=2147483648", "--num-groups=2"}).global_size[0], std::uint64_t{1} << 32);
  EXPECT_NE(bound({"--local-size=0x8000000000000000", "--num-groups=2"}).input_error.find("64 bits"),
            std::string::npos);
}

TEST(GivenLaunch, TheKernelMayFixTheLocalSize) {
  model::KernelModel fixed = kernel();
  fixed.required_local_size = {16, 2, 1};
  EXPECT_EQ(bound({"--num-groups=4"}, fixed).facts->global_size, (std::array<std::uint64_t, 3>{64, 2, 1}));
  EXPECT_NE(bound({"--local-size=8", "--num-groups=4"}, fixed).input_error.find("16, 2, 1"),
            std::string::npos);
  EXPECT_NE(bound({"--num-groups=4"}).input_error.find("--local-size"), std::string::npos);
  EXPECT_NE(bound({"--local-size=4"}).input_error.find("--num-groups"), std::string::npos);
}

TEST(GivenLaunch, BuffersHaveObjectsOfTheirOwn) {
  const model::LaunchFacts given =
      facts({"--local-size=1", "--num-groups=1", "--buffer", "a=64", "--buffer", "b=null"});
  const auto& a = std::get<model::BufferArgument>(given.arguments[0]);
  EXPECT_EQ(a.bytes, 64U);
  EXPECT_EQ(a.origin, 0U);
  EXPECT_TRUE(std::holds_alternative<model::NullArgument>(given.arguments[1]));
}

TEST(GivenLaunch, SharedObjects) {
  const std::vector<std::string> sizes{"--local-size=1", "--num-groups=1"};
  auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), sizes.begin(), sizes.end());
    const model::LaunchFacts given = facts(words);
    return std::pair(std::get<model::BufferArgument>(given.arguments[0]),
                     std::get<model::BufferArgument>(given.arguments[1]));
  };
  const auto [a, b] = with({"--buffer=a=64", "--buffer=b=@a+16"});
  EXPECT_EQ(a.object, b.object);
  EXPECT_EQ(b.origin, 16U);
  EXPECT_EQ(b.bytes, 48U);
  const auto [c, d] = with({"--buffer=b=@a+8:4"});  // a itself is not listed
  EXPECT_EQ(c.object, d.object);
  EXPECT_EQ(c.bytes, std::nullopt);
  EXPECT_EQ(d.origin, 8U);
  EXPECT_EQ(d.bytes, 4U);
}

TEST(GivenLaunch, AccessOfBuffers) {
  const model::LaunchFacts given = facts(
      {"--local-size=1", "--num-groups=1", "--buffer=a=64", "--access=a=read-only", "--access=b=write-only"});
  const auto& a = std::get<model::BufferArgument>(given.arguments[0]);
  EXPECT_EQ(a.access, model::KernelAccess::ReadOnly);
  EXPECT_EQ(a.bytes, 64U);
  const auto& b = std::get<model::BufferArgument>(given.arguments[1]);  // its size is not given
  EXPECT_EQ(b.access, model::KernelAccess::WriteOnly);
  EXPECT_EQ(b.bytes, std::nullopt);
  EXPECT_NE(a.object, b.object);
  const auto error = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"--local-size=1", "--num-groups=1"};
    words.insert(words.end(), more.begin(), more.end());
    return bound(words).input_error;
  };
  EXPECT_NE(error({"--access=n=read-only"}).find("--access: n of kernel k"), std::string::npos);
  EXPECT_NE(error({"--buffer=a=null", "--access=a=read-only"}).find("a is null"), std::string::npos);
}

TEST(GivenLaunch, WhatDoesNotFitTheKernelIsAnInputError) {
  const std::vector<std::string> sizes{"--local-size=1", "--num-groups=1"};
  auto error = [&](std::vector<std::string> words) {
    words.insert(words.end(), sizes.begin(), sizes.end());
    return bound(words).input_error;
  };
  EXPECT_NE(error({"--arg=a=3"}).find("--buffer"), std::string::npos);
  EXPECT_NE(error({"--buffer=n=3"}).find("--arg"), std::string::npos);
  EXPECT_NE(error({"--local=a=3"}).find("--buffer"), std::string::npos);
  EXPECT_NE(error({"--buffer=tile=3"}).find("--local"), std::string::npos);
  EXPECT_NE(error({"--buffer=a=@n"}).find("no buffer argument"), std::string::npos);
  EXPECT_NE(error({"--buffer=a=@b", "--buffer=b=@a"}).find("itself"), std::string::npos);
  EXPECT_NE(error({"--buffer=a=16", "--buffer=b=@a+20"}).find("beyond"), std::string::npos);
  EXPECT_NE(error({"--buffer=a=null", "--buffer=b=@a"}).find("null"), std::string::npos);
  EXPECT_NE(error({"--arg=n=1.5"}).find("integer"), std::string::npos);
}

// read_only image2d_t in, image1d_buffer_t line, sampler_t how, global int *data
model::KernelModel kernel_of_images() {
  model::KernelModel result;
  result.name = "k";
  result.parameters = {
      {.name = "in", .type = "image2d_t", .kind = model::ParameterKind::Image, .array = 1},
      {.name = "line", .type = "image1d_buffer_t", .kind = model::ParameterKind::Image, .array = 2},
      {.name = "how", .type = "sampler_t", .kind = model::ParameterKind::Sampler},
      {.name = "data", .type = "int *", .kind = model::ParameterKind::GlobalPointer, .array = 3}};
  result.parameters[0].image = model::ImageType{2, false, false};
  result.parameters[1].image = model::ImageType{1, false, true};
  return result;
}

jobs::FactsAnswer bind_images_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--local-size=1", "--num-groups=1"});
  return cli::bound(words, kernel_of_images());
}

TEST(GivenLaunch, ImagesAndSamplers) {
  const auto given = bind_images_of({"--image=in=8x4:RGBA,FLOAT", "--image=line=16:R,SIGNED_INT32@data+64",
                                     "--buffer=data=256", "--sampler=how=clamp-to-edge"});
  ASSERT_TRUE(given.facts) << given.input_error;
  const auto& in = std::get<model::BufferArgument>(given.facts->arguments[0]);
  EXPECT_EQ(in.image->size, (model::ImageSize{8, 4, 1}));
  EXPECT_EQ(in.image->format, (model::ImageFormat{0x10B5, 0x10DE}));
  const auto& line = std::get<model::BufferArgument>(given.facts->arguments[1]);
  const auto& data = std::get<model::BufferArgument>(given.facts->arguments[3]);
  EXPECT_EQ(line.object, data.object);
  EXPECT_EQ(line.origin, 64U);
  EXPECT_EQ(line.bytes, 64U);
  EXPECT_EQ(std::get<model::ValueArgument>(given.facts->arguments[2]).bytes,
            (std::vector<std::uint8_t>{0x12, 0, 0, 0}));
  const auto nothing = bind_images_of({});
  const auto& open = std::get<model::BufferArgument>(nothing.facts.value().arguments[0]);
  EXPECT_EQ(open.bytes, std::nullopt);
  EXPECT_FALSE(open.image->is_given);
}

TEST(GivenLaunch, ImagesThatDoNotFitAreInputErrors) {
  const auto error = [](std::vector<std::string> words) {
    return bind_images_of(std::move(words)).input_error;
  };
  EXPECT_NE(error({"--image=in=8"}).find("give 2 sizes"), std::string::npos);
  EXPECT_NE(error({"--image=data=8x4"}).find("is not an image"), std::string::npos);
  EXPECT_NE(error({"--buffer=in=64"}).find("--image"), std::string::npos);
  EXPECT_NE(error({"--sampler=in=clamp"}).find("is not a sampler"), std::string::npos);
  EXPECT_NE(error({"--image=line=16@data"}).find("give its format"), std::string::npos);
  EXPECT_NE(error({"--image=line=16:R,FLOAT@how"}).find("no buffer argument how"), std::string::npos);
  EXPECT_NE(error({"--image=line=16:R,FLOAT@data", "--buffer=data=32"}).find("beyond"), std::string::npos);
  EXPECT_NE(error({"--image=line=@in"}).find("different types"), std::string::npos);
  EXPECT_NE(error({"--image=in=@in"}).find("no other image"), std::string::npos);
  EXPECT_EQ(bind_images_of({"--image=other=4x4"}).unused, std::vector<std::string>{"other"});
}

TEST(GivenLaunch, ListsOfOneKernel) {
  const model::LaunchFacts given = facts({"--local-size=1", "--num-groups=1", "--kernel-args=k,0x10,*",
                                          "--kernel-arrays=[k,*,64]", "--kernel-args=other,1"});
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(given.arguments[0]));
  EXPECT_EQ(std::get<model::BufferArgument>(given.arguments[1]).bytes, 64U);
  EXPECT_EQ(std::get<model::BufferArgument>(given.arguments[1]).object, 2U);
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(given.arguments[2])) << "local memory";
  EXPECT_EQ(std::get<model::ValueArgument>(given.arguments[3]).bytes,
            (std::vector<std::uint8_t>{16, 0, 0, 0}));
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(given.arguments[4]));
}

TEST(GivenLaunch, ListsThatDoNotFitAreInputErrors) {
  const auto error = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--local-size=1", "--num-groups=1"});
    return bound(words).input_error;
  };
  EXPECT_NE(error({"--kernel-args=k,1"}).find("has 2 by-value arguments, and 1 are given"),
            std::string::npos);
  EXPECT_NE(error({"--kernel-arrays=k,8,8,8"}).find("has 2 buffers, and 3 are given"), std::string::npos);
  EXPECT_NE(error({"--kernel-args=k,1,2", "--arg=n=1"}).find("n is given twice"), std::string::npos);
  EXPECT_NE(error({"--kernel-arrays=k,8,8", "--buffer=b=8"}).find("b is given twice"), std::string::npos);
  EXPECT_NE(error({"--kernel-arrays=k,8,many"}).find("not a number of bytes"), std::string::npos);
  EXPECT_NE(error({"--kernel-args=k,1.5,*"}).find("integer"), std::string::npos);
  EXPECT_NE(launch_error({"--kernel-args=k,"}).find("KERNEL,VALUE"), std::string::npos);
  EXPECT_NE(launch_error({"--kernel-args=k,1", "--kernel-args=k,2"}).find("twice"), std::string::npos);
}

TEST(GivenLaunch, UnknownNamesAreTold) {
  const auto answer = bound({"--local-size=1", "--num-groups=1", "--arg=m=1", "--buffer=c=4", "--local=t=4"});
  EXPECT_TRUE(answer.facts);
  EXPECT_EQ(answer.unused, (std::vector<std::string>{"m", "c", "t"}));
}

TEST(GivenLaunch, WrongFormsAreUsageErrors) {
  EXPECT_NE(launch_error({"--local-size=0"}).find("positive"), std::string::npos);
  EXPECT_NE(launch_error({"--local-size=1,2,3,4"}).find("--local-size"), std::string::npos);
  EXPECT_NE(launch_error({"--local-size=8,"}).find("--local-size"), std::string::npos);
  EXPECT_NE(launch_error({"--num-groups=many"}).find("many"), std::string::npos);
  for (const char* option : {"--local-size", "--num-groups", "--global-size"}) {
    const std::string name(option);
    for (const char* size :
         {"0", "-8", "8,-1", "18446744073709551616", "1e3", "[8", "8 8", "0x", "**", "*,*,*,*"})
      EXPECT_NE(launch_error({name + "=" + size}).find(name + ": `" + size + "` is not a list"),
                std::string::npos)
          << name << " " << size;
  }
  EXPECT_NE(launch_error({"--global-offset=*"}).find("--global-offset"), std::string::npos);
  EXPECT_NE(launch_error({"--global-offset=-1"}).find("--global-offset"), std::string::npos);
  EXPECT_NE(launch_error({"--num-groups=2", "--global-size=8"}).find("one of them"), std::string::npos);
  EXPECT_NE(launch_error({"--arg=n"}).find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(launch_error({"--arg=n=1", "--arg=n=2"}).find("twice"), std::string::npos);
  EXPECT_NE(launch_error({"--buffer=a=big"}).find("bytes"), std::string::npos);
  EXPECT_NE(launch_error({"--buffer=a=@"}).find("after @"), std::string::npos);
  EXPECT_NE(launch_error({"--access=a=ro"}).find("`ro` is not read-only"), std::string::npos);
  EXPECT_NE(launch_error({"--access=a=read-only", "--access=a=read-write"}).find("twice"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i"}).find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=8x0"}).find("one to three sizes"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=8x"}).find("not a number"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=1x2x3x4"}).find("one to three sizes"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=8x8:RGBA"}).find("RGBA"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=8x8:RGBA,INT"}).find("`INT`"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=@"}).find("after @"), std::string::npos);
  EXPECT_NE(launch_error({"--image=i=4", "--image=i=5"}).find("twice"), std::string::npos);
  EXPECT_NE(launch_error({"--sampler=s=clamped"}).find("clamp-to-edge"), std::string::npos);
}

std::vector<std::uint8_t> encode(const std::string& type, std::uint32_t bytes, const std::string& text) {
  return jobs::encode_value({.name = "v", .type = type, .kind = ParameterKind::Value, .bytes = bytes}, text);
}

TEST(EncodeValue, Integers) {
  using Bytes = std::vector<std::uint8_t>;
  EXPECT_EQ(encode("int", 4, "-1"), (Bytes{255, 255, 255, 255}));
  EXPECT_EQ(encode("uint", 4, "0xffffffff"), (Bytes{255, 255, 255, 255}));
  EXPECT_EQ(encode("uchar", 1, "255"), Bytes{255});
  EXPECT_EQ(encode("ulong", 8, "18446744073709551615"), Bytes(8, 255));
  EXPECT_EQ(encode("short", 2, "-32768"), (Bytes{0, 128}));
  EXPECT_THROW(encode("uchar", 1, "256"), UsageError);
  EXPECT_THROW(encode("char", 1, "-129"), UsageError);
  EXPECT_THROW(encode("int", 4, "4294967296"), UsageError);
  EXPECT_THROW(encode("int", 4, "x"), UsageError);
  EXPECT_THROW(encode("int", 4, ""), UsageError);
}

TEST(EncodeValue, FloatingPoint) {
  auto as_float = [](const std::vector<std::uint8_t>& bytes) {
    float value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  EXPECT_EQ(as_float(encode("float", 4, "2")), 2.0F);
  EXPECT_EQ(as_float(encode("const float", 4, "-1.5f")), -1.5F);
  EXPECT_EQ(as_float(encode("float", 4, "inf")), std::numeric_limits<float>::infinity());
  EXPECT_EQ(as_float(encode("float", 4, "-inf")), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(as_float(encode("float", 4, "2.f")), 2.0F);
  EXPECT_THROW(encode("float", 4, "f"), UsageError);
  EXPECT_EQ(encode("half", 2, "1"), (std::vector<std::uint8_t>{0x00, 0x3c}));
  EXPECT_EQ(encode("half", 2, "-2.5"), (std::vector<std::uint8_t>{0x00, 0xc1}));
  EXPECT_EQ(encode("half", 2, "65504"), (std::vector<std::uint8_t>{0xff, 0x7b}));
  EXPECT_EQ(encode("half", 2, "5.9604644775390625e-8"), (std::vector<std::uint8_t>{0x01, 0x00}));
  EXPECT_THROW(encode("float", 4, "one"), UsageError);
}

TEST(EncodeValue, BytesOfAnyType) {
  using Bytes = std::vector<std::uint8_t>;
  EXPECT_EQ(encode("struct point", 3, "bytes:0a0bFF"), (Bytes{10, 11, 255}));
  EXPECT_EQ(encode("struct point", 3, "zero"), Bytes(3));
  EXPECT_EQ(encode("float", 4, "bytes:0000803f"), (Bytes{0, 0, 0x80, 0x3f}));
  EXPECT_THROW(encode("struct point", 3, "bytes:0a0b"), UsageError);
  EXPECT_THROW(encode("struct point", 3, "bytes:0a0b0"), UsageError);
  EXPECT_THROW(encode("struct point", 3, "bytes:0a0bxx"), UsageError);
}

using Kind = model::ValueLayout::Kind;

model::ValueLayout scalar(Kind kind, const std::string& type, std::uint64_t bytes, std::uint32_t lanes = 1) {
  return {.kind = kind, .type = type, .bytes = bytes, .lanes = lanes, .fields = {}, .element = {}};
}

// struct params { uchar tag; float scale; struct { int x, y; } at[2]; float3 colour; real own; int bits : 3;
// }
model::KernelModel kernel_of_structures() {
  model::KernelModel result;
  result.name = "k";
  result.parameters = {{.name = "s", .type = "struct params", .kind = ParameterKind::Value, .bytes = 64},
                       {.name = "own", .type = "real", .kind = ParameterKind::Value, .bytes = 4}};
  return result;
}

model::ValueLayouts layouts() {
  const model::ValueLayout integer = scalar(Kind::Integer, "int", 4);
  const model::ValueLayout point{.kind = Kind::Record,
                                 .type = "struct point",
                                 .bytes = 8,
                                 .lanes = 1,
                                 .fields = {{"x", 0, false, integer}, {"y", 4, false, integer}},
                                 .element = {}};
  const model::ValueLayout points{.kind = Kind::Array,
                                  .type = "struct point[2]",
                                  .bytes = 16,
                                  .lanes = 1,
                                  .fields = {},
                                  .element = {point}};
  const model::ValueLayout real = scalar(Kind::Floating, "real", 4);
  const model::ValueLayout params{.kind = Kind::Record,
                                  .type = "struct params",
                                  .bytes = 64,
                                  .lanes = 1,
                                  .fields = {{"tag", 0, false, scalar(Kind::Integer, "uchar", 1)},
                                             {"scale", 4, false, scalar(Kind::Floating, "float", 4)},
                                             {"at", 8, false, points},
                                             {"colour", 32, false, scalar(Kind::Floating, "float3", 16, 3)},
                                             {"own", 48, false, real},
                                             {"bits", 52, true, integer}},
                                  .element = {}};
  return {{"s", params}, {"own", real}};
}

jobs::FactsAnswer bind_structures(std::vector<std::string> words) {
  words.insert(words.begin(), {"check", "k.cl", "--local-size=1", "--num-groups=1"});
  return jobs::bind_launch(parse_launch(parse(words).arguments), kernel_of_structures(), layouts);
}

std::vector<std::uint8_t> structure(const std::vector<std::string>& words) {
  const jobs::FactsAnswer answer = bind_structures(words);
  EXPECT_EQ(answer.input_error, "");
  if (!answer.facts) return {};
  return std::get<model::ValueArgument>(answer.facts->arguments.at(0)).bytes;
}

template <typename Value>
Value at(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
  Value value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(StructureArgument, FieldsGoToTheirPlaces) {
  const std::vector<std::uint8_t> bytes =
      structure({"--arg=s=zero", "--arg=s.tag=7", "--arg=s.scale=1.5", "--arg=s.at[1].y=-2",
                 "--arg=s.colour=1,2,3", "--arg=s.own=0.25"});
  ASSERT_EQ(bytes.size(), 64U);
  EXPECT_EQ(bytes[0], 7);
  EXPECT_EQ(at<float>(bytes, 4), 1.5F);
  EXPECT_EQ(at<int>(bytes, 8), 0);
  EXPECT_EQ(at<int>(bytes, 20), -2);
  EXPECT_EQ(at<float>(bytes, 40), 3.0F);
  EXPECT_EQ(at<float>(bytes, 48), 0.25F);
}

TEST(StructureArgument, FieldsLieOverTheWholeWhateverTheOrder) {
  std::string digits(128, '1');
  const std::vector<std::uint8_t> bytes = structure({"--arg=s.at[0].x=5", "--arg=s=bytes:" + digits});
  ASSERT_EQ(bytes.size(), 64U);
  EXPECT_EQ(at<int>(bytes, 8), 5);
  EXPECT_EQ(at<int>(bytes, 12), 0x11111111);
}

TEST(StructureArgument, WhatIsWrongIsNamed) {
  const auto said = [](const std::vector<std::string>& words, const std::string& part) {
    const std::string error = bind_structures(words).input_error;
    EXPECT_NE(error.find(part), std::string::npos) << part << " is not in: " << error;
  };
  said({"--arg=s=3"},
       "it is of the type struct params; give its fields s.tag, s.scale, s.at[..], s.colour, s.own, "
       "s.bits, or its 64 bytes with s=bytes:HEX");
  said({"--arg=s.size=3"}, "struct params has no field `size`; it has the fields s.tag");
  said({"--arg=s.at[2].x=3"}, "s.at has no element 2; it has the elements s.at[0] to s.at[1]");
  said({"--arg=s.at[x]=3"}, "`[x` is not an index");
  said({"--arg=s.at=3"}, "it is of the type struct point[2]; give its elements");
  said({"--arg=s.tag.x=3"}, "s.tag is of the type uchar, which has no fields");
  said({"--arg=s.tag[0]=3"}, "s.tag is of the type uchar, which is not an array");
  said({"--arg=s.tag=300"}, "beyond the 1 byte of uchar");
  said({"--arg=s.colour=1,2"}, "2 value(s) do not make a float3, which takes 3");
  said({"--arg=s.bits=1"}, "s.bits is a bit-field; give s as s=bytes:HEX, of 64 bytes");
  said({"--arg=s.tag=1", "--arg=s.scale=2"},
       "of s, which is of the type struct params, these fields are not given: s.at[0].x, s.at[0].y, "
       "s.at[1].x, "
       "s.at[1].y, s.colour, s.own, s.bits; give all, or s=zero for the rest");
  said({"--arg=s=zero", "--arg=s.at[0]=zero", "--arg=s.at[0].x=1"},
       "some of its bytes are given by another field");
}

TEST(StructureArgument, ANameOfAFloatingPointTypeIsOne) {
  const jobs::FactsAnswer answer = bind_structures({"--arg=own=2"});
  ASSERT_TRUE(answer.facts) << answer.input_error;
  EXPECT_EQ(at<float>(std::get<model::ValueArgument>(answer.facts->arguments.at(1)).bytes, 0), 2.0F);
}

TEST(EncodeValue, Vectors) {
  EXPECT_EQ(encode("uchar4", 4, "1,2,3,4"), (std::vector<std::uint8_t>{1, 2, 3, 4}));
  EXPECT_EQ(encode("uchar3", 4, "1,2,3"), (std::vector<std::uint8_t>{1, 2, 3, 0}));
  EXPECT_EQ(encode("float2", 8, "0,0").size(), 8U);
  EXPECT_THROW(encode("int4", 16, "1,2"), UsageError);
  EXPECT_THROW(encode("int", 4, "1,2"), UsageError);
  EXPECT_THROW(encode("struct point", 12, "1"), UsageError);
}

const model::BufferArgument& buffer(const model::LaunchFacts& given, std::size_t number) {
  return std::get<model::BufferArgument>(given.arguments.at(number));
}

const std::vector<std::string> kOne{"--local-size=1", "--num-groups=1"};

std::vector<std::string> and_more(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(GivenContents, AreBytesAndGiveTheSize) {
  const model::LaunchFacts given =
      facts(and_more(kOne, {"--contents", "a=bytes:00fF7a", "--buffer", "b=8", "--contents", "b=zero"}));
  EXPECT_EQ(buffer(given, 0).bytes, 3U);
  ASSERT_NE(buffer(given, 0).contents.bytes(), nullptr);
  EXPECT_EQ(*buffer(given, 0).contents.bytes(), (std::vector<std::uint8_t>{0, 255, 122}));
  EXPECT_EQ(buffer(given, 0).contents.origin(), "given");
  EXPECT_EQ(*buffer(given, 1).contents.bytes(), std::vector<std::uint8_t>(8, 0));
}

TEST(GivenContents, ComeFromAFile) {
  const std::string path = testing::TempDir() + "given_contents.bin";
  std::ofstream(path, std::ios::binary) << std::string("\0x\n", 3);
  const model::LaunchFacts given = facts(and_more(kOne, {"--contents", "a=file:" + path}));
  EXPECT_EQ(*buffer(given, 0).contents.bytes(), (std::vector<std::uint8_t>{0, 'x', '\n'}));
  std::remove(path.c_str());
  EXPECT_NE(launch_error({"--contents", "a=file:" + path}).find("cannot read " + path), std::string::npos);
}

TEST(GivenContents, MustFit) {
  const auto error = [](const std::vector<std::string>& given) {
    return bound(and_more(kOne, given)).input_error;
  };
  EXPECT_NE(error({"--buffer", "a=4", "--contents", "a=bytes:00"}).find("a has 4 bytes, and 1 are given"),
            std::string::npos);
  EXPECT_NE(error({"--contents", "a=zero"}).find("give it with --buffer"), std::string::npos);
  EXPECT_NE(error({"--buffer", "a=null", "--contents", "a=zero"}).find("a is null"), std::string::npos);
  EXPECT_NE(error({"--contents", "n=bytes:00"}).find("use --arg"), std::string::npos);
  EXPECT_EQ(bound(and_more(kOne, {"--contents", "z=bytes:00"})).unused, std::vector<std::string>{"z"});
  EXPECT_NE(launch_error({"--contents", "a=bytes:0"}).find("odd number"), std::string::npos);
  EXPECT_NE(launch_error({"--contents", "a=bytes:0g"}).find("`g` is not a hexadecimal digit"),
            std::string::npos);
  EXPECT_NE(launch_error({"--contents", "a=ones"}).find("none of zero"), std::string::npos);
  EXPECT_NE(launch_error({"--contents", "a"}).find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(launch_error({"--contents", "a=zero", "--contents", "a=zero"}).find("twice"), std::string::npos);
}

TEST(GivenLaunch, PropertiesTakeThePlaceOfContents) {
  const auto stated = [&](const std::string& text) {
    return model::to_option(
        buffer(facts(and_more(kOne, {"--buffer", "a=40", "--contents", "a=" + text})), 0).properties);
  };
  EXPECT_EQ(stated("int32,distinct,min:-1,below:10"), "int32,min:-1,max:9,distinct");
  EXPECT_EQ(stated("uint64,permutation"), "uint64,min:0,max:4,distinct");
  EXPECT_EQ(stated("int8,non-decreasing,min:2,min:1,max:0x10,max:7"), "int8,min:2,max:7,non-decreasing");
  EXPECT_EQ(stated("uint8,constant"), "uint8,constant");
  EXPECT_EQ(stated("int16,increasing"), "int16,increasing");
}

TEST(GivenLaunch, PropertiesThatNoContentsHaveAreRefused) {
  const auto error = [&](const std::string& text) {
    return bound(and_more(kOne, {"--buffer", "a=40", "--contents", "a=" + text})).input_error;
  };
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"int32,distinct,min:0,below:9", "10 elements have no distinct values from 0 to 8"},
           {"int32,increasing,max:-2147483640", "no distinct values"},
           {"int32,min:3,max:2", "at least 3 and at most 2"},
           {"int32,constant,distinct", "all equal are not distinct"},
           {"int32,non-decreasing,increasing", "two orders"},
           {"int32,min", "lacks its number"},
           {"int32,distinct:3", "takes no number"},
           {"int32,min:x", "`x` is not a value of type int32"},
           {"int8,max:128", "`128` is not a value of type int8"},
           {"uint8,min:-1", "`-1` is not a value of type uint8"},
           {"int32,sorted", "`sorted` is not a property"},
           {"int32", "no property of the elements"},
           {"uint8,below:0", "below the least one"},
           {"distinct", "give the type that the kernel reads, as in a=int32,distinct"}})
    EXPECT_NE(error(text).find(part), std::string::npos) << text << ": " << error(text);
  EXPECT_EQ(error("int32,distinct,min:0,below:10"), "");
  EXPECT_NE(bound(and_more(kOne, {"--contents", "a=int32,distinct"})).input_error.find("--buffer a=BYTES"),
            std::string::npos);
  EXPECT_NE(bound(and_more(kOne, {"--buffer", "a=2", "--contents", "a=int32,distinct"}))
                .input_error.find("hold no element"),
            std::string::npos);
}

TEST(GivenLaunch, PropertiesAreOfOneArgumentOfAMemoryObject) {
  const std::vector<std::string> shared{"--buffer", "a=16",       "--buffer",
                                        "b=@a",     "--contents", "a=int32,min:0"};
  EXPECT_EQ(bound(and_more(kOne, shared)).input_error, "");
  for (const char* other : {"b=zero", "b=int32,min:0"})
    EXPECT_NE(bound(and_more(and_more(kOne, shared), {"--contents", other})).input_error.find("share memory"),
              std::string::npos);
}

TEST(GivenContents, AgreeWhereArgumentsShareMemory) {
  const auto error = [](const std::string& a, const std::string& b) {
    return bound(and_more(kOne, {"--buffer", "a=4", "--buffer", "b=@a+2", "--contents", "a=bytes:" + a,
                                 "--contents", "b=bytes:" + b}))
        .input_error;
  };
  EXPECT_EQ(error("00010203", "0203"), "");
  const std::string message = error("00010203", "0204");
  EXPECT_NE(message.find("byte 3 of a is given as 0x03 and byte 1 of b, which is the same, as 0x04"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("give both the same bytes"), std::string::npos);
  // Apart in one object.
  EXPECT_EQ(bound(and_more(kOne, {"--buffer", "b=@a+2", "--contents", "a=bytes:0001", "--contents",
                                  "b=bytes:0203"}))
                .input_error,
            "");
}

}  // namespace
}  // namespace launchproof::cli
