#include "verify/worker/classes/class_cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "capture/files/sha256.h"
#include "verify/jobs/included_file.h"
#include "verify/smt/solvers/solver_version.h"
#include "verify/worker/classes/class_merger.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/outcomes/outcome_text.h"

namespace launchproof::worker {
namespace {

using cache::add_field;

constexpr const char* kPrograms = "programs";
constexpr std::size_t kMostFileLists = 4;  // of one program

std::string digest(std::string_view text) {
  return capture::sha256_hex(text.data(), text.size());
}

std::string text_of(bool value) {
  return value ? "1" : "0";
}

// Adding a member to one of these types is a compile error here until the member is part of the key.

void add_source(std::string& text, const frontend::ProgramSource& source) {
  // The working directory appears in the names of files that were found from there.
  const auto& [file_name, source_text, options, working_directory, headers, annotations, is_modular,
               private_arrays, branches, decided, language, asks_postconditions] = source;
  switch (language) {
    case frontend::SourceLanguage::OpenCl:
      break;
    case frontend::SourceLanguage::Cuda:
      add_field(text, "language", "CUDA");
      break;
    case frontend::SourceLanguage::Ptx:
      add_field(text, "language", "PTX");
      break;
  }
  add_field(text, "file", file_name);
  add_field(text, "text", digest(source_text));
  add_field(text, "options", options);
  add_field(text, "annotations", std::to_string(static_cast<int>(annotations)));
  if (is_modular) add_field(text, "calls", "by contract");
  if (asks_postconditions) add_field(text, "postconditions", "asked");
  if (private_arrays == frontend::PrivateArrays::Kept) add_field(text, "private-arrays", "kept");
  if (branches) {
    add_field(text, "branches", std::to_string(branches->size()));
    for (const std::int32_t branch : *branches) add_field(text, "branch", std::to_string(branch));
  }
  for (const frontend::DecidedConditional& one : decided)
    add_field(text, "decided", one.file + ":" + std::to_string(one.line) + text_of(one.holds));
  for (const frontend::HeaderFile& header : headers) {
    const auto& [name, header_text] = header;
    add_field(text, "header", name);
    add_field(text, "header-text", digest(header_text));
  }
}

void add_device(std::string& text, const frontend::DeviceEnvironment& device) {
  const auto& [address_bits, version, extensions, features, macros, undefined_macros, grants_extensions,
               assumes_features, images, little_endian] = device;
  add_field(text, "address-bits", std::to_string(address_bits));
  add_field(text, "version", version);
  for (const std::string& one : extensions) add_field(text, "extension", one);
  for (const std::string& one : features) add_field(text, "feature", one);
  for (const auto& [name, body] : macros) {
    add_field(text, "macro", name);
    add_field(text, "body", body);
  }
  for (const std::string& one : undefined_macros) add_field(text, "undefined-macro", one);
  add_field(
      text, "flags",
      text_of(grants_extensions) + text_of(assumes_features) + text_of(images) + text_of(little_endian));
}

// Limits of time and memory do not affect lasting outcomes, except as described at Budget.
void add_options(std::string& text, const symbolic::Options& options) {
  const auto& [strict, time, question_time, memory_mib, check_bounds, only_divergence, only_intra_group,
               warp_sync, barrier_rule, left_out, counterexamples, so_far, variables, cancellation,
               another_solver] = options;
  add_field(text, "flags",
            text_of(strict) + text_of(check_bounds) + text_of(only_divergence) + text_of(only_intra_group));
  add_field(text, "warp-sync", std::to_string(warp_sync));
  add_field(text, "barrier-rule", std::to_string(static_cast<int>(barrier_rule)));
  for (const std::uint32_t one : left_out) add_field(text, "left-out", std::to_string(one));
}

void add_files(std::string& text, const frontend::FileUses& uses) {
  for (const frontend::FileUse& use : uses.files) {
    const auto& [source, path, found] = use;
    add_field(text, "used-by", std::to_string(source));
    add_field(text, "path", path);
    add_field(text, "found", found);
  }
}

std::optional<frontend::FileUses> files_of(const cache::Fields& fields) {
  frontend::FileUses uses;
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) {
    if (fields[i].first != "used-by" || fields[i + 1].first != "path" || fields[i + 2].first != "found")
      return std::nullopt;
    uses.files.push_back({static_cast<std::uint32_t>(std::stoul(fields[i].second)), fields[i + 1].second,
                          fields[i + 2].second});
  }
  return uses;
}

bool is_kind(const std::string& found) {
  return found == frontend::kAbsent || found == frontend::kFolder || found == frontend::kOtherFile;
}

std::string kind_of_file(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return frontend::kAbsent;
  return S_ISDIR(info.st_mode) ? frontend::kFolder : frontend::kOtherFile;
}

std::string digest_of_file(const std::string& path) {
  if (std::string kind = kind_of_file(path); kind != frontend::kOtherFile) return kind;
  std::ifstream file(path, std::ios::binary);
  if (!file) return frontend::kAbsent;
  return digest(std::string(std::istreambuf_iterator<char>(file), {}));
}

// A decided property holds whatever the limits are. One that stayed open may be decided with higher limits.
struct Budget {
  std::uint64_t milliseconds = 0, mebibytes = 0;

