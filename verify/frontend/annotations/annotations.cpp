#include "verify/frontend/annotations/annotations.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "verify/frontend/program/program.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend {
namespace {

constexpr AnnotationEntry kAnnotations[] = {
#define ANNOTATION(name, treatment, declaration, meaning) {#name, Treatment::treatment, declaration, meaning},
#include "verify/frontend/annotations/annotations.def"
};

// Parts of declarations whose names differ from those of their entries.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kParts{{
    {"__same_group_call", "__same_group"},
    {kSnapshotTo, "__array_snapshot"},
    {kSnapshotFrom, "__array_snapshot"},
    {kReadPermission, "__read_permission"},
    {kAccessedAt, "__accessed"},
    {kScanOutput, "__is_scan"},
    {kScanInput, "__is_scan"},
    {kPostconditionStated, "__postcondition"},
}};

constexpr std::string_view kHead =
    "#ifdef __CUDA__\n"
    "#pragma clang force_cuda_host_device begin\n"
    "#endif\n"
    "#ifdef __cplusplus\n"
    "#define OVERLOADED\n"
    "#else\n"
    "#define OVERLOADED __attribute__((overloadable))\n"
    "#endif\n"
    "#if defined(__opencl_c_generic_address_space) || __OPENCL_C_VERSION__ == 200 || \\\n"
    "    (defined(__OPENCL_CPP_VERSION__) && __OPENCL_CPP_VERSION__ == 100)\n"
    "#define OF_GENERIC(type, name) type OVERLOADED name(const volatile __generic void*);\n"
    "#define OF_GENERIC_ATOMIC(name) \\\n"
    "  bool OVERLOADED name(const volatile __generic void*, size_t, unsigned long);\n"
    "#else\n"
    "#define OF_GENERIC(type, name)\n"
    "#define OF_GENERIC_ATOMIC(name)\n"
    "#endif\n"
    "#if defined(__opencl_c_images) || (defined(__IMAGE_SUPPORT__) && __OPENCL_C_VERSION__ != 300 && \\\n"
    "    !(defined(__OPENCL_CPP_VERSION__) && __OPENCL_CPP_VERSION__ > 100))\n"
    "#define OF_IMAGE(type, name)                      \\\n"
    "  type OVERLOADED name(__read_only image2d_t);  \\\n"
    "  type OVERLOADED name(__write_only image2d_t); \\\n"
    "  type OVERLOADED name(__read_only image3d_t);\n"
    "#else\n"
    "#define OF_IMAGE(type, name)\n"
    "#endif\n"
    "#ifdef __CUDA__\n"
    "#define OF_POINTER(type, name) type name(const volatile void*);\n"
    "#define OF_ATOMIC(name) bool name(const volatile void*, size_t, unsigned long);\n"
    "#define OF_SCAN(name) void name(const volatile void*, bool);\n"
    "#else\n"
    "#define OF_POINTER(type, name)                          \\\n"
    "  type OVERLOADED name(const volatile __global void*);   \\\n"
    "  type OVERLOADED name(const volatile __local void*);    \\\n"
    "  type OVERLOADED name(const volatile __constant void*); \\\n"
    "  type OVERLOADED name(const volatile __private void*);  \\\n"
    "  OF_GENERIC(type, name)                                 \\\n"
    "  OF_IMAGE(type, name)\n"
    "#define OF_ATOMIC(name)                                                    \\\n"
    "  bool OVERLOADED name(const volatile __global void*, size_t, unsigned long); \\\n"
    "  bool OVERLOADED name(const volatile __local void*, size_t, unsigned long);  \\\n"
    "  OF_GENERIC_ATOMIC(name)\n"
    "#define OF_SCAN(name)                                         \\\n"
    "  void OVERLOADED name(const volatile __global void*, bool);   \\\n"
    "  void OVERLOADED name(const volatile __local void*, bool);    \\\n"
    "  void OVERLOADED name(const volatile __constant void*, bool); \\\n"
    "  void OVERLOADED name(const volatile __private void*, bool);\n"
    "#endif\n";
