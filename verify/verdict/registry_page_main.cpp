// launchproof_verdicts_page FILE: writes docs/verdicts.md.
#include <fstream>
#include <iostream>

#include "verify/verdict/registry_page.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: launchproof_verdicts_page FILE\n";
    return 2;
  }
  std::ofstream file(argv[1], std::ios::binary);
  file << launchproof::verdict::registry_page();
  file.close();
  if (!file) {
    std::cerr << argv[1] << ": cannot be written; check the folder and its permissions\n";
    return 1;
  }
  return 0;
}
