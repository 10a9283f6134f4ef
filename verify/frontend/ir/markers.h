// Names of functions and metadata by which steps of the front end tell later ones, and the replay, of their
// work.
#pragma once

namespace launchproof::frontend {

// Named metadata of modules whose floating-point arithmetic need not be that of IEEE 754.
inline constexpr const char* kRelaxedArithmetic = "launchproof.relaxed_arithmetic";

// Calls of this function (one for each type) yield an arbitrary value: what uninitialised private memory
// holds.
inline constexpr const char* kUndefinedPrefix = "launchproof.undefined.";
// Marks shared accesses that are volatile only to keep the passes off them.
inline constexpr const char* kPlainAccess = "launchproof.plain";
// Marks integer arithmetic whose overflow C leaves undefined. Proofs and replays let it wrap.
inline constexpr const char* kSignedArithmetic = "launchproof.signed";
// Marks reads that need not find what others have written since the launch began (Site::is_coherent).
inline constexpr const char* kNonCoherent = "launchproof.non_coherent";
// Marks a variable, and what is stored into it, with its name and with how its bits are read (variables.h).
inline constexpr const char* kVariable = "launchproof.variable";
// Names the constant that a private array holds throughout, when nothing else is ever written to it.
inline constexpr const char* kTable = "launchproof.table";

// Waits for the events that are its arguments; only in what is translated to a model, see split_waits().
// Where the scope of a private variable begins, for execution: what these bytes hold is arbitrary.
inline constexpr const char* kFresh = "launchproof.fresh";
inline constexpr const char* kWait = "launchproof.wait";

// The end of a work-item for which an assumption does not hold. Only in modules that are prepared for
// execution.
inline constexpr const char* kLeftOut = "launchproof.left_out";

// Named metadata of modules of which the build options leave undefined what is computed with infinities, or
// with what is not a number, and what gives them.
inline constexpr const char* kFiniteMath = "launchproof.finite_math";

// Metadata of a call of an assertion or a precondition that is not in the program's text: a description.
inline constexpr const char* kSaid = "launchproof.said";

// The prefix of functions that represent unsupported constructs. The rest of the name is a description.
inline constexpr const char* kUnsupportedPrefix = "launchproof.unsupported: ";

// Marks reads of pointers to functions.
inline constexpr const char* kFunctionPointer = "launchproof.function_pointer";

// The prefix of the functions that Clang makes of to_global and similar functions.
inline constexpr const char* kToSpacePrefix = "__to_";

}  // namespace launchproof::frontend
