# The files that `cmake --install` and `cpack` put into a system. Commands: see docs/install.md.
install(
  DIRECTORY docs/
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING
  PATTERN "*.md")
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME launchproof)
set(CPACK_PACKAGE_VENDOR "The Launchproof developers")
set(CPACK_PACKAGE_CONTACT "The Launchproof developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "prove OpenCL kernel launches free of races and accesses out of bounds")
set(CPACK_PACKAGE_DESCRIPTION
    "Runs an unmodified OpenCL application, records every kernel launch, and proves each recorded launch free of data races, barrier divergence and accesses out of bounds, or shows a counterexample.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Clang's headers, which every kernel includes.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-19-dev)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cvc4, cvc5, ocl-icd-libopencl1")
include(CPack)
