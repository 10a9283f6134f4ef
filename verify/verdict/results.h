// The results of verification: one type for all engines and reports. Serialised as `launchproof.results/1`.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verdict/registry.h"

namespace launchproof::verdict {

// Roles of the two places of a race; an access by an asynchronous copy has its own role.
inline constexpr std::string_view kFirstRole = "first access";
inline constexpr std::string_view kSecondRole = "second access";
inline constexpr std::string_view kCopyRole = "asynchronous copy";

// Finding::kind of a subscript outside an inner array (a row of A[16][16]) if the access stays within the
// whole array, or if the size of the whole is unknown. No execution detects it.
inline constexpr std::string_view kInnerArray = "outside of an inner array";
inline constexpr std::string_view kOutsideSurface = "outside the surface";
inline constexpr const char* kNotCooperative = "launch that is not cooperative";

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;  // from 1; 0 when unknown
  std::uint32_t column = 0;
  std::string role;  // "first access", "second access", "barrier", "branch", "inlined at", ...

  bool operator==(const SourceLocation&) const = default;
};

struct LoopIteration {
  SourceLocation loop;
  std::uint64_t iteration = 0;  // from 0

  bool operator==(const LoopIteration&) const = default;
};

struct NamedValue {
  std::string name;
  std::string value;

  bool operator==(const NamedValue&) const = default;
};

// One of the two work-items of a witness.
struct WorkItem {
  std::array<std::uint64_t, 3> local_id{};
  std::array<std::uint64_t, 3> group_id{};
  std::array<std::uint64_t, 3> global_id{};
  std::vector<LoopIteration> iterations;
  std::vector<NamedValue> values;  // relevant values, e.g. the index expression
  std::string access;              // "write", "read", "atomic", "reaches the barrier", "leaves the loop"
  std::uint64_t byte_offset = 0;   // offset in the array named by this work-item
  std::uint64_t bytes = 0;  // 0, like byte_offset, for an access to an image: the values name its pixel
  std::string array;
  std::string element;  // the place as the program names it: "k[1][3]", "p[0].tag"; empty if it has no name

  bool operator==(const WorkItem&) const = default;
};

// A value that the counterexample depends on and that the launch facts do not fix: of a by-value argument, or
// of the initial contents of a buffer. Allows a replay to start from the solver's choice.
struct ChosenValue {
  std::uint32_t parameter = 0;  // its number
  std::string name;             // of the parameter
  bool contents = false;        // if false, the argument itself
  std::uint64_t byte = 0;       // contents: offset in the root memory object; otherwise in the argument
  std::uint32_t bytes = 0;      // at most 8
  std::uint64_t value = 0;

  bool operator==(const ChosenValue&) const = default;
};

// A step of a work-item of the witness during the replay.
struct Step {
  std::uint32_t work_item = 0;  // index of the work-item in the witness, from 0
  std::string does;             // "read", "write", "atomic", "waits at the barrier", ...
  SourceLocation location;      // innermost; no role
  std::string array;            // for an access, like the next four
  std::string element;          // as in a WorkItem
  std::uint64_t byte_offset = 0;
  std::uint64_t bytes = 0;
  std::string value;           // value read or stored; for an atomic, the old value
  std::string value_before;    // for a write: previous contents of the bytes
  std::uint64_t barriers = 0;  // number of barriers that its group had passed
  bool meets = false;          // the step that the finding is about

  bool operator==(const Step&) const = default;
};

