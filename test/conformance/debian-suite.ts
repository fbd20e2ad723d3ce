import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Suite } from "./suite.js";

/**
 * Builds the runner from the source package that Debian has, unless a run before this one did. It needs a C++
 * compiler, CMake, Ninja, and lines for sources (`deb-src`) among apt's.
 */
export function debianSuite(cache: string): Suite {
  const folder = join(cache, "debian");
  if (!existsSync(folder)) {
    const work = join(cache, "debian-unfinished");
    // A build that was interrupted goes on.
    if (!existsSync(join(work, "source"))) fetchSource(work);
    build(join(work, "source"), join(work, "build"));
    // A build that was interrupted never has this name.
    renameSync(work, folder);
  }
  return { runner: join(folder, "build", "conformance_test_runner"), source: join(folder, "source") };
}

function fetchSource(work: string): void {
  console.error("Fetching Debian's source package of protobuf");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    run(work, "apt-get", "source", "--quiet", "protobuf");
  } catch (cause) {
    throw new Error(
      "apt-get has no source package protobuf: add lines of type deb-src, run `apt-get update`, or name a runner " +
        "that is built already with --runner and --source",
      { cause },
    );
  }
  const source = readdirSync(work, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (!source) throw new Error(`apt-get source protobuf left no folder in ${work}`);
  renameSync(join(work, source.name), join(work, "source"));
}

function build(source: string, folder: string): void {
  console.error("Building its conformance test runner; this takes some minutes, once");
  const settings = {
    CMAKE_BUILD_TYPE: "",
    CMAKE_CXX_STANDARD: "17",
    CMAKE_CXX_FLAGS: "-O0 -w",
    protobuf_BUILD_TESTS: "OFF",
    protobuf_BUILD_CONFORMANCE: "ON",
    protobuf_WITH_ZLIB: "OFF",
  };
  const flags = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  completeRunner(join(source, "cmake", "conformance.cmake"));
  mkdirSync(folder, { recursive: true });
  run(folder, "cmake", source, "-G", "Ninja", ...flags);
  run(folder, "nice", "ninja", "-j2", "conformance_test_runner");
}

/** The list of the runner's sources for CMake lacks two of them, its `main` among them. */
function completeRunner(list: string): void {
  const text = readFileSync(list, "utf8");
  const missing = ["conformance_test_main.cc", "text_format_conformance_suite.cc"].filter(
    (name) => !text.includes(name),
  );
  const after = "${protobuf_SOURCE_DIR}/conformance/conformance_test_runner.cc";
  const more = missing.map((name) => `\n  \${protobuf_SOURCE_DIR}/conformance/${name}`);
  writeFileSync(
    list,
    text.replace(after, () => [after, ...more].join("")),
  );
}

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
