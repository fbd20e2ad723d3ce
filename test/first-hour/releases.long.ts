import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDesk, type Desk } from "./desk.fixture.js";

const by = "git -c user.name=a -c user.email=a@b.example";

describe(
  "releases, from an empty folder to a registry, by the lines of the workflow",
  { timeout: 1_200_000 },
  () => {
    let desk: Desk;
    let folder: string;
    const type = async (line: string): Promise<string> => {
      const { out, error, code } = await desk.type(folder, line);
      if (code !== 0) throw new Error(`${line} ended with ${code}: ${out}${error}`);
      return out;
    };
    /** Changes the spec of a note, and releases that. */
    const release = async (change: (proto: string) => string, version: string, how = ""): Promise<string> => {
      const proto = join(folder, "proto/acme/notes/v1/note.proto");
      await writeFile(proto, change(await readFile(proto, "utf8")));
      await type("npm run sdk:generate");
      const said = await type(`npx stratus release ${how}`);
      await type(
        `npm run sdk:generate && git add -A && ${by} commit -qm ${version} && git tag sdk-v${version}`,
      );
      await type(`sh sdk.sh pack sdk-v${version}`);
      await type(`sh sdk.sh publish sdk-v${version}`);
      return said;
    };
    const withField =
      (field: string) =>
      (proto: string): string =>
        proto.replace("message NoteSpec {", `message NoteSpec {\n  ${field}`);
    const tags = async (): Promise<unknown> => JSON.parse(await type("npm view acme-sdk dist-tags --json"));

    beforeAll(async () => {
      desk = await openDesk();
      folder = await desk.folder("acme");
      await type("npx -p protoc-gen-stratus stratus init && npm install && npm run sdk:generate");
      await writeFile(join(folder, "sdk/LICENSE"), "All rights reserved.\n");
      await type("cd sdk && npm install");
      await type(`git init -q -b main && git add -A && ${by} commit -qm first`);
    }, 600_000);
    afterAll(() => desk[Symbol.asyncDispose]());

    it("are two and a pre-release, each under its tag, with its notes, and with since when", async () => {
      expect(await release((proto) => proto, "0.1.0")).toContain("0.1.0 (the first release)");
      expect(await release(withField("string colour = 41;"), "0.1.1")).toContain("0.1.0 -> 0.1.1 (minor)");
      expect(await tags()).toEqual({ latest: "0.1.1" });
      expect(await type("cat sdk.names.json")).toContain(
        '"acme.notes.v1.NoteSpec.colour": "name=colour since=0.1.1"',
      );
      expect(await type("grep -o 'since: .*' sdk/src/guide/notes/v1/note.ts")).toContain('since: "0.1.1"');
      expect(await type("sh sdk.sh notes sdk-v0.1.1")).toContain("`NoteSpec.colour` is new.");

      expect(await release(withField("string shape = 42;"), "0.1.2-rc.1", "--pre rc")).toContain(
        "0.1.1 -> 0.1.2-rc.1",
      );
      expect(await tags()).toEqual({ latest: "0.1.1", next: "0.1.2-rc.1" });
      expect(desk.registry.published).toEqual(["acme-sdk@0.1.0", "acme-sdk@0.1.1", "acme-sdk@0.1.2-rc.1"]);
    });

    it("are packed to the same bytes at another time and place, and published only as they are checked in", async () => {
      const digest =
        'node -p \'require("crypto").hash("sha256", require("fs").readFileSync("sdk/sdk.tgz"))\'';
      const tag = (await type("git tag --points-at HEAD")).trim();
      await type(`sh sdk.sh pack ${tag}`);
      const first = await type(digest);
      const copy = join(folder, "../copy");
      await type(`rm -rf ${copy} && git clone -q . ${copy}`);
      const { code, error } = await desk.type(copy, `sh sdk.sh pack ${tag}`);
      expect([code, error]).toEqual([0, expect.anything()]);
      expect((await desk.type(copy, digest)).out).toBe(first);
      expect(JSON.parse(await type("cat sdk/sdk.cdx.json"))).toMatchObject({
        bomFormat: "CycloneDX",
        metadata: { component: { name: "acme-sdk" } },
        components: expect.arrayContaining([
          expect.objectContaining({ "bom-ref": expect.stringMatching(/^@stratus\/runtime@/) }),
        ]),
      });
      const published = desk.registry.published.length;
      const changes = [
        ["echo evil >> package/src/index.ts", "src/index.ts"],
        ["touch evil.sh", "evil.sh"],
        [
          `sed -i 's/"scripts": {/"scripts": { "postinstall": "evil",/' package/package.json`,
          "postinstall of package.json",
        ],
        ["ln -s /etc/passwd package/link", "package/link"],
      ];
      for (const [change, part] of changes) {
        await type(
          `rm -rf odd && mkdir odd && tar -xzf ${copy}/sdk/sdk.tgz -C odd && cd odd && ${change} && tar -czf ../sdk/sdk.tgz *`,
        );
        const refused = await desk.type(folder, `sh sdk.sh publish ${tag}`);
        expect([change, refused.code, refused.error]).toEqual([
          change,
          1,
          expect.stringContaining(`  ${part}`),
        ]);
      }
      await type("rm -rf odd sdk/sdk.tgz");
      expect((await desk.type(folder, `sh sdk.sh publish ${tag}`)).error).toContain("sdk/sdk.tgz is missing");
      expect(desk.registry.published.length).toBe(published);
    });

    it("are a hotfix of the version before the latest, which stays the latest", async () => {
      const gone = (proto: string): string => proto.replace(/^ *string shape = 42;\n/m, "reserved 42;\n");
      const broken = (proto: string): string =>
        gone(proto).replace(/^ *string colour = 41;\n/m, "reserved 41;\n");
      expect(await release(broken, "0.2.0")).toContain("0.1.1 -> 0.2.0 (major)");
      await type("git switch -q -f -c hotfix sdk-v0.1.1");
      const said = await release(withField("string urgent = 43;"), "0.1.2", "npm:acme-sdk@0.1.1");
      expect(said).toContain("0.1.1 -> 0.1.2 (minor)");
      expect(await tags()).toEqual({ latest: "0.2.0", next: "0.1.2-rc.1", "release-0.1": "0.1.2" });
      expect(await type("sh sdk.sh notes sdk-v0.1.2")).toContain("`NoteSpec.urgent` is new.");
      await type(
        "mkdir -p ../app && cd ../app && npm init -y && npm install acme-sdk@release-0.1 && npm ls acme-sdk",
      );
    });
  },
);
