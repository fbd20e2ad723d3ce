import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cachedToken } from "./cached-token.js";
import { folder, hourMs, Issuer, keptPath, useTokenFolders } from "./issuer.fixture.js";
import { codedError } from "../../../../../test/coded-error.js";

useTokenFolders();

const isPosix = process.platform !== "win32";
const isRoot = process.geteuid?.() === 0;

describe("a file that is not as it should be", () => {
  const edit = async (change: (kept: Record<string, unknown>) => object): Promise<void> => {
    const path = await keptPath();
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, "utf8")))));
  };

  it.each<[what: string, spoil: () => Promise<unknown>]>([
    ["empty", async () => writeFile(await keptPath(), "")],
    [
      "cut off",
      async () => writeFile(await keptPath(), (await readFile(await keptPath(), "utf8")).slice(0, 60)),
    ],
    ["no JSON", async () => writeFile(await keptPath(), "\u0000marker")],
    ["null", async () => writeFile(await keptPath(), "null")],
    ["of another version", () => edit((kept) => ({ ...kept, version: 2 }))],
    ["of another account", () => edit((kept) => ({ ...kept, key: "0" }))],
    ["without a token", () => edit((kept) => ({ ...kept, token: 1 }))],
    ["without an end", () => edit((kept) => ({ ...kept, expiresAtMs: "never" }))],
    ["good for ever", () => edit((kept) => ({ ...kept, expiresAtMs: 1e15 }))],
    [
      "from the future",
      () => edit((kept) => ({ ...kept, issuedAtMs: Number(kept["issuedAtMs"]) + 120_000 })),
    ],
    [
      "larger than any token",
      async () =>
        writeFile(await keptPath(), `${" ".repeat(70_000)}${await readFile(await keptPath(), "utf8")}`),
    ],
  ])("(%s) is not used, and replaced", async (_, spoil) => {
    const issuer = new Issuer();
    await issuer.command();
    await spoil();
    expect(await issuer.command()).toBe("marker-2");
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.warnings).toEqual([]);
  });

  it.runIf(isPosix).each<[what: string, spoil: (path: string) => Promise<void>, warning: RegExp]>([
    [
      "open to other users",
      (path) => chmod(path, 0o644),
      /is not used, since it is open to other users \(mode 0644\)/,
    ],
    ["writable by the group", (path) => chmod(path, 0o620), /\(mode 0620\)/],
    [
      "a link",
      async (path) => {
        await writeFile(`${path}.real`, await readFile(path), { mode: 0o600 });
        await rm(path);
        await symlink(`${path}.real`, path);
      },
      /cannot be read \(ELOOP\)/,
    ],
  ])("(%s) is not used, and replaced, with a warning", async (_, spoil, warning) => {
    const issuer = new Issuer();
    await issuer.command();
    const path = await keptPath();
    await spoil(path);
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.warnings).toEqual([expect.stringMatching(warning)]);
    const now = await lstat(path);
    expect([now.isFile(), now.mode & 0o777]).toEqual([true, 0o600]);
    expect(await issuer.command()).toBe("marker-2");
  });

  it.runIf(isRoot)("(of another user) is not used, and replaced, with a warning", async () => {
    const issuer = new Issuer();
    await issuer.command();
    await chown(await keptPath(), 12_345, 12_345);
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.warnings).toEqual([expect.stringMatching(/it belongs to the user 12345/)]);
    expect((await stat(await keptPath())).uid).toBe(0);
  });

  it("(a folder) costs a login for each program, with a warning", async () => {
    const issuer = new Issuer();
    await issuer.command();
    const path = await keptPath();
    await rm(path);
    await mkdir(join(path, "x"), { recursive: true, mode: 0o700 });
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.warnings.at(-1)).toMatch(/cannot be kept in .* \(\w+\); each process logs in by itself/);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe("a folder that is not as it should be", () => {
  it.runIf(isPosix).each<[what: string, make: () => Promise<unknown>, reason: RegExp]>([
    [
      "open to other users",
      async () => chmod(await mkdir(folder).then(() => folder), 0o755),
      /which is open to other users \(mode 0755\); make it a folder of this user alone \(chmod 700\), or name another/,
    ],
    [
      "a link to one that is",
      async () => {
        await mkdir(`${folder}-real`, { mode: 0o700 });
        await symlink(`${folder}-real`, folder);
      },
      /which is not a folder/,
    ],
  ])("(%s) is refused, with the way out and without a login", async (_, make, reason) => {
    const issuer = new Issuer();
    await make();
    await expect(issuer.command()).rejects.toThrow(codedError("UNAUTHENTICATED", reason));
    expect(issuer.count).toBe(0);
  });

  it.runIf(isRoot)("(of another user) is refused", async () => {
    const issuer = new Issuer();
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, 12_345, 12_345);
    await expect(issuer.command()).rejects.toThrow(codedError("UNAUTHENTICATED", "the user 12345"));
  });

  it("(below a file) costs a login for each program, with a warning", async () => {
    const issuer = new Issuer();
    await writeFile(folder, "");
    const credentials = cachedToken(issuer.credentials, { folder: join(folder, "x"), account: "me" });
    expect(await issuer.command({ credentials })).toBe("marker-1");
    expect(issuer.warnings).toEqual([
      expect.stringMatching(/cannot be made \(\w+\); each process logs in by itself/),
    ]);
  });

  it("loses what nobody uses any more, and nothing that is not ours", async () => {
    const issuer = new Issuer();
    await issuer.command();
    const old = (await keptPath()).replace(/[0-9a-f]{64}/, "0".repeat(64));
    const stray = join(folder, "notes.json");
    for (const path of [old, stray]) {
      await writeFile(path, "{}");
      await utimes(path, 1, 1);
    }
    await issuer.clock.advance(hourMs);
    await issuer.command();
    expect((await readdir(folder)).toSorted()).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}\.json$/),
      "notes.json",
    ]);
  });
});