// One function for each number of work-items.
std::string of_work_items(const std::string& name, unsigned count, const std::string& numbered) {
  std::string text = "  void OVERLOADED " + name + numbered + "(bool";
  for (unsigned i = 0; i < count; ++i) text += ", size_t";
  return text + ");";
}

std::string barrier_invariants() {
  constexpr unsigned kMostWorkItems = 12;
  std::string any = "#define BARRIER_INVARIANT(name)", by_count = "#define BARRIER_INVARIANTS_BY_COUNT(name)";
  for (unsigned count = 1; count <= kMostWorkItems; ++count) {
    any += " \\\n" + of_work_items("name", count, "");
    by_count += " \\\n" + of_work_items("name", count, "##_" + std::to_string(count));
    if (count % 2 == 0) by_count += " \\\n" + of_work_items("name", count, "##_" + std::to_string(count / 2));
  }
  return any + "\n" + by_count + "\n";
}

// The type of AMD's counters, which Clang does not know (cl_ext_atomic_counters_32).
constexpr std::string_view kTypes =
    "#ifndef __CUDA__\n"
    "typedef volatile __global unsigned* counter32_t;\n"
    "#endif\n";
constexpr std::string_view kTail =
    "#undef OF_POINTER\n"
    "#undef OF_ATOMIC\n"
    "#undef OF_SCAN\n"
    "#undef OF_GENERIC\n"
    "#undef OF_GENERIC_ATOMIC\n"
    "#undef OF_IMAGE\n"
    "#undef BARRIER_INVARIANT\n"
    "#undef BARRIER_INVARIANTS_BY_COUNT\n"
    "#undef OVERLOADED\n"
    "#ifdef __CUDA__\n"
    "#pragma clang force_cuda_host_device end\n"
    "#endif\n";

