// Contracts of functions, which replace calls in modular mode. LLVM types do not leave this folder.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace launchproof::frontend {

// The prefix of functions whose call represents a call by contract.
inline constexpr const char* kCallPrefix = "launchproof.call.";
// Calls within a procedure: one represents an argument with any value (one function for each type), the other
// returns whether the work-item takes part.
inline constexpr const char* kArgumentPrefix = "launchproof.argument.";
inline constexpr const char* kEnabled = "launchproof.enabled";

// The role of an annotation in a contract: whether it is a requirement or a guarantee, and whether it is
// assumed or must be shown.
struct ContractRole {
  bool is_requirement = false;  // requirement if true, guarantee if false
  bool is_granted = false;
};
std::optional<ContractRole> contract_role(const llvm::CallBase& call);

// Selects the functions whose annotations state requirements or guarantees for callers and that can be
// verified separately, except those in `refused`. Their bodies then assume what they require and must show
// what they guarantee. Each call is redirected to a function that consists only of the contract around a call
// of kCallPrefix. Returns these functions by name.
std::map<std::string, llvm::Function*> follow_contracts(llvm::Module& module,
                                                        const std::set<std::string>& refused);

}  // namespace launchproof::frontend
