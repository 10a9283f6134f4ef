#include "tests/oracle/launch_options.h"

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Triple = std::array<std::uint64_t, 3>;

std::uint64_t parse_number(const std::string& text, const std::string& option) {
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(text, &used, 0);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || text[0] == '-') {
    throw UsageError{option + ": '" + text + "' is not a non-negative number"};
  }
  return value;
}

Triple parse_triple(const std::string& text, std::uint64_t filler, const std::string& option,
                    std::uint32_t& dims) {
  Triple triple{filler, filler, filler};
  std::size_t begin = 0;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::size_t end = text.find(',', begin);
    triple[i] = parse_number(text.substr(begin, end - begin), option);
    dims = std::max(dims, i + 1);
    if (end == std::string::npos) return triple;
    begin = end + 1;
  }
  throw UsageError{option + ": '" + text + "' has more than three dimensions"};
}

std::pair<std::string, std::string> parse_pair(const std::string& text, const std::string& option) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw UsageError{option + ": '" + text + "' is not NAME=VALUE"};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// BYTES | null | @OTHER[+ORIGIN][:BYTES]
BufferOption parse_buffer(const std::string& text) {
  BufferOption buffer;
  if (text == "null") {
    buffer.null = true;
  } else if (text.starts_with("@")) {
    const std::size_t colon = text.find(':');
    const std::size_t plus = text.find('+');
    buffer.other = text.substr(1, std::min(colon, plus) - 1);
    if (plus != std::string::npos) {
      const std::size_t length = colon == std::string::npos ? std::string::npos : colon - plus - 1;
      buffer.origin = parse_number(text.substr(plus + 1, length), "--buffer");
    }
    if (colon != std::string::npos) buffer.bytes = parse_number(text.substr(colon + 1), "--buffer");
  } else {
    buffer.bytes = parse_number(text, "--buffer");
  }
  return buffer;
}

// Clang arguments that remove, from a target with every feature of OpenCL C 3.0, the features that
// --device-features does not name.
std::vector<std::string> without_features(const std::string& given) {
  if (given == "full") return {};
  // Where the compiler does not know a feature, its header defines the macro and can be told not to.
  struct Known {
    const char* name;
    const char* same;  // the extension that says the same
  };
  constexpr Known kKnown[] = {{"3d_image_writes", "cl_khr_3d_image_writes"},
                              {"atomic_order_acq_rel", nullptr},
                              {"atomic_order_seq_cst", nullptr},
                              {"atomic_scope_device", nullptr},
                              {"atomic_scope_all_devices", nullptr},
                              {"device_enqueue", nullptr},
                              {"fp64", "cl_khr_fp64"},
                              {"generic_address_space", nullptr},
                              {"images", nullptr},
                              {"pipes", nullptr},
                              {"program_scope_global_variables", nullptr},
                              {"read_write_images", nullptr},
                              {"subgroups", "cl_khr_subgroups"},
                              {"work_group_collective_functions", nullptr}};
  const std::string list = "," + given + ",";
  std::vector<std::string> arguments{"-Xclang", "-cl-ext="};
  for (const Known& known : kKnown) {
    const std::string macro = std::string("__opencl_c_") + known.name;
    if (list.find(std::string(",") + known.name + ",") != std::string::npos ||
        list.find("," + macro + ",") != std::string::npos)
      continue;
    std::string& extensions = arguments[1];
    extensions += (extensions.back() == '=' ? "-" : ",-") + macro;
    if (known.same != nullptr) extensions += std::string(",-") + known.same;
    arguments.push_back("-D__undef_" + macro);
    if (std::string(known.name) == "images") arguments.emplace_back("-U__IMAGE_SUPPORT__");
  }
  return arguments;
}

Allowed parse_access(const std::string& text) {
  if (text == "read-only") return Allowed::Reads;
  if (text == "write-only") return Allowed::Writes;
  if (text == "read-write") return Allowed::Both;
  throw UsageError{"--access: '" + text + "' is none of read-only, write-only, read-write"};
}

}  // namespace

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) throw UsageError{"'" + text + "': a quote is not closed"};
  if (in_word) words.push_back(word);
  return words;
}

