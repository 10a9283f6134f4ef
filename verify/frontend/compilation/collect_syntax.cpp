#include "verify/frontend/compilation/collect_syntax.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/LambdaCapture.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/compilation/syntax_visitor.h"
#include "verify/frontend/ir/cuda_names.h"

namespace launchproof::frontend {
namespace {

// A pointer parameter of a CUDA kernel points to global memory.
model::ParameterKind kind_of(clang::QualType type, SourceLanguage language) {
  if (type->isImageType()) return model::ParameterKind::Image;
  if (type->isSamplerT()) return model::ParameterKind::Sampler;
  if (type->isPipeType() || type->isEventT() || type->isQueueT() || type->isReserveIDT())
    return model::ParameterKind::Other;
  if (type->isReferenceType()) return model::ParameterKind::Other;
  if (!type->isPointerType()) return model::ParameterKind::Value;
  if (language == SourceLanguage::Cuda) return model::ParameterKind::GlobalPointer;
  switch (type->getPointeeType().getAddressSpace()) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::opencl_global_device:
    case clang::LangAS::opencl_global_host:
      return model::ParameterKind::GlobalPointer;
    case clang::LangAS::opencl_constant:
      return model::ParameterKind::ConstantPointer;
    case clang::LangAS::opencl_local:
      return model::ParameterKind::LocalPointer;
    default:
      return model::ParameterKind::Other;
  }
}

// Counts the calls that `__postcondition` expands to.
class PostconditionCounter : public SyntaxVisitor {
 public:
  unsigned count = 0;

  Next enter(clang::Stmt& item) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&item);
    const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return Next::Inside;
    const llvm::StringRef name = callee->getName();
    if (name == kPostconditionStated || name == kPostconditionHolds) ++count;
    return Next::Inside;
  }
};

// Collects the `return` statements of a function that are conditional or in a loop. One that every path
// through the body reaches is the function's end. Those in lambdas do not belong to the function.
class Returns : public SyntaxVisitor {
 public:
  Returns(const clang::SourceManager& sources, std::set<SyntaxPlace>& places)
      : d_sources(sources), d_places(places) {}

  void collect(clang::Stmt* body) {
    if (auto* whole = llvm::dyn_cast<clang::CompoundStmt>(body))
      for (clang::Stmt* part : whole->body())
        if (!llvm::isa<clang::ReturnStmt>(part)) visit(*part);
  }

 private:
  Next enter(clang::Stmt& item) override {
    if (llvm::isa<clang::LambdaExpr>(item)) return Next::Past;
    const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(&item);
    if (statement == nullptr) return Next::Inside;
    const clang::PresumedLoc place =
        d_sources.getPresumedLoc(d_sources.getExpansionLoc(statement->getReturnLoc()));
    if (place.isValid()) d_places.insert({place.getFilename(), place.getLine(), place.getColumn()});
    return Next::Inside;
  }

  const clang::SourceManager& d_sources;
  std::set<SyntaxPlace>& d_places;
};

// Collects the functions that the program defines for the device, including those of templates.
class DeviceFunctions : public SyntaxVisitor {
 public:
  DeviceFunctions() : SyntaxVisitor(true) {}

  std::vector<const clang::FunctionDecl*> all;

 private:
  bool enter(clang::Decl& item) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&item);
    if (function != nullptr && function->hasAttr<clang::CUDADeviceAttr>() &&
        function->isThisDeclarationADefinition() && !function->isDependentContext())
      all.push_back(function);
    return true;
  }
};

// Where a kernel's syntax uses a pointer to a function, and the type of these functions.
struct FunctionPointerOf {
  std::string kernel;  // mangled
  std::size_t parameter = 0;
  std::size_t pointer = 0;
  clang::QualType type;
  bool is_in_union = false;
};

