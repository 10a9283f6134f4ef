#include "verify/jobs/json/job_json.h"

#include <algorithm>

#include "capture/reader.h"
#include "verify/jobs/json/job_fields.h"

namespace launchproof::jobs {

constexpr const char* kSchema = "launchproof.job/1";

std::string to_json(const Job& job) {
  Writer writer;
  writer("schema", std::string(kSchema))("job", job);
  return writer.take().dump();
}

void JobReader::load(Job& job) {
  auto* recorded = std::get_if<RecordedLaunch>(&job.launch_source);
  if (recorded == nullptr) return;
  std::shared_ptr<const capture::Capture>& capture = d_captures[recorded->capture];
  if (capture == nullptr)
    capture = std::make_shared<const capture::Capture>(capture::read_capture(recorded->capture));
  const std::size_t count = capture->launches.size();
  if (recorded->launches.empty() ||
      std::ranges::any_of(recorded->launches, [&](std::size_t launch) { return launch >= count; }))
    throw std::runtime_error(recorded->capture + " lacks launches of the job");
  recorded->loaded = capture;
}

Job JobReader::read(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Reader reader(json);
    std::string schema;
    reader("schema", schema);
    if (schema != kSchema) throw std::runtime_error("the schema is not " + std::string(kSchema));
    Job job;
    reader("job", job);
    reader.end();
    if (job.program == nullptr) throw std::runtime_error("the job has no program");
    load(job);
    return job;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("a job is damaged: ") + error.what());
  }
}

}  // namespace launchproof::jobs
