#include "tests/reports/sample.h"

#include <string>

#include "verify/verdict/explanation.h"

namespace launchproof::reports {
namespace {

using verdict::Cause;
using verdict::ClassResult;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::SourceLocation;
using verdict::Verdict;

constexpr const char* kReduce = R"(// Sums one block of `in` per work-group.
kernel void reduce(global const float *in, global float *out,
                   local float *partial) {
  const size_t lid = get_local_id(0);
  partial[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lid < step)
      partial[lid] += partial[lid + step];
    // the barrier belongs here
  }
  if (lid == 0)
    out[get_group_id(0)] = partial[0];
}
)";

constexpr const char* kStencil = R"(kernel void blur(global const float *in, global float *out, int n) {
	int i = get_global_id(0);
	if (i < n)
		out[i] = (in[i] + in[i + 1]) / 2;
}

kernel void scatter(global const int *index, global float *out) {
	out[index[get_global_id(0)]] = 1.0f;
}

kernel void flag(global int *found, global const int *key, int wanted) {
	if (key[get_global_id(0)] == wanted)
		*found = 1;
}

kernel void half_barrier(global int *data) {
	if (get_local_id(0) < 16)
		barrier(CLK_GLOBAL_MEM_FENCE);
	data[get_global_id(0)] = 0;
}
)";

SourceLocation at(const char* file, std::uint32_t line, std::uint32_t column, const char* role) {
  return {.file = file, .line = line, .column = column, .role = role};
}

ClassResult base(const char* kernel, const char* source, const char* source_text, const char* launch) {
  ClassResult result;
  result.kernel = kernel;
  result.source = source;
  result.source_text = source_text;
  result.launch = launch;
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i) {
    result.properties[static_cast<Property>(i)].verdict = Verdict::Verified;
  }
  return result;
}

ClassResult reduce() {
  ClassResult result = base("reduce", "reduce.cl", kReduce, "global (65536), local (256)");
  result.launches = 12;
  result.grid = {.work_dim = 1, .global_size = {65536, 1, 1}, .local_size = {256, 1, 1}};
  result.call_site = "sum_blocks(float const*, unsigned long) at app/sum.cpp:88";
  result.repro =
      "launchproof check reduce.cl --kernel reduce --local-size 256 --num-groups 256 --local partial=1024";
  result.seconds = 0.0312;
  result.questions = 4;
  result.settled = 9;
  result.assumptions = {"local size = (256, 1, 1)", "`in` and `out` are different buffers",
                        "accesses to `out` in bounds: size not known"};
  result.properties[Property::OutOfBounds] = {
      .verdict = Verdict::NotAsked,
      .reason = "",
      .causes = {{.cause = Cause::SizeNotKnown, .detail = "size of `out` not known", .location = {}}}};
  Finding race;
  race.id = "5f1c0a7e2b904d13";
  race.property = Property::DataRace;
  race.kind = "read-write";
  race.confirmation = Confirmation::Exact;
  race.message = "two work-items of a group touch `partial[64]` with no barrier between";
  race.locations = {at("reduce.cl", 9, 20, "first access"), at("reduce.cl", 9, 23, "second access")};
  const SourceLocation loop = at("reduce.cl", 7, 3, "loop");
  race.witness = verdict::Witness{
      .work_items = {{.local_id = {64, 0, 0},
                      .group_id = {0, 0, 0},
                      .global_id = {64, 0, 0},
                      .iterations = {{.loop = loop, .iteration = 0}},
                      .values = {{.name = "step", .value = "128"}, {.name = "lid", .value = "64"}},
                      .access = "write",
                      .byte_offset = 256,
                      .bytes = 4,
                      .array = "partial",
                      .element = "partial[64]"},
                     {.local_id = {0, 0, 0},
                      .group_id = {0, 0, 0},
                      .global_id = {0, 0, 0},
                      .iterations = {{.loop = loop, .iteration = 1}},
                      .values = {{.name = "step", .value = "64"}, {.name = "lid", .value = "0"}},
                      .access = "read",
                      .byte_offset = 256,
                      .bytes = 4,
                      .array = "partial",
                      .element = "partial[64]"}},
      .address = 256,
      .array_bytes = 1024,
      .interval = "from the barrier at line 6 to the end of the kernel",
      .needs = {}};
  const auto step = [](std::uint32_t item, const char* does, SourceLocation where, const char* value,
                       std::uint64_t barriers, bool meets) {
    verdict::Step made{
        .work_item = item, .does = does, .location = std::move(where), .barriers = barriers, .meets = meets};
    if (*value == '\0') return made;
    made.array = "partial";
    made.element = "partial[64]";
    made.byte_offset = 256;
    made.bytes = 4;
    made.value = value;
    return made;
  };
  race.witness->steps = {step(1, "waits at the barrier", at("reduce.cl", 6, 3, ""), "", 0, false),
                         step(0, "write", at("reduce.cl", 5, 16, ""), "0.5", 0, false),
                         step(0, "waits at the barrier", at("reduce.cl", 6, 3, ""), "", 0, false),
                         step(1, "read", at("reduce.cl", 9, 23, ""), "0.5", 1, true),
                         step(0, "write", at("reduce.cl", 9, 20, ""), "1.25", 1, true)};
  race.witness->steps_left_out = 3;
  result.findings = {race};
  result.fixes.push_back(
      {.title = "add `barrier(CLK_LOCAL_MEM_FENCE);` at the end of the body of the loop in line 7",
       .edits = {{.line = 11, .removed = 0, .inserted = {"    barrier(CLK_LOCAL_MEM_FENCE);"}}},
       .findings = {race.id},
       .is_complete = false});
  return result;
}

