#include "capture/class_explanation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "capture/printable.h"
#include "capture/show.h"
#include "capture/wording.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kShownValues = 6;
constexpr std::size_t kShownLaunches = 12;

// Returns the first `most` items, and how many more there are.
std::string list(const std::vector<std::string>& items, std::size_t most, const char* separator) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i) text += (i == 0 ? "" : separator) + items[i];
  if (items.size() > most) text += " and " + std::to_string(items.size() - most) + " more";
  return text;
}

// One aspect in which classes of a kernel can differ.
struct Aspect {
  std::string name;
  std::string text;                  // as shown
  std::string identity;              // value used for comparison, since the text may omit something
  std::optional<Argument> argument;  // compared as well

  bool same(const Aspect& other) const { return identity == other.identity && argument == other.argument; }
};

std::string size_text(const Size3& size) {
  return std::to_string(size[0]) + 'x' + std::to_string(size[1]) + 'x' + std::to_string(size[2]);
}

std::string local_text(const Launch& launch) {
  if (launch.local_size) return size_text(*launch.local_size);
  if (launch.chosen_local_size) return size_text(*launch.chosen_local_size) + " (chosen by the runtime)";
  return "left to the runtime and not known";
}

// "int n = 4 (04000000)" without the name and the type.
std::string value_text(const std::string& shown, const Argument& argument) {
  std::string head = printable(argument.type);
  if (!head.empty()) head += ' ';
  head += argument.name.empty() ? "argument" : printable(argument.name);
  std::string text = shown.substr(head.size());
  text.erase(0, text.find_first_not_of(" =:"));
  return text;
}

std::vector<Aspect> aspects_of(const Capture& capture, const LaunchClass& launch_class) {
  Launch launch = capture.launches[launch_class.first];
  std::vector<Aspect> aspects;
  const auto add = [&](std::string name, const std::string& text) {
    aspects.push_back({std::move(name), text, text});
  };
  aspects.push_back(
      {"program",
       launch.program_digest.empty() ? "not recorded" : launch.program_digest.substr(0, kShownDigest),
       launch.program_digest});
  add("build options", launch.options.empty() ? "none" : printable(launch.options));
  const Device* device = capture.device(launch.device);
  aspects.push_back(
      {"device", device == nullptr ? "not recorded" : printable(device->name), environment_of(device)});
  add("number of arguments", std::to_string(launch.arguments.size()));
  add("dimensions", std::to_string(launch.work_dim));
  add("global size", size_text(launch.global_size));
  add("local size", local_text(launch));
  if (launch.sub_groups) add("sub-groups", show_sub_groups(*launch.sub_groups));
  if (launch.is_cooperative) add("cooperative", *launch.is_cooperative ? "yes" : "no");
  add("global offset", size_text(launch.global_offset));
  if (const std::vector<std::string> reach = show_reach(launch); !reach.empty())
    add("reached by pointers in memory", list(reach, kShownLaunches, ", "));
  for (Argument& argument : launch.arguments) {
    if (auto* buffer = std::get_if<BufferArgument>(&argument.value)) buffer->contents.reset();
  }
  const std::vector<Argument> essential = essential_arguments(launch);
  const std::vector<std::string> texts = show_arguments(launch);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    std::string name = "argument " + std::to_string(i);
    if (!argument.name.empty()) name += ' ' + printable(argument.name);
    aspects.push_back({std::move(name), value_text(texts[i], argument), {}, essential[i]});
  }
  return aspects;
}

// How the launches of one class differ. Such differences either do not affect what the kernel may do, or are
// judged separately.
std::vector<std::string> differences_within(const Capture& capture, const LaunchClass& launch_class) {
  std::vector<std::string> found;
  const auto differ = [&](const auto& of) {
    const auto first = of(capture.launches[launch_class.first]);
    return std::ranges::any_of(launch_class.launches,
                               [&](std::size_t index) { return of(capture.launches[index]) != first; });
  };
  const std::size_t arguments = capture.launches[launch_class.first].arguments.size();
  std::vector<std::string> objects;
  std::vector<std::string> contents;
  for (std::size_t i = 0; i < arguments; ++i) {
    const auto buffer = [i](const Launch& launch) {
      return std::get_if<BufferArgument>(&launch.arguments[i].value);
    };
    const auto object = [&](const Launch& launch) {
      if (const auto* image = std::get_if<ImageArgument>(&launch.arguments[i].value)) return image->object;
      if (const auto* pipe = std::get_if<PipeArgument>(&launch.arguments[i].value)) return pipe->object;
      return buffer(launch) == nullptr ? ObjectId{0} : buffer(launch)->object;
    };
    const auto held = [&](const Launch& launch) {
      return buffer(launch) == nullptr ? std::optional<Contents>() : buffer(launch)->contents;
    };
    if (differ(object)) objects.push_back(std::to_string(i));
    if (differ(held)) contents.push_back(std::to_string(i));
  }
  const auto of_arguments = [](const std::vector<std::string>& numbers) {
    return (numbers.size() == 1 ? " of argument " : " of arguments ") + list(numbers, kShownLaunches, ", ");
  };
  if (!objects.empty()) found.push_back("the memory objects" + of_arguments(objects));
  if (!contents.empty())
    found.push_back("the recorded contents" + of_arguments(contents) +
                    ", which are judged apart where they matter");
  if (launch_class.call_sites.size() > 1) found.emplace_back("the place in the application");
  if (differ([](const Launch& launch) { return std::make_pair(launch.process, launch.thread); }))
    found.emplace_back("the thread that enqueued");
  if (differ([](const Launch& launch) { return std::make_pair(launch.process, launch.program); }))
    found.emplace_back("the build of the program");
  return found;
}

