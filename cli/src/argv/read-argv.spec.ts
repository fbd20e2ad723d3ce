import { describe, expect, it } from "vitest";
import { commandWords, readArgv, withoutWords } from "./read-argv.js";
import { codedError } from "../../../test/coded-error.js";

const takesValue = (name: string): boolean | undefined => name !== "stopped";
const read = (line: string) => {
  const { words, flags } = readArgv(line.split(" "), takesValue);
  return [...words, ...flags.map(({ name, value }) => `${name}:${value}`)];
};

describe("arguments", () => {
  it.each([
    ["a b", ["a", "b"]],
    ["a --spec.cpu 4 b", ["a", "b", "spec.cpu:4"]],
    ["--spec.cpu=-4", ["spec.cpu:-4"]],
    ["--spec.cpu -4", ["spec.cpu:-4"]],
    ["--labels a=b=c", ["labels:a=b=c"]],
    ["--stopped a", ["a", "stopped:undefined"]],
    ["--stopped=false", ["stopped:false"]],
    ["-o json -y -f -", ["output:json", "yes:undefined", "file:-"]],
    ["-- --not-a-flag", ["--not-a-flag"]],
    ["-5", ["-5"]],
  ])("are taken apart: %j", (line, want) => {
    expect(read(line)).toEqual(want);
  });

  it.each([
    ["--output", "--output needs a value", "ARGUMENT_MISSING"],
    ["--yes=5", "--yes takes no value", "ARGUMENT_INVALID"],
    // As an argument, `false` would be an ID, and `--yes` would still count.
    ["a --yes false", "--yes takes no separate value: write --yes=false", "ARGUMENT_INVALID"],
    ["--stopped true a", "--stopped takes no separate value: write --stopped=true", "ARGUMENT_INVALID"],
    ["-x", "there is no flag -x", "NAME_UNKNOWN"],
  ])("are refused: %j", (line, want, code) => {
    expect(() => read(line)).toThrow(codedError(code, want));
  });

  it("have the words of a command before the first flag of a field, with our own flags anywhere", () => {
    expect(commandWords("-o json compute disk list --parent-id p x".split(" "))).toEqual([
      "compute",
      "disk",
      "list",
    ]);
    expect(withoutWords("-o json compute disk list --parent-id p".split(" "), 3)).toEqual(
      "-o json --parent-id p".split(" "),
    );
  });
});