ClassResult blur() {
  ClassResult result = base("blur", "filters.cl", kStencil, "global (1024), local (64), n = 1024");
  result.grid = {.work_dim = 1, .global_size = {1024, 1, 1}, .local_size = {64, 1, 1}};
  result.seconds = 0.0042;
  result.repro =
      "launchproof check filters.cl --kernel blur --local-size 64 --num-groups 16 --arg n=1024 --buffer "
      "in=4096";
  Finding outside;
  outside.id = "90ab";
  outside.property = Property::OutOfBounds;
  outside.kind = "past the end";
  outside.confirmation = Confirmation::Replayed;
  outside.message = "reads 4 bytes past the end of `in`";
  outside.locations = {at("filters.cl", 4, 21, "access"), at("lib/pixels.h", 2, 10, "index computed here")};
  result.included = {
      {.name = "lib/pixels.h",
       .text = "static float next_to(__global const float *in, int i) {\n  return in[i + 1];\n}\n"}};
  outside.witness = verdict::Witness{.work_items = {{.local_id = {63, 0, 0},
                                                     .group_id = {15, 0, 0},
                                                     .global_id = {1023, 0, 0},
                                                     .values = {{.name = "i + 1", .value = "1024"}},
                                                     .access = "read",
                                                     .byte_offset = 4096,
                                                     .bytes = 4,
                                                     .array = "in"}},
                                     .array_bytes = 4096};
  result.findings = {outside};
  return result;
}

ClassResult scatter() {
  ClassResult result = base("scatter", "filters.cl", kStencil, "global (256), local (64)");
  result.seconds = 0.0189;
  result.launches = 3;
  Finding race;
  race.id = "77aa";
  race.property = Property::DataRace;
  race.kind = "write-write";
  race.message = "two work-items may write `out[7]`";
  race.locations = {at("filters.cl", 8, 31, "first access"), at("filters.cl", 8, 31, "second access")};
  race.witness =
      verdict::Witness{.work_items = {{.local_id = {3, 0, 0},
                                       .global_id = {3, 0, 0},
                                       .values = {{.name = "index[3]", .value = "7"}},
                                       .access = "write",
                                       .byte_offset = 28,
                                       .bytes = 4,
                                       .array = "out"},
                                      {.local_id = {7, 0, 0},
                                       .group_id = {1, 0, 0},
                                       .global_id = {71, 0, 0},
                                       .values = {{.name = "index[71]", .value = "7"}},
                                       .access = "write",
                                       .byte_offset = 28,
                                       .bytes = 4,
                                       .array = "out"}},
                       .address = 28,
                       .needs = {{.name = "index[3]", .value = "7"}, {.name = "index[71]", .value = "7"}}};
  race.approximations = {{.cause = Cause::ContentsNotRecorded,
                          .detail = "needs index[3] = index[71]; contents of `index` are not recorded",
                          .location = at("filters.cl", 8, 6, "read")}};
  result.findings = {race};
  return result;
}

ClassResult flag() {
  ClassResult result = base("flag", "filters.cl", kStencil, "global (4096), local (64), wanted = 17");
  result.seconds = 0.003;
  Finding same;
  same.id = "be9";
  same.property = Property::DataRace;
  same.kind = "write-write";
  same.confirmation = Confirmation::Exact;
  same.benign = true;
  same.message = "several work-items write the same value to `found[0]`";
  same.locations = {at("filters.cl", 13, 10, "first access"), at("filters.cl", 13, 10, "second access")};
  result.findings = {same};
  return result;
}

