#include "verify/frontend/opencl/tested_macros.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "verify/frontend/annotations/annotations.h"

namespace launchproof::frontend {
namespace {

// Returns whether the record of every device determines the name: versions, extensions, features and
// properties of the device.
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

// Names that a compiler may predefine. A program's own switches have other names, which no device defines.
bool may_be_predefined(std::string_view name) {
  if (name.size() > 1 && name[0] == '_' &&
      (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])) != 0))
    return true;
  constexpr std::array kNames{"linux", "unix", "i386", "NVIDIA", "INTELFPGA_CL", "ALTERA_CL"};
  if (std::ranges::find(kNames, name) != kNames.end()) return true;
  constexpr std::array kPrefixes{"CL_", "cl_", "POCL_", "FP_FAST_FMA"};
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// Operators and names that every compiler has, with the same meaning.
bool is_standard(std::string_view name) {
  constexpr std::array kNames{"__FILE__", "__LINE__",   "__DATE__", "__TIME__",
                              "_Pragma",  "__VA_OPT__", "defined"};
  return std::ranges::find(kNames, name) != kNames.end();
}

// Used like macros with arguments, and answered by the compiler.
bool is_question(std::string_view name, const clang::MacroInfo* macro) {
  if (macro != nullptr && !macro->isBuiltinMacro()) return false;
  if (name.starts_with("__has_")) return true;
  // Others count or name places, on which all compilers that have them agree.
  constexpr std::array kPlaces{"__COUNTER__", "__INCLUDE_LEVEL__", "__BASE_FILE__", "__FILE_NAME__",
                               "__TIMESTAMP__"};
  return macro != nullptr && !is_standard(name) && std::ranges::find(kPlaces, name) == kPlaces.end();
}

class Watcher : public clang::PPCallbacks {
 public:
  Watcher(clang::Preprocessor& preprocessor, const DeviceEnvironment& device, std::string resources,
          Preprocessed& result)
      : d_preprocessor(preprocessor), d_resources(std::move(resources)), d_result(result) {
    for (const auto& [name, body] : device.macros) d_known.insert(name);
    d_known.insert(device.undefined_macros.begin(), device.undefined_macros.end());
    d_was_asked = !device.macros.empty();
    d_assumes_features = device.assumes_features && preprocessor.getLangOpts().OpenCL &&
                         preprocessor.getLangOpts().getOpenCLCompatibleVersion() >= 300;
  }

  void If(clang::SourceLocation place, clang::SourceRange, ConditionValueKind value) override {
    test_words(place);
    begin(place, value == CVK_True, condition_at(place));
  }
  void Ifdef(clang::SourceLocation place, const clang::Token& name,
             const clang::MacroDefinition& macro) override {
    test_in_conditional(place, name, macro);
    begin(place, static_cast<bool>(macro), "defined(" + spelling(name) + ")");
  }
  void Ifndef(clang::SourceLocation place, const clang::Token& name,
              const clang::MacroDefinition& macro) override {
    test_in_conditional(place, name, macro);
    d_guarded[place.getRawEncoding()] = spelling(name);
    begin(place, !macro, "!defined(" + spelling(name) + ")");
  }
  void Elif(clang::SourceLocation place, clang::SourceRange, ConditionValueKind value,
            clang::SourceLocation) override {
    test_words(place);
    go_on(place, value == CVK_True, condition_at(place));
  }
  void Elifdef(clang::SourceLocation place, const clang::Token& name,
               const clang::MacroDefinition& macro) override {
    test_in_conditional(place, name, macro);
    d_asks = d_asks || (macro && is_of_program(place));  // in that case, a compiler that does not know it
                                                         // skips it
    go_on(place, static_cast<bool>(macro), "#elifdef " + spelling(name));
  }
  void Elifdef(clang::SourceLocation place, clang::SourceRange, clang::SourceLocation) override {
    go_on(place, false, condition_at(place));
  }
  void Elifndef(clang::SourceLocation place, const clang::Token& name,
                const clang::MacroDefinition& macro) override {
    test_in_conditional(place, name, macro);
    d_asks = d_asks || (!macro && is_of_program(place));
    go_on(place, !macro, "#elifndef " + spelling(name));
  }
  void Elifndef(clang::SourceLocation place, clang::SourceRange, clang::SourceLocation) override {
    go_on(place, false, condition_at(place));
  }
  void Else(clang::SourceLocation place, clang::SourceLocation) override { go_on(place, true, {}); }
  void Endif(clang::SourceLocation place, clang::SourceLocation begin) override {
    if (!is_of_program(place)) return;
    if (!d_open.empty()) d_open.pop_back();
    const auto guarded = d_guarded.find(begin.getRawEncoding());
    if (guarded != d_guarded.end() && is_last_directive(place)) d_guards.insert(guarded->second);
  }
  // Skipped because its include guard is defined: a conditional of which no branch is taken.
  void FileSkipped(const clang::FileEntryRef& file, const clang::Token& name,
                   clang::SrcMgr::CharacteristicKind) override {
    if (!is_of_program(name.getLocation()) || file.getName().starts_with(d_resources) ||
        d_preprocessor.getHeaderSearchInfo().getFileInfo(file).isPragmaOnce)
      return;
    d_result.conditionals.push_back({file.getName().str(), 0});
    d_result.branches.push_back(kNoBranch);
  }

