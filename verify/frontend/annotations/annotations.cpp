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
      "Kernels may say what holds, with the functions that GPUVerify's users know. They need no header, and "
      "change nothing of\n"
      "what a device computes, since no device's compiler knows them: guard them with `#ifdef` where the "
      "source is built for one.\n"
      "`--only-requires` keeps preconditions alone, `--no-annotations` nothing. What a program tells its "
      "compiler to take for\n"
      "granted (`__builtin_assume`, `__builtin_unreachable`) is taken as `__assume`.\n\n"
      "A verdict names the preconditions and assumptions that its proof needed. Preconditions that "
      "contradict each other, or the\n"
      "launch, are an error, never a proof: one that a work-item breaks, wherever it stands, with the "
      "arguments "
      "and contents that\n"
      "are known; and several that no value of what is not known lets all work-items keep (of a launch of "
      "more "
      "than 16, those with\n"
      "the least and the greatest ids are asked, which the verdict says). Where assumptions leave no "
      "work-item, "
      "or no two where they\n"
      "compare two, the defects before them are found and nothing is proved. The property `assertion` is "
      "asked "
      "where a kernel holds\n"
      "an assertion or an invariant.\n\n"
      "C leaves the overflow of signed arithmetic undefined, so a precondition or an assumption does not "
      "hold "
      "where a signed sum,\n"
      "difference or product in it overflows: `__requires(n >= c + 1)` rules out the largest `c`. This does "
      "not "
      "apply to products of\n"
      "two 64-bit values of which none is a constant. Elsewhere, signed arithmetic wraps.\n\n"
      "A read in a condition is no access of the kernel: it races with nothing, and may lie outside of its "
      "array, where it finds\n"
      "any value. That holds of loads between the parentheses of the call and in functions that are called "
      "there. An annotation that\n"
      "changes a variable or memory, apart from variables of these functions, that waits at a barrier, or "
      "may do so as far as can be\n"
      "told (a function that takes a pointer to what is private and not `const`), is an error of the "
      "compilation: the program that is\n"
      "launched does none of it. What an annotation reads that a macro of the\n"
      "program expands to, that stands in a file with `#line`, or in one that is included several times and "
      "where it is not such an\n"
      "annotation each time, is the kernel's own, as are pixels and atomics. An annotation that is an "
      "argument of a macro reads for itself where all\n"
      "that the macro expands to reads for annotations. Memory that the launch also "
      "writes "
      "holds any value for\n"
      "an annotation, save local memory that nothing can write to between the barriers around.\n\n"
      "A condition about accesses is judged in assertions and invariants. Among the accesses that the "
      "work-item "
      "made to an array since the\n"
      "last barrier that fences this memory (in global memory, where there are several groups, since the "
      "kernel began: no barrier\n"
      "orders groups), one of each kind is chosen, or none; the annotation holds when it does whatever is "
      "chosen. A vector is one\n"
      "access for each of its components. That an access was made for certain is not found out: what fails "
      "only where none is chosen\n"
      "although there may be one is a possible defect, and of an invariant makes `assertion` `unknown`. "
      "A statement about accesses is not\n"
      "executed. For private memory, images and pointers to one of several arrays it makes `assertion` "
      "`unknown`; in preconditions and\n"
      "assumptions it is listed and not used.\n\n"
      "Statements about arrays, about the accesses of functions and about snapshots are not executed either. "
      "Arguments "
      "that the launch binds to parts\n"
      "of one buffer which begin at different places are neither one array nor two: what depends on that is "
      "a possible defect. A snapshot of\n"
      "private memory is kept as it is. A snapshot of other memory is known as far as conditions know that "
      "memory "
      "itself, as above, and one of local memory\n"
      "where nothing can write to any memory and no barrier comes in between; else it is open, as it is "
      "where "
      "it is kept in an array\n"
      "that the program uses, or was perhaps not taken.\n\n"
      "An annotation about two work-items is about any two, of one group or of two, that both come there in "
      "the "
      "same "
      "iteration of the\n"
      "loops around it, at whichever of them it is said. The access engine does not know in which iteration "
      "the other one is; the\n"
      "two-thread engine does. Where the other one does not come there, nothing is meant, and nothing is "
      "shown.\n\n"
      "What `__ensures` and `__function_wide_invariant` say is computed anew where the function returns, or "
      "its "
      "loops begin. Where that\n"
      "cannot be done (memory behind `&&`, `||` or `?:`, calls of the program's functions, variables that "
      "have no value yet where a loop begins,\n"
      "a result of another type), `assertion` is `unknown`. A function-wide invariant may stand anywhere in "
      "its function, and holds of all of its loops;\n"
      "a variable whose scope has ended by then keeps its last value. A function without loops makes it say "
      "nothing.\n\n"
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
