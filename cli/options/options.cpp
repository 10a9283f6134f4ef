#include "cli/options/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "cli/options/dashes.h"
#include "cli/options/format_options.h"
#include "cli/options/gpuverify_options.h"
#include "cli/options/help.h"
#include "cli/options/registry.h"
#include "verify/frontend/opencl/device_features.h"
#include "verify/frontend/program/languages.h"
#include "verify/smt/questions/question_log.h"
#include "verify/two_thread/terms/options.h"
#include "verify/verdict/nearest_name.h"

namespace launchproof::cli {
namespace {

constexpr std::string_view kCudaDevices[] = {
#define ARCHITECTURE(number, ...) "sm_" #number,
#include "shim/cuda/device/architectures.def"
#undef ARCHITECTURE
};

// Tags of the rules of the two-thread engine.
constexpr std::string_view kRuleTags[] = {
#define RULE(function, tag, paper, meaning, ...) tag,
#include "verify/two_thread/rules/rules.def"
#undef RULE
};

// Returns whether the command has an option of a name.
std::function<bool(const std::string&)> options_of(Command command) {
  return [command](const std::string& name) {
    return name == "--help" || std::ranges::any_of(option_specs(), [&](const OptionSpec& spec) {
             return (spec.commands & command) != 0 &&
                    (spec.names == name || spec.names.substr(spec.names.find(',') + 1) == name);
           });
  };
}

void add_options(CLI::App& app, Command command, Arguments& arguments) {
  for (const OptionSpec& spec : option_specs()) {
    if ((spec.commands & command) == 0) continue;
    CLI::Option* option = std::visit(
        [&](auto member) -> CLI::Option* {
          auto& target = arguments.*member;
          if constexpr (std::is_same_v<decltype(member), bool Arguments::*>) {
            return app.add_flag(spec.names, target, spec.meaning);
          } else {
            return app.add_option(spec.names, target, spec.meaning);
          }
        },
        spec.member);
    if (spec.value.empty()) continue;
    option->type_name(spec.value);
    if (std::holds_alternative<std::vector<std::string> Arguments::*>(spec.member))
      option->allow_extra_args(false);
  }
}

// GPUVerify accepts --local_size: underscores in option names are equivalent to hyphens. Compilers accept
// -std=c++17.
std::string normalised(const std::string& word) {
  if (word.starts_with("-std=")) return "-" + word;
  if (!word.starts_with("--") || word.size() == 2) return word;
  std::string result = word;
  const auto end = result.begin() + static_cast<std::ptrdiff_t>(std::min(result.find('='), result.size()));
  std::replace(result.begin(), end, '_', '-');
  return result;
}

// Checks the text with a parser of the engine, which throws std::invalid_argument.
template <typename Parse>
void check_parsed(const char* option, const std::string& text, Parse parse) {
  if (text.empty()) return;
  try {
    parse(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string(option) + ": " + error.what());
  }
}

// Accepts one of a few words.
void check_word(const char* option, const std::string& text, const std::vector<std::string>& words) {
  if (std::ranges::find(words, text) != words.end()) return;
  throw UsageError(fmt::format("{}: `{}` is none of {}{}", option, text, fmt::join(words, ", "),
                               verdict::did_you_mean(text, words)));
}

// GPUVerify unrolls loops whenever a number of iterations is given.
void imply_find_bugs(Arguments& arguments) {
  if (arguments.command != Check || arguments.loop_unwind.empty() || arguments.find_bugs) return;
  if (arguments.engine != "auto" && arguments.engine != "two-thread") return;
  arguments.engine = "two-thread";
  arguments.find_bugs = true;
  arguments.notes.emplace_back(
      "--loop-unwind stands for --find-bugs and --engine=two-thread too: later iterations are not checked");
}

// Bug-finding mode belongs to the two-thread engine, and does not guess invariants.
void check_find_bugs(const Arguments& arguments) {
  if (!arguments.loop_unwind.empty() && !arguments.find_bugs)
    throw UsageError(
        "--loop-unwind: loops are unrolled with --find-bugs alone; add that and --engine=two-thread, or "
        "leave it out");
  check_parsed("--loop-unwind", arguments.loop_unwind, two_thread::parse_unwinding);
  if (!arguments.find_bugs) return;
  if (arguments.engine != "two-thread")
    throw UsageError(
        fmt::format("--find-bugs: the two-thread engine alone unrolls loops, and --engine is {}; give "
                    "--engine=two-thread, or leave --find-bugs out",
                    arguments.engine));
  if (arguments.modular)
    throw UsageError(
        "--find-bugs: calls are walked through, and --modular takes contracts for them; leave one of them "
        "out");
  const std::pair<const char*, bool> guessing[] = {
      {"--omit-rule", !arguments.omit_rules.empty()},
      {"--only-rule", !arguments.only_rules.empty()},
      {"--refute", !arguments.refute.empty()},
      {"--k-induction-depth", !arguments.k_induction_depth.empty()},
      {"--dump-houdini", !arguments.dump_houdini.empty()}};
  for (const auto& [name, is_given] : guessing)
    if (is_given)
      throw UsageError(
          fmt::format("--find-bugs guesses no invariants, so {} has no effect; leave one of them out", name));
}

// Opens the files for questions before verification starts.
void make_log_places(const Arguments& arguments) {
  if (const std::string& file = arguments.statistics; !file.empty()) {
    std::error_code none;
    const bool is_new = !std::filesystem::exists(file, none) || std::filesystem::file_size(file, none) == 0;
    std::ofstream out(file, std::ios::app);
    if (is_new) out << smt::kStatisticsHeader;
    if (!out.flush()) throw UsageError(fmt::format("--stats: {} cannot be written", file));
  }
  if (const std::string& folder = arguments.dump_smt; !folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || ::access(folder.c_str(), W_OK | X_OK) != 0)
      throw UsageError(fmt::format("--dump-smt: {} is not a writable folder", folder));
  }
}

void check_values(const Arguments& arguments) {
  check_dashes(arguments);
  if (!arguments.assumptions.empty() && arguments.assumptions != "needed" &&
      arguments.assumptions != "read") {
    throw UsageError(fmt::format("--assumptions: `{}` is neither needed nor read", arguments.assumptions));
  }
  if (!(arguments.derive_seconds > 0 && arguments.derive_seconds <= 1e6))
    throw UsageError("--derive-time: give a number of seconds above 0");
  if (arguments.merge != "on" && arguments.merge != "off") {
    throw UsageError(fmt::format("--merge: `{}` is neither on nor off", arguments.merge));
  }
  check_word("--engine", arguments.engine, {"access", "two-thread", "portfolio", "auto"});
  const std::vector<std::string> rule_tags(std::begin(kRuleTags), std::end(kRuleTags));
  for (const auto* const tags : {&arguments.omit_rules, &arguments.only_rules})
    for (const std::string& tag : *tags)
      if (std::ranges::find(rule_tags, tag) == rule_tags.end())
        throw UsageError(
            fmt::format("`{}` is not a rule of the two-thread engine{}; docs/rules.md lists the rules", tag,
                        verdict::did_you_mean(tag, rule_tags)));
  check_parsed("--refute", arguments.refute, two_thread::parse_refutation);
  check_parsed("--k-induction-depth", arguments.k_induction_depth, two_thread::parse_induction_depth);
  check_parsed("--race-instrumenter", arguments.race_instrumenter, two_thread::parse_instrumentation);
  for (const std::string& name : arguments.omit_optimisations)
    check_parsed("--omit-optimisation", name, two_thread::parse_optimisation);
  if (const std::string& file = arguments.dump_houdini; !file.empty() && !std::ofstream(file, std::ios::app))
    throw UsageError(fmt::format("--dump-houdini: {} cannot be written", file));
  make_log_places(arguments);
  check_find_bugs(arguments);
  if (!arguments.barrier_rule.empty() && arguments.barrier_rule != "opencl" &&
      arguments.barrier_rule != "cuda") {
    throw UsageError(fmt::format("--barrier-rule: `{}` is neither opencl nor cuda", arguments.barrier_rule));
  }
  const std::string& mapping = arguments.sub_group_mapping;
  if (!mapping.empty() && mapping != "linear" && mapping != "any")
    throw UsageError(fmt::format("--sub-group-mapping: `{}` is neither linear nor any", mapping));
  if (arguments.address_bits != 32 && arguments.address_bits != 64)
    throw UsageError("--address-bits: give 32 or 64");
  check_parsed("--device-features", arguments.device_features, frontend::parse_device_features);
  if (arguments.format != "text" && arguments.format != "json") {
    throw UsageError(fmt::format("--format: `{}` is neither text nor json", arguments.format));
  }
  if (!arguments.fixes.empty()) check_word("--fixes", arguments.fixes, {"on", "off"});
  check_word("--launch-races", arguments.launch_races, {"on", "off"});
  check_word("--color", arguments.color, {"auto", "always", "never"});
  check_word("--progress", arguments.progress, {"auto", "plain", "json", "none"});
  if (!arguments.language.empty()) {
    std::vector<std::string> words;
    words.reserve(std::size(frontend::kLanguages));
    for (const frontend::LanguageFiles& one : frontend::kLanguages) words.emplace_back(one.word);
    check_word("--language", arguments.language, words);
  }
  if (arguments.progress == "json" && arguments.json() && arguments.command == Run)
    throw UsageError(
        "--progress=json: `run` prints the results of --format=json on standard error too; leave one of them "
        "out, as results.json holds the same");
  if (!(arguments.timeout_seconds > 0 && arguments.timeout_seconds <= 1e6)) {
    throw UsageError("--timeout: give a number of seconds above 0");
  }
  check_word("--contents", arguments.recorded_contents, {"none", "arguments", "all"});
  check_word("--hidden-assumptions", arguments.hidden_assumptions, {"on", "off"});
  check_word("--arithmetic", arguments.arithmetic, {"bits", "real", "integer"});
  for (const std::string& binding : arguments.bindings)
    if (const auto equals = binding.find('=');
        equals == std::string::npos || equals == 0 || equals + 1 == binding.size())
      throw UsageError(fmt::format("--bind: `{}` is not of the form LEFT=RIGHT or NAME=none", binding));
  parse_contents_limit(arguments.contents_limit);
  check_word("--cuda", arguments.cuda, {"auto", "on", "off"});
  check_word("--cuda-device", arguments.cuda_device, {std::begin(kCudaDevices), std::end(kCudaDevices)});
  constexpr unsigned kMostSeconds = 1'000'000;
  if (arguments.kernel_seconds > kMostSeconds)
    throw UsageError("--kernel-timeout: give a number of seconds up to 1000000");
  const std::string& shown = arguments.device_type_as;
  if (!shown.empty() && shown != "gpu" && shown != "cpu") {
    throw UsageError(fmt::format("--device-type-as: `{}` is neither gpu nor cpu", shown));
  }
  const std::string& platform = arguments.platform;
  if (platform.find_first_not_of("0123456789") != std::string::npos || platform.size() > 9)
    throw UsageError(fmt::format("--platform: `{}` is not the number of a platform, from 0", platform));
  if (arguments.memory_mib < 64)
    throw UsageError("--memory: give at least 64 MiB; a worker needs that to start");
  if (arguments.first_run_ok && arguments.baseline.empty())
    throw UsageError("--first-run-ok: name the baseline that the first run makes with --baseline");
  if (arguments.index && (has_format_file(arguments) || !arguments.baseline.empty()))
    throw UsageError(fmt::format("--index writes one page over several runs; leave out {} and --baseline",
                                 format_option_names()));
  if (arguments.force && arguments.suppressions.empty())
    throw UsageError("--force: give a --suppressions file as well");
  if (!arguments.batch.empty() && (arguments.ci || has_format_file(arguments) ||
                                   !arguments.baseline.empty() || !arguments.suppressions.empty())) {
    throw UsageError(
        fmt::format("--batch prints JSON and writes no reports: --ci, {}, --baseline and --suppressions need "
                    "files on the command line",
                    format_option_names()));
  }
  if (arguments.no_cache && !arguments.cache.empty())
    throw UsageError("--no-cache: --cache names a folder; give one of them");
  if (arguments.error_exitcode < 0 || arguments.error_exitcode > 255) {
    throw UsageError("--error-exitcode: give a status from 0 to 255");
  }
}

// Adds notes about options of the two-thread engine that were given without it.
void note_unused(Arguments& arguments) {
  const auto note = [&](const std::string& name) {
    std::string text = fmt::format(
        "{} has no effect: it applies to the two-thread engine, and --engine is {}", name, arguments.engine);
    if (std::ranges::find(arguments.notes, text) == arguments.notes.end())
      arguments.notes.push_back(std::move(text));
  };
  // With another engine, it inlines in the same way as that engine.
  if (arguments.modular && arguments.engine != "two-thread") note("--modular");
  if (arguments.engine != "access") return;
  if (!arguments.omit_rules.empty()) note("--omit-rule");
  if (!arguments.only_rules.empty()) note("--only-rule");
  if (!arguments.refute.empty()) note("--refute");
  if (!arguments.dump_houdini.empty()) note("--dump-houdini");
  if (arguments.adversarial_abstraction) note("--adversarial-abstraction");
  if (!arguments.adversarial_arrays.empty()) note("--adversarial-array");
  if (!arguments.k_induction_depth.empty()) note("--k-induction-depth");
  if (arguments.race_instrumenter != Arguments().race_instrumenter) note("--race-instrumenter");
  if (!arguments.omit_optimisations.empty()) note("--omit-optimisation");
}

void check_operands(const Arguments& arguments, const CommandSpec& spec) {
  const std::size_t count = arguments.operands.size();
  const std::string usage = fmt::format("usage: launchproof {} [OPTIONS] {}", spec.words, spec.operands);
  if (spec.command == Check) {
    if (count == 0 && arguments.batch.empty()) throw UsageError("no kernel file is named; " + usage);
    if (count != 0 && !arguments.batch.empty())
      throw UsageError("--batch takes its files from the list; " + usage);
    return;
  }
  if (spec.command == Explain) return;
  if (spec.command == CacheStats || spec.command == CacheGc) {
    if (count != 0) throw UsageError(fmt::format("unexpected `{}`; {}", arguments.operands[0], usage));
    return;
  }
  if (count == 0) {
    throw UsageError(fmt::format("{} is named; {}",
                                 takes_application(spec.command) ? "no application" : "no input", usage));
  }
  if (spec.command == ExportRepro && count == 2) return;
  if (spec.command == Equal) {
    if (count != 2) throw UsageError("two sides are compared; " + usage);
    return;
  }
  if (spec.command == Diff) {
    if (count != 2) throw UsageError("two results or two captures are compared; " + usage);
    return;
  }
  if (spec.command == CaptureMerge) return;
  if (spec.command == Report && arguments.index) return;
  if (count > 1 && !takes_application(spec.command)) {
    throw UsageError(fmt::format("unexpected `{}`; {}", arguments.operands[1], usage));
  }
}

// Returns whether unknown words of the command are operands, even if they look like options.
bool takes_words(Command command) {
  return takes_application(command) || command == Explain;
}

// CLI11 expects its words in reverse order.
std::vector<std::string> reversed(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  return words;
}

// Returns the command that was probably intended; in "capture mrege", the second word is misspelt. Empty if
// no name is near.
std::string meant_command(const std::string& given) {
  const std::string group = given.substr(0, given.find(' ') + 1);  // "capture ", or empty
  std::vector<std::string> known;
  for (const CommandSpec& spec : command_specs())
    if (spec.words.starts_with(group)) known.push_back(spec.words.substr(group.size()));
  if (group.empty()) known.insert(known.end(), {"capture", "cache"});
  const std::string nearest = verdict::nearest_name(given.substr(group.size()), known);
  return nearest.empty() ? "" : group + nearest;
}

// The parser would only report a missing command.
void check_command(const std::vector<std::string>& words) {
  std::string given;
  for (const std::string& word : words) {
    if (word.starts_with("-")) break;
    given += (given.empty() ? "" : " ") + word;
    for (const CommandSpec& spec : command_specs()) {
      if (spec.words == given) return;
    }
    if (!is_command_group(given)) break;
  }
  if (given.empty() || (is_command_group(given) && words.size() > 1)) return;
  std::vector<std::string> known;
  for (const CommandSpec& spec : command_specs()) known.push_back(spec.words);
  const std::string meant = meant_command(given);
  throw UsageError(fmt::format("unknown command `{}`; {}the commands are {}; see launchproof --help", given,
                               meant.empty() ? "" : fmt::format("did you mean `{}`? ", meant),
                               fmt::join(known, ", ")));
}

// Returns why the command does not have this option, given as a word of the command line.
std::string unknown_option(const std::string& word, Command command) {
  if (word.starts_with("-:"))
    return fmt::format("{}: write /dev/stdin{} for a kernel that standard input holds", word, word.substr(1));
  const std::string name = word.substr(0, word.find('='));
  const std::string command_words = spec_of(command).words;
  std::vector<std::string> known{"--help"}, others;
  for (const OptionSpec& spec : option_specs()) {
    for (const std::string& one : spec.each_name()) {
      if ((spec.commands & command) != 0)
        known.push_back(one);
      else if (one == name)
        for (const CommandSpec& other : command_specs())
          if ((spec.commands & other.command) != 0) others.push_back(other.words);
    }
  }
  if (!others.empty())
    return fmt::format("{} is not an option of {}, but of {}; see launchproof {} --help", name, command_words,
                       fmt::join(others, ", "), command_words);
  const std::string meant = verdict::did_you_mean(name, known);
  return fmt::format("unknown option {}{}see launchproof {} --help", name, meant.empty() ? "; " : meant + " ",
                     command_words);
}

// Returns the first word that the parser could not handle and that looks like an option; empty if there is
// none.
std::string first_unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining())
    if (word.size() > 1 && word.starts_with("-")) return word;
  return {};
}

}  // namespace

