// Contracts of functions: what stands in place of a call in modular mode. LLVM types stay in this folder.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace launchproof::frontend {

// A call of this function, and its name, represents a call by contract.
inline constexpr const char* kCallPrefix = "launchproof.call.";
// Calls within a procedure: one represents an argument of any value (one function for each type), the other
// tells whether the work-item takes part.
inline constexpr const char* kArgumentPrefix = "launchproof.argument.";
inline constexpr const char* kEnabled = "launchproof.enabled";

// The role of an annotation in a contract: whether it is a requirement or a guarantee, and whether it is
// assumed or must be shown.
struct ContractRole {
  bool is_requirement = false;  // else it guarantees something
  bool is_granted = false;
};
std::optional<ContractRole> contract_role(const llvm::CallBase& call);

// Chooses functions that say something of their callers or for them, and that can be verified apart; those of
// `refused` are left out. Their bodies then assume what they require, and are to show what they
// guarantee; each call becomes one of a function that is nothing but the contract around a call of
// kCallPrefix. By name, of those.
std::map<std::string, llvm::Function*> follow_contracts(llvm::Module& module,
                                                        const std::set<std::string>& refused);

}  // namespace launchproof::frontend
