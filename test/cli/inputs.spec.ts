import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { commandLine, type Ended, type World } from "./test-host.fixture.js";

let emulator: Emulator;
let acme: (argv: string | readonly string[], world?: World) => Promise<Ended>;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  acme = commandLine("@svc/cloud", { env });
});
afterAll(() => emulator.close());

const create = "compute instance create --parent-id p --spec.cpu 1 --name one";

describe("two members of a oneof", () => {
  it.each([
    [
      "flags",
      `${create} --host-id h --placement-group.group-id g`,
      "",
      ["(--host-id)", "(--placement-group.group-id)"],
    ],
    [
      "a document",
      `${create} -f -`,
      "spec: { hostId: h, placementGroup: { groupId: g } }",
      ["(standard input)"],
    ],
    [
      "a flag and a document",
      `${create} -f - --host-id h`,
      "spec: { placementGroup: { groupId: g } }",
      ["(standard input)", "(--host-id)"],
    ],
    ["JSON in a flag", `${create} --spec {"hostId":"h","placement_group":{}}`, "", ["(--spec)"]],
  ])("are refused in %s, and nothing is sent", async (_, argv, stdin, places) => {
    const before = emulator.calls().length;
    const ended = await acme(argv, { stdin });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.said).toContain("are members of the oneof placement, of which only one can be set");
    for (const one of ["spec.host_id", "spec.placement_group", ...places]) expect(ended.said).toContain(one);
    expect(emulator.calls().length).toBe(before);
  });

  it("are refused in an update as well", async () => {
    const { out } = await acme(`${create} --host-id h -o name`);
    const both = await acme(`compute instance update ${out.trim()} --host-id i --placement-group.group-id g`);
    expect(both).toMatchObject({ code: 2, out: "" });
  });

  it("are no conflict if one is cleared, or is that of the resource", async () => {
    const cleared = await acme(`${create}-2 -f - --clear spec.host_id --placement-group.group-id g -o json`, {
      stdin: "spec: { hostId: h }",
    });
    expect(cleared).toMatchObject({ code: 0 });
    const { metadata } = JSON.parse(cleared.out) as { readonly metadata: { readonly id: string } };
    const moved = await acme(`compute instance update ${metadata.id} --host-id h -o json`);
    expect(JSON.parse(moved.out)).toMatchObject({ spec: { hostId: "h" } });
  });
});

describe("a secret in an argument", () => {
  it.each([
    ["JSON of its message", ["--spec", '{"userData":"aGk="}']],
    ["JSON with the proto name", ["--spec", '{"user_data":"aGk="}']],
    ["its own flag", ["--user-data", "aGk="]],
  ])("is refused as %s, and not printed", async (_, flags) => {
    const ended = await acme([...create.split(" "), ...flags]);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.said).toContain("other users and the shell history can see arguments");
    expect(ended.said).not.toContain("aGk=");
  });

  it("is accepted as null, and in a document", async () => {
    const ended = await acme([...`${create}-3 -f - --spec`.split(" "), '{"hostnames":["x"]}'], {
      stdin: "spec: { userData: aGk= }",
    });
    expect(ended.code).toBe(0);
  });
});

describe("a package that is not installed", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "missing-"));
    writeFileSync(join(folder, "package.json"), '{"dependencies":{"acme-sdk":"1.0.0"}}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (sdk: string) => commandLine(sdk, {}, { from: folder })("--help");

  it("is not to be installed if no package.json names it, because it may be somebody else's", async () => {
    const { code, said } = await run("acme-skd");
    expect(code).toBe(2);
    expect(said).not.toContain("npm install");
    expect(said).toContain("did you mean acme-sdk?");
  });

  it("is to be installed if a package.json names it", async () => {
    const { said } = await run("acme-sdk");
    expect(said).toContain("run `npm install`");
  });
});
