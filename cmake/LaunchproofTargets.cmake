# Shared settings of every target.

# A preset that sets LAUNCHPROOF_QUICK gives all sources -O0, with which Clang compiles them in less than half the time.
option(LAUNCHPROOF_QUICK "Build in a hurry: optimise only the execution of kernels, without warnings and rarely used programs" OFF)

include(LaunchproofPrecompiled)

function(launchproof_warnings target)
  # Whoever builds with LAUNCHPROOF_QUICK reads no warnings, and looking for them takes time.
  if(LAUNCHPROOF_QUICK)
    target_compile_options(${target} PRIVATE -w)
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers
                         $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
  # GCC 12 takes concatenated strings for overlapping copies (its bug 105651). Tools built on Clang read the same
  # command lines and do not know the option.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-unknown-warning-option)
  endif()
  # A grouped source holds several, whose unnamed namespaces may hide each other's names.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_UNITY_BUILD)
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  if(LAUNCHPROOF_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# launchproof_settings(target): warnings, include root, sanitizers.
function(launchproof_settings target)
  launchproof_warnings(${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>)
  if(LAUNCHPROOF_SANITIZE)
    # No vptr check: it needs the type information that LLVM, and what is built against it, leave out.
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize=vptr
                           -fno-omit-frame-pointer -fno-sanitize-recover=all
                           -Wno-maybe-uninitialized)  # GCC 12 warns falsely about std::regex in instrumented code
    target_compile_definitions(${target} PRIVATE LAUNCHPROOF_ADDRESS_SANITIZER)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# launchproof_library(name SOURCES... ): a static library of one folder.
function(launchproof_library name)
  add_library(${name} STATIC ${ARGN})
  launchproof_settings(${name})
  launchproof_use_precompiled(${name} launchproof_common_headers)
endfunction()

# Targets that are built a second time, with the sanitizers; their tests carry the label `sanitized`. Targets without
# code of the product that sanitizers see are left out: the tests of the shim, which is built without them, and the
# oracle. Continuous integration builds and runs the tests with the label `core`: the readers of files that others
# wrote, and terms. With the rest, nearly all of it LLVM's headers, it would take half as long again.
if(NOT TARGET sanitized_tests)
  add_custom_target(sanitized_tests)
  add_custom_target(sanitized_core)
endif()
set(LAUNCHPROOF_SANITIZED_CORE capture_test cache_test device_code_test ptx_test verdict_test model_test smt_test)
set(LAUNCHPROOF_SLOW_WHEN_SANITIZED_smt_test "*Random*:All/BothForms.*:All/Solvers.Never*:Deep.*:Rules.*:Portfolio*:*WhatIsTooLargeForACircuit*:*HasAModelExactly*:Halves.LoseNothing*:SmallDomainsTest.SaysTheSame:Process.ALargeQuestion*")
set(LAUNCHPROOF_UNSANITIZED_TESTS test_shim oracle_test)

# Programs whose tests share a few processes, because starting a process and loading LLVM takes longer than
# most of these tests. Tests of all other programs run in one process each. Tests that take longest (COST,
# roughly in seconds) start first, so that no processor waits for them at the end.
set(LAUNCHPROOF_SHARDS_replay_test 8)
set(LAUNCHPROOF_SHARDS_two_thread_test 6)
set(LAUNCHPROOF_SHARDS_frontend_test 2)
set(LAUNCHPROOF_SHARDS_access_test 4)
set(LAUNCHPROOF_SHARDS_analysis_test 1)
set(LAUNCHPROOF_SHARDS_symbolic_test 1)
set(LAUNCHPROOF_SHARDS_oracle_test 2)
set(LAUNCHPROOF_SHARDS_worker_test 3)
set(LAUNCHPROOF_SHARDS_smt_test 2)
foreach(name builtin_table_test capture_test causes_test cli_options_test cuda_test equivalence_test executor_test jobs_test model_test preconditions_test
             ptx_program_test reports_test verdict_test)
  set(LAUNCHPROOF_SHARDS_${name} 1)
endforeach()

# launchproof_find_python(): tells FindPython3 the interpreter by its own path. What stands for it in PATH may be a script
# (pyenv's) that looks for it at each start, which takes longer than the start itself.
function(launchproof_find_python)
  find_program(LAUNCHPROOF_PYTHON NAMES python3)
  if(LAUNCHPROOF_PYTHON AND NOT DEFINED CACHE{Python3_EXECUTABLE})
    execute_process(COMMAND ${LAUNCHPROOF_PYTHON} -c "import sys; print(sys.executable)" OUTPUT_VARIABLE path
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(Python3_EXECUTABLE "${path}" CACHE FILEPATH "The interpreter of tests and benchmarks")
  endif()
endfunction()

# Tests are compiled without optimisation, which takes half the time; the libraries that they test keep theirs.
# Where binutils have gold, it links them, in a third of the time that ld takes with LLVM's libraries.
find_program(LAUNCHPROOF_GOLD NAMES ld.gold)
function(launchproof_test_options target)
  target_compile_options(${target} PRIVATE -O0)
  if(LAUNCHPROOF_GOLD AND NOT LAUNCHPROOF_SANITIZE)
    target_link_options(${target} PRIVATE -fuse-ld=gold)
  endif()
endfunction()

# launchproof_alone(SOURCES...): sources of this folder that grouped builds (CMAKE_UNITY_BUILD) compile each by itself,
# as their unnamed namespaces have names that other sources of the target have too.
function(launchproof_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# launchproof_optimised_when_quick(SOURCES...): sources of this folder that a quick build optimises, because their loops
# run longer than their optimisation.
function(launchproof_optimised_when_quick)
  if(LAUNCHPROOF_QUICK)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# launchproof_optimised(SOURCES...): test sources of this folder that compute for longer than their optimisation takes.
function(launchproof_optimised)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# launchproof_test(name SOURCES...): a GoogleTest program; link more libraries with target_link_libraries.
function(launchproof_test name)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARGN})
  launchproof_settings(${name})
  launchproof_test_options(${name})
  launchproof_use_precompiled(${name} launchproof_test_headers)
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  if(NOT LAUNCHPROOF_SANITIZE AND LAUNCHPROOF_SHARDS_${name})
    math(EXPR last "${LAUNCHPROOF_SHARDS_${name}} - 1")
    foreach(shard RANGE ${last})
      add_test(NAME ${name}.${shard} COMMAND ${name} --gtest_brief=1)
      set_tests_properties(${name}.${shard} PROPERTIES TIMEOUT 900 COST 40 ENVIRONMENT "GTEST_TOTAL_SHARDS=${LAUNCHPROOF_SHARDS_${name}};GTEST_SHARD_INDEX=${shard}")
    endforeach()
  elseif(NOT LAUNCHPROOF_SANITIZE)
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
  elseif(NOT name IN_LIST LAUNCHPROOF_UNSANITIZED_TESTS)
    # One process runs all tests of a program: with the sanitizers its start takes longer than most of them. A test
    # that takes minutes there stands alone.
    add_dependencies(sanitized_tests ${name})
    set(labels sanitized)
    if(name IN_LIST LAUNCHPROOF_SANITIZED_CORE)
      add_dependencies(sanitized_core ${name})
      list(APPEND labels core)
    endif()
    set(slow "${LAUNCHPROOF_SLOW_WHEN_SANITIZED_${name}}")
    add_test(NAME ${name} COMMAND ${name} --gtest_brief=1 --gtest_filter=-${slow})
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 600)
    if(slow)
      add_test(NAME ${name}_slow COMMAND ${name} --gtest_brief=1 --gtest_filter=${slow})
      set_tests_properties(${name}_slow PROPERTIES LABELS sanitized TIMEOUT 3600)
    endif()
  endif()
