// launchproof_manual man|bash: writes the manual page or the completion to standard output, for the build.
#include <cstdio>
#include <iostream>
#include <string_view>

#include "cli/manual.h"

int main(int argc, char** argv) {
  const std::string_view which = argc == 2 ? argv[1] : "";
  if (which != "man" && which != "bash") {
    std::cerr << "usage: launchproof_manual man|bash\n";
    return 2;
  }
  std::cout << (which == "man" ? launchproof::cli::manual_page() : launchproof::cli::bash_completion());
  return std::cout.flush() ? 0 : 1;
}
