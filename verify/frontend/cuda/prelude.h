// The declarations that stand in front of CUDA sources, parsed once for many compilations of a process.
#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <string>
#include <vector>

namespace launchproof::frontend::cuda {

// A header that Clang has precompiled.
using Prelude = std::shared_ptr<const llvm::SmallVector<char, 0>>;

// Returns what compilations with these arguments (see `arguments`) begin with. It is null where it would be
// of real files too, and for the first compilations with arguments that are new: precompiling takes longer
// than one of them. Any thread may call this.
Prelude prelude(const std::vector<std::string>& arguments);

// Adds the option that names a prelude, and returns files that hold it as well.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_prelude(
    const Prelude& prelude, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    std::vector<std::string>& arguments);

}  // namespace launchproof::frontend::cuda
