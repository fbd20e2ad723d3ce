import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedBuf } from "../../generator/src/command/init/package-json.js";
import { openDesk, type Desk } from "./desk.fixture.js";

/** The oldest version of buf with which the pages say what `clean` does, and the one that `stratus init` installs. */
describe.each(["1.47.2", testedBuf])("buf %s", { timeout: 300_000 }, (version) => {
  let desk: Desk;
  let folder: string;
  const type = async (line: string): Promise<string> => {
    const { out, error, code } = await desk.type(folder, line);
    expect([line, code, error]).toEqual([line, 0, expect.anything()]);
    return out;
  };
  const list = async (): Promise<readonly string[]> => (await type("ls -A sdk")).split("\n");

  beforeAll(async () => {
    desk = await openDesk();
    folder = await desk.folder("acme");
    await type(
      `npx -p protoc-gen-stratus stratus init && npm install && npm install -D @bufbuild/buf@${version}`,
    );
    await type("npm run sdk:generate && npx stratus names");
  }, 300_000);
  afterAll(() => desk[Symbol.asyncDispose]());

  it("leaves the files of the team in the output folder, and `stratus clean` removes stale ones", async () => {
    expect(await type("npx buf --version")).toBe(`${version}\n`);
    await writeFile(join(folder, "sdk/LICENSE"), "Ours.\n");
    const docs = "sed -i 's/guide=true/guide=false/' buf.gen.yaml";
    await type(
      `${docs} && npx buf generate && test -d sdk/src/guide && npx stratus clean && ! test -d sdk/src/guide`,
    );
    expect(await list()).toEqual(expect.arrayContaining(["LICENSE", "CHANGELOG.md", ".gitignore"]));
  });

  it("deletes what the plugin did not write with `clean: true`, and not the names file beside buf.gen.yaml", async () => {
    const names = await type("cat sdk.names.json");
    expect(names).toContain("acme.notes.v1.Note");
    await type("sed -i '1a clean: true' buf.gen.yaml && npx buf generate");
    expect(await list()).not.toContain("LICENSE");
    expect(await list()).not.toContain("CHANGELOG.md");
    expect(await type("cat sdk.names.json")).toBe(names);
  });

  it("deletes a names file in the folder, and the next run fails instead of giving other names", async () => {
    await type("cp sdk.names.json sdk/sdk.names.json && sed -i 's/since=/since=sdk\\//' buf.gen.yaml");
    // buf 1.47 deletes the folder before the plugin runs, and 1.75 the other files after it.
    const { code, error } = await desk.type(folder, "npx buf generate; npx buf generate");
    expect([code, error]).toEqual([1, expect.stringContaining("The file sdk/sdk.names.json does not exist")]);
    expect(error).toContain(
      "Keep it outside of the output folder, where buf deletes it if buf.gen.yaml has `clean: true`",
    );
  });
});