  bool allows(const Budget& asked) const {
    return asked.milliseconds <= milliseconds && asked.mebibytes <= mebibytes;
  }
};

Budget budget_of(const Job& job) {
  return {static_cast<std::uint64_t>(job.options.time.count()), job.options.memory_mib};
}

std::uint64_t number_in(const cache::Fields& fields, const char* name) {
  const std::string* value = cache::field(fields, name);
  return value == nullptr ? 0 : std::stoull(*value);
}

// Sets the names and commands of this run in the outcome.
void readdress(const Job& job, Outcome& outcome) {
  if (outcome.sizes && leaves_sizes_open(job)) {
    readdress(with_sizes(job, *outcome.sizes), outcome);
    return;
  }
  verdict::ClassResult& result = outcome.result;
  result.source = job.source;
  if (!job.launch.empty()) result.launch = job.launch;
  result.launches = job.launches;
  result.call_site = job.call_site;
  result.repro = job.repro;
  for (verdict::Finding& finding : result.findings) {
    finding.repro.clear();
    finding.export_repro.clear();
    add_commands(job, finding);
  }
}

}  // namespace

ClassCache::ClassCache(cache::Store& store, const std::string& identity)
    : d_store(store), d_identity(digest(identity)) {}

std::string ClassCache::found_now(const Program& program, const frontend::FileUse& use) {
  std::string path = use.path;
  if (!path.starts_with('/')) path = base_of(program.sources.at(use.source)) + "/" + path;
  const bool read = !is_kind(use.found);
  std::string& known = d_found[(read ? "r" : "s") + path];
  if (known.empty()) known = read ? digest_of_file(path) : kind_of_file(path);
  return known;
}

// Does what the front end does: a working directory that does not exist is replaced by the current one.
const std::string& ClassCache::base_of(const frontend::ProgramSource& source) {
  std::string& base = d_bases[source.working_directory];
  if (base.empty() && !source.working_directory.empty() &&
      kind_of_file(source.working_directory) == frontend::kFolder)
    base = source.working_directory;
  std::error_code error;
  if (base.empty()) base = std::filesystem::current_path(error).string();
  return base;
}

ClassCache::KnownProgram& ClassCache::program(const Program& program) {
  KnownProgram& known = d_programs[&program];
  if (!known.key.empty()) return known;
  std::string text;
  add_field(text, "tool", d_identity);
  for (const frontend::ProgramSource& source : program.sources) add_source(text, source);
  add_device(text, program.device);
  const char* resources = std::getenv("LAUNCHPROOF_CLANG_RESOURCES");
  add_field(text, "resources", resources == nullptr ? "" : resources);
  known.key = digest(text);
  return known;
}

