import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { commandLine } from "./test-host.fixture.js";

let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;
let ids: readonly string[];
const list = "compute disk list --parent-id p1";
const atTerminal = { terminals: { in: true, out: true, err: true }, env: { NO_COLOR: "1" } };

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  acme = commandLine("@svc/cloud", {
    env: {
      CLOUD_TOKEN: emulator.issueToken(),
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    },
  });
});
afterAll(() => emulator.close());
beforeEach(async () => {
  await acme("compute disk delete --all --parent-id p1 --yes --at-most 9");
  const made = ["1Gi", "3Gi", "2Gi"].map((size, at) =>
    acme(`compute disk create --parent-id p1 --name d${at} --size-bytes ${size} --type network-ssd -o name`),
  );
  ids = (await Promise.all(made)).map(({ out }) => out.trim());
});

const calls = (): readonly string[] => emulator.calls().map(({ method }) => method.split("/").at(-1) ?? "");
const names = async (): Promise<string> => (await acme(`${list} --query items[].metadata.name -o json`)).out;

describe("the output of a list", () => {
  it.each([
    [
      "-o csv --query items[].{N:metadata.name,S:spec.sizeBytes} --sort-by name",
      "N,S\nd0,1073741824\nd1,3221225472\nd2,2147483648\n",
    ],
    ["-o tsv --query items[].[metadata.name,spec.sizeBytes] --sort-by ~name -L1", "d2\t2147483648\n"],
    ["-o table --query items[].{N:metadata.name} --sort-by .spec.sizeBytes", "N\nd0\nd2\nd1\n"],
    ["-o table --query items[].{N:metadata.name} --sort-by size-bytes --no-headers --limit 2", "d0\nd2\n"],
    [
      "-o custom-columns=N:.metadata.name,X:.no --sort-by {.metadata.name}",
      "N   X\nd0  <none>\nd1  <none>\nd2  <none>\n",
    ],
    ["-ojsonpath={.items[?(@.spec.sizeBytes>2147483648)].metadata.name}", "d1\n"],
    ["-o jsonpath={..name}", "d0 d1 d2\n"],
    ["-o jsonpath={.items[0]..['sizeBytes']}", "1073741824\n"],
    ["-o jsonpath={..items[*].metadata.name}", "d0 d1 d2\n"],
    ["-o name --query items[?spec.sizeBytes>`2147483648`].metadata.name", "d1\n"],
    ["--filter size-bytes>2Gi -o custom-columns=N:.metadata.name --no-headers", "d1\n"],
    ["--filter state=ready --query length(items)", "3\n"],
  ])("is printed by %s", async (flags, out) => {
    expect(await acme(`${list} ${flags}`)).toMatchObject({ code: 0, said: "", out });
  });

  it("is csv with the names of fields and the values of JSON, quoted where necessary", async () => {
    await acme(["compute", "disk", "update", ids[0] ?? "", "--metadata.name", 'a "b", c']);
    const { out } = await acme(`${list} -o csv --filter size-bytes<2147483648`);
    expect(out).toMatch(/^name,id,state,created_at,[^]*\n"a ""b"", c",disk-\w+,STATE_READY,20\d\d-/);
  });

  it.each([
    ["--sort-by bogus", "there is no field bogus in --sort-by"],
    ["-o custom-columns=NAME", "TITLE:PATH"],
    ["-o jsonpath={.items", "a brace is not closed"],
    ["-o jsonpath={range", "a brace is not closed"],
    ["-o jsonpath={.items[}", "is not a path such as"],
    ["-o xml", "custom-columns=, jsonpath="],
    ["-o go-template={{.items}}", "custom-columns=, jsonpath="],
    ["--limit 1.5", "--limit must be a whole number"],
    ["--filter size-bytes>2G", "use Gi (1,024) or GB (1,000)"],
  ])("is refused before anything is sent: %s", async (flags, said) => {
    const before = emulator.calls().length;
    expect(await acme(`${list} ${flags}`)).toMatchObject({ code: 2, said: expect.stringContaining(said) });
    expect(emulator.calls().length).toBe(before);
  });

  it("shortens cells on a terminal before it drops columns, and IDs last", async () => {
    await acme(["compute", "disk", "update", ids[0] ?? "", "--metadata.name", "n".repeat(63)]);
    const at = async (columns: number) => (await acme(list, { ...atTerminal, columns })).out;
    for (const columns of [60, 45, 30])
      expect(Math.max(...(await at(columns)).split("\n").map((one) => one.length))).toBeLessThanOrEqual(
        columns,
      );
    expect(await at(60)).toMatch(new RegExp(`^NAME +ID +STATE +AGE\\n[^]*nnn… +${ids[0]} +READY`));
    expect(await at(45)).toContain("AGE");
    expect(await at(30)).toMatch(/^NAME +ID +STATE?/);
  });
});

