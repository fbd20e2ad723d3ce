import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { diffSdks } from "../../generator/src/versions/diff.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const page = join(top, "docs/explanation/versions.md");
const execute = promisify(execFile);

type Protos = Readonly<Record<string, string>>;

const options = `syntax = "proto3";
package acme;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; REQUIRED = 1; }
`;
const disk = `message Disk {
  string id = 1;
  int32 size = 2;
  string zone = 3;
  DiskType type = 4;
}
`;
const head = 'syntax = "proto3";\npackage acme.v1;\nimport "acme/options.proto";\n';
const rest = `enum DiskType { DISK_TYPE_UNSPECIFIED = 0; DISK_TYPE_SSD = 1; }
message GetDiskRequest { string id = 1; }
service DiskService {
  option (acme.api_service_name) = "compute";
  rpc Get(GetDiskRequest) returns (Disk);
  rpc create_disk(Disk) returns (Disk);
}
`;
const before: Protos = { "acme/options.proto": options, "acme/v1/disk.proto": `${head}${disk}${rest}` };
const edit = (from: string, to: string): Protos => {
  const text = before["acme/v1/disk.proto"] ?? "";
  if (!text.includes(from)) throw new Error(`the proto lacks ${from}`);
  return { ...before, "acme/v1/disk.proto": text.replace(from, to) };
};

/** The ten changes of the page, in its words. */
const changes: Readonly<Record<string, Protos>> = {
  "a field is removed": edit("  string zone = 3;\n", "  reserved 3;\n"),
  "a field is renamed": edit("string zone = 3;", "string region = 3;"),
  "a field gets another number": edit("string zone = 3;", "string zone = 5;"),
  "`int32` becomes `int64`": edit("int32 size", "int64 size"),
  "a field of a request becomes `REQUIRED`": edit(
    "string zone = 3;",
    "string zone = 3 [(acme.field_behavior) = REQUIRED];",
  ),
  "a service gets another endpoint": edit('"compute"', '"disks"'),
  "an rpc is added whose name in TypeScript an older one has": edit(
    "  rpc create_disk",
    "  rpc CreateDisk(Disk) returns (Disk);\n  rpc create_disk",
  ),
  "a message moves to another file of its package": {
    "acme/options.proto": options,
    "acme/v1/types.proto": `${head.replace('import "acme/options.proto";\n', "")}${disk}enum DiskType { DISK_TYPE_UNSPECIFIED = 0; DISK_TYPE_SSD = 1; }\n`,
    "acme/v1/disk.proto": `${head}import "acme/v1/types.proto";\n${rest.replace(/^enum.*\n/, "")}`,
  },
  "a value of an enum is added": edit("DISK_TYPE_SSD = 1;", "DISK_TYPE_SSD = 1; DISK_TYPE_TAPE = 2;"),
  "an rpc is deprecated": edit(
    "rpc Get(GetDiskRequest) returns (Disk);",
    "rpc Get(GetDiskRequest) returns (Disk) { option deprecated = true; }",
  ),
};

/** The rows of the page's table: the change, the rules of buf, and the step of `stratus diff`. */
async function rowsOfPage(): Promise<string[][]> {
  const text = await readFile(page, "utf8");
  const [, table = ""] =
    /\n## Beside `buf breaking`\n[^]*?\n\| change \|.*\n\|[-| ]+\|\n((?:\|.*\n)+)/.exec(text) ?? [];
  return table.split("\n").flatMap((line) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return cells.length === 0 ? [] : [cells.slice(0, 3)];
  });
}

describe("the page that shows `buf breaking` beside `stratus diff`", { timeout: 120_000 }, () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "breaking-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, protos: Protos): Promise<string> => {
    for (const [path, text] of Object.entries(protos)) {
      await mkdir(join(folder, name, dirname(path)), { recursive: true });
      await writeFile(join(folder, name, path), text);
    }
    await writeFile(join(folder, name, "buf.yaml"), "version: v2\n");
    return join(folder, name);
  };
  /** The rules that buf reports with its default category, without repetitions. */
  const rulesOf = async (old: string, now: string): Promise<string> => {
    const args = ["breaking", now, "--against", old, "--error-format", "json"];
    const { stdout } = await execute(join(top, "node_modules/.bin/buf"), args).catch(
      (error: { stdout: string }) => error,
    );
    const rules = stdout
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as { type: string }).type]));
    return rules.length === 0 ? "nothing" : [...new Set(rules)].map((rule) => `\`${rule}\``).join(", ");
  };
  const stepOf = async (protos: Protos): Promise<string> => {
    const sdk = async (one: Protos) => {
      const { files, error } = await generateFrom(one, { parameter: "package_name=acme" });
      expect(error).toBe("");
      return { label: "sdk", files: new Map(Object.entries(files)) };
    };
    const { step } = await diffSdks(await sdk(before), await sdk(protos));
    return step ?? "nothing";
  };

  it("says of ten changes what both say", async () => {
    const old = await put("old", before);
    const rows: string[][] = [];
    for (const [index, [change, protos]] of Object.entries(changes).entries())
      rows.push([change, await rulesOf(old, await put(`new-${index}`, protos)), await stepOf(protos)]);
    expect(await rowsOfPage()).toEqual(rows);
    expect(rows).toHaveLength(10);
  });
});
