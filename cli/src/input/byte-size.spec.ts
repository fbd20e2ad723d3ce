import { describe, expect, it } from "vitest";
import { codedError } from "../../../test/coded-error.js";
import { readByteSize } from "./byte-size.js";

describe("a size with a unit", () => {
  it.each([
    ["memory_bytes", "4GiB", "4294967296"],
    ["memory_bytes", "4Gi", "4294967296"],
    ["memory_bytes", "1.5Ki", "1536"],
    ["memory_bytes", "2kB", "2000"],
    ["memory_bytes", "3 TB", "3000000000000"],
    ["sizeBytes", "1Mi", "1048576"],
    ["bytes", "7B", "7"],
    ["size_gibibytes", "2Ti", "2048"],
    ["size_gibibytes", "512Mi", undefined],
    ["size_mebibytes", "1Gi", "1024"],
    ["size_kibibytes", "64Mi", "65536"],
    ["memory_bytes", "-1Ki", "-1024"],
    ["memory_bytes", "9007199254740993Ki", "9223372036854776832"],
  ])("%s = %s is %s", (name, text, want) => {
    if (want === undefined)
      expect(() => readByteSize({ name, kind: "int64" }, text, "--x")).toThrow(
        "not a whole number of gibibytes",
      );
    else expect(readByteSize({ name, kind: "int64" }, text, "--x")).toBe(want);
  });

  it.each(["K", "M", "G", "k", "KB", "mb", "Gb", "T", "Zi", "bytes"])("is refused in %s", (unit) => {
    expect(() => readByteSize({ name: "memory_bytes", kind: "int64" }, `4${unit}`, "--memory-bytes")).toThrow(
      codedError("ARGUMENT_INVALID", "--memory-bytes: "),
    );
  });

  it.each([
    ["cpu", "4Gi"],
    ["bytes_per_second", "4Gi"],
    ["max_megabytes", "4Gi"],
    ["memory_bytes", "4096"],
    ["memory_bytes", "four"],
  ])("does not concern %s = %s", (name, text) => {
    expect(readByteSize({ name, kind: "int64" }, text, "--x")).toBeUndefined();
  });
});
