#!/usr/bin/env python3
"""Each rule of structure.py fails on a repository that breaks it and passes on one that does not."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import structure


def problems(rule, files):
    """Returns the problems that `rule` finds in a repository with these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(structure.RULES[rule](root, structure.repository_files(root)))


def include(header):
    return f'#include "{header}"\n'


class Cycles(unittest.TestCase):
    def test_units_that_include_each_other(self):
        # A source and its header are one unit, so that this is a cycle although no header includes itself.
        files = {"verify/model/a.h": include("verify/model/b.h"), "verify/model/b.h": "",
                 "verify/model/b.cpp": include("verify/model/a.h")}
        self.assertEqual(len(problems("cycles", files)), 1)

    def test_a_cycle_of_three(self):
        files = {f"cli/{one}.h": include(f"cli/{other}.h") for one, other in ("ab", "bc", "ca")}
        found = problems("cycles", files)
        self.assertEqual(len(found), 1)
        self.assertIn("cli/a cli/b cli/c", found[0])

    def test_bare_names_count(self):
        files = {"cli/a.h": include("b.h"), "cli/b.cpp": include("a.h"), "cli/b.h": ""}
        self.assertEqual(len(problems("cycles", files)), 1)

    def test_no_cycle(self):
        files = {"cli/a.h": "", "cli/a.cpp": include("cli/a.h") + include("cli/b.h"), "cli/b.h": include("cli/c.h"),
                 "cli/c.h": "", "cli/b.cpp": include("cli/c.h")}
        self.assertEqual(problems("cycles", files), [])


class Includes(unittest.TestCase):
    def assert_refused(self, name, header):
        self.assertEqual(len(problems("includes", {name: include(header)})), 1, (name, header))

    def assert_allowed(self, name, header):
        self.assertEqual(problems("includes", {name: include(header)}), [])

    def test_arrows_run_one_way(self):
        self.assert_refused("capture/a.cpp", "verify/model/kernel_model.h")
        self.assert_refused("capture/a.cpp", "shim/opencl/entry/api.h")
        self.assert_refused("shim/a.cpp", "verify/verdict/results.h")
        self.assert_refused("verify/access/a.cpp", "reports/html/html.h")
        self.assert_refused("verify/model/a.h", "verify/access/engine.h")
        self.assert_refused("verify/frontend/a.cpp", "cli/options/options.h")
        self.assert_refused("reports/a.cpp", "verify/model/kernel_model.h")
        self.assert_refused("reports/a.cpp", "capture/types.h")
        self.assert_refused("examples/common/a.c", "capture/types.h")

    def test_arrows_that_exist(self):
        self.assert_allowed("shim/a.cpp", "capture/writing/writer.h")
        self.assert_allowed("verify/access/a.cpp", "verify/smt/terms/term.h")
        self.assert_allowed("verify/worker/a.cpp", "verify/access/engine.h")
        self.assert_allowed("reports/a.cpp", "verify/verdict/results.h")
        self.assert_allowed("cli/a.cpp", "verify/worker/pool/pool.h")
        self.assert_allowed("tests/cli/a.cpp", "cli/options/options.h")

    def test_arrows_inside_a_folder(self):
        self.assert_allowed("verify/smt/rules/a.cpp", "verify/smt/terms/store.h")
        self.assert_refused("verify/smt/terms/a.cpp", "verify/smt/rules/store.h")
        self.assert_allowed("verify/frontend/frontend.cpp", "verify/frontend/passes/prepare.h")
        self.assert_refused("verify/frontend/passes/a.cpp", "verify/frontend/frontend.h")
        self.assert_allowed("capture/json/a.cpp", "capture/types.h")
        self.assert_refused("cli/options/a.cpp", "cli/commands/commands.h")
        # A folder that no arrow names belongs to the one that contains it.
        self.assert_allowed("verify/frontend/cuda/headers/a.h", "verify/frontend/ir/markers.h")
        # Arrows that leave the folder are those of the folder.
        self.assert_refused("verify/smt/terms/a.cpp", "verify/model/kernel_model.h")
        self.assert_allowed("verify/frontend/passes/a.cpp", "verify/model/kernel_model.h")

    def test_the_oracle_shares_nothing(self):
        self.assert_refused("tests/oracle/a.cpp", "verify/model/kernel_model.h")
        self.assert_allowed("tests/oracle/a.cpp", "tests/oracle/memory.h")

    def test_the_product_does_not_know_tests(self):
        self.assert_refused("verify/smt/a.cpp", "tests/verify/smt/reference.h")

    def test_the_shim_stays_lean(self):
        self.assert_refused("shim/a.cpp", "capture/reader.h")
        self.assert_refused("shim/a.cpp", "fmt/format.h")

    def test_libraries_stay_at_home(self):
        self.assert_refused("verify/access/a.cpp", "z3++.h")
        self.assert_refused("verify/access/a.cpp", "cadical.hpp")
        self.assert_refused("cli/a.cpp", "llvm/IR/Module.h")
        self.assert_allowed("verify/smt/a.cpp", "z3++.h")
        self.assert_allowed("verify/frontend/a.cpp", "llvm/IR/Module.h")

    def test_shared_headers_stay_cheap(self):
        files = {"verify/verdict/results.h": "#include <nlohmann/json.hpp>\n"}
        self.assertEqual(problems("includes", files), [])
        files["cli/a.cpp"] = include("verify/verdict/results.h")
        self.assertEqual(len(problems("includes", files)), 1)


