#include "verify/model/sub_groups.h"

namespace launchproof::model {
namespace {

const char* name(SubGroupSource source) {
  switch (source) {
    case SubGroupSource::Option:
      return "--sub-group-size";
    case SubGroupSource::Attribute:
      return "intel_reqd_sub_group_size";
    case SubGroupSource::Language:
      return "CUDA";
    case SubGroupSource::Recorded:
      return "recorded";
  }
  return "";
}

}  // namespace

void SubGroups::record(std::uint64_t said_size, std::uint64_t said_count, std::uint64_t items) {
  if (items == 0 || said_size == 0 || said_size > UINT32_MAX) return;
  if (said_count != items / said_size + (items % said_size == 0 ? 0 : 1)) return;
  size = static_cast<std::uint32_t>(said_size);
  source = SubGroupSource::Recorded;
}

void SubGroups::require(std::uint32_t required) {
  if (size != 0 || required == 0) return;
  size = required;
  source = SubGroupSource::Attribute;
}

void SubGroups::make_warps() {
  constexpr std::uint32_t kWarp = 32;
  size = kWarp;
  source = SubGroupSource::Language;
  mapping = SubGroupMapping::Linear;
}

void SubGroups::state(const SubGroups& stated) {
  mapping = stated.mapping;
  if (size != 0) return;
  size = stated.size;
  source = stated.source;
}

std::string size_in_words(const SubGroups& sub_groups) {
  if (sub_groups.size == 0) return {};
  return "sub-groups have up to " + std::to_string(sub_groups.size) + " work-items (" +
         name(sub_groups.source) + ")";
}

std::string mapping_in_words(const SubGroups& sub_groups) {
  if (sub_groups.mapping != SubGroupMapping::Linear) return {};
  return "sub-groups consist of consecutive work-items, by linear local id (--sub-group-mapping=linear)";
}

}  // namespace launchproof::model
