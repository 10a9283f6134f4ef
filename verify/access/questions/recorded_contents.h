// Recorded contents of arrays, as tables over the address: what the arrays held when the launch began. A
// constant array whose entries the program gives is such a table too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/smt/rules/strided.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::access {

// The first words of the text that describes recorded contents.
inline constexpr std::string_view kContentsOf = "contents of ";

// The region and the bytes that an application "contents.REGION.BYTES" reads.
struct ContentsRead {
  std::uint32_t region = 0;
  unsigned bytes = 0;  // bytes read; the application may be narrower if all entries are
};
// Returns what the application reads; nothing for every other term.
std::optional<ContentsRead> contents_read(smt::Term term);

// The part of a table that an application can name: entries at first, first + stride, ..., last.
struct TablePart {
  std::uint64_t first = 0, last = 0, stride = 1;  // byte addresses within the region
  // The address is offset + stride * index, as wide as the address; offset < stride.
  std::uint64_t offset = 0;
  smt::Term index;
  std::size_t count() const { return static_cast<std::size_t>((last - first) / stride + 1); }
};

// Facts about the entries of a part, read as unsigned numbers in the order of their addresses.
struct TableShape {
  std::uint64_t low = 0, high = 0;
  std::optional<std::vector<std::uint64_t>> values;  // each value once, in order; nothing if there are too
                                                     // many
  // Addresses of exceptions; nothing if there are more than kMostExceptions of them.
  std::optional<std::vector<std::uint64_t>> repeated;  // the entry equals another one
  std::optional<std::vector<std::uint64_t>> falls;     // the entry is below the one before
  std::optional<std::vector<std::uint64_t>> rises;     // the entry is above the one before
};
inline constexpr std::size_t kMostExceptions = 32;
inline constexpr std::size_t kMostDistinct = 4096;

// The recorded part of the functions "contents.REGION.BYTES" of the address. The evaluator gives such a name
// to what it reads from a region that nothing writes before. If the launch writes the region elsewhere, the
// read finds the recorded value until the first data race.
class RecordedContents {
 public:
  explicit RecordedContents(const Context& context);

  // Returns whether the contents of some array are recorded.
  bool any() const { return !d_regions.empty(); }
  // Returns whether the term is such an application and its region has recorded contents. Reads the contents
  // when they are first needed.
  bool knows(smt::Term application);
  // Returns the value at an address; nothing if none is recorded there.
  std::optional<std::uint64_t> value(smt::Term application, smt::Bits address);
  // Returns whether the application has, in this model, the value recorded at its address.
  bool agrees(smt::Term application, const smt::Model& model);
  // Returns the part of the table that the application can access; nothing if none of these addresses is
  // recorded.
  std::optional<TablePart> part(smt::Term application);
  // Returns null when the part is too long to be examined.
  const TableShape* shape(smt::Term application, const TablePart& part);

  // Returns whether the program itself defines what the application's array holds, so that nothing is assumed
  // about the launch.
  bool is_table(smt::Term application);
  // Returns "contents of `idx` as recorded", "entries of `table`".
  std::string in_words(smt::Term application);
  // Returns whether the read can find another value only after the first race, because the launch also writes
  // there other than by counting.
  bool may_be_raced(smt::Term application);
  // Returns why the contents of the application's array are not known, or an empty text.
  std::string reason(smt::Term application);

 private:
  struct Piece {
    std::uint64_t start = 0;
    const std::vector<std::uint8_t>* bytes = nullptr;
    std::uint64_t end() const { return start + bytes->size(); }
  };
  struct Region {
    std::vector<std::uint32_t> parameters;  // the parameters whose buffers lie in it
    model::ArrayId table = model::kNone;    // a constant array that makes up the whole region
    bool loaded = false;
    std::vector<Piece> pieces;
    std::string reason;  // why there are no contents
  };

  Region* region(smt::Term application);
  void load(Region& region);

  const Context& d_context;
  std::map<std::uint32_t, Region> d_regions;
  std::map<std::tuple<std::uint32_t, unsigned, std::uint64_t, std::uint64_t, std::uint64_t>, TableShape>
      d_shapes;
};

}  // namespace launchproof::access