// Collects the parts of kernel declarations that the IR does not keep.
class SyntaxCollector : public clang::ASTConsumer {
 public:
  SyntaxCollector(SourceLanguage language, ProgramSyntax& syntax, KernelLayouts* layouts)
      : d_language(language), d_syntax(syntax), d_layouts(layouts) {}

  void Initialize(clang::ASTContext& context) override { d_context = &context; }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    // An instantiation may stand behind its template.
    for (const clang::FunctionTemplateDecl* item : d_kernel_templates)
      if (item->spec_begin() == item->spec_end())
        d_syntax.kernel_templates.push_back(item->getQualifiedNameAsString());
    if (d_function_pointers.empty()) return;
    DeviceFunctions defined;
    defined.visit(*context.getTranslationUnitDecl());
    for (const FunctionPointerOf& one : d_function_pointers) {
      FunctionPointer& pointer =
          d_syntax.kernels[one.kernel].parameters[one.parameter].function_pointers[one.pointer];
      for (const clang::FunctionDecl* function : defined.all)
        if (context.hasSameFunctionTypeIgnoringExceptionSpec(function->getType(), one.type))
          pointer.functions.insert(name_of(*function));
    }
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) visit(*declaration);
    return true;
  }

 private:
  bool is_kernel(const clang::FunctionDecl& function) const {
    return d_language == SourceLanguage::Cuda ? function.hasAttr<clang::CUDAGlobalAttr>()
                                              : function.hasAttr<clang::OpenCLKernelAttr>();
  }

  std::string name_of(const clang::NamedDecl& declaration) const {
    if (d_language != SourceLanguage::Cuda) return declaration.getNameAsString();
    return clang::ASTNameGenerator(*d_context).getName(&declaration);
  }

  void visit(const clang::Decl& declaration) {
    if (llvm::isa<clang::NamespaceDecl>(declaration) || llvm::isa<clang::LinkageSpecDecl>(declaration)) {
      for (const clang::Decl* inner : llvm::cast<clang::DeclContext>(&declaration)->decls()) visit(*inner);
      return;
    }
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
        variable != nullptr && variable->hasAttr<clang::CUDAConstantAttr>())
      d_syntax.constants.insert(name_of(*variable));
    // Libraries hold templates that their own host code would instantiate.
    if (const auto* item = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration);
        item != nullptr && is_kernel(*item->getTemplatedDecl()) &&
        d_context->getSourceManager().isInMainFile(item->getLocation()))
      d_kernel_templates.push_back(item);
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    if (function != nullptr && is_kernel(*function) && !function->isDependentContext() &&
        function->isThisDeclarationADefinition() && !function->isInvalidDecl())
      d_syntax.kernels[name_of(*function)] = kernel(*function);
  }

  KernelSyntax kernel(const clang::FunctionDecl& function) {
    KernelSyntax syntax;
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      syntax.parameters.push_back(this->parameter(*parameter));
      if (d_language == SourceLanguage::Cuda)
        add_function_pointers(without_address_space(parameter->getType()), "", 0,
                              {name_of(function), syntax.parameters.size() - 1, 0, {}, false},
                              syntax.parameters.back().function_pointers);
      if (d_layouts != nullptr && syntax.parameters.back().kind == model::ParameterKind::Value)
        (*d_layouts)[name_of(function)][syntax.parameters.back().name] =
            layout_of(without_address_space(parameter->getType()), *d_context);
    }
    if (const auto* size = function.getAttr<clang::ReqdWorkGroupSizeAttr>()) {
      syntax.required_local_size[0] = size->getXDim();
      syntax.required_local_size[1] = size->getYDim();
      syntax.required_local_size[2] = size->getZDim();
    }
    for (const auto* note : function.specific_attrs<clang::AnnotateAttr>()) {
      llvm::StringRef text = note->getAnnotation();
      if (!text.consume_front(cuda::kRequiredBlock)) continue;
      for (std::uint64_t& size : syntax.required_local_size) {
        text.consumeInteger(10, size);
        text.consume_front(" ");
      }
    }
    if (const auto* size = function.getAttr<clang::OpenCLIntelReqdSubGroupSizeAttr>())
      syntax.required_sub_group_size = size->getSubGroupSize();
    if (d_language == SourceLanguage::Cuda)
      Returns(d_context->getSourceManager(), syntax.returns).collect(function.getBody());
    PostconditionCounter counter;
    if (clang::Stmt* body = function.getBody()) counter.visit(*body);
    syntax.postconditions = counter.count;
    return syntax;
  }

  ParameterSyntax parameter(const clang::ParmVarDecl& parameter) const {
    ParameterSyntax syntax;
    const clang::QualType type = without_address_space(parameter.getType());
    syntax.name = parameter.getNameAsString();
    syntax.type = type->isPointerType() ? type.getAsString(d_context->getPrintingPolicy()) : plain_name(type);
    syntax.kind = kind_of(type, d_language);
    syntax.is_restrict = type.isRestrictQualified();
    const clang::PresumedLoc place = d_context->getSourceManager().getPresumedLoc(parameter.getLocation());
    if (place.isValid()) syntax.line = place.getLine();
    if (type->isPointerType()) {
      const clang::QualType pointee = type->getPointeeType();
      syntax.is_const = pointee.isConstQualified();
      syntax.is_volatile = pointee.isVolatileQualified();
      const clang::QualType element =
          without_address_space(d_context->getBaseElementType(pointee)).getUnqualifiedType();
      syntax.element_type = plain_name(element);
      syntax.element_bytes = size_of(element);
    } else {
      syntax.bytes = size_of(type);
      if (d_language == SourceLanguage::Cuda) add_pointer_fields(type, "", 0, syntax.pointer_fields);
    }
    return syntax;
  }

  // The capture of a lambda has no name as a field, but the captured variable has one.
  static std::string name_of_field(const clang::CXXRecordDecl& record, const clang::FieldDecl& field) {
    if (!record.isLambda()) return field.getNameAsString();
    const clang::LambdaCapture& capture = *std::next(record.captures_begin(), field.getFieldIndex());
    return capture.capturesVariable() ? capture.getCapturedVar()->getNameAsString() : "this";
  }

  void add_pointer_fields(clang::QualType type, const std::string& path, std::uint64_t offset,
                          std::vector<PointerField>& fields) const {
    constexpr std::size_t kMostFields = 64;
    if (fields.size() > kMostFields) return;
    if (const clang::ConstantArrayType* array = d_context->getAsConstantArrayType(type)) {
      const std::uint64_t count = array->getSize().getZExtValue();
      for (std::uint64_t i = 0; i < count && i <= kMostFields; ++i)
        add_pointer_fields(array->getElementType(), path + "[" + std::to_string(i) + "]",
                           offset + i * size_of(array->getElementType()), fields);
      return;
    }
    if (type->isPointerType() && !path.empty() && !type->isFunctionPointerType()) {
      const clang::QualType pointee = type->getPointeeType();
      const clang::QualType element = d_context->getBaseElementType(pointee).getUnqualifiedType();
      fields.push_back({path, type.getAsString(d_context->getPrintingPolicy()), offset, plain_name(element),
                        size_of(element), pointee.isConstQualified()});
      return;
    }
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || record->isUnion() || record->getNumVBases() != 0)
      return;
    const clang::ASTRecordLayout& layout = d_context->getASTRecordLayout(record);
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (const clang::CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl())
        add_pointer_fields(base.getType(), path,
                           offset + static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity()),
                           fields);
    for (const clang::FieldDecl* field : record->fields())
      add_pointer_fields(field->getType(), path + "." + name_of_field(*record, *field),
                         offset + layout.getFieldOffset(field->getFieldIndex()) / d_context->getCharWidth(),
                         fields);
  }

  void add_function_pointers(clang::QualType type, const std::string& path, std::uint64_t offset,
                             const FunctionPointerOf& of, std::vector<FunctionPointer>& pointers) {
    constexpr std::size_t kMost = 64;
    if (pointers.size() > kMost) return;
    if (type->isFunctionPointerType()) {
      d_function_pointers.push_back(of);
      d_function_pointers.back().pointer = pointers.size();
      d_function_pointers.back().type = type->getPointeeType();
      pointers.push_back({path, offset, {}, of.is_in_union});
      return;
    }
    if (const clang::ConstantArrayType* array = d_context->getAsConstantArrayType(type)) {
      for (std::uint64_t i = 0; i < array->getSize().getZExtValue() && i <= kMost; ++i)
        add_function_pointers(array->getElementType(), path + "[" + std::to_string(i) + "]",
                              offset + i * size_of(array->getElementType()), of, pointers);
      return;
    }
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || record->getNumVBases() != 0) return;
    FunctionPointerOf inside = of;
    inside.is_in_union |= record->isUnion();
    const clang::ASTRecordLayout& layout = d_context->getASTRecordLayout(record);
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (const clang::CXXRecordDecl* inner = base.getType()->getAsCXXRecordDecl())
        add_function_pointers(
            base.getType(), path,
            offset + static_cast<std::uint64_t>(layout.getBaseClassOffset(inner).getQuantity()), inside,
            pointers);
    for (const clang::FieldDecl* field : record->fields())
      add_function_pointers(
          field->getType(), path + "." + name_of_field(*record, *field),
          offset + layout.getFieldOffset(field->getFieldIndex()) / d_context->getCharWidth(), inside,
          pointers);
  }

  // Returns the name without qualifiers. A scalar type that the program names itself gets its name in OpenCL
  // C.
  std::string plain_name(clang::QualType type) const {
    static const std::set<std::string> kScalars{
        "bool",  "char",   "uchar", "short", "ushort", "int",      "uint",      "long",
        "ulong", "size_t", "half",  "float", "double", "intptr_t", "uintptr_t", "ptrdiff_t"};
    std::string name = type.getUnqualifiedType().getAsString(d_context->getPrintingPolicy());
    const clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
    if (!canonical->isBuiltinType() || !canonical->isArithmeticType() || kScalars.contains(name)) return name;
    return canonical.getAsString(d_context->getPrintingPolicy());
  }

  clang::QualType without_address_space(clang::QualType type) const {
    return type.hasAddressSpace() ? d_context->removeAddrSpaceQualType(type) : type;
  }

  std::uint64_t size_of(clang::QualType type) const {
    if (type->isIncompleteType() || type->isVoidType()) return 1;
    const auto size = d_context->getTypeSizeInChars(type).getQuantity();
    return size > 0 ? static_cast<std::uint64_t>(size) : 1;
  }

  std::vector<FunctionPointerOf> d_function_pointers;
  std::vector<const clang::FunctionTemplateDecl*> d_kernel_templates;
  SourceLanguage d_language;
  ProgramSyntax& d_syntax;
  KernelLayouts* d_layouts;
  clang::ASTContext* d_context = nullptr;
};

bool is_for_device(const clang::Decl& declaration) {
  return declaration.hasAttr<clang::CUDADeviceAttr>() || declaration.hasAttr<clang::CUDAGlobalAttr>();
}

class HostBodies : public clang::ASTConsumer {
 public:
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::FunctionDecl* function = declaration->getAsFunction();
    return function != nullptr && !is_for_device(*function) && !function->isConstexpr();
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> collect_syntax(SourceLanguage language, ProgramSyntax& syntax,
                                                   KernelLayouts* layouts) {
  return std::make_unique<SyntaxCollector>(language, syntax, layouts);
}

std::unique_ptr<clang::ASTConsumer> skip_host_bodies() {
  return std::make_unique<HostBodies>();
}

}  // namespace launchproof::frontend
