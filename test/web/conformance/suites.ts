import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "@bufbuild/protobuf";
import { parse } from "yaml";
import { Config, TestSuite } from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { bytesOfJson } from "./vocabulary.js";

/** The suites of a folder, one a file, in the order of their files. */
export function readSuites(folder: string): TestSuite[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return files.toSorted().map((name) => readSuite(readFileSync(join(folder, name), "utf8")));
}

/** One suite: YAML in the form of the message's JSON ("Authoring Test Cases"). */
export function readSuite(yaml: string): TestSuite {
  return TestSuite.decode(bytesOfJson("TestSuite", parse(yaml) as JsonValue));
}

/** What an implementation supports ("Configuration Files"). */
export function readConfig(yaml: string): Config {
  return Config.decode(bytesOfJson("Config", parse(yaml) as JsonValue));
}