  void Defined(const clang::Token& name, const clang::MacroDefinition& macro,
               clang::SourceRange range) override {
    test_in_conditional(range.getBegin(), name, macro);
  }
  void EmbedDirective(clang::SourceLocation place, llvm::StringRef, bool, clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult&) override {
    if (is_of_program(place)) guess_in_code(place, "#embed");
  }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    if (name.getIdentifierInfo() != nullptr && is_of_program(directive->getLocation()))
      d_defined.insert(name.getIdentifierInfo()->getName().str());
  }
  // A value computed from a macro's value depends on the macro as much as a conditional does.
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    if (d_preprocessor.isParsingIfOrElifDirective()) {
      test_in_conditional(range.getBegin(), name, macro);
      test_body(range.getBegin(), macro.getMacroInfo());
      return;
    }
    const std::string text = spelling(name);
    if (is_question(text, macro.getMacroInfo()) && is_of_program(range.getBegin()))
      guess_in_code(range.getBegin(), text);
    else
      test(range.getBegin(), text, macro.getMacroInfo(), d_in_code);
  }

  void EndOfMainFile() override {
    // If a device defines the name of an include guard, nothing in the file is compiled.
    const auto is_guard = [&](const std::string& name) {
      return d_guards.contains(name) && d_defined.contains(name);
    };
    for (const auto& [name, sentence] : d_in_conditionals)
      if (!is_guard(name)) d_result.in_conditionals.push_back(sentence);
    for (const auto& [name, sentence] : d_in_code)
      if (!is_guard(name)) d_result.in_code.push_back(sentence);
    for (Guess& guess : d_result.guessed_conditionals)
      guess.can_differ = guess.can_differ && d_visits[{guess.file, guess.line}] == 1;
  }

 private:
  struct Open {
    std::size_t number = 0;  // in the result
    std::int32_t next = 0;   // branch
  };

  static std::string spelling(const clang::Token& token) {
    return token.getIdentifierInfo() == nullptr ? std::string() : token.getIdentifierInfo()->getName().str();
  }

  // Returns the text after the directive's name on its line. Clang's range of a condition begins after the
  // macros that it expanded.
  std::string condition_at(clang::SourceLocation place) const {
    bool invalid = false;
    const char* at = d_preprocessor.getSourceManager().getCharacterData(place, &invalid);
    std::string text;
    for (; !invalid && *at != '\0' && *at != '\n'; ++at) {
      if (*at == '/' && at[1] == '/') break;
      if (*at == '/' && at[1] == '*') {
        const char* const end = std::strstr(at + 2, "*/");
        if (end == nullptr) break;
        at = end + 1;
        text += ' ';
      } else if (*at == '\\' && at[1] == '\n') {
        ++at;
      } else {
        text += *at;
      }
    }
    const std::size_t begin = text.find_first_of(" \t(!");
    const std::size_t end = text.find_last_not_of(" \t\r");
    if (begin == std::string::npos || begin > end) return {};
    text = text.substr(begin, end + 1 - begin);
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  }

  // Returns whether only comments and blanks follow the directive in its file.
  bool is_last_directive(clang::SourceLocation place) const {
    bool invalid = false;
    const char* at = d_preprocessor.getSourceManager().getCharacterData(place, &invalid);
    if (invalid) return false;
    while (std::isalpha(static_cast<unsigned char>(*at)) != 0) ++at;  // its name
    for (; *at != '\0'; ++at) {
      if (at[0] == '/' && at[1] == '/') {
        at += std::strcspn(at, "\n");
        if (*at == '\0') break;
      } else if (at[0] == '/' && at[1] == '*') {
        const char* const end = std::strstr(at + 2, "*/");
        if (end == nullptr) return false;
        at = end + 1;
      } else if (std::isspace(static_cast<unsigned char>(*at)) == 0) {
        return false;
      }
    }
    return true;
  }

  bool is_of_program(clang::SourceLocation place) const {
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    place = sources.getExpansionLoc(place);
    if (place.isInvalid() || sources.isWrittenInBuiltinFile(place) ||
        sources.isWrittenInCommandLineFile(place) || sources.isWrittenInScratchSpace(place))
      return false;
    const llvm::StringRef file = sources.getFilename(place);
    return !file.starts_with(d_resources) && file != kAnnotationFile;
  }

  MetConditional met(clang::SourceLocation place) const {
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    place = sources.getExpansionLoc(place);
    return {sources.getFilename(place).str(), sources.getSpellingLineNumber(place)};
  }

  void begin(clang::SourceLocation place, bool holds, const std::string& condition) {
    if (!is_of_program(place)) {
      d_asks = false;
      return;
    }
    d_open.push_back({d_result.branches.size(), 0});
    d_result.conditionals.push_back(met(place));
    d_result.branches.push_back(kNoBranch);
    go_on(place, holds, condition);
  }

  void go_on(clang::SourceLocation place, bool holds, const std::string& condition) {
    const bool asks = std::exchange(d_asks, false);
    if (!is_of_program(place) || d_open.empty()) return;
    Open& open = d_open.back();
    std::int32_t& taken = d_result.branches[open.number];
    const std::int32_t branch = open.next++;
    if (taken != kNoBranch) return;
    if (holds) taken = branch;
    const MetConditional where = met(place);
    ++d_visits[{where.file, where.line}];
    if (asks)
      d_result.guessed_conditionals.push_back({.file = where.file,
                                               .line = where.line,
                                               .text = "the device's compiler takes `" + condition +
                                                       "` for " + (holds ? "true" : "false") +
                                                       ", as Clang 19 does" + in_brackets(place),
                                               .holds = holds});
  }

  void guess_in_code(clang::SourceLocation place, const std::string& name) {
    const MetConditional where = met(place);
    d_result.guessed_code.push_back(
        {.file = where.file,
         .line = where.line,
         .text = "the device's compiler answers `" + name + "` as Clang 19 does" + in_brackets(place),
         .can_differ = false});
  }

  void test_in_conditional(clang::SourceLocation place, const clang::Token& token,
                           const clang::MacroDefinition& macro) {
    test_in_conditional(place, spelling(token), macro.getMacroInfo());
  }

  void test_in_conditional(clang::SourceLocation place, const std::string& name,
                           const clang::MacroInfo* macro) {
    if (name.empty() || !is_of_program(place) || d_known.contains(name)) return;
    if (is_question(name, macro)) {
      d_asks = true;
      return;
    }
    const bool is_new = test(place, name, macro, d_in_conditionals);
    // Clang's own macros say little about a device that was asked about the names that programs are known to
    // test.
    if (is_new && d_was_asked && macro != nullptr) d_asks = true;
  }

  // Returns whether only Clang determines the name.
  bool test(clang::SourceLocation place, const std::string& name, const clang::MacroInfo* macro,
            std::map<std::string, std::string>& into) {
    if (d_assumes_features && name.starts_with("__opencl_c_") && is_of_program(place)) {
      into.try_emplace(name, std::string("the device ") + (macro == nullptr ? "lacks" : "has") +
                                 " the feature `" + name + "`" + in_brackets(place));
      return false;
    }
    if (!may_be_predefined(name) || is_recorded_otherwise(name) || is_standard(name) ||
        d_known.contains(name) || !is_of_program(place))
      return false;
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    // A macro that Clang defines for an OpenCL build option is defined on the command line here.
    const bool is_of_option = name == "__FINITE_MATH_ONLY__" && macro != nullptr &&
                              sources.isWrittenInCommandLineFile(macro->getDefinitionLoc());
    if (macro != nullptr && !macro->isBuiltinMacro() && !is_of_option &&
        !sources.isWrittenInBuiltinFile(macro->getDefinitionLoc()))
      return false;
    into.try_emplace(
        name, "the device's compiler " +
                  std::string(macro == nullptr ? "does not define `" : "defines, as Clang does, `") + name +
                  "`" + in_brackets(place));
    return true;
  }

  // " (FILE:LINE)"; empty for a place that is in no file.
  std::string in_brackets(clang::SourceLocation place) const {
    const clang::SourceManager& sources = d_preprocessor.getSourceManager();
    const clang::PresumedLoc line = sources.getPresumedLoc(sources.getExpansionLoc(place));
    if (line.isInvalid()) return {};
    return " (" + std::string(line.getFilename()) + ":" + std::to_string(line.getLine()) + ")";
  }

  // Names in the body of a macro that are not macros themselves. Names that are macros are handled at their
  // definition.
  void test_body(clang::SourceLocation place, const clang::MacroInfo* macro) {
    if (macro == nullptr || macro->isBuiltinMacro()) return;
    for (const clang::Token& token : macro->tokens())
      if (const clang::IdentifierInfo* name = token.getIdentifierInfo();
          name != nullptr && d_preprocessor.getMacroInfo(name) == nullptr)
        test_in_conditional(place, name->getName().str(), nullptr);
  }

  // Names in a condition that are not macros count as 0 there, and no other callback reports them.
  void test_words(clang::SourceLocation place) {
    const std::string text = condition_at(place);
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
        test_in_conditional(place, word, d_preprocessor.getMacroInfo(name));
      begin = end;
    }
  }

  clang::Preprocessor& d_preprocessor;
  std::string d_resources;
  Preprocessed& d_result;
  bool d_was_asked = false;  // what the device's compiler predefines is known
  bool d_assumes_features = false;
  bool d_asks = false;  // the current condition asks something that only the device's compiler knows
  std::vector<Open> d_open;
  std::map<std::pair<std::string, unsigned>, unsigned> d_visits;
  std::set<std::string> d_known;                                    // the record decides
  std::set<std::string> d_defined;                                  // names that the program itself defines
                                                                    // somewhere
  std::map<unsigned, std::string> d_guarded;                        // `#ifndef`s -> the name that each tests
  std::set<std::string> d_guards;                                   // names tested by a conditional that ends
                                                                    // with its file
  std::map<std::string, std::string> d_in_conditionals, d_in_code;  // name -> sentence
};

}  // namespace

std::unique_ptr<clang::PPCallbacks> watch_macros(clang::Preprocessor& preprocessor,
                                                 const DeviceEnvironment& device, std::string resources,
                                                 Preprocessed& result) {
  return std::make_unique<Watcher>(preprocessor, device, std::move(resources), result);
}

}  // namespace launchproof::frontend