std::uint64_t parse_bytes(const std::string& option, const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto place = std::string_view("kMG").find(unit);
  const unsigned shift = unit.empty() || place == std::string_view::npos ? 0 : 10 * (place + 1);
  if (error != std::errc{} || unit.size() > 1 || place == std::string_view::npos ||
      number > std::numeric_limits<std::uint64_t>::max() >> shift)
    throw UsageError(fmt::format("{}: `{}` is not a number of bytes; for example, write 512M", option, text));
  return number << shift;
}

ContentsLimit parse_contents_limit(const std::string& text) {
  ContentsLimit limit{0, std::uint64_t{1} << 30};
  const auto read = [&](std::string_view part) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(part.data() + part.size() - end));
    const auto place = std::string_view("kMG").find(unit);
    const unsigned shift = unit.empty() || place == std::string_view::npos ? 0 : 10 * (place + 1);
    if (error != std::errc{} || unit.size() > 1 || place == std::string_view::npos ||
        number > std::numeric_limits<std::uint64_t>::max() >> shift) {
      throw UsageError(
          fmt::format("--contents-limit: `{}` is not of the form BYTES[,BYTES], for instance 64M,1G", text));
    }
    return number << shift;
  };
  const auto comma = text.find(',');
  limit.buffer = read(std::string_view(text).substr(0, comma));
  if (comma != std::string::npos) limit.total = read(std::string_view(text).substr(comma + 1));
  return limit;
}

