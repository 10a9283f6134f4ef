# Precompiled headers: one set for ordinary sources, one for tests, one for sources that know LLVM. They only save
# time: every source still includes what it uses, and the debug preset builds without them to show it.

option(LAUNCHPROOF_PRECOMPILE "Use precompiled headers" ON)

set(LAUNCHPROOF_COMMON_HEADERS <algorithm> <array> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
                               <optional> <set> <sstream> <string> <string_view> <unordered_map> <utility> <vector>)
# A quick build also takes the headers of {fmt} and of the product that most sources include. Other builds would begin
# anew whenever one of the latter changed, and GCC refuses the former in targets that are not linked with {fmt}.
if(LAUNCHPROOF_QUICK)
  list(APPEND LAUNCHPROOF_COMMON_HEADERS <fmt/format.h> <unordered_set> <variant>)
  foreach(header IN ITEMS capture/types.h verify/model/kernel_model.h verify/model/launch_facts.h verify/verdict/results.h)
    list(APPEND LAUNCHPROOF_COMMON_HEADERS ${CMAKE_SOURCE_DIR}/${header})
  endforeach()
endif()
set(LAUNCHPROOF_LLVM_HEADERS <llvm/Analysis/LoopInfo.h> <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h>
                             <llvm/IR/Instructions.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/LLVMContext.h> <llvm/IR/Module.h>)

# launchproof_precompiled_set(name HEADERS...): the library whose headers targets of that kind take over.
function(launchproof_precompiled_set name)
  if(NOT LAUNCHPROOF_PRECOMPILE)
    return()
  endif()
  add_library(${name} OBJECT ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  launchproof_settings(${name})
  target_precompile_headers(${name} PRIVATE ${LAUNCHPROOF_COMMON_HEADERS} ${ARGN})
  launchproof_precompiled_options(${name})
endfunction()

# launchproof_use_precompiled(target set): again for another set; the last one counts.
function(launchproof_use_precompiled target set)
  if(LAUNCHPROOF_PRECOMPILE)
    set_target_properties(${target} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM ${set})
    add_dependencies(${target} ${set})
    launchproof_precompiled_options(${target})
  endif()
endfunction()

# GCC names the precompiled header in preprocessed text only with the first option, and ccache needs to see it there.
# The others: code of a precompiled header no longer counts as the system's, so GCC 12 shows the warnings of its bug
# 105651 in it. Builds without precompiled headers keep those warnings.
function(launchproof_precompiled_options target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
  endif()
endfunction()