LaunchOptions parse_launch(const std::vector<std::string>& given, std::vector<std::string>& rest) {
  LaunchOptions options;
  std::optional<Triple> groups;
  bool global_given = false;
  std::optional<std::string> mapping;  // of sub-groups
  std::vector<std::string> words;
  for (const std::string& word : given) {  // --option=value becomes two words
    const std::size_t equals = word.find('=');
    if (word.starts_with("--") && equals != std::string::npos && word != "--format=json" &&
        word != "--format=text") {
      words.push_back(word.substr(0, equals));
      words.push_back(word.substr(equals + 1));
    } else {
      words.push_back(word);
    }
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 >= words.size()) throw UsageError{word + ": a value must follow"};
      return words[++i];
    };
    std::uint32_t& dims = options.work_dim;
    if (word == "--kernel" || word == "--entry") {
      options.kernel = value();
    } else if (word == "--local-size" || word == "--blockDim") {
      options.local_size = parse_triple(value(), 1, "--local-size", dims);
    } else if (word == "--num-groups" || word == "--gridDim") {
      groups = parse_triple(value(), 1, "--num-groups", dims);
    } else if (word == "--global-size") {
      options.global_size = parse_triple(value(), 1, "--global-size", dims);
      global_given = true;
    } else if (word == "--global-offset") {
      options.global_offset = parse_triple(value(), 0, "--global-offset", dims);
    } else if (word == "--arg") {
      options.values.insert(parse_pair(value(), "--arg"));
    } else if (word == "--buffer") {
      const auto [name, text] = parse_pair(value(), "--buffer");
      options.buffers[name] = parse_buffer(text);
    } else if (word == "--image") {
      const auto [name, text] = parse_pair(value(), "--image");
      options.images[name] = parse_image(text);
    } else if (word == "--sampler") {
      const auto [name, text] = parse_pair(value(), "--sampler");
      options.samplers[name] = parse_sampler(text);
    } else if (word == "--access") {
      const auto [name, text] = parse_pair(value(), "--access");
      options.accesses[name] = parse_access(text);
    } else if (word == "--local") {
      const auto [name, text] = parse_pair(value(), "--local");
      options.locals[name] = parse_number(text, "--local");
    } else if (word == "--dynamic-shared") {
      options.dynamic_shared = parse_number(value(), word);
    } else if (word == "--contents") {
      const auto [name, spec] = parse_pair(value(), word);
      options.contents[name] = parse_contents(spec);
      options.facts.insert(name);
      const Contents& contents = options.contents[name];
      if (contents.kind == Contents::Kind::Bytes) options.buffers[name].bytes = contents.bytes.size();
    } else if (word == "--barrier-rule") {
      const std::string& rule = value();
      if (rule != "opencl" && rule != "cuda")
        throw UsageError{"--barrier-rule: `" + rule + "` is neither opencl nor cuda"};
      options.awaits_ended = rule == "opencl";
    } else if (word == "--device-features") {
      for (const std::string& argument : without_features(value())) options.build_options.push_back(argument);
    } else if (word == "--sub-group-size") {
      options.sub_group_size = static_cast<std::uint32_t>(parse_number(value(), word));
      if (!mapping) options.sub_groups_in_order = options.sub_group_size != 0;
    } else if (word == "--sub-group-mapping") {
      mapping = value();
      if (*mapping != "linear" && *mapping != "any")
        throw UsageError{word + ": `" + *mapping + "` is neither linear nor any"};
      options.sub_groups_in_order = *mapping == "linear";
    } else if (word == "--strict") {
      options.strict = true;
    } else if (word == "--find-bugs" || word == "--modular") {
      // How the program is searched for does not matter here.
    } else if (word == "--engine" || word == "--omit-rule" || word == "--only-rule" || word == "--refute" ||
               word == "--adversarial-array" || word == "--loop-unwind" || word == "--k-induction-depth" ||
               word == "--race-instrumenter" || word == "--omit-optimisation") {
      value();  // of how a proof is made, not of the launch
    } else if (word == "-D" || word == "-I") {
      options.build_options.push_back(word + value());
    } else if (word.starts_with("-D") || word.starts_with("-I")) {
      options.build_options.push_back(word);
    } else if (word == "--build-options") {
      for (const std::string& option : split_words(value())) options.build_options.push_back(option);
    } else {
      rest.push_back(word);
    }
  }
  for (std::size_t d = 0; d < 3; ++d) {
    if (options.local_size[d] == 0) throw UsageError{"--local-size: a dimension is zero"};
    if (groups && global_given) throw UsageError{"--num-groups and --global-size: give one of them"};
    if (groups) options.global_size[d] = (*groups)[d] * options.local_size[d];
    if (!groups && !global_given) options.global_size[d] = options.local_size[d];
    if (options.global_size[d] == 0) throw UsageError{"the global size has a dimension of zero"};
  }
  return options;
}

void parse_contents_list(const std::string& text, LaunchOptions& options) {
  for (const std::string& word : split_words(text)) {
    const auto [name, spec] = parse_pair(word, "contents");
    if (!options.facts.contains(name)) options.contents[name] = parse_contents(spec);
  }
}

}  // namespace launchproof::oracle