std::string version_text() {
  return "launchproof " LAUNCHPROOF_VERSION;
}

Parsed parse(const std::vector<std::string>& words) {
  // `help check` is equivalent to `check --help`.
  if (!words.empty() && words[0] == "help") {
    std::vector<std::string> asked(words.begin() + 1, words.end());
    asked.emplace_back("--help");
    return parse(asked);
  }
  Parsed parsed;
  Arguments& arguments = parsed.arguments;
  CLI::App app{
      "Records every kernel launch of an OpenCL application and proves each free of data races, barrier "
      "divergence and out-of-bounds accesses, or shows a counterexample.",
      "launchproof"};
  app.set_version_flag("--version", version_text(), "Print the version");
  app.require_subcommand(1);
  std::map<Command, CLI::App*> apps;
  std::map<std::string, CLI::App*> groups;
  for (const CommandSpec& spec : command_specs()) {
    CLI::App* parent = &app;
    std::string word = spec.words;
    if (const auto blank = word.find(' '); blank != std::string::npos) {
      const std::string group = word.substr(0, blank);
      CLI::App*& of_group = groups[group];
      if (of_group == nullptr) {
        of_group = app.add_subcommand(group, std::string(summary_of_group(group)));
        of_group->require_subcommand(1);
      }
      parent = of_group;
      word = word.substr(blank + 1);
    }
    CLI::App* sub = apps[spec.command] = parent->add_subcommand(word, spec.summary);
    add_options(*sub, spec.command, arguments);
    // GPUVerify has no commands, so its option stands behind `check`.
    if (spec.command == Check) sub->set_version_flag("--version", version_text());
    if (takes_words(spec.command)) {
      sub->prefix_command();
    } else if (!spec.operands.empty()) {
      // The parser adds the dots of `FILE...` itself.
      const std::string operand =
          spec.operands.substr(0, spec.operands.find_first_of(". |]"));  // number of names in `OLD NEW`
      sub->add_option(operand, arguments.operands)->type_name("");
    }
  }

  // Everything that follows `--` belongs to the application, whatever it looks like.
  const bool for_application = !words.empty() && (words[0] == "run" || words[0] == "record");
  const auto end = for_application ? std::find(words.begin(), words.end(), "--") : words.end();
  std::vector<std::string> ours;
  std::transform(words.begin(), end, std::back_inserter(ours), normalised);
  for (const auto& [word, command] : {std::pair("check", Check), std::pair("equal", Equal),
                                      std::pair("replay", Replay), std::pair("export-repro", ExportRepro)})
    if (!ours.empty() && ours[0] == word)
      ours = without_gpuverify_options(ours, options_of(command), arguments.notes);
  check_command(ours);
  try {
    app.parse(reversed(ours));
  } catch (const CLI::CallForHelp&) {
    const CLI::App* shown = &app;
    while (!shown->get_subcommands().empty()) shown = shown->get_subcommands().front();
    const auto of = std::ranges::find_if(apps, [&](const auto& entry) { return entry.second == shown; });
    parsed.text = of == apps.end() ? commands_help(shown == &app ? "" : shown->get_name(), help_width())
                                   : command_help(of->first, help_width());
    return parsed;
  } catch (const CLI::CallForVersion&) {
    parsed.text = version_text() + "\n";
    return parsed;
  } catch (const CLI::ParseError& error) {
    for (const auto& [command, sub] : apps) {
      if (!sub->parsed()) continue;
      if (const std::string word = first_unknown_option(*sub); !word.empty())
        throw UsageError(unknown_option(word, command));
      throw UsageError(fmt::format("{}; see launchproof {} --help", error.what(), spec_of(command).words));
    }
    throw UsageError(fmt::format("{}; see launchproof --help", error.what()));
  }
  for (const auto& [command, sub] : apps) {
    if (!sub->parsed()) continue;
    arguments.command = command;
    if (!takes_words(command)) continue;
    arguments.operands = sub->remaining();
    if (command == Explain) continue;
    if (!arguments.operands.empty() && arguments.operands[0].starts_with("-")) {
      throw UsageError(unknown_option(arguments.operands[0], command));
    }
    if (end != words.end()) arguments.operands.insert(arguments.operands.end(), end + 1, words.end());
  }
  imply_find_bugs(arguments);
  check_values(arguments);
  note_unused(arguments);
  check_operands(arguments, spec_of(arguments.command));
  return parsed;
}

