import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openFolder } from "../compile.fixture.js";

const page = readFileSync(
  join(fileURLToPath(new URL("../../", import.meta.url)), "docs/how-to/migrate.md"),
  "utf8",
);

/** The code of the last column of each table. */
const lines = page
  .slice(page.indexOf("## Messages of other generators"))
  .split("\n")
  .filter((line) => /^\| .*`.* \|$/.test(line))
  .flatMap((line) => {
    const last = line.split(" | ").at(-1) ?? "";
    // What follows a word is about the code, and no code to be written.
    return [...last.replace(/(, without |, which |, of |, from |: 64-bit).*/, "").matchAll(/`([^`]+)`/g)].map(
      ([, code = ""]) => code,
    );
  });

const program = `
import { isDeepStrictEqual } from "node:util";
import { Cloud, CloudError, fromJson, fromJsonText, packAny, Timestamp, timestampFromDate, toDate, toJson, unpackAny, oneofValue, type AnyMessage, type MessageInit } from "@svc/cloud";
import { Disk, DiskType, InstanceServiceClient, type DiskSpec } from "@svc/cloud/compute/v1";
declare const disk: Disk, bytes: Uint8Array, partial: MessageInit<Disk>, json: unknown, text: string, type: DiskType;
declare const cloud: Cloud, timestamp: { seconds: bigint; nanos: number }, request: { id: string };
declare const any: AnyMessage, error: unknown;
export const lines: (() => unknown)[] = [
  ${lines.map((line) => `async () => { ${/^(?:const|for) /.test(line) ? "" : "void "}${line}; },`).join("\n  ")}
];
`;

it("every line of the page for those who know another generator compiles", async () => {
  expect(lines.length).toBeGreaterThan(25);
  await using folder = await openFolder();
  await folder.write({
    "program.ts": program,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2023",
        module: "nodenext",
        types: ["node"],
        strict: true,
        skipLibCheck: true,
      },
      include: ["*.ts"],
    }),
  });
  expect(await folder.check("TypeScript 7")).toBe("");
});
