// The results of verification: one type from the engines to every report. Serialised as
// `launchproof.results/1`.
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

// Roles of the two places of a race; an access by an asynchronous copy has a role of its own.
inline constexpr std::string_view kFirstRole = "first access";
inline constexpr std::string_view kSecondRole = "second access";
inline constexpr std::string_view kCopyRole = "asynchronous copy";

// Finding::kind of a subscript that leaves an inner array (a row of A[16][16]) where the access stays in the
// whole, or where the size of the whole is not known. No execution sees it.
inline constexpr std::string_view kInnerArray = "outside of an inner array";

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
  std::vector<NamedValue> values;  // values that matter, e.g. the index expression
  std::string access;              // "write", "read", "atomic", "reaches the barrier", "leaves the loop"
  std::uint64_t byte_offset = 0;   // in the array that this work-item names
  std::uint64_t bytes = 0;  // of an access to an image 0, as is byte_offset: its pixel is among the values
  std::string array;

  bool operator==(const WorkItem&) const = default;
};

// A value that the counterexample depends on and the launch facts do not fix: of a by-value argument, or of
// what a buffer holds before the launch. Lets a replay start from what the solver chose.
struct ChosenValue {
  std::uint32_t parameter = 0;  // its number
  std::string name;             // of the parameter
  bool contents = false;        // else the argument itself
  std::uint64_t byte = 0;       // contents: in the root memory object; else in the argument
  std::uint32_t bytes = 0;      // at most 8
  std::uint64_t value = 0;

  bool operator==(const ChosenValue&) const = default;
};

// A step of one of the witness's work-items during the replay.
struct Step {
  std::uint32_t work_item = 0;  // of the witness's, from 0
  std::string does;             // "read", "write", "atomic", "waits at the barrier", ...
  SourceLocation location;      // innermost; no role
  std::string array;            // of an access, as are the next three
  std::uint64_t byte_offset = 0;
  std::uint64_t bytes = 0;
  std::string value;           // read, or stored; of an atomic the old one
  std::string value_before;    // of a write: what the bytes held
  std::uint64_t barriers = 0;  // that its group had passed
  bool meets = false;          // it is what the finding is about

  bool operator==(const Step&) const = default;
};

struct Witness {
  std::vector<WorkItem> work_items;      // two for races and divergence, one for bounds
  std::optional<std::uint64_t> address;  // byte offset in the memory object where the accesses meet
  std::optional<std::uint64_t> array_bytes;
  std::string interval;           // barrier interval in words
  std::vector<NamedValue> needs;  // what is assumed of values that the launch facts do not fix
  std::vector<ChosenValue> chosen;
  // As replayed, in that order, which between barriers is one of many. Accesses to arrays that nothing in the
  // launch writes and to private memory are not among them. Empty: not replayed, or nothing was seen.
  std::vector<Step> steps;
  std::uint64_t steps_left_out = 0;  // of a long course
  // The contents that the replay of `steps` gave buffers in order to tell values apart, in words: "1, 2, 3, …
  // in `in`". Empty: none were chosen for that.
  std::string contents_shown;

  bool operator==(const Witness&) const = default;
};

enum class Confirmation : std::uint8_t {
  Exact,        // the question was exact; `replay` says why it was not replayed, if that was tried
  Replayed,     // a replay saw it happen
  Unconfirmed,  // depends on the approximations named
  Refuted,      // the question was exact and a replay disagrees: the tool is at fault
};

// Why a question was inexact.
struct Approximation {
  Cause cause{};
  std::string detail;  // in words, e.g. "needs idx[3] = 7; contents of idx are not recorded"
  SourceLocation location;

  bool operator==(const Approximation&) const = default;
};

// Lines of the kernel's source that others take the place of.
struct SourceEdit {
  std::uint32_t line = 0;             // the first line that goes, from 1; new lines go before it
  std::uint32_t removed = 0;          // lines
  std::vector<std::string> inserted;  // without line ends

  bool operator==(const SourceEdit&) const = default;
};

// A change of the kernel's source under which findings do not occur: the changed source was verified for the
// launch of the class.
struct Fix {
  std::string title;                  // "add `barrier(CLK_LOCAL_MEM_FENCE);` before line 9"
  std::string file;                   // an included file that is changed; empty: the class's source
  std::vector<SourceEdit> edits;      // of the file's text, by line, apart from each other
  std::vector<std::string> findings;  // ids of the findings that it removes
  // Every property of the changed kernel is verified; else those of `findings` are, and no other is worse.
  bool is_complete = false;

  bool operator==(const Fix&) const = default;
};

