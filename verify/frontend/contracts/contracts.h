// Contracts of kernels in comments or strings, in the notations of Kojima, Imanishi and Igarashi
// (docs/specifications.md).
//
//     /*@ ghost int m; requires n == m * blockDim.x; ensures forall i. 0 <= i && i < n -> c[i] == a[i]; */
//     __global__ void copy(const float *a, float *c, int n) { ... }
//
// or, in the kernel, `declare_logic_param("int m")`, `declare_precondition("n == m * blockDim.x")`,
// `declare_postcondition("...")` and `declare_invariant("...")`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace launchproof::frontend {

// Returns the source with `__requires` and `__postcondition` in place of its contracts. Lines keep their
// numbers. A logical value that an equation of a precondition defines is replaced by it; another one becomes
// a parameter of the kernel behind its own. A postcondition that is not understood, or that depends on a
// precondition that is not, becomes `__contract_not_understood` with the reason. Loop invariants and
// assertions in the notation are left out. Returns nothing for a source without contracts.
std::optional<std::string> with_contracts(std::string_view source);

// Returns whether the source states a postcondition in these notations, as far as its text tells.
bool may_state_contracts(std::string_view source);

}  // namespace launchproof::frontend
