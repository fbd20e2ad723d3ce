import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { completeWorkspace, createWorkspace } from "./pnpm-workspace.js";

const lines = '  "@bufbuild/buf": false\n  "protobufjs": false\n';
const builds = `allowBuilds:\n${lines}`;

describe("a workspace of pnpm", () => {
  it.each<[why: string, text: string, want: string | undefined]>([
    [
      "has the SDK behind its packages",
      "# ours\npackages:\n  - 'apps/*' # all\n",
      `# ours\npackages:\n  - 'apps/*' # all\n  - sdk\n${builds}`,
    ],
    [
      "keeps its indent",
      "packages:\n- a\n- b\nother: 1\n",
      `packages:\n- a\n- b\n- sdk\nother: 1\n${builds}`,
    ],
    ["has packages if there were none", "other: 1\n", `packages:\n  - sdk\nother: 1\n${builds}`],
    ["may be empty", "", `packages:\n  - sdk\n${builds}`],
    ["may lack its last line end", "packages: # x\n  - a", `packages: # x\n  - a\n  - sdk\n${builds}`],
    ["may take in the SDK already", `packages:\n  - "*"\n${builds}`, undefined],
    [
      "may say which scripts run",
      "packages: [sdk]\nallowBuilds:\n  x: true\n",
      `packages: [sdk]\nallowBuilds:\n  x: true\n${lines}`,
    ],
    [
      "may be written in brackets",
      "packages: [ 'a', b ] # all\nallowBuilds: { x: true }\n",
      `packages: [ 'a', b, sdk ] # all\nallowBuilds: { x: true, "@bufbuild/buf": false, "protobufjs": false }\n`,
    ],
    [
      "may name its packages last",
      "allowBuilds:\n  x: true\npackages:\n  - a\n",
      `allowBuilds:\n  x: true\n${lines}packages:\n  - a\n  - sdk\n`,
    ],
    ["may have empty brackets", "packages: []\n", `packages: [sdk]\n${builds}`],
    [
      "keeps its line ends",
      "packages:\r\n  - a\r\n",
      `packages:\n  - a\n  - sdk\n${builds}`.replaceAll("\n", "\r\n"),
    ],
    ["may be no workspace", "- 1\n", undefined],
  ])("%s", (_, text, want) => {
    expect(completeWorkspace(text)?.text).toBe(want);
    if (want !== undefined) expect(completeWorkspace(want)).toBe(undefined);
  });

  it("says what was added, and no more", () => {
    expect(completeWorkspace("packages: [sdk]\n")?.added).toEqual(["allowBuilds"]);
    expect(completeWorkspace(`packages: [a]\n${builds}`)?.added).toEqual(["package sdk"]);
  });

  it("is written whole if there is none", () => {
    expect(parse(createWorkspace())).toEqual({
      packages: ["sdk"],
      allowBuilds: { "@bufbuild/buf": false, protobufjs: false },
    });
  });
});