struct Finding {
  std::string id;  // stable within the result: digest of kernel, property, lines
  Property property{};
  std::string
      kind;  // "write-write", "read-write", "atomic-write", "past the end", "null", "divergent barrier", ...
  Confirmation confirmation = Confirmation::Unconfirmed;
  // Tolerated unless --strict: a race in which all writers store the same bytes, or kInnerArray.
  bool benign = false;
  std::string message;
  std::string explanation;  // says how it comes about, and which values may result; may be empty
  std::vector<SourceLocation> locations;
  std::optional<Witness> witness;
  std::vector<Approximation> approximations;  // empty when exact
  // Consequences that are not findings of their own: data races at addresses outside of the array.
  std::vector<std::string> consequences;
  std::string replay;        // what replaying the witness came to, in words; empty: confirmed, or not tried
  std::string repro;         // a command that replays it
  std::string export_repro;  // a command that writes it as a program of its own
  // The recorded launch that it was found in, from 1, where launches of a class differ in the contents of
  // their buffers; 0: it holds for all of the class.
  std::uint64_t launch = 0;

  bool operator==(const Finding&) const = default;
};

struct PropertyResult {
  Verdict verdict = Verdict::NotAsked;
  std::string reason;                 // empty for a plain `verified`
  std::vector<Approximation> causes;  // of unknown, unsupported, not-asked; what `verified` leaves open
  std::string engine;                 // what the verdict is of, where engines share a class; else empty

  bool operator==(const PropertyResult&) const = default;
};

// The numbers of work-items of a launch.
struct Grid {
  std::uint32_t work_dim = 1;
  std::array<std::uint64_t, 3> global_size{1, 1, 1};  // work-items
  std::array<std::uint64_t, 3> local_size{1, 1, 1};   // of a group; the last ones may be smaller

  bool operator==(const Grid&) const = default;
};

// Which elements the first work-items of the first group touch at one place.
struct PatternSite {
  SourceLocation location;
  std::string access;  // "read", "write", "atomic"
  std::string array;
  std::uint64_t bytes = 0;                            // of each access
  std::vector<std::optional<std::uint64_t>> offsets;  // by work-item, in bytes; none: it does not get there
  bool first_iteration = false;                       // of the loops around it; later ones go elsewhere

  bool operator==(const PatternSite&) const = default;
};

// How a verified class touches memory, so that a reader sees why its accesses do not meet.
struct AccessPattern {
  std::vector<std::array<std::uint64_t, 3>> local_ids;  // of the work-items
  std::vector<PatternSite> sites;
  std::uint64_t left_out = 0;  // places whose offsets depend on contents, or beyond the first ones

  bool operator==(const AccessPattern&) const = default;
};

// One part of a derived precondition.
struct Condition {
  std::string text;     // "n <= elements of `out`"
  bool pinned = false;  // nothing weaker than the launch's own value was proved

  bool operator==(const Condition&) const = default;
};

// The conditions under which the proof of a class holds for other launches of the kernel too;
// docs/preconditions.md tells how it is found. Where `proved` is false, none was, and `reason` says why.
struct Precondition {
  bool proved = false;
  std::string engine;                    // that proved the kernel under it
  std::vector<Condition> conditions;     // all are to hold; none: nothing is needed of the facts below
  std::vector<std::string> any;          // facts that may be anything, as far as the conditions let them
  std::vector<std::string> fixed;        // facts that are those of this launch
  std::vector<std::string> assumptions;  // beyond those of the class
  std::string reason;                    // why there is none, or none that is more general
  std::uint64_t attempts = 0;            // verifications of the kernel that it took
  double seconds = 0;

  bool operator==(const Precondition&) const = default;
};

// A precondition on the contents of a buffer: the proof holds for all contents with these properties, in
// place of those that were recorded.
struct ContentsPrecondition {
  std::uint32_t parameter = 0;  // its number
  std::string name;             // of the parameter
  std::string properties;       // as `check --contents` takes them: "int32,min:0,below:1024,distinct"
  std::string text;             // "the int32 elements of `perm` are distinct, at least 0 and at most 1023"
  std::vector<std::string> broken_by;  // recorded launches of the kernel that break it: "launch 7 (class 3)"
  std::uint64_t kept_by = 0;           // recorded launches of the kernel that keep to it

  bool operator==(const ContentsPrecondition&) const = default;
};

// A file that the source includes.
struct IncludedFile {
  std::string name;  // as locations name it
  std::string text;

  bool operator==(const IncludedFile&) const = default;
};