void ClassCache::load_files(KnownProgram& known, const Program& program) {
  if (std::exchange(known.loaded, true)) return;
  const auto text = d_store.get(kPrograms, known.key);
  const auto lists = text ? cache::fields_of(*text) : std::nullopt;
  if (!lists) return;
  for (const auto& [name, list] : *lists) {
    const auto fields = cache::fields_of(list);
    auto uses = fields ? files_of(*fields) : std::nullopt;
    if (!uses) continue;
    const bool fits = std::ranges::all_of(
        uses->files, [&](const auto& use) { return use.source < program.sources.size(); });
    if (!fits) continue;
    for (frontend::FileUse& use : uses->files) use.found = found_now(program, use);
    known.files.push_back(std::move(*uses));
  }
}

const std::string& ClassCache::solvers_of(const Job& job) {
  const std::string second =
      job.cross_check.share > 0 ? smt::second_solver(job.cross_check, job.solver) : std::string();
  const std::string name = job.solver + "\n" + second + "\n" + job.second_solver;
  const auto [entry, is_new] = d_solvers.try_emplace(name);
  if (!is_new) return entry->second;
  const std::string first = smt::solver_versions(job.solver);
  const std::string other = second.empty() ? "none" : smt::solver_versions(second);
  const std::string concurrent = job.second_solver.empty() ? "none" : smt::solver_versions(job.second_solver);
  if (!first.empty() && !other.empty() && !concurrent.empty()) {
    std::string text;
    add_field(text, "solver", job.solver);
    add_field(text, "version", first);
    add_field(text, "second", second);
    add_field(text, "version", other);
    add_field(text, "second-engine", job.second_solver);
    add_field(text, "version", concurrent);
    entry->second = digest(text);
  }
  return entry->second;
}

std::string ClassCache::key_of(const Job& job, const std::string& selector, const frontend::FileUses& files) {
  if (job.facts_key.empty() || !job.program || job.program->sources.empty() || !files.complete) return {};
  const std::string& solvers = solvers_of(job);
  if (solvers.empty()) return {};
  std::string text;
  add_field(text, "tool", d_identity);
  add_field(text, "solvers", solvers);
  add_field(text, "program", program(*job.program).key);
  add_files(text, files);
  // A path in the working directory may come from a relative one, and would then differ elsewhere.
  for (const frontend::FileUse& use : files.files) {
    if (use.source >= job.program->sources.size()) return {};
    const std::string& base = base_of(job.program->sources[use.source]);
    const char* shown = std::getenv("PWD");  // a path through links, which the compiler may use
    const bool through_links = shown != nullptr && *shown == '/' && use.path.starts_with(shown);
    if (use.path.starts_with(base) || through_links) add_field(text, "in", through_links ? shown : base);
  }
  // PTX names the files that it was compiled from. Locations name those in the working directory from there.
  for (const frontend::ProgramSource& one : job.program->sources)
    if (one.language == frontend::SourceLanguage::Ptx) add_field(text, "in", base_of(one));
  // Adding a member is a compile error here until it is decided whether an outcome depends on it. `program`
  // and `launch_source` have their own keys, the solver is included above, and texts and commands of a class
  // are created again.
  const auto& [program_, kernel, source, launch, call_site, repro, replay_command, export_command,
               launch_command, number, merge, minimise_facts, derive_time, names_must_fit, launches, solver,
               second_solver, cross_check, log, replay, repair, engine, two_thread, options, launch_source,
               facts_key, runtime_chose] = job;
  add_field(text, "kernel", kernel);
  add_field(text, "selector", selector);
  add_field(text, "source", source);
  add_field(text, "facts", facts_key);
  add_options(text, options);
  add_field(text, "engine", std::to_string(static_cast<int>(engine)));
  const auto& [omitted, only, refutation, dump, unwinding, depth, is_adversarial, adversarial_arrays,
               is_modular, instrumentation, left_out] = two_thread;
  if (!dump.empty() || log.any()) return {};
  const auto& [is_parallel, refuters] = refutation;
  for (const two_thread::Refuter& refuter : refuters)
    add_field(text, is_parallel ? "refuter-beside" : "refuter-before", name_of(refuter));
  if (unwinding != 0) add_field(text, "unwinding", std::to_string(unwinding));
  if (depth != 1) add_field(text, "induction-depth", std::to_string(depth));
  if (is_adversarial) add_field(text, "contents", "adversarial");
  for (const std::string& array : adversarial_arrays) add_field(text, "adversarial-array", array);
  if (is_modular) add_field(text, "calls", "by contract");
  add_field(text, "instrumentation", name_of(instrumentation));
  for (const two_thread::Optimisation one : left_out) add_field(text, "left-out", name_of(one));
  for (const std::string& rule : omitted) add_field(text, "omitted-rule", rule);
  for (const std::string& rule : only) add_field(text, "only-rule", rule);
  if (derive_time.count() != 0) add_field(text, "derive", std::to_string(derive_time.count()));
  add_field(text, "cross-check", std::to_string(cross_check.share));
  add_field(text, "flags",
            text_of(merge) + text_of(minimise_facts) + text_of(names_must_fit) + text_of(replay) +
                text_of(runtime_chose) + text_of(repair));
  return text;
}