Arguments parse_batch_line(const std::string& line, const Arguments& defaults) {
  Arguments arguments = defaults;
  arguments.batch.clear();
  arguments.operands.clear();
  CLI::App app;
  app.set_help_flag();
  add_options(app, Check, arguments);
  app.add_option("FILE", arguments.operands);
  std::vector<std::string> words = split_words(line);
  std::transform(words.begin(), words.end(), words.begin(), normalised);
  words = without_gpuverify_options(words, options_of(Check), arguments.notes);
  try {
    app.parse(reversed(std::move(words)));
  } catch (const CLI::ParseError& error) {
    if (const std::string word = first_unknown_option(app); !word.empty())
      throw UsageError(unknown_option(word, Check));
    throw UsageError(error.what());
  }
  imply_find_bugs(arguments);
  check_values(arguments);
  note_unused(arguments);
  check_operands(arguments, spec_of(Check));
  if (arguments.assumptions.empty()) arguments.assumptions = "read";
  if (arguments.fixes.empty()) arguments.fixes = "off";
  if (!arguments.batch.empty()) throw UsageError("--batch cannot be used in a batch");
  return arguments;
}

namespace {

// Adopts names that the command line gives and the side does not.
void take_over_names(const Arguments& defaults, Arguments& side) {
  for (const auto member :
       {&Arguments::values, &Arguments::buffers, &Arguments::given_contents, &Arguments::locals,
        &Arguments::images, &Arguments::samplers, &Arguments::accesses, &Arguments::defines}) {
    std::vector<std::string>& own = side.*member;
    if (own == defaults.*member) continue;
    std::set<std::string> names;
    for (const std::string& text : own) names.insert(text.substr(0, text.find('=')));
    for (const std::string& text : defaults.*member)
      if (!names.contains(text.substr(0, text.find('=')))) own.push_back(text);
  }
}

}  // namespace

