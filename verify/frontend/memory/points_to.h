// Finds the arrays of a kernel, and the arrays that each pointer may point into.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <set>

#include "verify/frontend/program/kernel_syntax.h"
#include "verify/model/kernel_model.h"

namespace launchproof::frontend {

// Returns whether the type is event_t of OpenCL. The model represents an event as a number, which is 0 for no
// event.
bool is_event(const llvm::Type* type);
bool is_sampler(const llvm::Type* type);
bool is_pipe(const llvm::Type* type);
bool is_reservation(const llvm::Type* type);
// Returns the type of an image; nothing for other types and for images with several samples per pixel.
std::optional<model::ImageType> image_type(const llvm::Type* type);
// Also true for surfaces of CUDA.
bool is_image(const llvm::Type* type);
// The type in LLVM IR of a parameter that names a surface of CUDA: its coordinates, and whether it is
// layered.
inline constexpr const char* kSurfaceType = "spirv.LaunchproofSurface";
llvm::Type* surface_type(llvm::LLVMContext& context, const model::ImageType& type);
// Makes parameters of this type images, which their syntax does not show.
void name_surfaces(const llvm::Function& kernel, std::vector<model::Parameter>& parameters);
inline constexpr unsigned kEventBits = 64;
inline constexpr unsigned kReservationBits = 64;

struct PointsTo {
  std::set<model::ArrayId> arrays;  // 0: may be null or uninitialised
  bool unknown = false;             // may be anything, e.g. if it was loaded from memory
  bool operator==(const PointsTo&) const = default;
};

class PointerAnalysis {
 public:
  // Adds the kernel's arrays to the model: [0] null, parameters, variables of the module, unpromoted private
  // ones.
  PointerAnalysis(llvm::Function& kernel, const KernelSyntax& syntax, model::KernelModel& model);

  PointsTo of(const llvm::Value* pointer);
  // Returns the array for an argument, global variable or alloca; kNone for others.
  model::ArrayId array_of(const llvm::Value* object);
  // Returns the program's variable for the array, or null.
  const llvm::GlobalVariable* variable_of(model::ArrayId array) const;

 private:
  void propagate();
  PointsTo of_space(PointsTo all, unsigned space) const;
  PointsTo transfer(const llvm::Value* pointer);
  // Returns the array that all pointers from which an integer is computed point into.
  PointsTo origin(const llvm::Value* integer);
  model::ArrayId add_variable(const llvm::GlobalVariable& variable);

  llvm::Function& d_kernel;
  model::KernelModel& d_model;
  llvm::DenseMap<const llvm::Value*, model::ArrayId> d_objects;
  llvm::DenseMap<const llvm::Value*, PointsTo> d_sets;
};

// Returns the bytes of a constant in memory; nothing if parts of it have no fixed bytes, e.g. addresses.
std::optional<std::vector<std::uint8_t>> bytes_of(const llvm::Constant& constant,
                                                  const llvm::DataLayout& layout);

// Returns the constant that a private array always holds (see mark_tables); null for others.
const llvm::Constant* table_of(const llvm::AllocaInst& variable);

// Returns "int", "float4", … for messages.
std::string type_name(llvm::Type* type);

}  // namespace launchproof::frontend
