#include "reports/formats/sarif_rules.h"

namespace launchproof::reports {

// No `default`: a property without a text does not compile.
RuleText rule_text(verdict::Property property) {
  switch (property) {
    case verdict::Property::DataRace:
      return {
          "DataRace",
          "Two work-items touch the same bytes, at least one of them writes, and nothing orders them: what "
          "is "
          "read or left in memory depends on timing, on the device and on its driver. Within a work-group, "
          "put a barrier with the fence of that memory between the two accesses, where all work-items of the "
          "group come to it. Between groups no barrier helps: let each write memory of its own, use atomic "
          "functions, or launch a second kernel."};
    case verdict::Property::BarrierDivergence:
      return {
          "BarrierDivergence",
          "Some work-items of a group reach a barrier that others do not reach, or reach it in another "
          "iteration of a loop. The launch may hang, or continue as if the barrier were absent. Move the "
          "barrier out of the branch or loop on which work-items disagree, and put the condition around the "
          "accesses alone."};
    case verdict::Property::OutOfBounds:
      return {"OutOfBounds",
              "An access lies outside its array: it reads or overwrites other data. Compare "
              "the index "
              "with the size before the access (launches are often rounded up to whole groups), or make the "
              "buffer larger in the host program."};
    case verdict::Property::NullAccess:
      return {"NullAccess",
              "The host gave a null pointer for this argument, and the kernel accesses it. Test the pointer "
              "in the "
              "kernel, or give the launch a buffer."};
    case verdict::Property::Assertion:
      return {"Assertion",
              "An assertion or invariant of the kernel does not hold for the values of the "
              "counterexample. Correct the kernel, or the condition."};
    case verdict::Property::AccessFlags:
      return {"AccessFlags",
              "The host made this memory with CL_MEM_READ_ONLY, and the kernel stores into it, or with "
              "CL_MEM_WRITE_ONLY, and the kernel loads from it; an atomic function does both. That is "
              "undefined in "
              "OpenCL: the device may keep the store to itself, or fault. Create the buffer or image with "
              "CL_MEM_READ_WRITE, or give the kernel another one."};
    case verdict::Property::UninitialisedRead:
      return {"UninitialisedRead",
              "A work-item reads memory that was never written and may hold any value. Write it "
              "before, in "
              "the kernel or from the host."};
    case verdict::Property::Equivalent:
      return {
          "Equivalent",
          "Two kernels, or a kernel and its specification, leave different contents in a buffer: both were "
          "executed with the contents that the finding names. Compare the two lines for that element, or "
          "say with --arithmetic which differences of floats do not count."};
    case verdict::Property::Postcondition:
      return {"Postcondition",
              "When the launch has ended, memory does not hold what the kernel states: the kernel was "
              "executed with "
              "the contents that the finding names. Correct the kernel, or the condition."};
    case verdict::Property::LaunchRace:
      return {
          "LaunchRace",
          "Two launches that nothing orders touch the same bytes, and one of them writes: their queues, "
          "events, barriers and waits of the host, as recorded, let them run at once. Let one wait for the "
          "event of the other, put a barrier between them in the queue, wait on the host, or give each of "
          "them memory of its own."};
  }
  return {};
}

}  // namespace launchproof::reports
