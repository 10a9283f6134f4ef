// The fields of launches and of their facts.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "verify/jobs/json/archive.h"
#include "verify/jobs/launch_source.h"

namespace launchproof::jobs {

template <typename Archive>
void fields(Archive& /*archive*/, Field<Archive, model::UnknownArgument>& /*value*/) {}

template <typename Archive>
void fields(Archive& /*archive*/, Field<Archive, model::NullArgument>& /*value*/) {}

// Writing contents that are loaded lazily reads them.
template <typename Archive>
void fields(Archive& archive, Field<Archive, model::BufferContents>& contents) {
  std::optional<Bytes> bytes;
  std::string reason, origin;
  if constexpr (!Archive::kReads) {
    if (const Bytes* known = contents.bytes()) bytes = *known;
    reason = contents.reason();
    origin = contents.origin();
  }
  archive("contents", bytes)("reason", reason)("origin", origin);
  if constexpr (Archive::kReads) {
    contents = {};
    if (bytes)
      contents = model::BufferContents::known(std::move(*bytes), std::move(origin));
    else if (!reason.empty())
      contents = model::BufferContents::unknown(std::move(reason));
  }
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::SubGroups>& value) {
  auto& [size, mapping, source] = value;
  archive("size", size)("mapping", mapping)("source", source);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::OpenSizes>& value) {
  auto& [local, groups, global] = value;
  archive("local", local)("groups", groups)("global", global);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::ValueArgument>& value) {
  auto& [bytes] = value;
  archive("bytes", bytes);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::ImageType>& value) {
  auto& [coordinates, layered, is_buffer, is_surface] = value;
  archive("coordinates", coordinates)("layered", layered)("is_buffer", is_buffer)("is_surface", is_surface);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::ImageFormat>& value) {
  auto& [order, type] = value;
  archive("order", order)("type", type);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::ImageShape>& value) {
  auto& [type, size, format, pixel_pitch, row_pitch, slice_pitch, over_buffer, is_given] = value;
  archive("type", type)("size", size)("format", format)("pixel_pitch", pixel_pitch)("row_pitch", row_pitch)(
      "slice_pitch", slice_pitch)("over_buffer", over_buffer)("is_given", is_given);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::ContentsProperties>& value) {
  auto& [bytes, is_signed, low, high, distinct, order] = value;
  archive("bytes", bytes)("is_signed", is_signed)("low", low)("high", high)("distinct", distinct)("order",
                                                                                                  order);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::BufferArgument>& value) {
  auto& [object, origin, bytes, contents, image, before, access, properties] = value;
  archive("object", object)("origin", origin)("bytes", bytes)("contents", contents)("image", image)(
      "before", before)("access", access)("properties", properties);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::LocalArgument>& value) {
  auto& [bytes] = value;
  archive("bytes", bytes);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::Quantity>& value) {
  auto& [kind, index, width, is_signed] = value;
  archive("kind", kind)("index", index)("width", width)("is_signed", is_signed);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::FreeFact>& value) {
  auto& [quantity, bits] = value;
  archive("quantity", quantity)("bits", bits);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::Amount>& value) {
  auto& [coefficient, factors] = value;
  archive("coefficient", coefficient)("factors", factors);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::Relation>& value) {
  auto& [kind, left, right, bits] = value;
  archive("kind", kind)("left", left)("right", right)("bits", bits);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, model::LaunchFacts>& value) {
  auto& [work_dim, open, global_offset, global_size, local_size, sub_groups, is_cooperative, arguments, free,
         relations] = value;
  archive("work_dim", work_dim)("open", open)("global_offset", global_offset)("global_size", global_size)(
      "local_size", local_size)("sub_groups", sub_groups)("is_cooperative", is_cooperative)(
      "arguments", arguments)("free", free)("relations", relations);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, FactsAnswer>& value) {
  auto& [facts, local_size_open, assumptions, verdict, cause, reason, input_error, unused] = value;
  archive("facts", facts)("local_size_open", local_size_open)("assumptions", assumptions)("verdict", verdict)(
      "cause", cause)("reason", reason)("input_error", input_error)("unused", unused);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, KnownPart>& value) {
  auto& [launch, count, answer] = value;
  archive("launch", launch)("count", count)("answer", answer);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, KnownLaunch>& value) {
  auto& [answer, parts] = value;
  archive("answer", answer)("parts", parts);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenSize>& value) {
  auto& [size, any, dimensions] = value;
  archive("size", size)("any", any)("dimensions", dimensions);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenValue>& value) {
  auto& [name, text] = value;
  archive("name", name)("text", text);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenBuffer>& value) {
  auto& [name, null, of, origin, bytes] = value;
  archive("name", name)("null", null)("of", of)("origin", origin)("bytes", bytes);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenList>& value) {
  auto& [name, texts] = value;
  archive("name", name)("texts", texts);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenContents>& value) {
  auto& [name, zero, bytes, properties] = value;
  archive("name", name)("zero", zero)("bytes", bytes)("properties", properties);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenImage>& value) {
  auto& [name, size, format, of, origin] = value;
  archive("name", name)("size", size)("format", format)("of", of)("origin", origin);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenSampler>& value) {
  auto& [name, bits] = value;
  archive("name", name)("bits", bits);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenAccess>& value) {
  auto& [name, access] = value;
  archive("name", name)("access", access);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenLocal>& value) {
  auto& [name, bytes] = value;
  archive("name", name)("bytes", bytes);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, GivenLaunch>& value) {
  auto& [local_size, num_groups, global_size, global_offset, values, buffers, contents, locals,
         dynamic_shared, kernel_args, kernel_arrays, images, samplers, accesses, sub_groups] = value;
  archive("local_size", local_size)("num_groups", num_groups)("global_size", global_size)(
      "global_offset", global_offset)("values", values)("buffers", buffers)("contents", contents)(
      "locals", locals)("dynamic_shared", dynamic_shared)("kernel_args", kernel_args)(
      "kernel_arrays", kernel_arrays)("images", images)("samplers", samplers)("accesses", accesses)(
      "sub_groups", sub_groups);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, OpenForm>& value) {
  auto& [options, local_word, groups_word, repro, replay_command, export_command] = value;
  archive("options", options)("local_word", local_word)("groups_word", groups_word)("repro", repro)(
      "replay_command", replay_command)("export_command", export_command);
}

template <typename Archive>
void fields(Archive& archive, Field<Archive, StatedLaunch>& value) {
  auto& [launch, open] = value;
  archive("launch", launch)("open", open);
}

// Data of the capture is read again from its folder.
template <typename Archive>
void fields(Archive& archive, Field<Archive, RecordedLaunch>& value) {
  auto& [capture, launches, has_parts, unknown, local_size, stated, loaded] = value;
  archive("capture", capture)("launches", launches)("has_parts", has_parts)("unknown", unknown)(
      "local_size", local_size)("stated", stated);
}

}  // namespace launchproof::jobs
