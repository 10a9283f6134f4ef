#include "verify/verdict/explanation.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/verdict/finding_kinds.h"

namespace launchproof::verdict {
namespace {

constexpr std::string_view kIndex = "index";
constexpr std::string_view kInlined = " inlined at";

const std::string* value_of(const WorkItem& item, std::string_view name) {
  const auto found = std::ranges::find(item.values, name, &NamedValue::name);
  return found == item.values.end() ? nullptr : &found->value;
}

std::uint32_t dimensions_of(const ClassResult& result, const Witness& witness) {
  if (result.grid) return result.grid->work_dim;
  std::uint32_t most = 1;
  for (const WorkItem& item : witness.work_items)
    for (std::uint32_t d = 1; d < 3; ++d)
      if (item.local_id[d] != 0 || item.group_id[d] != 0) most = std::max(most, d + 1);
  return most;
}

// "7" or "(7, 0)"
std::string id_text(const std::array<std::uint64_t, 3>& id, std::uint32_t dimensions) {
  if (dimensions <= 1) return std::to_string(id[0]);
  std::string text = "(" + std::to_string(id[0]);
  for (std::uint32_t d = 1; d < dimensions; ++d) text += ", " + std::to_string(id[d]);
  return text + ")";
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Returns the innermost place of one side of a race.
const SourceLocation* place_of(const Finding& finding, std::size_t side) {
  std::size_t seen = 0;
  for (const SourceLocation& location : finding.locations) {
    if (location.role.ends_with(kInlined)) continue;
    if (seen++ == side) return &location;
  }
  return nullptr;
}

std::string line_text(const SourceLocation* place) {
  return place == nullptr || place->line == 0 ? std::string() : "line " + std::to_string(place->line);
}

// " (lid = 0, stride = 4)"; omits what was already named.
std::string variables_text(const WorkItem& item) {
  std::string text;
  for (const NamedValue& value : item.values) {
    if (value.name == kIndex || value.name.starts_with("value") || value.name.starts_with("pixel ")) continue;
    if (value.name.starts_with('%')) continue;  // a register of PTX, which no source names
    text += (text.empty() ? "" : ", ") + value.name + " = " + value.value;
  }
  return text.empty() ? text : " (" + text + ")";
}

std::string verb(const WorkItem& item) {
  if (item.access == "atomic") return "atomically updates";
  return item.access + "s";
}

bool is_copy(const SourceLocation* place) {
  return place != nullptr && place->role == kCopyRole;
}

std::string who(const WorkItem& item, const SourceLocation* place, std::uint32_t dimensions,
                bool with_group) {
  if (is_copy(place)) return "the asynchronous copy of group " + id_text(item.group_id, dimensions);
  std::string text = "work-item " + id_text(item.local_id, dimensions);
  if (with_group) text += " of group " + id_text(item.group_id, dimensions);
  return text;
}

// Returns the innermost loop that contains both work-items, in different iterations.
const LoopIteration* differing_loop(const WorkItem& one, const WorkItem& other, std::uint64_t& of_other) {
  for (const LoopIteration& a : one.iterations)
    for (const LoopIteration& b : other.iterations)
      if (a.loop == b.loop && a.iteration != b.iteration) {
        of_other = b.iteration;
        return &a;
      }
  return nullptr;
}

// "between line 10 in iteration 2 and line 9 in iteration 3 of the loop in line 7"
std::string between(const Finding& finding, const WorkItem& one, const WorkItem& two) {
  const SourceLocation* a = place_of(finding, 0);
  const SourceLocation* b = place_of(finding, 1);
  if (line_text(a).empty() || line_text(b).empty()) return "between the two accesses";
  const bool is_one_file = a->file == b->file;
  const auto line = [&](const SourceLocation* place) {
    return is_one_file ? line_text(place) : place->file + ":" + std::to_string(place->line);
  };
  std::uint64_t of_two = 0;
  if (const LoopIteration* loop = differing_loop(one, two, of_two)) {
    std::uint64_t first = loop->iteration, second = of_two;
    if (second < first) {
      std::swap(first, second);
      std::swap(a, b);
    }
    return "between " + line(a) + " in iteration " + std::to_string(first) + " and " + line(b) +
           " in iteration " + std::to_string(second) + " of the loop in line " +
           std::to_string(loop->loop.line);
  }
  if (is_one_file && a->line == b->line) return "between the two accesses in " + line_text(a);
  if (is_one_file && b->line < a->line) std::swap(a, b);
  return "between " + line(a) + " and " + line(b);
}

// Returns a barrier that the replay passed between the two accesses, which therefore does not order them;
// null if there is none.
const SourceLocation* useless_barrier(const Witness& witness) {
  std::vector<const Step*> meeting;
  for (const Step& step : witness.steps)
    if (step.meets) meeting.push_back(&step);
  if (meeting.size() != 2) return nullptr;
  const std::uint64_t first = std::min(meeting[0]->barriers, meeting[1]->barriers);
  const std::uint64_t last = std::max(meeting[0]->barriers, meeting[1]->barriers);
  const auto found = std::ranges::find_if(witness.steps, [&](const Step& step) {
    return step.does == "waits at the barrier" && step.barriers >= first && step.barriers < last &&
           step.location.line != 0;
  });
  return found == witness.steps.end() ? nullptr : &found->location;
}

std::string of_non_coherent_read(const ClassResult& result, const Finding& finding) {
  const WorkItem& reader = finding.witness->work_items[0];
  const WorkItem& writer = finding.witness->work_items[1];
  const std::uint32_t dimensions = dimensions_of(result, *finding.witness);
  const bool is_same_group = reader.group_id == writer.group_id;
  const bool is_one = is_same_group && reader.local_id == writer.local_id;
  const bool names_group = !is_same_group || reader.group_id != std::array<std::uint64_t, 3>{};
  std::string text = capital(who(reader, nullptr, dimensions, names_group)) + " reads " +
                     element_text(reader) + variables_text(reader);
  if (const std::string line = line_text(place_of(finding, 0)); !line.empty()) text += " in " + line;
  text += " by a load that promises that nothing writes there while the launch runs, and ";
  text +=
      is_one ? "it " + verb(writer) : who(writer, nullptr, dimensions, !is_same_group) + " " + verb(writer);
  text += reader.array == writer.array && reader.byte_offset == writer.byte_offset
              ? " it"
              : " " + element_text(writer);
  if (const std::string line = line_text(place_of(finding, 1)); !line.empty()) text += " in " + line;
  if (reader.array != writer.array) text += ", which is the same memory";
  return text + ": the load may find the old value or the new one, whatever orders the two.";
}

std::string of_race(const ClassResult& result, const Finding& finding) {
  const Witness& witness = *finding.witness;
  if (finding.kind == kNonCoherentRead && witness.work_items.size() == 2)
    return of_non_coherent_read(result, finding);
  if (witness.work_items.size() < 2) {
    if (finding.kind != "copy never waited for" || witness.work_items.empty()) return {};
    return "The asynchronous copy of group " +
           id_text(witness.work_items[0].group_id, dimensions_of(result, witness)) +
           " may still be going on when the kernel ends: nothing waits for it.";
  }
  const WorkItem& one = witness.work_items[0];
  const WorkItem& two = witness.work_items[1];
  const std::uint32_t dimensions = dimensions_of(result, witness);
  const bool is_same_group = one.group_id == two.group_id;
  const SourceLocation* a = place_of(finding, 0);
  const SourceLocation* b = place_of(finding, 1);
  const std::string element = element_text(one);
  const bool is_same_element = element == element_text(two);
  const bool names_group = !is_same_group || one.group_id != std::array<std::uint64_t, 3>{};
  std::string other = element_text(two);
  if (is_same_element) other = verb(one) == verb(two) ? "it too" : "it";
  std::string text = capital(who(one, a, dimensions, names_group)) + " " + verb(one) + " " + element +
                     variables_text(one) + " and " + who(two, b, dimensions, !is_same_group) + " " +
                     verb(two) + " " + other + variables_text(two);
  if (one.array != two.array) text += ", which is the same memory";
  if (finding.benign) return text + ", with nothing to order them; both store the same bytes.";
  if (!is_same_group)
    return text + ": no barrier orders work-items of different groups here, so either may come first.";
  if (is_copy(a) || is_copy(b)) return text + ": nothing waits for the copy in between.";
  std::uint64_t of_two = 0;
  const bool is_one_place = a != nullptr && b != nullptr && a->line == b->line && a->column == b->column &&
                            a->file == b->file && one.access == two.access;
  if (is_one_place && differing_loop(one, two, of_two) == nullptr)
    return text + ": both make the access in " + line_text(a) + ", and nothing orders them.";
  const bool both_atomic = one.access == "atomic" && two.access == "atomic";
  if (both_atomic) return text + ": the scope of the atomics does not include both.";
  if (const SourceLocation* barrier = useless_barrier(witness))
    return text + ": the barrier in " + line_text(barrier) +
           " lies between the two accesses, and does not order `" + one.array + "`.";
  return text + ": no barrier that orders `" + one.array + "` lies " + between(finding, one, two) + ".";
}

// The values that result from a race's two accesses, in the order in which the work-items are named.
struct RaceValues {
  std::uint32_t reader = 0;  // the reader's index in the witness; unused for two writes
  bool both_write = false;
  std::string one, other;  // as read before and after the write, or as left behind by each of the two writes
};

// Returns "-1" for "4294967295 or -1", the form in a step.
std::string short_value(const std::string& value) {
  const auto alternative = value.find(" or ");
  return alternative == std::string::npos ? value : value.substr(alternative + 4);
}

// Reads the values from the two steps at which the accesses meet. Returns nothing if the steps access
// different bytes, or if a third access wrote between them.
std::optional<RaceValues> race_values(const Witness& witness) {
  std::vector<const Step*> meeting;
  for (const Step& step : witness.steps)
    if (step.meets) meeting.push_back(&step);
  if (meeting.size() != 2 || meeting[0]->work_item == meeting[1]->work_item) return std::nullopt;
  const Step& a = *meeting[0];
  const Step& b = *meeting[1];
  if (a.array != b.array || a.byte_offset != b.byte_offset || a.bytes != b.bytes || a.value.empty() ||
      b.value.empty())
    return std::nullopt;
  RaceValues result;
  if (a.does == "write" && b.does == "write") {
    result.both_write = true;
    result.one = short_value(a.value);
    result.other = short_value(b.value);
  } else if ((a.does == "read" && b.does == "write") || (a.does == "write" && b.does == "read")) {
    const Step& read = a.does == "read" ? a : b;
    const Step& write = a.does == "read" ? b : a;
    if (read.value != write.value && read.value != write.value_before) return std::nullopt;
    result.reader = read.work_item;
    result.one = short_value(write.value_before);
    result.other = short_value(write.value);
  } else {
    return std::nullopt;
  }
  return result.one == result.other ? std::nullopt : std::optional(std::move(result));
}

// "With 1, 2, 3, … in `in`, work-item 0 reads 5 if it comes first, and 7 if work-item 1 does."
std::string of_values(const ClassResult& result, const Finding& finding) {
  const Witness& witness = *finding.witness;
  const std::optional<RaceValues> values = race_values(witness);
  if (!values || witness.work_items.size() != 2 || finding.benign) return {};
  const std::string with = witness.contents_shown.empty() ? "" : "with " + witness.contents_shown + ", ";
  if (values->both_write)
    return " " + capital(with + element_text(witness.work_items[0]) + " holds " + values->one + " or " +
                         values->other + " afterwards, whichever is stored last.");
  const std::uint32_t dimensions = dimensions_of(result, witness);
  const bool names_group = witness.work_items[0].group_id != witness.work_items[1].group_id;
  const WorkItem& reader = witness.work_items[values->reader];
  const WorkItem& writer = witness.work_items[1 - values->reader];
  return " " + capital(with + who(reader, nullptr, dimensions, names_group) + " reads " + values->one +
                       " if it comes first, and " + values->other + " if " +
                       who(writer, nullptr, dimensions, names_group) + " does.");
}

const SourceLocation* with_role(const Finding& finding, std::string_view role) {
  const auto found = std::ranges::find(finding.locations, role, &SourceLocation::role);
  return found == finding.locations.end() ? nullptr : &*found;
}

std::string of_divergence(const ClassResult& result, const Finding& finding) {
  const Witness& witness = *finding.witness;
  if (finding.kind == kNotCooperative && !finding.locations.empty() && !witness.work_items.empty())
    return "The launch is not cooperative, so its groups need not run at the same time. A barrier of the "
           "grid, "
           "such as the one in " +
           line_text(&finding.locations.front()) + ", ends such a launch with an error.";
  if (witness.work_items.size() != 2 || finding.locations.empty()) return {};
  const WorkItem& one = witness.work_items[0];
  const WorkItem& two = witness.work_items[1];
  const std::uint32_t dimensions = dimensions_of(result, witness);
  const std::string point = finding.locations.front().role;
  const std::string at = "the " + point + " in " + line_text(&finding.locations.front());
  if (finding.kind.starts_with("differing"))
    return "Work-items " + id_text(one.local_id, dimensions) + " and " + id_text(two.local_id, dimensions) +
           " come to " + at + " with different " + finding.kind.substr(finding.kind.find(' ') + 1) +
           ", which must be equal for all of the group.";
  if (!finding.kind.starts_with("divergent")) return {};
  const std::string group = one.group_id == std::array<std::uint64_t, 3>{} && one.group_id == two.group_id
                                ? std::string()
                                : " of group " + id_text(one.group_id, dimensions);
  std::string text = "Work-item " + id_text(one.local_id, dimensions) + group + variables_text(one) +
                     " reaches " + at + ", and work-item " + id_text(two.local_id, dimensions) +
                     (one.group_id == two.group_id ? " of the same group"
                                                   : " of group " + id_text(two.group_id, dimensions)) +
                     variables_text(two) + " ";
  text += two.access.starts_with("reaches the other") ? two.access : "does not";
  const SourceLocation* branch = with_role(finding, "branch");
  if (branch != nullptr && branch->line != 0)
    text += ": the condition in " + line_text(branch) + " sends them different ways";
  return text + ".";
}

std::string of_bounds(const ClassResult& result, const Finding& finding) {
  const Witness& witness = *finding.witness;
  if (witness.work_items.empty() || finding.kind == kInnerArray) return {};
  const WorkItem& item = witness.work_items.front();
  const std::uint32_t dimensions = dimensions_of(result, witness);
  std::string text = "Work-item " + id_text(item.global_id, dimensions) + " " + verb(item) + " " +
                     element_text(item) + variables_text(item);
  if (item.bytes == 0)
    return text + ", which lies outside of the " + (finding.kind == kOutsideSurface ? "surface." : "image.");
  if (static_cast<std::int64_t>(item.byte_offset) < 0)
    return text + ", which lies before the start of `" + item.array + "`.";
  if (!witness.array_bytes) return {};
  if (!witness.array_size.empty()) {
    text += ", and `" + item.array + "` has " + witness.array_size;
    const bool starts_inside = item.byte_offset < *witness.array_bytes;
    return text + (starts_inside ? ": the access reaches beyond the last one." : ".");
  }
  return text + ", and `" + item.array + "` has " + std::to_string(*witness.array_bytes) +
         (*witness.array_bytes == 1 ? " byte." : " bytes.");
}

std::string of_null(const ClassResult& result, const Finding& finding) {
  const Witness& witness = *finding.witness;
  if (witness.work_items.empty()) return {};
  const WorkItem& item = witness.work_items.front();
  const std::string id = id_text(item.global_id, dimensions_of(result, witness));
  return "Work-item " + id + " " + verb(item) + " " +
         (item.array.empty() ? "memory through a pointer that is null" : element_text(item)) +
         variables_text(item) +
         (item.array.empty() ? std::string(".")
                             : ", and `" + item.array + "` is a null pointer in this launch.");
}

}  // namespace

std::string element_text(const WorkItem& item) {
  if (!item.element.empty()) return "`" + item.element + "`";
  // Earlier releases wrote the index alone.
  if (const std::string* index = value_of(item, kIndex)) return "`" + item.array + "[" + *index + "]`";
  const std::string* pixel = value_of(item, "pixel of `" + item.array + "`");
  if (pixel != nullptr) return "pixel " + *pixel + " of `" + item.array + "`";
  const auto first = static_cast<std::int64_t>(item.byte_offset);
  const std::string array = item.array.empty() ? "" : " of `" + item.array + "`";
  if (item.bytes <= 1) return "byte " + std::to_string(first) + array;
  return "bytes " + std::to_string(first) + ".." +
         std::to_string(first + static_cast<std::int64_t>(item.bytes) - 1) + array;
}

std::string element_text(const Step& step) {
  WorkItem accessed;
  accessed.array = step.array;
  accessed.element = step.element;
  accessed.byte_offset = step.byte_offset;
  accessed.bytes = step.bytes;
  return element_text(accessed);
}

std::string explanation(const ClassResult& result, const Finding& finding) {
  if (!finding.witness) return {};
  switch (finding.property) {
    case Property::DataRace: {
      const std::string text = of_race(result, finding);
      return text.empty() ? text : text + of_values(result, finding);
    }
    case Property::BarrierDivergence:
      return of_divergence(result, finding);
    case Property::OutOfBounds:
      return of_bounds(result, finding);
    case Property::NullAccess:
      return of_null(result, finding);
    default:
      return {};
  }
}

bool shows_values(const Witness& witness) {
  return race_values(witness).has_value();
}

void explain(ClassResult& result) {
  for (Finding& finding : result.findings) finding.explanation = explanation(result, finding);
}

}  // namespace launchproof::verdict