std::vector<Arguments> parse_side(const std::string& text, const Arguments& defaults) {
  std::vector<Arguments> launches;
  std::vector<std::string> words;
  const auto add = [&] {
    if (words.empty())
      throw UsageError(
          fmt::format("`{}`: a launch is missing before or after `then`; write FILE:KERNEL", text));
    Arguments plain = defaults;
    plain.command = Check;
    plain.specification.clear();
    Arguments one = parse_batch_line(join_words(words), plain);
    if (one.operands.size() != 1)
      throw UsageError(fmt::format("`{}`: give one FILE:KERNEL for each launch", text));
    take_over_names(defaults, one);
    std::string& file = one.operands[0];
    const auto colon = file.rfind(':');
    if (colon != std::string::npos && file.find('/', colon) == std::string::npos) {
      one.kernel = file.substr(colon + 1);
      file.resize(colon);
    }
    launches.push_back(std::move(one));
    words.clear();
  };
  for (const std::string& word : split_words(text)) {
    if (word == "then")
      add();
    else
      words.push_back(word);
  }
  add();
  return launches;
}

std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && quote == '"' && i + 1 < line.size() &&
                 (line[i + 1] == '"' || line[i + 1] == '\\')) {
        word += line[++i];
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < line.size()) {
      word += line[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) throw UsageError(fmt::format("a quote ({}) is not closed in: {}", quote, line));
  if (in_word) words.push_back(word);
  return words;
}

