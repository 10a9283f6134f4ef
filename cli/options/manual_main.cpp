// launchproof_manual man|bash|zsh|fish: writes the manual page or a completion to standard output, for the
// build.
#include <iostream>
#include <map>
#include <string>

#include "cli/options/completion.h"
#include "cli/options/manual.h"

int main(int argc, char** argv) {
  using namespace launchproof::cli;
  const std::map<std::string, std::string (*)()> texts{
      {"man", manual_page}, {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
  const auto text = texts.find(argc == 2 ? argv[1] : "");
  if (text == texts.end()) {
    std::cerr << "usage: launchproof_manual man|bash|zsh|fish\n";
    return 2;
  }
  std::cout << text->second();
  return std::cout.flush() ? 0 : 1;
}
