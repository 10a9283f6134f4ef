#include "verify/symbolic/findings/finding_words.h"

namespace launchproof::symbolic {

using model::AccessKind;

namespace {

// "`a`", or "`a` and `b`, which share memory".
std::string arrays_of(const verdict::WorkItem& one, const verdict::WorkItem& two) {
  std::string text = "`" + two.array + "`";
  if (!one.array.empty() && two.array != one.array)
    text = "`" + one.array + "` and " + text + ", which share memory";
  return text;
}

// "both write", "read and write".
std::string verbs_of(const verdict::WorkItem& one, const verdict::WorkItem& two) {
  const auto verb = [](const verdict::WorkItem& item) {
    if (item.access.empty()) return std::string("access");
    return item.access == "atomic" ? std::string("atomically update") : item.access;
  };
  return one.access == two.access ? "both " + verb(one) : verb(one) + " and " + verb(two);
}

std::string copy_words(const verdict::WorkItem& one, const verdict::WorkItem& two,
                       const std::array<bool, 2>& copies, std::uint32_t dimensions) {
  const auto does = [&](const verdict::WorkItem& item, bool copied) {
    const std::string who = copied ? "the asynchronous copy of group " + triple(item.group_id, dimensions)
                                   : words_of(item, dimensions);
    if (item.access.empty()) return who + " accesses";
    return who + (item.access == "atomic" ? " atomically updates" : " " + item.access + "s");
  };
  return does(one, copies[0]) + " and " + does(two, copies[1]);
}

}  // namespace

const char* word(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read:
      return "read";
    case AccessKind::Write:
      return "write";
    case AccessKind::Atomic:
      return "atomic";
  }
  return "";
}

const char* word(model::Convergence kind) {
  switch (kind) {
    case model::Convergence::Barrier:
      return "barrier";
    case model::Convergence::Collective:
      return "collective function";
    case model::Convergence::Copy:
      return "asynchronous copy";
    case model::Convergence::Wait:
      return "wait for events";
  }
  return "";
}

std::string signed_decimal(std::uint64_t number) {
  return std::to_string(static_cast<std::int64_t>(number));
}

std::string triple(const std::array<std::uint64_t, 3>& id, std::uint32_t dimensions) {
  std::string text = "(" + std::to_string(id[0]);
  for (std::uint32_t d = 1; d < dimensions; ++d) text += ", " + std::to_string(id[d]);
  return text + ")";
}

std::string words_of(const verdict::WorkItem& item, std::uint32_t dimensions) {
  return "work-item " + triple(item.local_id, dimensions) + " of group " + triple(item.group_id, dimensions);
}

std::string words_of(const verdict::SourceLocation& at) {
  return at.file + ":" + std::to_string(at.line);
}

ForbiddenAccess forbidden_access(model::KernelAccess access) {
  if (access == model::KernelAccess::ReadOnly)
    return {"store into read-only memory", "which the host made read-only for kernels (CL_MEM_READ_ONLY)"};
  return {"load from write-only memory", "which the host made write-only for kernels (CL_MEM_WRITE_ONLY)"};
}

std::string race_words(const verdict::WorkItem& one, const verdict::WorkItem& two,
                       const std::array<bool, 2>& copies, const std::string& touched,
                       std::uint32_t dimensions) {
  std::string text = arrays_of(one, two) + ": ";
  if (copies[0] || copies[1]) {
    text += copy_words(one, two, copies, dimensions);
  } else if (one.group_id == two.group_id) {
    text += "work-items " + triple(one.local_id, dimensions) + " and " + triple(two.local_id, dimensions) +
            " of group " + triple(two.group_id, dimensions) + " " + verbs_of(one, two);
  } else {
    text += words_of(one, dimensions) + " and " + words_of(two, dimensions) + " " + verbs_of(one, two);
  }
  return text + (touched.empty() ? "" : " " + touched) + ", unordered";
}

}  // namespace launchproof::symbolic
