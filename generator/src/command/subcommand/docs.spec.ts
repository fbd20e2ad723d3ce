import { expect, it } from "vitest";
import { docsCommand } from "./docs.js";

class DocsError extends Error {
  readonly code = "GUIDE_MISSING";
}

async function run(args: readonly string[], writeSite: (options: object) => Promise<object>) {
  const out: string[] = [];
  const errors: string[] = [];
  const io = { out: (text: string) => out.push(text), error: (text: string) => errors.push(text) };
  const code = await docsCommand(async () => ({ DocsError, writeSite })).run(args, io);
  return { code, out: out.join(""), errors: errors.join("") };
}

it("writes a site, and warns of links that lead nowhere", async () => {
  const given: object[] = [];
  const deadLinks = [{ page: "a.md", url: "b.md" }];
  const ended = await run(["sdk", "--out", "site", "--version", "1.3=../1.3/"], async (options) => {
    given.push(options);
    return { pages: 3, deadLinks };
  });
  expect(given).toEqual([
    { package: "sdk", out: "site", pages: [], versions: new Map([["1.3", "../1.3/"]]) },
  ]);
  expect(ended).toEqual({
    code: 0,
    out: "3 pages in site. Open site/index.html\n",
    errors: "warning: a.md links to b.md, which does not exist\n",
  });
});

it("shows why a package has no site, with the code", async () => {
  const ended = await run(["sdk"], () => Promise.reject(new DocsError("sdk has no guide")));
  expect(ended).toMatchObject({ code: 1, errors: "stratus docs: sdk has no guide [GUIDE_MISSING]\n" });
});

it.each([
  ["no package", [], "ARGUMENT_INVALID"],
  ["a version without an address", ["sdk", "--version", "1.3"], "OPTION_INVALID"],
])("refuses %s", async (_, args, code) => {
  await expect(run(args, async () => ({}))).rejects.toMatchObject({ code });
});
