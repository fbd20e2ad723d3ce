import { join } from "node:path";
import { expect, it } from "vitest";
import { loadedFiles } from "../loaded-files.fixture.js";
import { root } from "../repository.fixture.js";

it("the help of a group loads one chunk and the index of the API, and no part of a call", async () => {
  const bin = join(root, "cli/bin/stratus-cli.js");
  const { out, files, own } = await loadedFiles([bin, "@svc/cloud", "compute", "--help"]);
  expect(out).toContain("instance");
  expect(files).toEqual([
    "cli/bin/stratus-cli.js",
    "cli/dist/chunks/core.js",
    "cli/dist/chunks/rolldown-runtime.js",
    "cli/dist/index.js",
    "generated/cloud/dist/guide/index.js",
    expect.stringMatching(/^runtime\/dist\/chunks\/guide/),
    "runtime/dist/entries/generated/guide-v1.js",
  ]);
  for (const name of ["http", "tls", "crypto", "child_process"]) expect(own).not.toContain(name);
});
