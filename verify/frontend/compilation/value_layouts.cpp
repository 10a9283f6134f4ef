#include "verify/frontend/compilation/value_layouts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>

#include <utility>

#include "verify/frontend/compilation/layout_of.h"

namespace launchproof::frontend {
namespace {

using Kind = model::ValueLayout::Kind;

Kind kind_of_scalar(clang::QualType type) {
  if (type->isFloatingType()) return Kind::Floating;
  return type->isIntegralOrEnumerationType() ? Kind::Integer : Kind::Other;
}

void add_fields(const clang::RecordDecl& record, std::uint64_t begin, const clang::ASTContext& context,
                std::vector<model::ValueField>& fields) {
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(&record);
  for (const clang::FieldDecl* field : record.fields()) {
    const std::uint64_t offset =
        begin + layout.getFieldOffset(field->getFieldIndex()) / context.getCharWidth();
    if (field->isUnnamedBitField()) continue;
    if (field->isAnonymousStructOrUnion()) {
      add_fields(*field->getType()->castAs<clang::RecordType>()->getDecl(), offset, context, fields);
      continue;
    }
    fields.push_back(
        {field->getNameAsString(), offset, field->isBitField(), layout_of(field->getType(), context)});
  }
}

}  // namespace

model::ValueLayout layout_of(clang::QualType type, const clang::ASTContext& context) {
  model::ValueLayout layout;
  layout.type = type.getUnqualifiedType().getAsString(context.getPrintingPolicy());
  if (type->isIncompleteType() || type->isDependentType()) return layout;
  layout.bytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  if (const auto* vector = type->getAs<clang::VectorType>()) {
    layout.kind = kind_of_scalar(vector->getElementType());
    layout.lanes = vector->getNumElements();
  } else if (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
    layout.kind = Kind::Array;
    layout.element.push_back(layout_of(array->getElementType(), context));
  } else if (const auto* record = type->getAs<clang::RecordType>()) {
    layout.kind = Kind::Record;
    add_fields(*record->getDecl(), 0, context, layout.fields);
  } else {
    layout.kind = kind_of_scalar(type);
  }
  return layout;
}

model::ValueLayouts value_layouts(const ProgramSource& source, const DeviceEnvironment& device,
                                  const std::string& kernel) {
  KernelLayouts all = layouts_in(source, device);
  const auto found = all.find(kernel);
  return found == all.end() ? model::ValueLayouts{} : std::move(found->second);
}

}  // namespace launchproof::frontend