std::optional<Outcome> ClassCache::entry(const Job& job, const std::string& selector) {
  if (job.facts_key.empty() || !job.program || job.program->sources.empty()) return std::nullopt;
  KnownProgram& known = program(*job.program);
  load_files(known, *job.program);
  for (const frontend::FileUses& files : known.files) {
    const std::string key = key_of(job, selector, files);
    if (key.empty()) return std::nullopt;
    const auto text = d_store.get(kClassEntries, digest(key));
    const auto fields = text ? cache::fields_of(*text) : std::nullopt;
    if (!fields) continue;
    const std::string* kept_key = cache::field(*fields, "key");
    const std::string* kept = cache::field(*fields, "outcome");
    if (kept_key == nullptr || *kept_key != key || kept == nullptr) continue;
    try {
      Outcome outcome = outcome_from_text(*kept);
      const Budget budget{number_in(*fields, "milliseconds"), number_in(*fields, "mebibytes")};
      const bool open = outcome.merged.empty() && verdict::is_undecided(outcome.result);
      if (open && !budget.allows(budget_of(job))) continue;
      outcome.result.cached = true;
      // The files that PTX names may have changed since, without an effect on the outcome.
      if (job.program->sources.front().language == frontend::SourceLanguage::Ptx)
        jobs::name_included(*job.program, outcome.result);
      return outcome;
    } catch (const std::exception&) {
      continue;  // written by a program that this one does not know
    }
  }
  return std::nullopt;
}

// Adds the outcomes of a job that is not proved together with others.
bool ClassCache::outcomes_of(const Job& job, std::size_t number, std::vector<Completed>& rows) {
  std::optional<Outcome> outcome = entry(job, {});
  if (!outcome) return false;
  if (outcome->expand.empty()) {
    rows.push_back({number, {}, std::move(*outcome)});
    return true;
  }
  for (const std::string& selector : outcome->expand) {
    std::optional<Outcome> one = entry(job, selector);
    if (!one) {
      rows.clear();
      return false;
    }
    rows.push_back({number, selector, std::move(*one)});
  }
  return true;
}

