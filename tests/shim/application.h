// Runs applications with and without the shim.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capture/reader.h"

namespace launchproof::tests {

struct Outcome {
  int status = -1;  // exit status, or 256 + the number of the signal that ended it
  std::string out;
  std::string err;

  bool operator==(const Outcome&) const = default;
};

enum class Way { None, Layer, Preload, Both };

// A temporary folder, removed at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return d_path; }
  void write(const std::string& name, const std::string& text) const;

 private:
  std::string d_path;
};

// One run of an application in a separate folder, in which its capture is "run.lpcap".
struct Application {
  std::vector<std::string> command;
  Way way = Way::Layer;
  std::string vendors;  // folder of .icd files; empty: the machine's folder
  std::map<std::string, std::string> environment;
  std::string capture = "run.lpcap";  // in the folder, unless it begins with '/'; empty: no capture
  // Runs it as `nobody`, and makes that user the owner of the folder, because file modes do not restrict the
  // superuser.
  bool unprivileged = false;
  std::string before, after;  // paths of libraries that are preloaded along with the shim
  // Whether PoCL uses the compilation cache that tests share, which takes longer than most of these runs.
  bool shares_compiled = false;

  Outcome in(const Folder& folder) const;
  // Starts only the application and returns its process. The caller must end it and wait for it.
  pid_t start(const Folder& folder) const;
};

// The path of one of the small applications of tests/apps.
std::string app(const std::string& name);
// Returns the path of one of the libraries of tests/apps/beside.
std::string beside(const std::string& name);

// Runs an application on the stub driver under the shim, and reads the capture.
struct Recorded {
  std::shared_ptr<Folder> folder;
  Outcome outcome;
  capture::Capture capture;
};
Recorded recorded_on_stub(std::vector<std::string> command, Way way = Way::Layer,
                          std::map<std::string, std::string> environment = {});

}  // namespace launchproof::tests
