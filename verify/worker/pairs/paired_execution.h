// Executes two launches that may run at the same time one after the other, and compares the bytes that both
// touch.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/checks/launch_races.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"
#include "verify/worker/pairs/launch_pair.h"
#include "verify/worker/pairs/paired_kernel.h"
#include "verify/worker/replay/execution_proof.h"

namespace launchproof::worker {

class PairedExecution {
 public:
  // All arguments must outlive this object. `common`: the arrays of the two kernels that lie in one memory
  // object.
  PairedExecution(const LaunchPairJob& job, const PairedKernel& first, const PairedKernel& second,
                  const std::vector<std::pair<model::ArrayId, model::ArrayId>>& common);

  // Executes both launches with their recorded contents: first the groups in which accesses may meet, and if
  // these show no race, the whole launches.
  void run(const std::vector<access::OpenAccesses>& open);

  // Returns whether both launches ran to their ends.
  bool has_run() const { return d_has_run; }
  // Returns the races that certainly happen, one for each pair of places in the programs. Races are benign if
  // both launches store equal bytes.
  const std::vector<verdict::Finding>& findings() const { return d_findings; }
  // Returns whether the execution shows that the two launches never race with these contents, except for
  // benign races.
  bool is_proof() const { return d_is_proof; }
  // Returns the recorded contents on which the proof depends.
  std::vector<std::string> contents_in_words() const;
  // Return why the execution does not settle the question.
  verdict::Cause cause() const { return d_cause; }
  const std::string& reason() const { return d_reason; }

 private:
  struct Executed {
    replay::Outcome outcome;
    std::optional<replay::Kernel> code;
  };
  // Two accesses to one byte that make a race.
  struct Conflict {
    replay::FirstAccess here, there;
    bool are_writes = false;         // both are plain writes, and nothing worse happens to the byte
    bool is_of_equal_bytes = false;  // all accesses to the byte only store this one value
  };

  using Groups = std::vector<std::array<std::uint64_t, 3>>;

  // Runs these groups of both launches, or all groups, and compares what they touch. Returns false if one of
  // the launches did not finish.
  bool run_groups(const Groups& of_first, const Groups& of_second);
  bool execute(const PairedKernel& side, const Groups& groups, Executed& into);
  void compare(std::uint64_t object);
  std::optional<Conflict> conflict(const replay::ByteAccesses& here, const replay::ByteAccesses& there) const;
  void take(std::uint64_t object, std::uint64_t offset, const Conflict& conflict);
  // Returns whether the access certainly happens in the launch as it did here; if not, sets the reason.
  bool is_certain(const PairedKernel& side, const Executed& executed, const replay::Participant& access);
  // Returns whether everything that the launch stores is certain, or the same in a repeat of the launch; if
  // not, sets the reason.
  bool stores_certainly(const PairedKernel& side, const Executed& executed);
  bool may_be_ordered(const replay::Participant& here, const replay::Participant& there);
  verdict::Finding finding_of(std::uint64_t object, std::uint64_t offset, replay::Participant here,
                              replay::Participant there, bool is_benign) const;
  void give_up(verdict::Cause cause, std::string reason);

  const LaunchPairJob& d_job;
  const PairedKernel& d_first;
  const PairedKernel& d_second;
  std::set<std::uint64_t> d_objects;
  bool d_has_variables = false;  // variables of the program are shared as well
  Executed d_one, d_other;
  ExecutionProof d_proof_of_one, d_proof_of_other;
  // By places in the two programs: whether they raced other than by storing equal bytes.
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> d_seen;
  std::size_t d_races = 0;         // number of findings that are not benign
  bool d_met = false;              // the launches met in a common byte other than by storing equal bytes
  bool d_rests_on_stores = false;  // the launches met in a byte into which both store the same value
  bool d_has_run = false;
  bool d_is_proof = false;
  std::vector<verdict::Finding> d_findings;
  verdict::Cause d_cause = verdict::Cause::ContentsUndecided;
  std::string d_reason = "the two launches were not executed";
};

}  // namespace launchproof::worker