std::optional<std::string> text_of(const std::string& file, const std::vector<ProgramSource>& sources) {
  for (const ProgramSource& source : sources) {
    if (source.file_name == file) return source.text;
    for (const HeaderFile& header : source.headers)
      if (file.ends_with(header.name)) return header.text;
  }
  std::ifstream stream(file);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// Returns the call that begins at a place, up to its closing parenthesis, with white space reduced to single
// blanks; empty if there is no such call.
std::string call_at(const std::string& text, unsigned line, unsigned column, const std::string& name) {
  constexpr std::size_t kLongest = 200;
  std::size_t at = 0;
  for (unsigned i = 1; i < line; ++i) {
    at = text.find('\n', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  at += column == 0 ? 0 : column - 1;
  if (at >= text.size() || (name.empty() && text[at] != '_') || text.compare(at, name.size(), name) != 0)
    return {};
  std::string call;
  int depth = 0;
  for (; at < text.size(); ++at) {
    const bool space = text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r';
    if (!space)
      call += text[at];
    else if (!call.ends_with(' '))
      call += ' ';
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) break;
    if (call.size() > kLongest) return call + " ...";
  }
  return depth == 0 ? call : std::string();
}

}  // namespace

bool states_something(Treatment treatment) {
  switch (treatment) {
    case Treatment::Precondition:
    case Treatment::Assumption:
    case Treatment::Assertion:
    case Treatment::GlobalAssertion:
    case Treatment::Invariant:
    case Treatment::Candidate:
    case Treatment::AtReturn:
    case Treatment::AtLoops:
    case Treatment::CandidateAtLoops:
    case Treatment::Exemption:
    case Treatment::FreshArray:
    case Treatment::DeclaredAccess:
    case Treatment::Snapshot:
    case Treatment::BarrierInvariant:
    case Treatment::ReadPermission:
    case Treatment::Scan:
    case Treatment::Postcondition:
      return true;
    default:
      return false;
  }
}

std::span<const AnnotationEntry> all_annotations() {
  return kAnnotations;
}

const AnnotationEntry* annotation(std::string_view name) {
  if (!name.starts_with("__")) return nullptr;
  for (const auto& [part, whole] : kParts)
    if (part == name) name = whole;
  // The name of a barrier invariant may end with the number of work-items.
  if (name.starts_with("__barrier_invariant"))
    if (const std::size_t end = name.find_last_not_of("0123456789"); name[end] == '_')
      name = name.substr(0, end);
  static const std::unordered_map<std::string_view, const AnnotationEntry*> table = [] {
    std::unordered_map<std::string_view, const AnnotationEntry*> entries;
    for (const AnnotationEntry& entry : kAnnotations) entries.emplace(entry.name, &entry);
    return entries;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

const std::string& annotation_declarations() {
  static const std::string text = [] {
    std::string all(kTypes);
    all += kHead;
    all += barrier_invariants();
    for (const AnnotationEntry& entry : kAnnotations) {
      all += entry.declaration;
      all += '\n';
    }
    return all += kTail;
  }();
  return text;
}

void spell_annotations(model::KernelModel& kernel, const std::vector<ProgramSource>& sources) {
  std::map<std::string, std::optional<std::string>> texts;
  for (model::Annotation& item : kernel.annotations) {
    if (item.location == model::kNone) continue;
    // An annotation inside a function of the declarations applies to the kernel's call of that function.
    const auto called_from = [&](model::LocationId place) { return kernel.locations[place].call_site; };
    while (kernel.locations[item.location].file == kAnnotationFile &&
           called_from(item.location) != model::kNone) {
      item.location = called_from(item.location);
      item.text.clear();
    }
    const model::Location& at = kernel.locations[item.location];
    auto [text, fresh] = texts.try_emplace(at.file);
    if (fresh) text->second = text_of(at.file, sources);
    if (!text->second) continue;
    for (const std::string& name : {item.text, std::string("__builtin_assume"),
                                    std::string("__builtin_unreachable"), std::string("assert")}) {
      std::string call = call_at(*text->second, at.line, at.column, name);
      if (call.empty()) continue;
      item.text = std::move(call);
      break;
    }
  }
}

std::string gpuverify_header() {
  return "#ifndef __concatenate\n"
         "#define LAUNCHPROOF_CONCATENATE(a, b) a##b\n"
         "#define __concatenate(a, b) LAUNCHPROOF_CONCATENATE(a, b)\n"
         "#define __axiom(condition) \\\n"
         "  __attribute__((internal_linkage, unused)) bool __concatenate(__axiom_, __COUNTER__)(void) { "
         "return condition; }\n"
         "#define DECLARE_UF_BINARY(name, first, second, result) result name(first, second)\n"
         "#endif\n";
}

std::string annotation_macros() {
  std::string text;
  for (const AnnotationEntry& entry : kAnnotations) {
    if (states_something(entry.treatment))
      text += "#define " + std::string(entry.name) + "(...) ((void)0)\n";
    else if (entry.treatment != Treatment::Value)
      continue;  // only occurs in conditions, which have been removed
    else if (entry.declaration.starts_with("#define __"))
      text += std::string(entry.declaration) + "\n";
    else if (entry.name.starts_with("__add_noovfl_"))
      text += "#define " + std::string(entry.name) + "(a, b) ((a) + (b))\n";
  }
  return text;
}

std::string annotations_page() {
  std::string page =
      "# Annotations in kernels\n\n"
      "<!-- Generated from verify/frontend/annotations/annotations.def by `LAUNCHPROOF_UPDATE_DOCS=1 "
      "build/bin/frontend_test`; do not edit. -->\n\n"
      "Kernels can state conditions with the functions that GPUVerify's users know. They need no "
      "header and do not change what a\n"
      "device computes. No device's compiler knows them: guard them with `#ifdef` if the source is "
      "also built for a device.\n"
      "`--only-requires` uses only preconditions, `--no-annotations` uses none. Facts that a program "
      "promises to its compiler\n"
      "(`__builtin_assume`, `__builtin_unreachable`) are treated like `__assume`.\n\n"
      "A verdict lists the preconditions and assumptions that its proof needed. Preconditions that "
      "contradict each other, or the\n"
      "launch, are an error, never a proof. This covers a precondition that a work-item violates with "
      "the known arguments and\n"
      "contents. It also covers several preconditions that, whatever the unknown values are, some "
      "work-item violates. In a launch\n"
      "of more than 16 work-items, only those with the least and the greatest ids are checked for "
      "this, and the verdict says so. If\n"
      "assumptions exclude all work-items, or all pairs of work-items that they compare, defects "
      "before them are found and nothing\n"
      "is proved. The property `assertion` is checked if a kernel contains an assertion or an invariant.\n\n"
      "C leaves the overflow of signed arithmetic undefined. A precondition or an assumption "
      "therefore does not hold if a signed\n"
      "sum, difference or product in it overflows: `__requires(n >= c + 1)` rules out the largest "
      "`c`. This does not apply to\n"
      "products of two 64-bit values if neither is a constant. Elsewhere, signed arithmetic wraps.\n\n"
      "A read in a condition is not an access of the kernel: it does not race, and outside its array "
      "it yields an arbitrary value.\n"
      "This applies to loads between the parentheses of the call and in functions that are called "
      "there. A condition must not\n"
      "change variables or memory (except variables of the functions that it calls) or wait at a "
      "barrier. If it does, or may do so,\n"
      "such as by passing a pointer to private memory that is not `const`, the program does not "
      "compile, because the launched\n"
      "program has no such effects. The following reads are accesses of the kernel: reads that come "
      "from expanding a macro of the\n"
      "program, reads in a file with `#line`, and reads in a file that is included several times and "
      "does not contain the annotation\n"
      "each time. So are reads of pixels, and atomics. If an annotation is an argument of a macro, "
      "its reads do not count if\n"
      "everything that the macro expands to reads for annotations. Memory that the launch also writes "
      "has arbitrary contents for an\n"
      "annotation, except local memory that cannot be written between the enclosing barriers.\n\n"
      "A condition about accesses is judged in assertions and invariants. It considers the accesses "
      "of the work-item to an array\n"
      "since the last barrier that fences this memory. For global memory and several groups, it "
      "considers those since the kernel\n"
      "began, because barriers do not order groups. At most one access of each kind is chosen, and "
      "the annotation must hold for\n"
      "every choice. A vector access counts as one access for each component. It is not determined "
      "whether an access certainly\n"
      "happened: an assertion that fails only if none is chosen is a possible defect, and such an "
      "invariant makes `assertion`\n"
      "`unknown`. Conditions about accesses are not executed. For private memory, images and pointers "
      "to one of several arrays, they\n"
      "make `assertion` `unknown`; in preconditions and assumptions, they are listed and not used.\n\n"
      "Annotations about arrays, about the accesses of functions and about snapshots are not executed "
      "either. Arguments that the\n"
      "launch binds to parts of one buffer with different origins are neither the same array nor "
      "different ones: a result that\n"
      "depends on this is a possible defect. A snapshot of private memory is exact. A snapshot of "
      "other memory is known if\n"
      "conditions know that memory itself, as described above. A snapshot of local memory is also "
      "known if nothing can write to any\n"
      "memory and no barrier intervenes. Any other snapshot is unknown, as is one in an array that "
      "the program uses, or one that\n"
      "may not have been taken.\n\n"
      "An annotation about two work-items applies to any two work-items, of one group or of two, that "
      "both reach it in the same\n"
      "iteration of the enclosing loops. It may be evaluated for either of the two. The access engine "
      "does not know which iteration\n"
      "the other work-item is in; the two-thread engine does. If the other work-item does not reach "
      "the annotation, it has no\n"
      "meaning and proves nothing.\n\n"
      "The conditions of `__ensures` and `__function_wide_invariant` are evaluated again at each "
      "return or loop head. If that is\n"
      "impossible, `assertion` is `unknown`: for memory behind `&&`, `||` or `?:`, calls of the "
      "program's functions, variables\n"
      "without a value at the loop head, and results of another type. A function-wide invariant may "
      "appear anywhere in its function\n"
      "and applies to all of its loops. A variable whose scope has ended keeps its last value. In a "
      "function without loops, it has\n"
      "no effect.\n\n"
      "| annotation | what it says |\n|---|---|\n";
  for (const AnnotationEntry& entry : kAnnotations) {
    page += "| `";
    page += entry.name;
    page += "` | ";
    page += entry.meaning;
    page += " |\n";
  }
  return page;
}

}  // namespace launchproof::frontend