ClassResult half_barrier() {
  ClassResult result = base("half_barrier", "filters.cl", kStencil, "global (64), local (32)");
  Finding divergent;
  divergent.id = "d1";
  divergent.property = Property::BarrierDivergence;
  divergent.kind = "divergent barrier";
  divergent.confirmation = Confirmation::Exact;
  divergent.message = "work-items of one group do not all reach this barrier";
  divergent.locations = {at("filters.cl", 18, 3, "barrier"), at("filters.cl", 17, 6, "branch")};
  result.findings = {divergent};
  return result;
}

ClassResult lost(const char* kernel, Verdict verdict, Cause cause, const char* detail, std::uint32_t line) {
  ClassResult result;
  result.kernel = kernel;
  result.source = "program 3b7f21c09d";
  result.launch = "global (32, 32), local (8, 8)";
  result.seconds = 10.01;
  give_up(result, verdict,
          {.cause = cause, .detail = detail, .location = at("program 3b7f21c09d", line, 3, "")}, false);
  return result;
}

}  // namespace

verdict::Results sample() {
  verdict::Results results{.tool = "launchproof 0.1.0", .capture = "app.lpcap", .notes = {}, .results = {}};
  ClassResult fill =
      base("fill", "fill.cl", "kernel void fill(global int *a) {\n  a[get_global_id(0)] = 0;\n}\n",
           "global (1048576), local (256)");
  fill.launches = 144;
  fill.seconds = 0.0012;
  fill.settled = 5;
  fill.unreachable = {at("fill.cl", 2, 3, "write")};
  verdict::PatternSite touched{
      .location = at("fill.cl", 2, 25, ""), .access = "write", .array = "a", .bytes = 4};
  fill.precondition = {.proved = true,
                       .engine = "access",
                       .conditions = {{"n <= elements of `out`", false}, {"step = 3", true}},
                       .any = {"n", "size of `out`"},
                       .fixed = {"local size = 64"},
                       .assumptions = {"given __requires(n > 0)"},
                       .reason = "with more sizes left open no precondition was found that suffices",
                       .attempts = 12,
                       .seconds = 0.5};
  fill.pattern.emplace();
  for (std::uint64_t i = 0; i < 16; ++i) {
    fill.pattern->local_ids.push_back({i, 0, 0});
    touched.offsets.push_back(i < 15 ? std::optional<std::uint64_t>(4 * i) : std::nullopt);
  }
  fill.pattern->sites = {touched};
  fill.pattern->left_out = 1;
  ClassResult large = fill;
  large.launch = "global (16777216), local (256)";
  large.unreachable.clear();
  results.notes = {"launches.4711.jsonl: the last line is cut off and was skipped"};
  results.results = {
      reduce(),
      blur(),
      scatter(),
      half_barrier(),
      flag(),
      fill,
      large,
      lost("sort", Verdict::Unknown, Cause::ClassTimeout, "the 10 s of this class are used up", 0),
      lost("resample", Verdict::Unsupported, Cause::UnsupportedConstruct, "images are not understood", 41),
      lost("broken", Verdict::Error, Cause::CompileError, "unknown type name 'flaot'", 2)};
  for (ClassResult& result : results.results) {
    conclude(result, false);
    explain(result);
  }
  for (std::size_t i = 0; i < results.results.size(); ++i) {
    results.results[i].class_numbers = std::to_string(i + 1);
    results.results[i].class_keys = {"000000000000000" + std::string(1, "0123456789abcdef"[i])};
  }
  return results;
}

verdict::Results large_sample(std::size_t classes) {
  constexpr std::size_t kKernels = 100, kEvery = 10;
  verdict::Results results = sample();
  const ClassResult good = flag(), bad = reduce();
  results.results.clear();
  for (std::size_t i = 0; i < classes; ++i) {
    ClassResult& result = results.results.emplace_back(i % kEvery == 0 ? bad : good);
    result.kernel += std::to_string(i % kKernels);
    result.launch = "global (" + std::to_string(256 * (i + 1)) + "), local (256)";
    // Findings at the same place would be merged into one row.
    for (Finding& finding : result.findings) finding.kind += " " + std::to_string(i);
    conclude(result, false);
  }
  return results;
}

verdict::Results earlier_sample() {
  verdict::Results results = sample();
  ClassResult& sums = results.results[0];
  sums.source_text = sums.source_text.substr(sums.source_text.find('\n') + 1);
  for (SourceLocation& location : sums.findings[0].locations) --location.line;
  ClassResult& averages = results.results[1];
  averages.findings.clear();
  averages.properties[Property::OutOfBounds] = {.verdict = Verdict::Verified, .reason = "", .causes = {}};
  conclude(averages, false);
  results.results[2].findings[0].locations[1].line = 7;
  for (auto& [property, answer] : results.results[7].properties)
    answer = {.verdict = Verdict::Verified, .reason = "", .causes = {}};
  conclude(results.results[7], false);
  return results;
}

