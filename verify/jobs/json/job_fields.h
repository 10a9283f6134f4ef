// The fields of jobs.
#pragma once

#include "verify/jobs/job.h"
#include "verify/jobs/json/archive.h"
#include "verify/jobs/json/launch_fields.h"

namespace launchproof::jobs {

template <typename Archive>
void fields(Archive& archive, Field<Archive, frontend::HeaderFile>& value) {
  auto& [name, text] = value;
  archive("name", name)("text", text);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, frontend::DecidedConditional>& value) {
  auto& [file, line, holds] = value;
  archive("file", file)("line", line)("holds", holds);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, frontend::ProgramSource>& value) {
  auto& [file_name, text, options, working_directory, headers, annotations, is_modular, private_arrays,
         branches, decided, language, asks_postconditions] = value;
  archive("file_name", file_name)("text", text)("options", options)("working_directory", working_directory)(
      "headers", headers)("annotations", annotations)("is_modular", is_modular)(
      "private_arrays", private_arrays)("branches", branches)("decided", decided)("language", language)(
      "asks_postconditions", asks_postconditions);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, frontend::DeviceEnvironment>& value) {
  auto& [address_bits, opencl_c_version, extensions, features, macros, undefined_macros, grants_extensions,
         assumes_features, images, little_endian] = value;
  archive("address_bits", address_bits)("opencl_c_version", opencl_c_version)("extensions", extensions)(
      "features", features)("macros", macros)("undefined_macros", undefined_macros)(
      "grants_extensions", grants_extensions)("assumes_features", assumes_features)("images", images)(
      "little_endian", little_endian);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, Program>& value) {
  auto& [key, sources, device, no_source, module] = value;
  archive("key", key)("sources", sources)("device", device)("no_source", no_source)("module", module);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, smt::CrossCheckChoice>& value) {
  auto& [share, solver] = value;
  archive("share", share)("solver", solver);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, smt::LogPlaces>& value) {
  auto& [statistics, questions] = value;
  archive("statistics", statistics)("questions", questions);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, two_thread::Refuter>& value) {
  auto& [kind, iterations] = value;
  archive("kind", kind)("iterations", iterations);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, two_thread::Refutation>& value) {
  auto& [is_parallel, refuters] = value;
  archive("is_parallel", is_parallel)("refuters", refuters);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, two_thread::Options>& value) {
  auto& [omitted, only, refutation, dump, unwinding, induction_depth, is_adversarial, adversarial_arrays,
         is_modular, instrumentation, left_out] = value;
  archive("omitted", omitted)("only", only)("refutation", refutation)("dump", dump)("unwinding", unwinding)(
      "induction_depth", induction_depth)("is_adversarial", is_adversarial)(
      "adversarial_arrays", adversarial_arrays)("is_modular", is_modular)("instrumentation", instrumentation)(
      "left_out", left_out);
}

// The other fields, which the engines set while they work, are not part of a job.
template <typename Archive>
void fields(Archive& archive, Field<Archive, symbolic::Options>& value) {
  auto& [strict, time, question_time, memory_mib, check_bounds, only_divergence, only_intra_group, warp_sync,
         barrier_rule, left_out, counterexamples, so_far, variables, cancellation, another_solver] = value;
  archive("strict", strict)("time", time)("question_time", question_time)("memory_mib", memory_mib)(
      "check_bounds", check_bounds)("only_divergence", only_divergence)("only_intra_group", only_intra_group)(
      "warp_sync", warp_sync)("barrier_rule", barrier_rule)("left_out", left_out);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, Job>& value) {
  auto& [program, kernel, source, launch, call_site, repro, replay_command, export_command, launch_command,
         number, merge, minimise_facts, derive_time, names_must_fit, launches, solver, second_solver,
         cross_check, log, replay, repair, engine, two_thread, options, launch_source, facts_key,
         runtime_chose] = value;
  archive("program", program)("kernel", kernel)("source", source)("launch", launch)("call_site", call_site)(
      "repro", repro)("replay_command", replay_command)("export_command", export_command)(
      "launch_command", launch_command)("number", number)("merge", merge)("minimise_facts", minimise_facts)(
      "derive_time", derive_time)("names_must_fit", names_must_fit)("launches", launches)("solver", solver)(
      "second_solver", second_solver)("cross_check", cross_check)("log", log)("replay", replay)(
      "repair", repair)("engine", engine)("two_thread", two_thread)("options", options)(
      "launch_source", launch_source)("facts_key", facts_key)("runtime_chose", runtime_chose);
}

}  // namespace launchproof::jobs
