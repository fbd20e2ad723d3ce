import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { templateSession } from "./template-session.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "template-"));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  [
    "a list of options",
    "plugins:\n  - local: protoc-gen-stratus\n    opt:\n      - session_name=Acme\n",
    "Acme",
  ],
  [
    "one text of options",
    "plugins:\n  - local: protoc-gen-stratus\n    opt: docs=true,session_name=Acme2\n",
    "Acme2",
  ],
  ["a comment", "# session_name=Old\nplugins: []\n", undefined],
  ["other options", "plugins:\n  - local: protoc-gen-es\n", undefined],
])("the session of %s in buf.gen.yaml is the one that is generated", async (_, text, want) => {
  await writeFile(join(folder, "buf.gen.yaml"), text);
  expect(templateSession(folder)).toBe(want);
});

it("is nothing where there is no such file", () => {
  expect(templateSession(join(folder, "none"))).toBeUndefined();
});
