#include "verify/frontend/cuda/target.h"

#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>

#include <string_view>

namespace launchproof::frontend::cuda {
namespace {

// Behaves like another target except for constraints.
class Target : public clang::TargetInfo {
 public:
  explicit Target(clang::TargetInfo& base) : TargetInfo(base), d_base(&base) {
    NoAsmVariants = true;  // braces are PTX
  }

  void getTargetDefines(const clang::LangOptions& options, clang::MacroBuilder& builder) const override {
    d_base->getTargetDefines(options, builder);
  }
  llvm::ArrayRef<clang::Builtin::Info> getTargetBuiltins() const override {
    return d_base->getTargetBuiltins();
  }
  BuiltinVaListKind getBuiltinVaListKind() const override { return d_base->getBuiltinVaListKind(); }
  std::string_view getClobbers() const override { return d_base->getClobbers(); }
  llvm::ArrayRef<const char*> getGCCRegNames() const override { return {}; }
  llvm::ArrayRef<GCCRegAlias> getGCCRegAliases() const override { return {}; }
  bool hasFeature(llvm::StringRef feature) const override { return d_base->hasFeature(feature); }
  CallingConvCheckResult checkCallingConvention(clang::CallingConv convention) const override {
    return d_base->checkCallingConvention(convention);
  }
  clang::CallingConv getDefaultCallingConv() const override { return d_base->getDefaultCallingConv(); }
  std::optional<unsigned> getDWARFAddressSpace(unsigned space) const override {
    return d_base->getDWARFAddressSpace(space);
  }
  // The base was adjusted before it was copied.
  void adjust(clang::DiagnosticsEngine&, clang::LangOptions&) override {}

  bool validateAsmConstraint(const char*& name, ConstraintInfo& info) const override {
    constexpr std::string_view kRegisters = "chrlfdqbC";
    if (kRegisters.find(*name) == std::string_view::npos) return false;
    info.setAllowsRegister();
    return true;
  }

 private:
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> d_base;
};

}  // namespace

void accept_ptx_operands(clang::CompilerInstance& compiler) {
  compiler.setTarget(new Target(compiler.getTarget()));
}

}  // namespace launchproof::frontend::cuda