endfunction()

# launchproof_not_when_quick(target): a quick build makes this program only when it is asked for by its name.
function(launchproof_not_when_quick target)
  if(LAUNCHPROOF_QUICK)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# launchproof_quick_program(target): a quick build compiles this program with the precompiled headers of libraries.
function(launchproof_quick_program target)
  if(LAUNCHPROOF_QUICK AND LAUNCHPROOF_PRECOMPILE)
    target_compile_options(${target} PRIVATE -fPIC)  # in place of -fPIE, as the headers were compiled
    if(LAUNCHPROOF_GOLD)
      target_link_options(${target} PRIVATE -fuse-ld=gold)
    endif()
    launchproof_use_precompiled(${target} launchproof_common_headers)
  endif()
endfunction()

# launchproof_static_llvm(target): this program is linked with the archives of LLVM and Clang, where there are any. The
# shared libraries need more time to be loaded than a small kernel needs to be verified. Tests keep them: an archive
# makes each program larger by 80 MB.
function(launchproof_static_llvm target)
  if(TARGET launchproof_llvm_archives)
    set_target_properties(${target} PROPERTIES LAUNCHPROOF_STATIC_LLVM ON)
    # A fixed address needs no relocation of LLVM's tables, which touches a thousand pages.
    target_link_options(${target} PRIVATE -no-pie -Wl,--gc-sections,--as-needed)
  endif()
