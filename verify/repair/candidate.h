// Changes of a kernel's source that may remove a finding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/repair/source_tree.h"
#include "verify/verdict/results.h"

namespace launchproof::repair {

struct ScalarParameter {
  std::string name;
  std::optional<std::int64_t> value;  // value in the launch, if it is known
};

struct KernelArray {
  std::string name;
  model::Memory memory = model::Memory::Global;
  std::string element_type;               // as in the source
  std::optional<std::uint64_t> elements;  // number of elements in the launch, if it is known
  bool is_parameter = false;
};

// What a kernel accesses, as its model has it.
struct Accesses {
  std::size_t reads = 0;                         // places that read, atomics included
  std::vector<verdict::SourceLocation> changes;  // places that write, atomics included
};

// A line in which all work-items that come to a write of the array write to one place.
struct CommonWrite {
  std::string file;  // as in locations
  std::uint32_t line = 0;
  std::string array;
  bool in_launch = false;  // all work-items of the launch; else all of each group
};

// Facts about the kernel besides its source.
struct KernelFacts {
  model::Language language = model::Language::OpenCl;
  std::string file;                      // name of the source in locations
  std::vector<ScalarParameter> scalars;  // integer parameters passed by value
  std::vector<KernelArray> arrays;
  std::array<std::optional<std::uint64_t>, 3> global_size;  // in each dimension, if it is known
  std::array<std::optional<std::uint64_t>, 3> local_size;   // of a group
  Accesses accesses;
  std::vector<CommonWrite> common_writes;
};

// Returns whether the names refer to the same file: locations name files in or below the current folder
// relative to it.
bool is_file(const std::string& named, const std::string& file);

// Returns the array of that name, or null.
const KernelArray* array_of(const KernelFacts& facts, const std::string& name);

// Replaces `removed` bytes of the text at `at` by `inserted`.
struct TextEdit {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string inserted;
};

struct Candidate {
  std::string title;  // describes the change as an instruction: "add `barrier(CLK_LOCAL_MEM_FENCE);` before
                      // line 9"
  std::vector<TextEdit> edits;  // edits that do not overlap
};

// Returns the text after the edits.
std::string applied(const std::string& text, const std::vector<TextEdit>& edits);

// Returns the edits of whole lines that change `from` into `to`. At least one equal line separates two edits.
std::vector<verdict::SourceEdit> line_edits(const std::string& from, const std::string& to);

// One side of a finding: places in the text, from the access outward through the calls that led to it. Places
// in other files are omitted.
using Places = std::vector<std::size_t>;

// Returns the places of the one or two sides of a finding.
std::vector<Places> sides_of(const verdict::Finding& finding, const SourceTree& tree,
                             const std::string& file);

// Return candidates for the finding, those that are more likely to be meant first; none where the finding is
// of another kind.
std::vector<Candidate> wider_fences(const SourceTree& tree, const KernelFacts& facts,
                                    const verdict::Finding& finding);
std::vector<Candidate> barriers(const SourceTree& tree, const KernelFacts& facts,
                                const verdict::Finding& finding);
std::vector<Candidate> group_fences(const SourceTree& tree, const KernelFacts& facts,
                                    const verdict::Finding& finding);
std::vector<Candidate> atomics(const SourceTree& tree, const KernelFacts& facts,
                               const verdict::Finding& finding);
std::vector<Candidate> guards(const SourceTree& tree, const KernelFacts& facts,
                              const verdict::Finding& finding);
std::vector<Candidate> stricter_conditions(const SourceTree& tree, const KernelFacts& facts,
                                           const verdict::Finding& finding);
std::vector<Candidate> single_stores(const SourceTree& tree, const KernelFacts& facts,
                                     const verdict::Finding& finding);
std::vector<Candidate> other_elements(const SourceTree& tree, const KernelFacts& facts,
                                      const verdict::Finding& finding);
std::vector<Candidate> null_checks(const SourceTree& tree, const KernelFacts& facts,
                                   const verdict::Finding& finding);
std::vector<Candidate> split_statements(const SourceTree& tree, const KernelFacts& facts,
                                        const verdict::Finding& finding);
std::vector<Candidate> split_conditionals(const SourceTree& tree, const KernelFacts& facts,
                                          const verdict::Finding& finding);
std::vector<Candidate> later_exits(const SourceTree& tree, const KernelFacts& facts,
                                   const verdict::Finding& finding);
std::vector<Candidate> moved_barriers(const SourceTree& tree, const KernelFacts& facts,
                                      const verdict::Finding& finding);

}  // namespace launchproof::repair