struct Witness {
  std::vector<WorkItem> work_items;      // two for races and divergence, one for bounds
  std::optional<std::uint64_t> address;  // byte offset in the memory object at which the accesses meet
  std::optional<std::uint64_t> array_bytes;
  std::string array_size;         // in elements: "64 elements", "8 x 16 elements"; empty if it is unknown
  std::string interval;           // describes the barrier interval
  std::vector<NamedValue> needs;  // assumptions about values that the launch facts do not fix
  std::vector<ChosenValue> chosen;
  // The steps in the order of the replay, which is one of many possible orders between barriers. Omits
  // accesses to private memory and to arrays that nothing in the launch writes. Empty: not replayed, or
  // nothing was observed.
  std::vector<Step> steps;
  std::uint64_t steps_left_out = 0;  // number of steps omitted from a long sequence
  // Describes the buffer contents that the replay of `steps` used to make values distinguishable: "1, 2, 3, …
  // in `in`". Empty: none were chosen for that purpose.
  std::string contents_shown;

  bool operator==(const Witness&) const = default;
};

enum class Confirmation : std::uint8_t {
  Exact,        // the question was exact; if a replay was attempted, `replay` says why it was not possible
  Replayed,     // a replay observed it
  Unconfirmed,  // depends on the listed approximations
  Refuted,      // the question was exact but a replay disagrees, so the tool has a defect
};

// Why a question was inexact.
struct Approximation {
  Cause cause{};
  std::string detail;  // description, e.g. "needs idx[3] = 7; contents of idx are not recorded"
  SourceLocation location;

  bool operator==(const Approximation&) const = default;
};

// A replacement of lines in the kernel's source.
struct SourceEdit {
  std::uint32_t line = 0;             // the first line that is removed, from 1; new lines are inserted before
                                      // it
  std::uint32_t removed = 0;          // lines
  std::vector<std::string> inserted;  // without line ends

  bool operator==(const SourceEdit&) const = default;
};

// A change of the kernel's source that removes findings: the changed source was verified for the launch of
// the class.
struct Fix {
  std::string title;                  // "add `barrier(CLK_LOCAL_MEM_FENCE);` before line 9"
  std::string file;                   // the included file that is changed; empty: the source of the class
  std::vector<SourceEdit> edits;      // non-overlapping edits of the file's text, by line
  std::vector<std::string> findings;  // ids of the findings removed by the change
  // Every property of the changed kernel is verified. If false, only those of `findings` are, and no other
  // property is worse than before.
  bool is_complete = false;

  bool operator==(const Fix&) const = default;
};

struct Finding {
  std::string id;  // stable within the result: digest of kernel, property and lines
  Property property{};
  std::string
      kind;  // "write-write", "read-write", "atomic-write", "past the end", "null", "divergent barrier", ...
  Confirmation confirmation = Confirmation::Unconfirmed;
  // Tolerated unless --strict is given: a race in which all writers store the same bytes, or kInnerArray.
  bool benign = false;
  std::string message;
  std::string explanation;  // explains how it comes about and which values may result; may be empty
  std::vector<SourceLocation> locations;
  std::optional<Witness> witness;
  std::vector<Approximation> approximations;  // empty when exact
  // Consequences that are not separate findings: data races at addresses outside of the array.
  std::vector<std::string> consequences;
  std::string replay;        // outcome of replaying the witness, as text; empty: confirmed, or not attempted
  std::string repro;         // a command that replays it
  std::string export_repro;  // a command that exports it as a separate program
  // The number, from 1, of the recorded launch in which it was found, if launches of the class differ in the
  // contents of their buffers; 0: it holds for the whole class.
  std::uint64_t launch = 0;

  bool operator==(const Finding&) const = default;
};

struct PropertyResult {
  Verdict verdict = Verdict::NotAsked;
  std::string reason;                 // empty for a plain `verified`
  std::vector<Approximation> causes;  // causes of unknown, unsupported or not-asked; for `verified`, what is
                                      // left open
  std::string engine;                 // the engine that produced the verdict if engines share a class;
                                      // otherwise empty

  bool operator==(const PropertyResult&) const = default;
};

// The numbers of work-items in a launch.
struct Grid {
  std::uint32_t work_dim = 1;
  std::array<std::uint64_t, 3> global_size{1, 1, 1};  // work-items
  std::array<std::uint64_t, 3> local_size{1, 1, 1};   // size of a group; the last groups may be smaller