endfunction()

# launchproof_llvm(target): LLVM and Clang 19 as system headers, linked dynamically, except with
# launchproof_static_llvm.
function(launchproof_llvm target)
  if(NOT target STREQUAL launchproof_llvm_headers)
    launchproof_use_precompiled(${target} launchproof_llvm_headers)
  endif()
  if(NOT LAUNCHPROOF_LLVM_FOUND)
    find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
    set(LAUNCHPROOF_LLVM_FOUND TRUE CACHE INTERNAL "")
    set(LAUNCHPROOF_LLVM_INCLUDE ${LLVM_INCLUDE_DIRS} CACHE INTERNAL "")
    set(LAUNCHPROOF_LLVM_LIBDIR ${LLVM_LIBRARY_DIR} CACHE INTERNAL "")
  endif()
  # With the sanitizers the program is not measured, and linking takes long enough. A quick build links at its very end,
  # with one processor.
  if(NOT TARGET launchproof_llvm_archives AND NOT LAUNCHPROOF_SANITIZE AND NOT LAUNCHPROOF_QUICK)
    # All of them: the linker takes what is used.
    file(GLOB archives ${LAUNCHPROOF_LLVM_LIBDIR}/libclang[A-Z]*.a ${LAUNCHPROOF_LLVM_LIBDIR}/libLLVM*.a)
    if(archives MATCHES "libclangFrontend.a" AND archives MATCHES "libLLVMPasses.a")
      add_library(launchproof_llvm_archives INTERFACE)
      target_link_libraries(launchproof_llvm_archives
                            INTERFACE "$<LINK_GROUP:RESCAN,${archives}>" launchproof_no_polly z zstd xml2 tinfo ${CMAKE_DL_LIBS})
    endif()
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${LAUNCHPROOF_LLVM_INCLUDE})
  target_compile_definitions(${target} PRIVATE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  target_compile_options(${target} PRIVATE -fno-rtti)
  # LLVM's headers mark unused memory of its allocators where the sanitizer is on. Its libraries, built without, hand
  # out such memory and do not unmark it.
  if(LAUNCHPROOF_SANITIZE)
    target_compile_options(${target} PRIVATE -U__SANITIZE_ADDRESS__)
  endif()
  target_link_directories(${target} PUBLIC ${LAUNCHPROOF_LLVM_LIBDIR})
  set(static $<BOOL:$<TARGET_PROPERTY:LAUNCHPROOF_STATIC_LLVM>>)
  target_link_libraries(${target} PUBLIC "$<IF:${static},launchproof_llvm_archives,clang-cpp>"
                                         "$<IF:${static},launchproof_llvm_archives,LLVM-19>")
endfunction()

if(LAUNCHPROOF_QUICK)
  launchproof_precompiled_set(launchproof_common_headers <nlohmann/json.hpp>)
else()
  launchproof_precompiled_set(launchproof_common_headers)
endif()
if(LAUNCHPROOF_TESTS)
  launchproof_precompiled_set(launchproof_test_headers <gtest/gtest.h> <nlohmann/json.hpp>)
endif()
launchproof_precompiled_set(launchproof_llvm_headers ${LAUNCHPROOF_LLVM_HEADERS})
if(LAUNCHPROOF_PRECOMPILE)
  launchproof_llvm(launchproof_llvm_headers)
endif()
if(LAUNCHPROOF_PRECOMPILE AND LAUNCHPROOF_TESTS)
  # Tests are programs, which CMake compiles with -fPIE where it compiles libraries with -fPIC.
  set_target_properties(launchproof_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(launchproof_test_headers PRIVATE -fPIE)
  launchproof_test_options(launchproof_test_headers)
  find_package(GTest REQUIRED)
  target_link_libraries(launchproof_test_headers PRIVATE GTest::gtest)
endif()