// One launch class, verified.
struct ClassResult {
  std::string kernel;
  std::string source;                  // file, or "program <digest>"
  std::string source_text;             // for reports; may be empty
  std::vector<IncludedFile> included;  // those that findings name, by name, as far as they could be read
  // A file that holds the recorded source byte for byte, as reports show it; empty: none is known. It has no
  // part in keys and fingerprints.
  std::string source_path;
  std::string recorded_as;     // what `source` is in results, where a report shows `source_path` in its place
  std::string launch;          // in words: "global (1024), local (256), n = 1000"
  std::optional<Grid> grid;    // none: it has several, or the local size was left open
  std::uint64_t launches = 1;  // how many launches the class stands for
  std::uint64_t classes = 1;   // how many launch classes were proved together
  std::string class_numbers;   // in the capture, from 1: "1-8, 12"; may be empty
  std::vector<std::string>
      class_keys;         // their keys, the same in every capture of the same launches; may be empty
  std::string call_site;  // host call site when recorded
  std::string repro;      // a command that shows this result again
  Verdict verdict = Verdict::Error;
  std::string reason;
  std::map<Property, PropertyResult> properties;
  std::vector<Finding> findings;            // benign ones included
  std::vector<Fix> fixes;                   // each of other findings
  std::vector<std::string> assumptions;     // neither recorded nor proved: "accesses to `out` in bounds: ..."
  std::vector<std::string> facts;           // launch facts that the proofs needed: "n <= 1024"
  std::vector<std::string> notes;           // annotations that nothing used, each with the reason
  std::vector<SourceLocation> unreachable;  // sites that no work-item reaches under the facts
  double seconds = 0;
  std::string engine = "access";
  std::uint64_t questions = 0;      // asked of a solver
  std::uint64_t settled = 0;        // settled without one
  std::uint64_t cross_checked = 0;  // refuted by a second solver as well, of these and of those for `facts`
  bool cached =
      false;  // an earlier run reached it, which took `seconds`; this one found it in the result cache
  std::optional<AccessPattern> pattern;      // of a verified class, where it could be computed cheaply
  std::optional<Precondition> precondition;  // of a verified class, where one was asked for
  // For a verified class whose proof depends on recorded contents: all of them are to hold. Empty: none was
  // found that suffices.
  std::vector<ContentsPrecondition> contents_preconditions;

  bool operator==(const ClassResult&) const = default;
};

struct Results {
  std::string tool;                // "launchproof 0.1.0"
  std::string capture;             // folder, or empty for `check`
  std::vector<std::string> notes;  // e.g. truncated lines in the capture
  // Why the whole is not a success whatever the classes say: "launches are missing from the recording", ...
  std::vector<std::string> problems;
  std::vector<ClassResult> results;

  bool operator==(const Results&) const = default;
};

// Returns whether the verdict is possible-defect or unknown, which more facts or another method may settle.
bool is_undecided(Verdict verdict);
// Returns whether some property of the class is undecided.
bool is_undecided(const ClassResult& result);

// Sets the class's verdict and reason from its properties: the worst of those asked, `data-race` resting on
// the others as design rule 3 states. `strict` makes benign findings defects. Nothing asked at all is
// Unknown, never Verified. Also makes properties and findings agree: a property's verdict is never better
// than what its findings say. An Error with a reason and no properties stays an error. May be called again on
// its own result.
void conclude(ClassResult& result, bool strict);

// Gives up a class that lost its verdict (compile error, time, memory, a crash): each property that was not
// answered gets `verdict` with this cause, and the class is concluded. Properties that were answered already
// stay.
void give_up(ClassResult& result, Verdict verdict, const Approximation& cause, bool strict);

// Returns 0, 10, 11, 12 or 13 (see docs/exit-status.md). Defects win over everything, so that they are never
// hidden: 10 when any property of any class is a defect or possible defect; else 13 when the tool failed on a
// class; else 11 when unknown, unsupported, a kernel that could not be compiled or a problem of the whole
// remains; else 0; 12 when there are no results and no problems. A replay that contradicts a proof or an
// exact counterexample is 13 whatever else was found.
int exit_status(const Results& results);

// Returns `launchproof.results/1`, see docs/results-format.md. It is always valid UTF-8: other bytes become
// U+FFFD. A class alone is one line without a schema (for pipes). A whole file is indented and stores equal
// source texts once.
std::string to_json(const Results& results);
std::string to_json(const ClassResult& result);
// Throws std::runtime_error naming the place, the cause and the remedy.
Results results_from_json(const std::string& text);
ClassResult class_result_from_json(const std::string& text);

}  // namespace launchproof::verdict