  bool operator==(const Grid&) const = default;
};

// The elements that the first work-items of the first group touch at one site.
struct PatternSite {
  SourceLocation location;
  std::string access;  // "read", "write", "atomic"
  std::string array;
  std::uint64_t bytes = 0;                            // of each access
  std::vector<std::optional<std::uint64_t>> offsets;  // by work-item, in bytes; nothing if the work-item does
                                                      // not get there
  bool first_iteration = false;                       // shows only the first iteration of the loops around
                                                      // it; later iterations touch other elements

  bool operator==(const PatternSite&) const = default;
};

// How a verified class accesses memory, which shows readers why its accesses do not meet.
struct AccessPattern {
  std::vector<std::array<std::uint64_t, 3>> local_ids;  // of the work-items
  std::vector<PatternSite> sites;
  std::uint64_t left_out = 0;  // number of sites that are omitted because their offsets depend on contents,
                               // or because there are too many

  bool operator==(const AccessPattern&) const = default;
};

// One part of a derived precondition.
struct Condition {
  std::string text;     // "n <= elements of `out`"
  bool pinned = false;  // nothing weaker than the launch's own value could be proved

  bool operator==(const Condition&) const = default;
};

// The conditions under which the proof of a class also holds for other launches of the kernel;
// docs/preconditions.md describes how they are found. If `proved` is false, there are none, and `reason` says
// why.
struct Precondition {
  bool proved = false;
  std::string engine;                    // the engine that proved the kernel under the conditions
  std::vector<Condition> conditions;     // all must hold; empty: no restrictions on the facts below
  std::vector<std::string> any;          // facts that may have any value that the conditions allow
  std::vector<std::string> fixed;        // facts that must have this launch's values
  std::vector<std::string> assumptions;  // assumptions in addition to those of the class
  std::string reason;                    // why there is no precondition, or no more general one
  std::uint64_t attempts = 0;            // number of verifications of the kernel that the search took
  double seconds = 0;

  bool operator==(const Precondition&) const = default;
};

// A precondition on the contents of a buffer. The proof holds for all contents with these properties, not
// only for the recorded ones.
struct ContentsPrecondition {
  std::uint32_t parameter = 0;  // its number
  std::string name;             // of the parameter
  std::string properties;       // in the syntax of `check --contents`: "int32,min:0,below:1024,distinct"
  std::string text;             // "the int32 elements of `perm` are distinct, at least 0 and at most 1023"
  std::vector<std::string> broken_by;  // recorded launches of the kernel that violate it: "launch 7 (class
                                       // 3)"
  std::uint64_t kept_by = 0;           // number of recorded launches of the kernel that satisfy it

  bool operator==(const ContentsPrecondition&) const = default;
};

// A file that the source includes.
struct IncludedFile {
  std::string name;  // as named in locations
  std::string text;

  bool operator==(const IncludedFile&) const = default;
};