ClassCache::Found ClassCache::find(const std::vector<Job>& jobs) {
  Found found{std::vector<std::vector<Completed>>(jobs.size()), std::vector<bool>(jobs.size(), false)};
  struct Proof {
    Outcome::Merged merged;
    std::vector<std::size_t> classes;
  };
  std::vector<Proof> proofs;
  std::map<std::string, std::size_t> places;  // by digest of the proof
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<Completed> rows;
    if (!outcomes_of(jobs[i], i, rows)) continue;
    found.known[i] = true;
    if (rows.front().outcome.merged.empty()) {
      for (Completed& row : rows) readdress(jobs[i], row.outcome);
      found.by_job[i] = std::move(rows);
      continue;
    }
    Outcome::Merged& part = rows.front().outcome.merged.front();
    // The cached classes of one proof and program form one row.
    const std::string name =
        program(*jobs[i].program).key + jobs[i].program->key + digest(verdict::to_json(part.result));
    const auto [place, is_new] = places.try_emplace(name, proofs.size());
    if (is_new) {
      proofs.emplace_back();
      proofs.back().merged.result = part.result;
      proofs.back().merged.result.launches = 0;
    }
    Proof& proof = proofs[place->second];
    proof.merged.jobs.push_back(i);
    proof.merged.words.push_back(part.words.front());
    proof.merged.result.launches += jobs[i].launches;
    proof.classes.push_back(jobs[i].number);
  }
  for (Proof& proof : proofs) {
    const std::size_t first = proof.merged.jobs.front();
    verdict::ClassResult& result = proof.merged.result;
    result.classes = proof.merged.jobs.size();
    result.class_numbers = number_ranges(std::move(proof.classes));
    result.launch = in_words(proof.merged.words);
    result.source = jobs[first].source;
    result.call_site = jobs[first].call_site;
    result.repro = jobs[first].repro;
    result.cached = true;
    Completed row{first, {}, {}};
    row.outcome.result = std::move(result);
    found.by_job[first].push_back(std::move(row));
  }
  return found;
}

void ClassCache::put(const Job& job, const std::string& selector, const frontend::FileUses& files,
                     const Outcome& outcome) {
  const std::string key = key_of(job, selector, files);
  if (key.empty()) return;
  KnownProgram& known = program(*job.program);
  load_files(known, *job.program);
  if (std::ranges::find(known.files, files) == known.files.end()) {
    known.files.insert(known.files.begin(), files);
    if (known.files.size() > kMostFileLists) known.files.resize(kMostFileLists);
    std::string lists;
    for (const frontend::FileUses& one : known.files) {
      std::string list;
      add_files(list, one);
      add_field(lists, "files", list);
    }
    if (!d_store.put(kPrograms, known.key, lists)) return;
  }
  const Budget budget = budget_of(job);
  std::string text;
  add_field(text, "key", key);
  add_field(text, "milliseconds", std::to_string(budget.milliseconds));
  add_field(text, "mebibytes", std::to_string(budget.mebibytes));
  add_field(text, "verdict",
            outcome.expand.empty()
                ? verdict::name(outcome.merged.empty() ? outcome.result.verdict
                                                       : outcome.merged.front().result.verdict)
                : std::string_view("kernels of a file"));
  add_field(text, "outcome", to_text(outcome));
  d_store.put(kClassEntries, digest(key), text);
}

void ClassCache::keep(const Job& job, const std::string& selector, const Outcome& outcome) {
  if (!outcome.lasting || outcome.interim || !outcome.input_error.empty() || outcome.result.cached) return;
  Outcome kept = outcome;
  kept.files = {};  // they are in the key
  for (verdict::Finding& finding : kept.result.findings) {
    finding.repro.clear();
    finding.export_repro.clear();
  }
  kept.result.repro.clear();
  kept.result.call_site.clear();
  put(job, selector, outcome.files, kept);
}

void ClassCache::keep_merged(const std::vector<Job>& jobs, const Outcome::Merged& merged,
                             const frontend::FileUses& files) {
  if (merged.result.verdict != verdict::Verdict::Verified || merged.words.size() != merged.jobs.size())
    return;
  Outcome::Merged plain = merged;
  plain.result.repro.clear();
  plain.result.call_site.clear();
  for (std::size_t i = 0; i < merged.jobs.size(); ++i) {
    plain.jobs.clear();
    plain.words = {merged.words[i]};
    Outcome kept;
    kept.merged.push_back(plain);
    put(jobs[merged.jobs[i]], {}, files, kept);
  }
}

KeptVerdicts kept_verdicts(cache::Store& store) {
  KeptVerdicts kept;
  for (const cache::Store::Entry& one : store.entries()) {
    if (one.kind != kClassEntries || one.unfinished) continue;
    const auto text = store.read(one);
    const auto fields = text ? cache::fields_of(*text) : std::nullopt;
    const std::string* verdict = fields ? cache::field(*fields, "verdict") : nullptr;
    ++kept.verdicts[verdict == nullptr ? "damaged" : *verdict];
  }
  return kept;
}

}  // namespace launchproof::worker
