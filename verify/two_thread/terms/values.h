// Computes the values of two work-items in lock step, as terms.
//
// Loops are either cut or unwound. In a cut loop, the values selected by its head are variables in each frame
// (frames.h), and path conditions are those of the acyclic graph within one iteration. Values that are
// uniform in a group are computed once, for both work-items.
//
// In an unwound loop, each iteration has its own frame, whose head selects what the previous iteration
// computed. Only the contents of memory are over-approximated then.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "verify/symbolic/lowering/lowering.h"
#include "verify/symbolic/terms/work_item.h"
#include "verify/two_thread/terms/frames.h"
#include "verify/two_thread/terms/inputs.h"
#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

enum class Loops : std::uint8_t { Cut, Unwound };

// The meaning of a variable.
struct Origin {
  model::ValueId value = model::kNone;
  FrameId frame = kOutside;
  unsigned who = 0;
};

class Values {
 public:
  // Creates values. With `inputs`, every value is a constant, because the inputs determine everything that
  // nothing else fixes.
  Values(const Setting& setting, Pairing pairing, std::vector<symbolic::WorkItem> items,
         Loops loops = Loops::Cut, Inputs* inputs = nullptr);

  // Models memory: returns the value of a read, or whether the access that an annotation asks about was made.
  // Returns a null term if it is unknown.
  using Follow =
      std::function<smt::Term(const model::Value& value, model::ValueId id, FrameId frame, unsigned who)>;
  void follow_memory(Follow follow) { d_follow = std::move(follow); }

  unsigned items() const { return static_cast<unsigned>(d_items.size()); }
  const symbolic::WorkItem& item(unsigned who) const { return d_items[who]; }
  Frames& frames() { return d_frames; }
  const Frames& frames() const { return d_frames; }
  // Returns the term as a constant if there are inputs.
  smt::Term settled(smt::Term term) { return d_inputs == nullptr ? term : d_inputs->constant(term); }

  // Returns the value. Width-1 values are Boolean terms.
  smt::Term value(model::ValueId id, FrameId frame, unsigned who);
  // Returns whether one term serves both work-items.
  bool is_shared(model::ValueId id, FrameId frame) const;

  // Returns the condition that work-item `who` reaches the block in the frame's iteration. Inner loops have
  // ended.
  smt::Term reach(model::BlockId block, FrameId frame, unsigned who);
  // Returns the same for a node of the frame's region. For an inner loop, this is reaching its head from
  // outside.
  smt::Term reach_node(model::BlockId node, FrameId frame, unsigned who);
  // Returns the condition that the work-item continues with another iteration after the frame's iteration.
  smt::Term goes_on(FrameId iteration, unsigned who);
  // Returns the condition that the edge is taken, given that the node that holds it is reached.
  smt::Term edge(model::BlockId from, std::uint32_t successor, FrameId frame, unsigned who);
  // Returns the condition that, in the frame of its last iteration, the loop is left by this edge.
  smt::Term leaves(model::LoopId loop, model::BlockId from, std::uint32_t successor, FrameId exit,
                   unsigned who);

  // Returns the condition that the work-item never leaves the loop; the frame's iteration is then one of
  // infinitely many.
  smt::Term stays(FrameId exit, unsigned who);

  // Returns whether all work-items that entered the loop together leave it together.
  bool leaves_together(model::LoopId loop, FrameId parent) const;
  FrameId body_frame(model::LoopId loop, FrameId parent);
  FrameId exit_frame(model::LoopId loop, FrameId parent);
  FrameId past_frame(model::LoopId loop, FrameId parent, model::SiteId site);
  // Returns the frame of iteration number `number`, from 0. It counts from the loop's start, or from the
  // arbitrary iteration if that is the parent.
  FrameId iteration_frame(model::LoopId loop, FrameId parent, std::uint32_t number);
  // The number of iterations of a loop. Must be stated before anything after the loop is requested. No
  // work-item continues after the last one.
  struct Iterations {
    std::uint32_t count = 0;
    bool ends_at_head = false;  // the last iteration leaves the loop by the head's own branch
  };
  void set_iterations(model::LoopId loop, FrameId parent, Iterations iterations);

  // A value returned by a call of a counter. Tickets are stored in the order in which they were requested.
  struct Ticket {
    model::ValueId value = model::kNone;
    FrameId frame = kOutside;
    unsigned who = 0;
  };
  const std::vector<Ticket>& tickets() const { return d_tickets; }