// The result of verifying one launch class.
struct ClassResult {
  std::string kernel;
  std::string source;                  // file, or "program <digest>"
  std::string source_text;             // for reports; may be empty
  std::vector<IncludedFile> included;  // the files that findings name, if they could be read
  // A file that equals the recorded source byte for byte, as shown in reports; empty: none is known. Keys and
  // fingerprints do not depend on it.
  std::string source_path;
  std::string recorded_as;     // the value of `source` in results if a report shows `source_path` instead
  std::string launch;          // description: "global (1024), local (256), n = 1000"
  std::optional<Grid> grid;    // nothing: there are several grids, or the local size was left open
  std::uint64_t launches = 1;  // how many launches the class stands for
  std::uint64_t classes = 1;   // how many launch classes were proved together
  std::string class_numbers;   // in the capture, from 1: "1-8, 12"; may be empty
  std::vector<std::string>
      class_keys;         // keys of the classes, equal in every capture of the same launches; may be empty
  std::string call_site;  // host call site, if recorded
  std::string repro;      // a command that reproduces this result
  Verdict verdict = Verdict::Error;
  std::string reason;
  std::map<Property, PropertyResult> properties;
  std::vector<Finding> findings;            // benign ones included
  std::vector<Fix> fixes;                   // fixes for different findings
  std::vector<std::string> assumptions;     // assumptions that were neither recorded nor proved: "accesses to
                                            // `out` in bounds: ..."
  std::vector<std::string> facts;           // launch facts that the proofs needed: "n <= 1024"
  std::vector<std::string> notes;           // unused annotations, each with the reason
  std::vector<SourceLocation> unreachable;  // sites that no work-item reaches under the facts
  double seconds = 0;
  std::string engine = "access";
  std::uint64_t questions = 0;      // number of questions put to a solver
  std::uint64_t settled = 0;        // decided without one
  std::uint64_t cross_checked = 0;  // how many of these, and of those for `facts`, a second solver also
                                    // refuted
  bool cached =
      false;  // an earlier run computed the result in `seconds`; this run found it in the result cache
  std::optional<AccessPattern> pattern;  // for a verified class, if it could be computed cheaply
  // For a verified class, if one was requested; for a comparison with open sizes that is not verified, if a
  // condition was found under which it is.
  std::optional<Precondition> precondition;
  // For a verified class whose proof depends on recorded contents; all must hold. Empty: no sufficient ones
  // were found.
  std::vector<ContentsPrecondition> contents_preconditions;

  bool operator==(const ClassResult&) const = default;
};

struct Results {
  std::string tool;                // "launchproof 0.1.0"
  std::string capture;             // folder of the capture; empty for `check`
  std::vector<std::string> notes;  // e.g. truncated lines in the capture
  // Reasons why the run as a whole is not a success, whatever the classes say: "launches are missing from the
  // recording", ...
  std::vector<std::string> problems;
  std::vector<ClassResult> results;

  bool operator==(const Results&) const = default;
};

// Returns whether the verdict is possible-defect or unknown, which more facts or another method may decide.
bool is_undecided(Verdict verdict);
// Returns whether some property of the class is undecided.
bool is_undecided(const ClassResult& result);

// Sets the verdict and reason of the class from its properties: the worst verdict of those that were asked
// about, where `data-race` depends on others as design rule 3 states. `strict` makes benign findings defects.
// If nothing was asked, the verdict is Unknown, never Verified. Also makes properties and findings
// consistent: the verdict of a property is never better than its findings say. An Error with a reason and
// without properties remains an error. May be called again on its own result.
void conclude(ClassResult& result, bool strict);

// Ends a class whose verdict was lost (compile error, time, memory, a crash): each property that was not
// answered gets `verdict` with this cause, and the class is concluded. Properties that were already answered
// are kept.
void give_up(ClassResult& result, Verdict verdict, const Approximation& cause, bool strict);

// Returns 0, 10, 11, 12 or 13 (see docs/exit-status.md). Defects take precedence, so that they are never
// hidden: 10 if any property of any class is a defect or possible defect; otherwise 13 if the tool failed on
// a class; otherwise 11 if unknown, unsupported, a kernel that could not be compiled, or a problem of the
// whole run remains; otherwise 0. Returns 12 if there are no results and no problems. If a replay contradicts
// a proof or an exact counterexample, the result is always 13.
int exit_status(const Results& results);

// Returns `launchproof.results/1`, see docs/results-format.md. The text is always valid UTF-8: invalid bytes
// become U+FFFD. A single class is one line without a schema (for pipes). A whole file is indented and stores
// equal source texts once.
std::string to_json(const Results& results);
std::string to_json(const ClassResult& result);
// Parses results. Throws std::runtime_error that names the place, the cause and the remedy.
Results results_from_json(const std::string& text);
ClassResult class_result_from_json(const std::string& text);

}  // namespace launchproof::verdict
