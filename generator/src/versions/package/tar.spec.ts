import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { readTar } from "./tar.js";
import { codedError } from "../../../../test/coded-error.js";

const all = (label = "npm:@acme/cloud@1.2.0") => ({ label, isWanted: () => true });

/** An archive of one entry, as anyone could write it. */
function entry(path: string, { type = "0", size = 2, content = "{}", link = "" } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write(" ".repeat(8), 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\0\u00300", 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
  );
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

const end = Buffer.alloc(1024);

const whole = (one: Buffer): Buffer => Buffer.concat([one, end]);

describe("an archive", () => {
  let folder: string;
  const long = `package/${"a-folder-with-a-long-name/".repeat(12)}file.ts`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tar-"));
    for (const [path, text] of [
      ["package/package.json", "{}"],
      ["package/src/ä.ts", "ä"],
      [long, "x".repeat(1500)],
    ] as const) {
      await mkdir(join(folder, path, ".."), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const pack = (...flags: readonly string[]): Buffer =>
    execFileSync("tar", [...flags, "-cf", "-", "./package"], { cwd: folder });

  it.each([
    ["plain", ["--format=pax"]],
    ["compressed", ["--format=pax", "-z"]],
    ["of the older form of GNU", ["--format=gnu"]],
  ])("that is %s gives its files with long names and all of their bytes", async (_, flags) => {
    const files = await readTar(pack(...flags), all());
    expect(new Map(files.map(({ path, text }) => [path, text.length]))).toEqual(
      new Map([
        ["package/package.json", 2],
        ["package/src/ä.ts", 1],
        [long, 1500],
      ]),
    );
  });

  it("gives what is wanted alone", async () => {
    const isWanted = (path: string) => path.endsWith(".json");
    const files = await readTar(pack(), { ...all(), isWanted });
    expect(files.map(({ path }) => path)).toEqual(["package/package.json"]);
  });

  it("may have a path with a line break, which is no second path", async () => {
    const record = (text: string): string => `${text.length + 3} ${text}`;
    const named = entry("x", {
      type: "x",
      ...sized(record("comment=\n18 path=package/evil\n") + record("path=package/good\n")),
    });
    const files = await readTar(Buffer.concat([named, entry("cut"), end]), all());
    expect(files).toEqual([{ path: "package/good", text: "{}" }]);
  });

  it("may be empty", async () => expect(await readTar(end, all())).toEqual([]));

  it("is read up to a limit, whatever it unpacks to", async () => {
    const bomb = gzipSync(Buffer.alloc(4 << 20));
    expect(bomb.length).toBeLessThan(10_000);
    await expect(readTar(bomb, { ...all(), maxBytes: 1 << 20 })).rejects.toThrow(
      codedError("VERSION_UNREADABLE", "npm:@acme/cloud@1.2.0 unpacks to more than 1 MiB"),
    );
    await expect(readTar(Buffer.alloc(4 << 20), { ...all("sdk.tar"), maxBytes: 1 << 20 })).rejects.toThrow(
      codedError("VERSION_UNREADABLE", "sdk.tar unpacks to more than 1 MiB"),
    );
  });

  it.each<readonly [string, Buffer, string]>([
    [
      "is none",
      Buffer.from("not a tar archive, but long enough ".repeat(40)),
      "is not a complete tar archive (Invalid tar",
    ],
    [
      "is compressed and broken",
      gzipSync(pseudo()).subarray(0, 60),
      "cannot be unpacked (unexpected end of file)",
    ],
    [
      "is cut off in a file",
      entry("package/a.ts", { size: 9999 }),
      "is not a complete tar archive (Tar archive is truncated.). Fetch or pack it again",
    ],
    [
      "is cut off in a header",
      Buffer.concat([entry("package/a.ts"), Buffer.alloc(76, 1)]),
      "is not a complete tar archive (Tar archive is truncated.)",
    ],
    [
      "leaves its folder",
      whole(entry("package/../../a.ts")),
      'contains "package/../../a.ts", which leads out of its folder',
    ],
    ["starts at the root", whole(entry("/etc/a.ts")), 'contains "/etc/a.ts", which leads out of its folder'],
    [
      "has a path of Windows",
      whole(entry("package\\..\\..\\a.ts")),
      `contains ${JSON.stringify("package\\..\\..\\a.ts")}, which leads out of its folder`,
    ],
    [
      "has a link for a file",
      whole(entry("package/a.ts", { type: "2", size: 0, content: "", link: "/etc/passwd" })),
      'contains "package/a.ts" as a link',
    ],
    [
      "has a second name for a file",
      whole(entry("package/a.ts", { type: "1", size: 0, content: "", link: "package/b.ts" })),
      'contains "package/a.ts" as a link',
    ],
  ])("that %s is refused by its name", async (_, bytes, message) => {
    await expect(readTar(bytes, all())).rejects.toThrow(
      codedError("VERSION_UNREADABLE", `npm:@acme/cloud@1.2.0 ${message}`),
    );
  });

  it("may have links that nobody reads", async () => {
    const link = entry("package/LICENSE", { type: "2", size: 0, content: "", link: "../LICENSE" });
    const isWanted = (path: string) => path.endsWith(".json");
    expect(
      await readTar(Buffer.concat([link, entry("package/package.json"), end]), { ...all(), isWanted }),
    ).toEqual([{ path: "package/package.json", text: "{}" }]);
  });
});

function sized(content: string): { size: number; content: string } {
  return { size: Buffer.byteLength(content), content };
}

/** Bytes that no compression makes small. */
function pseudo(): Buffer {
  return Buffer.from(Array.from({ length: 512 }, (_, index) => (index * index * 7919) % 251));
}