describe("several resources", () => {
  it("are read, changed and deleted by one command", async () => {
    const all = ids.join(" ");
    const read = await acme(`compute disk get ${all} -o json --query [].metadata.name`);
    expect(JSON.parse(read.out)).toEqual(["d0", "d1", "d2"]);
    const changed = await acme(
      `compute disk update ${all} --size-bytes 4Gi -o json --query [].spec.sizeBytes`,
    );
    expect(JSON.parse(changed.out)).toEqual(Array.from({ length: 3 }, () => "4294967296"));
    expect((await acme(`compute disk delete ${all}`)).said).toContain("add --yes");
    const asked = await acme(`compute disk delete ${all}`, { ...atTerminal, answers: ["n"] });
    expect(asked.said).toMatch(/deletes 3 resources:\nNAME[^]*d0[^]*d2[^]*Continue\?/);
    expect(await names()).toContain("d0");
    const gone = await acme(`compute disk delete ${all} nope --yes`);
    expect(gone).toMatchObject({
      code: 4,
      out: "",
      said: expect.stringMatching(/nope: error: NOT_FOUND[^]*1 of 4 failed/),
    });
    expect(await names()).toBe("[]\n");
  });

  it.each([
    ["delete --all --yes --at-most 9", "--all needs a filter or a parent: add --parent-id or --filter"],
    ["delete --all --parent-id= --yes --at-most 9", "must not be empty"],
    ["delete --all --filter=\t --yes --at-most 9", "must not be empty"],
    ["delete --all --parent-id p1 --yes", "needs --at-most N"],
    ["delete --all --parent-id p1", "add --yes --at-most N"],
    ["delete --all --parent-id p1 --yes --at-most 2", "more than 2 resources"],
    ["delete --all x --parent-id p1 --yes --at-most 9", "takes no IDs"],
    ["update --all --parent-id p1 --size-bytes 1Ki", "add --yes --at-most N"],
    ["update --all --size-bytes 1Ki --yes --at-most 9", "needs a filter or a parent"],
    ["get --all --parent-id p1", "no --all"],
    ["create --all --parent-id p1 --name x", "no --all"],
    ["delete a b --yes --at-most 1", "more than 1 resources"],
    ["delete a b --yes --at-most many", "must be a whole number"],
    ["delete --at-most 3 --yes", "limits several IDs"],
  ])("are not changed by %s", async (line, said) => {
    const before = calls().length;
    expect(await acme(`compute disk ${line}`)).toMatchObject({
      code: 2,
      said: expect.stringContaining(said),
    });
    expect(
      calls()
        .slice(before)
        .filter((one) => /Delete|Update|Create/.test(one)),
    ).toEqual([]);
  });

  it("are those that a list shows, with --all", async () => {
    const updated = await acme(
      `compute disk update --all --parent-id p1 --filter size-bytes>2147483648 --metadata.labels a=b --yes --at-most 1 -o json`,
    );
    expect(JSON.parse(updated.out)).toMatchObject([{ metadata: { name: "d1", labels: { a: "b" } } }]);
    const shown = await acme("compute disk delete --all --parent-id p1 --dry-run");
    expect(shown.screen).toMatch(/would destroy this:[^]*name: d0[^]*name: d2/);
    const asked = await acme("compute disk delete --all --parent-id p1 --at-most 3", {
      ...atTerminal,
      answers: ["y"],
    });
    expect(asked).toMatchObject({
      code: 0,
      said: expect.stringMatching(/deletes 3 resources:[^]*Deleted disk-/),
    });
    expect(await names()).toBe("[]\n");
  });
});