Acceptance sample_acceptance(const verdict::Results& results) {
  Acceptance acceptance;
  acceptance.baseline = compare(earlier_sample(), results);
  const Suppression used{
      .kernel = "half_*", .reason = "kept as a test of <the> tool & others", .expires = "never"};
  const Suppression unused{.file = "gone.cl", .reason = "not needed any more", .expires = "2999-12-31"};
  const Suppression expired{.kernel = "blur", .reason = "to be fixed", .expires = "2026-01-31"};
  acceptance.suppressed = suppress(results, {used, unused, expired}, "2026-02-01");
  return acceptance;
}

std::vector<RecordedLaunch> sample_launches() {
  std::vector<RecordedLaunch> launches;
  const std::vector<std::string> kernels{"reduce", "blur", "scatter",  "half_barrier", "flag",    "fill",
                                         "fill",   "sort", "resample", "broken",       "left_out"};
  launches.reserve(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    launches.push_back({.process = i < 6 ? "4711" : "4712",
                        .pid = i < 6 ? 4711U : 4712U,
                        .thread = 1 + i % 2,
                        .sequence = 3 * i,
                        .count = i + 1,
                        .kernel = kernels[i],
                        .sizes = "global (1024), local (64)",
                        .call_site = i == 0 ? "main at app/sum.cpp:88" : "",
                        .class_key = i < 10 ? "000000000000000" + std::to_string(i) : "ffffffffffffffff"});
  }
  return launches;
}

verdict::Results hostile_sample() {
  verdict::Results results = sample();
  const std::string payload =
      "</script></style></textarea><script>document.title='taken'</script><img src=x "
      "onerror=\"document.title='taken'\">"
      "\"'`&amp;{{verdict}}{{{css}}}\x1b[31m\xff\xfe\xe2\x80\xae";
  results.tool = payload;
  results.capture = payload;
  results.notes.push_back(payload);
  results.problems = {payload};
  for (ClassResult& result : results.results) {
    result.kernel = payload;
    result.source = payload;
    result.source_text.append(payload).append("\n").append(payload);
    result.launch = payload;
    result.call_site = payload;
    result.repro = payload;
    result.reason = payload;
    result.engine = payload;
    result.assumptions.push_back(payload);
    result.unreachable.push_back({.file = payload, .line = 1, .column = 1, .role = payload});
    for (auto& [property, answer] : result.properties) {
      answer.reason = payload;
      answer.causes.push_back({.cause = Cause::OpaqueFunction, .detail = payload, .location = {}});
    }
    if (result.pattern)
      for (verdict::PatternSite& site : result.pattern->sites) {
        site.access = payload;
        site.array = payload;
        site.location.file = payload;
      }
    result.included.push_back({.name = "elsewhere" + payload, .text = "1\n2\n" + payload + "\n"});
    for (verdict::Fix& fix : result.fixes) {
      fix.title = payload;
      fix.findings = {payload};
      for (verdict::SourceEdit& edit : fix.edits) edit.inserted.push_back(payload);
    }
    for (Finding& finding : result.findings) {
      finding.id = payload;
      finding.kind = payload;
      finding.message = payload;
      finding.explanation = payload;
      for (SourceLocation& location : finding.locations) {
        location.file = payload;
        location.role = payload;
      }
      finding.locations.push_back({.file = payload, .line = 1, .column = 5, .role = payload});
      finding.locations.push_back({.file = "elsewhere" + payload, .line = 3, .column = 1, .role = payload});
      finding.approximations.push_back({.cause = Cause::OpaqueFunction, .detail = payload, .location = {}});
      if (!finding.witness) continue;
      finding.witness->interval = payload;
      for (verdict::Step& item : finding.witness->steps) {
        item.does = payload;
        item.array = payload;
        item.value = payload;
        item.location.file = payload;
      }
      finding.witness->needs.push_back({.name = payload, .value = payload});
      for (verdict::WorkItem& item : finding.witness->work_items) {
        item.access = payload;
        item.array = payload;
        item.values.push_back({.name = payload, .value = payload});
        item.iterations.push_back(
            {.loop = {.file = payload, .line = 1, .column = 1, .role = payload}, .iteration = 1});
      }
    }
  }
  return results;
}

}  // namespace launchproof::reports