// The values of one aspect in all classes of one kernel.
struct Spread {
  std::uint64_t classes = 0;        // number of classes that differ in it
  std::vector<std::string> values;  // theirs, each once
  std::set<std::string> known;
};

struct Neighbour {
  std::size_t index = 0;
  std::vector<std::pair<Aspect, Aspect>> differing;  // here and there
};

void add_differing_launches(std::string& text, const Capture& capture, const LaunchClass& launch_class) {
  std::vector<std::string> numbers;
  for (const std::size_t index : launch_class.launches) {
    const std::uint64_t count = capture.launches[index].count;
    numbers.push_back(std::to_string(index + 1) +
                      (count == 1 ? "" : " (" + std::to_string(count) + " times)"));
  }
  text += "\n  Recorded ";
  text += numbers.size() == 1 ? "launch " : "launches ";
  text += list(numbers, kShownLaunches, ", ");
  if (numbers.size() == 1) {
    text += ".\n";
    return;
  }
  text +=
      ". They are one class, since kernel, program, device, sizes, the bytes of all values, the sizes and "
      "access\n"
      "  flags of all buffers and which arguments share a memory object are the same. They differ in ";
  const std::vector<std::string> differing = differences_within(capture, launch_class);
  text += differing.empty() ? "nothing that is recorded" : list(differing, differing.size(), "; ");
  text += ".\n";
}

void add_spread(std::string& text, const std::vector<Aspect>& own, const std::vector<Spread>& spreads) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (spreads[i].classes != 0) width = std::max(width, own[i].name.size());
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Spread& spread = spreads[i];
    if (spread.classes == 0) continue;
    text += "    " + own[i].name + std::string(width - own[i].name.size() + 2, ' ') + "here " + own[i].text +
            "; in " + plural(spread.classes, "class", "classes") + ' ' +
            list(spread.values, kShownValues, ", ") + '\n';
  }
}

void add_nearest(std::string& text, const Neighbour& nearest) {
  text += "  Nearest is class " + std::to_string(nearest.index + 1) + ", which differs in ";
  std::vector<std::string> parts;
  parts.reserve(nearest.differing.size());
  for (const auto& [here, there] : nearest.differing)
    parts.push_back(there.name + (there.text == here.text
                                      ? std::string(" (in what is not shown of it)")
                                      : " (" + there.text + " instead of " + here.text + ")"));
  text += list(parts, kShownValues, ", ") + ".\n";
}

}  // namespace

std::string explain(const Capture& capture, const std::vector<LaunchClass>& classes, std::size_t index) {
  const LaunchClass& launch_class = classes[index];
  const Launch& launch = capture.launches[launch_class.first];
  std::string text = show_class(capture, launch_class, index);
  add_differing_launches(text, capture, launch_class);

  const std::vector<Aspect> own = aspects_of(capture, launch_class);
  std::vector<Spread> spreads(own.size());
  std::optional<Neighbour> nearest;
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (i == index || capture.launches[classes[i].first].kernel != launch.kernel) continue;
    ++others;
    Neighbour neighbour{i, {}};
    const std::vector<Aspect> theirs = aspects_of(capture, classes[i]);
    for (std::size_t k = 0; k < std::min(own.size(), theirs.size()); ++k) {
      if (own[k].same(theirs[k])) continue;
      Spread& spread = spreads[k];
      ++spread.classes;
      if (spread.known.insert(theirs[k].text).second) spread.values.push_back(theirs[k].text);
      neighbour.differing.emplace_back(own[k], theirs[k]);
    }
    if (!nearest || neighbour.differing.size() < nearest->differing.size()) nearest = std::move(neighbour);
  }
  if (others == 0) {
    text += "\n  No other class has a kernel of this name.\n";
    return text;
  }
  text += "\n  " + plural(others, "other class has", "other classes have") + " a kernel of this name. " +
          (others == 1 ? "It differs in\n" : "They differ in\n");
  add_spread(text, own, spreads);
  if (nearest) add_nearest(text, *nearest);
  return text;
}

}  // namespace launchproof::capture
