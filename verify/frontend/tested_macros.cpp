#include "verify/frontend/tested_macros.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "verify/frontend/annotations.h"

namespace launchproof::frontend {
namespace {

// What the record of every device decides: versions, extensions, features and properties of the device.
bool is_recorded_otherwise(std::string_view name) {
  constexpr std::array kNames{"__OPENCL_VERSION__",
                              "__OPENCL_C_VERSION__",
                              "__IMAGE_SUPPORT__",
                              "__ENDIAN_LITTLE__",
                              "__FAST_RELAXED_MATH__",
                              "__FILE__",
                              "__LINE__",
                              "__cplusplus"};
  if (std::ranges::find(kNames, name) != kNames.end()) return true;
  constexpr std::array kPrefixes{"CL_VERSION_", "cl_khr_", "cl_ext_", "__opencl_c_"};
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// Names that a compiler may predefine. A program's own switches are named otherwise, and no device defines
// them.
bool may_be_predefined(std::string_view name) {
  if (name.size() > 1 && name[0] == '_' &&
      (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])) != 0))
    return true;
  constexpr std::array kNames{"linux", "unix", "i386"};
  if (std::ranges::find(kNames, name) != kNames.end()) return true;
  return name.starts_with("CL_") || name.starts_with("cl_") || name.starts_with("POCL_");
}

class Watcher : public clang::PPCallbacks {
 public:
  Watcher(clang::Preprocessor& preprocessor, const DeviceEnvironment& device, std::string resources,
          std::vector<std::string>& assumptions)
      : d_preprocessor(preprocessor), d_resources(std::move(resources)), d_assumptions(assumptions) {
    for (const auto& [name, body] : device.macros) d_known.insert(name);
    d_known.insert(device.undefined_macros.begin(), device.undefined_macros.end());
  }

  void Ifdef(clang::SourceLocation place, const clang::Token& name,
             const clang::MacroDefinition& macro) override {
    test(place, name, macro);
  }
  void Ifndef(clang::SourceLocation place, const clang::Token& name,
              const clang::MacroDefinition& macro) override {
    test(place, name, macro);
  }
  void Elifdef(clang::SourceLocation place, const clang::Token& name,
               const clang::MacroDefinition& macro) override {
    test(place, name, macro);
  }
  void Elifndef(clang::SourceLocation place, const clang::Token& name,
                const clang::MacroDefinition& macro) override {
    test(place, name, macro);
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& macro,
               clang::SourceRange range) override {
    test(range.getBegin(), name, macro);
  }
  void If(clang::SourceLocation place, clang::SourceRange condition, ConditionValueKind) override {
    test_words(place, condition);
  }
  void Elif(clang::SourceLocation place, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    test_words(place, condition);
  }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    if (name.getIdentifierInfo() != nullptr && is_of_program(directive->getLocation()))
      d_defined.insert(name.getIdentifierInfo()->getName().str());
  }
  // What is computed with a macro's value depends on it as much as a conditional does.
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    test(range.getBegin(), name, macro);
  }

  void EndOfMainFile() override {
    for (const auto& [name, sentence] : d_tested)
      if (!d_defined.contains(name)) d_assumptions.push_back(sentence);
  }

 private:
  bool is_of_program(clang::SourceLocation place) const {
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    place = sources.getExpansionLoc(place);
    if (place.isInvalid() || sources.isWrittenInBuiltinFile(place) ||
        sources.isWrittenInCommandLineFile(place) || sources.isWrittenInScratchSpace(place))
      return false;
    const llvm::StringRef file = sources.getFilename(place);
    return !file.starts_with(d_resources) && file != kAnnotationFile;
  }

  void test(clang::SourceLocation place, const clang::Token& token, const clang::MacroDefinition& macro) {
    if (token.getIdentifierInfo() != nullptr)
      test(place, token.getIdentifierInfo()->getName().str(), macro.getMacroInfo());
  }

  void test(clang::SourceLocation place, const std::string& name, const clang::MacroInfo* macro) {
    if (!may_be_predefined(name) || is_recorded_otherwise(name) || d_known.contains(name) ||
        !is_of_program(place))
      return;
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    if (macro != nullptr && !sources.isWrittenInBuiltinFile(macro->getDefinitionLoc())) return;
    const clang::PresumedLoc line = sources.getPresumedLoc(sources.getExpansionLoc(place));
    d_tested.try_emplace(
        name, "the device's compiler " +
                  std::string(macro == nullptr ? "does not define `" : "defines, as Clang does, `") + name +
                  "`" +
                  (line.isValid()
                       ? " (" + std::string(line.getFilename()) + ":" + std::to_string(line.getLine()) + ")"
                       : std::string()));
  }

  // Names in a condition that are no macros count as 0 there, and no other callback tells.
  void test_words(clang::SourceLocation place, clang::SourceRange condition) {
    bool invalid = false;
    const std::string text =
        clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(condition),
                                    d_preprocessor.getSourceManager(), d_preprocessor.getLangOpts(), &invalid)
            .str();
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && is_word(text[end])) ++end;
      if (end == begin) {
        ++begin;
        continue;
      }
      const std::string word = text.substr(begin, end - begin);
      if (const clang::IdentifierInfo* name = d_preprocessor.getIdentifierInfo(word))
        test(place, word, d_preprocessor.getMacroInfo(name));
      begin = end;
    }
  }

  clang::Preprocessor& d_preprocessor;
  std::string d_resources;
  std::vector<std::string>& d_assumptions;
  std::set<std::string> d_known;                // the record decides
  std::set<std::string> d_defined;              // by the program itself, somewhere
  std::map<std::string, std::string> d_tested;  // name -> sentence
};

}  // namespace

std::unique_ptr<clang::PPCallbacks> watch_macros(clang::Preprocessor& preprocessor,
                                                 const DeviceEnvironment& device, std::string resources,
                                                 std::vector<std::string>& assumptions) {
  return std::make_unique<Watcher>(preprocessor, device, std::move(resources), assumptions);
}

}  // namespace launchproof::frontend
