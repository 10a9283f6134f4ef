#include "verify/jobs/class_key.h"

#include "capture/files/sha256.h"
#include "verify/cache/fields.h"

namespace launchproof::jobs {

std::string short_key(const std::string& key) {
  constexpr std::size_t kDigits = 16;
  return key.substr(0, kDigits);
}

std::string class_key(const Job& job, const std::string& kernel) {
  const frontend::ProgramSource& source = job.program->sources.at(0);
  std::string text;
  cache::add_field(text, "kernel", kernel);
  cache::add_field(text, "program", source.text);
  cache::add_field(text, "options", source.options);
  cache::add_field(text, "address-bits", std::to_string(job.program->device.address_bits));
  cache::add_field(text, "launch", job.facts_key);
  return short_key(capture::sha256_hex(text.data(), text.size()));
}

}  // namespace launchproof::jobs
