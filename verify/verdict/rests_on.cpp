#include "verify/verdict/rests_on.h"

#include <algorithm>
#include <array>

namespace launchproof::verdict {
namespace {

constexpr std::string_view kMayChange = "depends on a value that a data race may change";

// In the order in which the requirements of one property are checked: the first that is not met gives the
// cause.
constexpr std::array kRestsOn{
    RestsOn{Property::DataRace, Property::BarrierDivergence, Needs::Proof, Stage::Conclusion,
            Cause::VoidedDivergence, "rests on barriers", "all work-items of a group meet the same barriers",
            "Race freedom is proved between barriers."},
    RestsOn{Property::DataRace, Property::OutOfBounds, Needs::NoCounterexample, Stage::Conclusion,
            Cause::VoidedBounds, "depends on accesses in bounds", "accesses in bounds",
            "Race freedom is proved for arrays that do not reach into each other."},
    RestsOn{Property::BarrierDivergence, Property::DataRace, Needs::ProofWhereItReads, Stage::Engine,
            Cause::VoidedRace, kMayChange, "", "Branches may depend on memory that the launch writes."},
    RestsOn{Property::OutOfBounds, Property::DataRace, Needs::ProofWhereItReads, Stage::Engine,
            Cause::VoidedRace, kMayChange, "",
            "Addresses and branches may depend on memory that the launch writes."},
    RestsOn{Property::NullAccess, Property::DataRace, Needs::ProofWhereItReads, Stage::Engine,
            Cause::VoidedRace, kMayChange, "",
            "Pointers and branches may depend on memory that the launch writes."},
    RestsOn{Property::AccessFlags, Property::DataRace, Needs::ProofWhereItReads, Stage::Engine,
            Cause::VoidedRace, kMayChange, "",
            "Branches that decide whether there is an access may depend on memory that the launch writes."},
    RestsOn{Property::Assertion, Property::DataRace, Needs::ProofWhereItReads, Stage::Engine,
            Cause::VoidedRace, kMayChange, "",
            "What is asserted may depend on memory that the launch writes."},
};

}  // namespace

std::span<const RestsOn> all_rests_on() {
  return kRestsOn;
}

bool is_voided_by(Property property, Cause cause) {
  return std::ranges::any_of(
      kRestsOn, [&](const RestsOn& row) { return row.property == property && row.cause == cause; });
}

}  // namespace launchproof::verdict