std::string join_words(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-_=+:,./@%") == std::string::npos;
    if (plain) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::string repeat_command(const Arguments& arguments, std::span<const std::string> operands) {
  // Omits options that affect how a run is performed or shown.
  std::set<std::string> not_repeated{
      "-o,--output",  "--jobs",        "--format",   "--error-exitcode",  "-q,--quiet",     "--batch",
      "--dump-model", "--launch",      "--finding",  "--contents-limit",  "--assumptions",  "--merge",
      "--fixes",      "--cross-check", "--ci",       "--baseline",        "--suppressions", "--first-run-ok",
      "--force",      "--cache",       "--no-cache", "--allow-not-asked", "--color",        "--progress"};
  for (const FormatOption& one : format_options(arguments)) not_repeated.insert(one.option);
  const Arguments defaults;
  std::vector<std::string> words{"launchproof", spec_of(arguments.command).words};
  words.insert(words.end(), operands.begin(), operands.end());
  for (const OptionSpec& spec : option_specs()) {
    if ((spec.commands & arguments.command) == 0 || not_repeated.contains(spec.names)) continue;
    const std::string name = spec.names.substr(spec.names.find(',') + 1);
    std::visit(
        [&](auto member) {
          const auto& value = arguments.*member;
          if (value == defaults.*member) return;
          if constexpr (std::is_same_v<decltype(member), bool Arguments::*>) {
            words.push_back(name);
          } else if constexpr (std::is_same_v<decltype(member), std::vector<std::string> Arguments::*>) {
            for (const std::string& one : value) words.insert(words.end(), {name, one});
          } else {
            words.insert(words.end(), {name, fmt::format("{}", value)});
          }
        },
        spec.member);
  }
  return join_words(words);
}

}  // namespace launchproof::cli