describe("a command", () => {
  it("may have the version of its service", async () => {
    expect((await acme("compute v1 disk list --parent-id p1 -o name")).out).toBe(
      (await acme(`${list} -o name`)).out,
    );
    expect(await acme("compute v2 disk list --parent-id p1")).toMatchObject({ code: 2 });
  });

  it("shows what it would destroy, and finds out that there is nothing", async () => {
    const { code, out, said } = await acme(`compute disk delete ${ids[0]} --dry-run`);
    expect({ code, out, said }).toMatchObject({
      code: 0,
      out: expect.stringContaining("name: d0"),
      said: expect.stringContaining("would destroy this"),
    });
    expect((await acme("compute disk delete nope --dry-run")).code).toBe(4);
  });

  it("explains that a name was read as an ID", async () => {
    const { said } = await acme("compute disk update web-1 --size-bytes 1Ki");
    expect(said).toContain(
      "web-1 was read as an ID. To use a name: acme compute disk update --name web-1 --parent-id PARENT-ID\n",
    );
  });

  it.each([
    ["--bogus", "there is no flag --bogus"],
    ["--bogus --parent-id p1", "there is no flag --bogus"],
    ["-x", "there is no flag -x"],
    ["--verison", "there is no flag --verison"],
  ])("says that %s is unknown, and not that it needs a value", async (flags, said) => {
    const ended = await acme(`compute disk list ${flags}`);
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(said) });
    expect(ended.said).not.toContain("needs a value");
  });

  it.each(["--version", "-v"])("is no command with %s, which prints the versions", async (flag) => {
    expect(await acme(flag)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^acme 1\.0, @svc\/cloud/),
    });
  });

  it.each([
    ["login --help", /--token-file VALUE[^]*--endpoint VALUE[^]*Examples:\n  acme login/],
    ["profile --help", /set KEY VALUE[^]*acme profile set/],
    ["compute disk edit --help", /acme compute disk edit ID/],
    ["call --help", /call svc\.common\.v1\.OperationService\/Get -d/],
    ["compute", /^acme compute COMMAND/],
    [
      "compute disk create --help",
      /Example:\n  acme compute disk create --parent-id project-1 --name my-disk[^]*Connection:\n  --endpoint/,
    ],
  ])("has help: %s", async (line, want) => {
    expect(await acme(line)).toMatchObject({ code: 0, out: expect.stringMatching(want) });
  });

  it("prints the steps of a call with --debug, and no token", async () => {
    const { said } = await acme(`${list} --verbose`);
    expect(said).toContain("DiskService/List attempt 1 is over");
    expect(said).not.toMatch(/eyJ|Bearer/);
  });

  it("is a line for grpcurl, with --curl", async () => {
    const { out } = await acme(`compute disk get ${ids[0]} --curl`);
    expect(out).toBe(
      `grpcurl -plaintext -authority compute.${emulator.apiDomain}:443 -H "authorization: Bearer $CLOUD_TOKEN" -d '{"id":"${ids[0]}"}' ${emulator.address} svc.compute.v1.DiskService/Get\n`,
    );
    const update = await acme(`compute disk update ${ids[0]} --clear size-bytes --curl`);
    expect(update.out).toContain("-H 'x-resetmask: spec.size_bytes'");
  });

  it("calls a method as it is, and asks before it destroys", async () => {
    const get = [
      "call",
      "svc.compute.v1.DiskService/Get",
      "-d",
      `{"id":"${ids[0]}"}`,
      "--query",
      "metadata.name",
    ];
    expect((await acme(get)).out).toBe("d0\n");
    const update = `call svc.compute.v1.DiskService.Update -d {"metadata":{"id":"${ids[0]}"},"spec":{"sizeBytes":"5"}}`;
    expect(await acme(update)).toMatchObject({ code: 0 });
    // What the message does not have stays, and what `--clear` names does not.
    expect(JSON.parse((await acme(`compute disk get ${ids[0]} -o json`)).out)).toMatchObject({
      metadata: { name: "d0" },
      spec: { sizeBytes: "5", type: "DISK_TYPE_NETWORK_SSD" },
    });
    expect(await acme(`call svc.compute.v1.DiskService/Delete -d {"id":"${ids[0]}"}`)).toMatchObject({
      code: 2,
      said: expect.stringContaining("add --yes"),
    });
    const remove = `call svc.compute.v1.DiskService/Delete -d {"id":"${ids[0]}"} --yes`;
    expect(await acme(remove)).toMatchObject({ code: 0 });
    expect(await acme(`compute disk get ${ids[0]}`)).toMatchObject({ code: 4 });
    expect(await acme(`call svc.compute.v1.DiskService/List --clear spec -d {}`)).toMatchObject({
      code: 2,
      said: expect.stringContaining("has no reset mask"),
    });
    expect(await acme("call svc.compute.v1.DiskService/Gett")).toMatchObject({
      code: 2,
      said: expect.stringContaining("did you mean svc.compute.v1.DiskService/Get?"),
    });
  });
});

describe("--watch", () => {
  it("prints what has changed, with longer pauses while nothing does, until Ctrl-C", async () => {
    const interrupt = new AbortController();
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => {
      pauses.push(ms);
      if (pauses.length === 3) await acme(`compute disk update ${ids[1]} --size-bytes 9Gi`);
      if (pauses.length === 4) await acme(`compute disk delete ${ids[2]} --yes`);
      if (pauses.length === 5)
        interrupt.abort(Object.assign(new Error("interrupted"), { code: "INTERRUPTED" }));
    };
    const { code, out, said } = await acme(`${list} --watch -o json`, { pause, signal: interrupt.signal });
    const lines = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { metadata: { name: string } }).metadata.name);
    expect({ code, lines: lines.toSorted() }).toEqual({ code: 130, lines: ["d0", "d1", "d1", "d2"] });
    expect(said).toContain(`Gone: ${ids[2]}\n`);
    expect(pauses).toEqual([2000, 3000, 4500, 2000, 3000]);
  });

  it("repeats only what reads", async () => {
    expect(await acme(`compute disk delete ${ids[0]} --yes --watch`)).toMatchObject({ code: 2 });
    expect(await names()).toContain("d0");
  });
});
