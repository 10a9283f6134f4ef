// Names of functions and metadata that steps of the front end leave for later steps and for the replay.
#pragma once

namespace launchproof::frontend {

// Named metadata of modules whose floating-point arithmetic may deviate from IEEE 754.
inline constexpr const char* kRelaxedArithmetic = "launchproof.relaxed_arithmetic";

// Calls of this function (one for each type) return an arbitrary value, such as the contents of uninitialised
// private memory.
inline constexpr const char* kUndefinedPrefix = "launchproof.undefined.";
// Marks shared accesses that are volatile only so that passes leave them alone.
inline constexpr const char* kPlainAccess = "launchproof.plain";
// Marks integer arithmetic whose overflow is undefined in C. Proofs and replays let it wrap.
inline constexpr const char* kSignedArithmetic = "launchproof.signed";
// Marks reads that need not find values written by others since the launch began (Site::is_coherent).
inline constexpr const char* kNonCoherent = "launchproof.non_coherent";
// Marks a variable and the values stored into it with its name and the interpretation of its bits
// (variables.h).
inline constexpr const char* kVariable = "launchproof.variable";
// Names the constant that a private array always holds, if nothing else is ever written to it.
inline constexpr const char* kTable = "launchproof.table";

// Waits for the events that are its arguments. Only occurs in code that is translated to a model; see
// split_waits(). Where the scope of a private variable begins, for execution: what these bytes hold is
// arbitrary.
inline constexpr const char* kFresh = "launchproof.fresh";
inline constexpr const char* kWait = "launchproof.wait";

// Ends a work-item for which an assumption does not hold. Only occurs in modules that are prepared for
// execution.
inline constexpr const char* kLeftOut = "launchproof.left_out";

// Named metadata of modules whose build options leave computations that involve or produce infinities or NaNs
// undefined.
inline constexpr const char* kFiniteMath = "launchproof.finite_math";

// Metadata with a description, on a call of an assertion or precondition that is not in the program's text.
inline constexpr const char* kSaid = "launchproof.said";
inline constexpr const char* kType = "launchproof.type";  // of an alloca: its variable's type, a DIType
// On a call of an assertion: it is a limit of the translation (model::Annotation::is_limit).
inline constexpr const char* kIsLimit = "launchproof.is_limit";

// The prefix of functions that represent unsupported constructs. The rest of the name is a description.
inline constexpr const char* kUnsupportedPrefix = "launchproof.unsupported: ";

// Marks loads of pointers to functions.
inline constexpr const char* kFunctionPointer = "launchproof.function_pointer";

// The prefix of the functions that Clang generates for to_global and similar functions.
inline constexpr const char* kToSpacePrefix = "__to_";

}  // namespace launchproof::frontend