class OtherRules(unittest.TestCase):
    def test_sizes(self):
        self.assertEqual(problems("sizes", {"cli/a.cpp": "\n" * 800}), [])
        self.assertEqual(len(problems("sizes", {"cli/a.cpp": "\n" * 801})), 1)
        self.assertEqual(problems("sizes", {"tests/reports/golden/a.json": "\n" * 801}), [])

    def test_words(self):
        self.assertEqual(problems("words", {"docs/a.md": "how a group of work-items works, and its work/rest\n"}), [])
        self.assertEqual(len(problems("words", {"docs/a.md": "// TO" "DO later\n"})), 1)
        self.assertEqual(len(problems("words", {"docs/a.md": "see /ho" "me/somebody/file\n"})), 1)

    def test_readmes(self):
        self.assertEqual(len(problems("readmes", {"cli/a.cpp": ""})), 1)
        self.assertEqual(problems("readmes", {"cli/a.cpp": "", "cli/README.md": ""}), [])

    def test_links(self):
        pages = {"README.md": "[a](docs/a.md), [b](docs/a.md#two-words), [c](https://example.org/x), `docs/`\n",
                 "docs/a.md": "## Two words\nSee [above](../README.md) and [here](#two-words).\n"}
        self.assertEqual(problems("links", pages), [])
        for text in ("[a](docs/b.md)", "[a](docs/a.md#three)", "![p](docs/p.png)", "`docs/b.md`", "`scripts/no`"):
            self.assertEqual(len(problems("links", {**pages, "README.md": text})), 1, text)

    def test_links_to_names(self):
        source = {"verify/smt/a.cpp": "int Store::masked(int a) {\n"}
        self.assertEqual(problems("links", {**source, "docs/a.md": "`Store::masked` in `verify/smt/a.cpp`\n"}), [])
        self.assertEqual(len(problems("links", {**source, "docs/a.md": "`Store::shifted` in `verify/smt/a.cpp`\n"})), 1)

    def test_commands(self):
        files = {"tests/smt/CMakeLists.txt": "launchproof_test(smt_test a_test.cpp\n  b_test.cpp)\nadd_custom_target(page COMMAND smt)\n",
                 "tests/smt/a_test.cpp": 'TEST(Rules, Hold) {}\nTEST_P(Solvers, Answer) {}\n', "tests/smt/b_test.cpp":
                 'TEST_F(Table, IsThePage) { write("/docs/b.md"); }\n'}
        for text in ("`build/bin/smt_test --gtest_filter='Rules*:*Solvers*'`", "    LEVEL=2 build/bin/smt_test --gtest_filter='Rules.Hold'",
                     "docs/b.md: `LAUNCHPROOF_UPDATE_DOCS=1 build/bin/smt_test --gtest_filter='*Table*'`", "`ninja -C build page`"):
            self.assertEqual(problems("commands", {**files, "docs/a.md": text + "\n"}), [], text)
        for text in ("`build/bin/smt_test --gtest_filter='Rules*:Circuit*'`", "    build/bin/no_test --gtest_filter='Rules*'",
                     "docs/c.md: `LAUNCHPROOF_UPDATE_DOCS=1 build/bin/smt_test --gtest_filter='*Table*'`",
                     "docs/b.md: `LAUNCHPROOF_UPDATE_DOCS=1 build/bin/smt_test --gtest_filter='Rules*'`", "`ninja -C build pages`"):
            self.assertEqual(len(problems("commands", {**files, "docs/a.md": text + "\n"})), 1, text)

    def test_cells(self):
        def page(cell):
            return f"| a | b |\n|---|---|\n| {cell} | b |\n"
        self.assertEqual(problems("cells", {"docs/a.md": page("x" * 200)}), [])
        self.assertEqual(len(problems("cells", {"docs/a.md": page("x" * 201)})), 1)
        self.assertEqual(len(problems("cells", {"docs/a.md": page("`" + "x|" * 101 + "`")})), 1)
        self.assertEqual(problems("cells", {"docs/a.md": f"```\n{page('x' * 201)}```\n"}), [])

    def test_openings(self):
        for text in ("Of these\n", "a\n\nOf these\n", "a\n- Of these\n", "1. Of these\n", "## Of these\n"):
            self.assertEqual(len(problems("openings", {"docs/a.md": text})), 1, text)
        for text in ("Offers\n", "A list\nOf names\n", "```\nOf these\n```\n"):
            self.assertEqual(problems("openings", {"docs/a.md": text}), [], text)

    def test_openings_of_comments(self):
        for name, text in (("cli/a.cpp", "int a;\n  // Of these\n"), ("cli/a.h", "/// Of these\n"),
                           ("cli/a.h", "//< Of these\n"), ("a/a.cl", "/* Of these */\n"), ("a/a.cu", "//Of these\n"),
                           ("cli/a.c", "/*\n * Of these\n */\n"), ("cli/a.c", "int a; /* Some.\n  Of these */\n"),
                           ("cli/a.py", "# Of these\n"), ("scripts/a", "    # Of these\n"), ("a/CMakeLists.txt", "# Of these\n")):
            self.assertEqual(len(problems("openings", {name: text})), 1, text)
        for name, text in (("cli/a.cpp", "// Offers\n// all of\n"), ("cli/a.cpp", "Of these;\n"), ("cli/a.py", "x = 'Of '\n"),
                           ("cli/a.c", "/* Some */\nOf these\n"), ("cli/a.c", 'f("a/*");\nOf these\n'), ("cli/a.c", "// a/*\nOf these\n"),
                           ("cli/a.json", "# Of these\n")):
            self.assertEqual(problems("openings", {name: text}), [], text)

    def test_folders(self):
        crowded = {f"cli/{number}.{suffix}": "" for number in range(20) for suffix in ("cpp", "h")}
        self.assertEqual(problems("folders", {**crowded, "cli/README.md": "", "cli/a/b.cpp": ""}), [])
        self.assertEqual(len(problems("folders", {**crowded, "cli/b.cpp": ""})), 1)
        self.assertEqual(problems("folders", {f"tests/kernels/loops/{number}.cl": "" for number in range(41)}), [])
        self.assertEqual(problems("folders", {f"tests/apps/{number}.c": "" for number in range(41)}), [])
        self.assertEqual(len(problems("folders", {f"tests/apps/a/{number}.c": "" for number in range(41)})), 1)
        folder, count = next(iter(structure.CROWDED.items()))
        full = {f"{folder}/{number}.cpp": "" for number in range(count)}
        self.assertEqual(problems("folders", full), [])
        self.assertEqual(len(problems("folders", {**full, f"{folder}/b.cpp": ""})), 1)
        full.popitem()
        self.assertEqual(len(problems("folders", full)), 1)

    def test_names(self):
        def source(body):
            return f"namespace launchproof {{\nnamespace {{\n{body}\n}}  // namespace\n}}\n"
        for one, other in (("constexpr int kMost = 1;", "constexpr std::size_t kMost = 2;"),
                           ("struct Place {\n  int at;\n};", "class Place {\n};"),
                           ("int size_of(const Term& term) {\n  return 1;\n}", "bool size_of(const Term& of) {\n  return true;\n}")):
            files = {"cli/a.cpp": source(one), "cli/b.cpp": source(other)}
            self.assertEqual(len(problems("names", files)), 1, one)
            self.assertEqual(problems("names", {**files, "cli/CMakeLists.txt": "launchproof_alone(b.cpp c.cpp)\n"}), [])
            self.assertEqual(problems("names", {"cli/a.cpp": source(one), "shim/b.cpp": source(other)}), [])
            # One target with sources in several folders, and two targets with sources in one.
            apart = {"cli/a/a.cpp": source(one), "cli/b/b.cpp": source(other)}
            self.assertEqual(problems("names", apart), [])
            self.assertEqual(len(problems("names", {**apart, "cli/CMakeLists.txt": "add_library(c a/a.cpp\n  b/b.cpp)\n"})), 1)
            parts = "set(REST b/b.cpp)\nadd_library(c a/a.cpp)\ntarget_sources(c PRIVATE ${REST})\n"
            self.assertEqual(len(problems("names", {**apart, "cli/CMakeLists.txt": parts})), 1)
            alone = "launchproof_alone(b/b.cpp)\nadd_library(c a/a.cpp b/b.cpp)\n"
            self.assertEqual(problems("names", {**apart, "cli/CMakeLists.txt": alone}), [])
            self.assertEqual(problems("names", {**files, "cli/CMakeLists.txt": "add_library(c a.cpp)\nadd_library(d b.cpp)\n"}), [])
            inner = source(other).replace("launchproof", "launchproof::cuda", 1)
            self.assertEqual(problems("names", {"cli/a.cpp": source(one), "cli/b.cpp": inner}), [])
        overloads = {"cli/a.cpp": source("int size_of(Term term) {\n  return 1;\n}"),
                     "cli/b.cpp": source("int size_of(Site site) {\n  return 1;\n}")}
        self.assertEqual(problems("names", overloads), [])

    def test_usage(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(structure.main(["no-such-rule"]), 2)


if __name__ == "__main__":
    unittest.main()