  // Create a variable that belongs to the frame, which is an iteration of its loop.
  smt::Term fresh_boolean(const std::string& name, FrameId frame);
  smt::Term fresh(const std::string& name, unsigned width, FrameId frame);
  // Returns the frame in which a variable was created; kOutside for what the whole launch shares.
  FrameId made_in(smt::Term variable) const;
  const std::unordered_map<smt::Term, FrameId>& all_made_in() const { return d_made_in; }
  // Returns the origin of a variable for a phi of a loop's head or for an unknown value; null for other
  // variables.
  const Origin* origin(smt::Term variable) const;
  // Returns whether `outer` is the frame itself or one around it.
  bool is_within(FrameId frame, FrameId outer) const;

  // Returns the variable of a phi of the frame's loop.
  smt::Term head_value(model::ValueId phi, FrameId frame, unsigned who) { return value(phi, frame, who); }

 private:
  FrameId frame_of(model::LoopId loop, FrameId frame);
  smt::Term start(FrameId id, unsigned who);
  std::optional<FrameId> iteration_before(FrameId iteration);
  smt::Term begin_iteration(FrameId id, unsigned who);
  FrameId outermost_exit(FrameId frame) const;
  Iterations iterations_of(model::LoopId loop, FrameId parent) const;
  smt::Term in_last_iteration(FrameId exit, unsigned who,
                              const std::function<smt::Term(FrameId iteration)>& what);
  smt::Term came_out(model::LoopId loop, model::BlockId from, std::uint32_t successor, FrameId parent,
                     unsigned who);
  smt::Term iteration_value(model::ValueId id, FrameId frame, unsigned who);
  smt::Term path(model::BlockId from, model::BlockId to, FrameId frame, unsigned who);
  smt::Term comes_out(model::LoopId loop, model::BlockId from, std::uint32_t successor, FrameId exit,
                      unsigned who);
  smt::Term branch(model::BlockId from, std::uint32_t successor, FrameId frame, unsigned who);
  // A value of a work-item in a frame, or, if the value is kNone, one of the frame's paths.
  class Here final : public symbolic::Computation {
   public:
    Here(Values& values, model::ValueId id, FrameId frame, unsigned who)
        : d_values(values), d_id(id), d_frame(frame), d_who(who) {}

    const symbolic::WorkItem& item() const override { return d_values.d_items[d_who]; }
    model::LoopId region() const override { return d_values.d_frames.at(d_frame).loop; }
    std::uint64_t place() const override { return std::uint64_t{d_who} << 32U | d_frame; }
    smt::Term value(model::ValueId id) override { return d_values.value(id, d_frame, d_who); }
    smt::Term edge(model::BlockId block, std::uint32_t successor) override {
      return d_values.edge(block, successor, d_frame, d_who);
    }
    smt::Term unknown(const std::string& name, const symbolic::Unknown& why) override {
      return d_values.unknown(name, d_id, d_frame, d_who, why);
    }
    // The address of a private array differs between work-items.
    bool is_functional(const model::Function& function) const override {
      return !function.name.starts_with("pointer.") && !function.name.starts_with("image.") &&
             !d_values.d_setting.kernel.values[d_id].operands.empty();
    }

   private:
    Values& d_values;
    model::ValueId d_id;
    FrameId d_frame;
    unsigned d_who;
  };

  smt::Term evaluate(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  bool in_lock_step(FrameId frame) const;
  bool is_uniform(model::ValueId id, FrameId frame) const;
  smt::Term other(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  smt::Term event(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  smt::Term carried(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  smt::Term read(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  bool is_equal_read(const model::Site& site, model::SiteId number) const;
  smt::Term equal_read(const model::Value& value, model::ValueId id, FrameId frame, unsigned who);
  smt::Term address_read(const model::Value& value, FrameId frame, unsigned who);
  smt::Term unknown(const std::string& name, model::ValueId id, FrameId frame, unsigned who,
                    const symbolic::Unknown& why);
  std::string prefix(model::ValueId id, FrameId frame, unsigned who) const;

  const Setting& d_setting;
  smt::TermStore& d_store;
  symbolic::Lowering d_lowering;
  Pairing d_pairing;
  std::vector<symbolic::WorkItem> d_items;
  bool d_unwound;
  Inputs* d_inputs;
  Frames d_frames;
  std::map<std::tuple<model::ValueId, FrameId, unsigned>, smt::Term> d_values;
  std::map<std::pair<FrameId, unsigned>, smt::Term> d_begins;            // of iterations
  std::map<std::pair<model::LoopId, FrameId>, Iterations> d_iterations;  // keyed by loop and parent
  std::vector<Ticket> d_tickets;
  std::unordered_map<smt::Term, FrameId> d_made_in;
  std::unordered_map<smt::Term, Origin> d_origins;
  Follow d_follow;
};

}  // namespace launchproof::two_thread
