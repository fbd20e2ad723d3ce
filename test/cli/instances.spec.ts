import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { commandLine, type Ended, type World } from "./test-host.fixture.js";
import { root } from "../repository.fixture.js";

let emulator: Emulator;
let acme: (argv: string | readonly string[], world?: World) => Promise<Ended>;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  acme = commandLine("@svc/cloud", { env: envOf(emulator) });
});
afterAll(() => emulator.close());

function envOf(cloud: Emulator): Readonly<Record<string, string>> {
  return {
    CLOUD_TOKEN: cloud.issueToken(),
    CLOUD_ENDPOINT: cloud.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: cloud.apiDomain,
  };
}

let count = 0;
/** Makes an instance, and gives its id. */
async function make(flags = "--spec.cpu 4"): Promise<string> {
  const { out } = await acme(`compute instance create --parent-id p1 --name web-${count++} ${flags} -o name`);
  return out.trim();
}

/** What a command printed as JSON. */
interface Printed {
  readonly metadata: { readonly id: string; readonly name: string; readonly labels?: object };
  readonly spec: { readonly cpu: number; readonly userData: string };
  readonly items: readonly unknown[];
  readonly id: string;
}
const json = ({ out }: Ended): Printed => JSON.parse(out) as Printed;

describe("an instance on the command line", () => {
  it("is made of flags, by paths and by last names, over a file and what stdin holds", async () => {
    const stdin = "metadata:\n  name: from-file\nspec:\n  cpu: 1\n  memoryBytes: 9007199254740993\n";
    const { code, out } = await acme(
      "compute instance create -f - --parent-id p9 --spec.cpu 4 --labels a=b --labels c=d=e --hostnames x --hostnames y --spec.stop-grace-period 1h30m --attach-mode read-only -o json",
      { stdin },
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      metadata: { name: "from-file", parentId: "p9", labels: { a: "b", c: "d=e" } },
      spec: {
        cpu: 4,
        memoryBytes: "9007199254740993",
        hostnames: ["x", "y"],
        stopGracePeriod: "5400s",
        bootDisk: { attachMode: "ATTACH_MODE_READ_ONLY" },
      },
    });
  });

  it("is found by its id, and by its name and parent", async () => {
    const id = await make();
    const { metadata } = json(await acme(`compute instance get ${id} -o json`));
    const byName = await acme(`compute instance get --name ${metadata.name} --parent-id p1 -o json`);
    expect(json(byName).metadata.id).toBe(id);
  });

  it("is shown before an update as it is and as it will be, and nothing is sent", async () => {
    const id = await make("--spec.cpu 4 --labels a=b");
    const { out, code } = await acme(`compute instance update ${id} --spec.cpu 8 --clear labels --dry-run`);
    expect(code).toBe(0);
    expect(out).toContain("reset mask: metadata.labels\n");
    expect(out).toContain("-   cpu: 4\n+   cpu: 8\n");
    expect(json(await acme(`compute instance get ${id} -o json`)).spec.cpu).toBe(4);
  });

  it("is shown with colours on a terminal, unless NO_COLOR is set", async () => {
    const update = `compute instance update ${await make()} --spec.cpu 8 --dry-run`;
    const terminals = { out: true };
    expect((await acme(update, { terminals })).out).toContain("\u001B[32m+   cpu: 8\u001B[0m");
    expect((await acme(update, { terminals, env: { NO_COLOR: "1" } })).out).not.toContain("\u001B");
  });

  it("is made once by a command that is repeated with its key", async () => {
    const key = "0123456789abcdef";
    const create = `compute disk create --parent-id keys --name k --idempotency-key ${key} -o name`;
    expect((await acme(create)).out).toBe((await acme(create)).out);
    expect(json(await acme("compute disk list --parent-id keys -o json")).items).toHaveLength(1);
  });

  it("is updated by what is named alone, also in lists, maps and oneofs", async () => {
    const id = await make("--spec.cpu 4 --labels a=b --spec.secondary-disks.0.disk-id d0 --host-id h1");
    const flags =
      "--spec.secondary-disks.1.disk-id d1 --spec.secondary-disks.0.device-name x --labels c=d --clear labels.a --placement-group.group-id g";
    expect((await acme(`compute instance update ${id} ${flags}`)).code).toBe(0);
    expect(json(await acme(`compute instance get ${id} -o json`))).toMatchObject({
      metadata: { labels: { c: "d" } },
      spec: {
        cpu: 4,
        secondaryDisks: [{ diskId: "d0", deviceName: "x" }, { diskId: "d1" }],
        placementGroup: { groupId: "g" },
      },
    });
  });

  it("is destroyed after a question on a terminal, and elsewhere with --yes alone", async () => {
    const id = await make();
    expect((await acme(`compute instance delete ${id}`)).code).toBe(2);
    const terminals = { in: true, err: true };
    const asked = await acme(`compute instance delete ${id}`, { terminals, answers: ["no"] });
    expect(asked.said).toMatch(new RegExp(`id: ${id}\n  name: web-\\d+\n  parent: p1\n`));
    expect(asked.code).toBe(2);
    expect((await acme(`compute instance delete ${id} --yes`)).code).toBe(0);
    expect((await acme(`compute instance get ${id}`)).code).toBe(4);
  });

  it("is not destroyed by a name whose parent is only a default", async () => {
    const { metadata } = json(await acme(`compute instance get ${await make()} -o json`));
    const by = { env: { CLOUD_PARENT_ID: "p1" } };
    expect(await acme(`compute instance delete --name ${metadata.name} --yes`, by)).toMatchObject({
      code: 2,
    });
    expect((await acme(`compute instance delete --name ${metadata.name} --parent-id p1 --yes`)).code).toBe(0);
  });

  it("shows no secret and takes none as an argument", async () => {
    const id = await make();
    const given = await acme(`compute instance update ${id} --user-data aGVsbG8=`);
    expect(given).toMatchObject({ code: 2, said: expect.stringContaining("--user-data @FILE") });
    const shown = await acme(`compute instance update ${id} --user-data @- -o json`, { stdin: "hello" });
    expect(json(shown).spec.userData).toBe("[hidden 1]");
    const all = await acme(`compute instance get ${id} -o json --show-secrets`);
    expect(Buffer.from(json(all).spec.userData, "base64").toString()).toBe("hello");
    const again = await acme(`compute instance update ${id} -f -`, {
      stdin: '{"spec":{"userData":"[hidden]"}}',
    });
    expect(again).toMatchObject({
      code: 2,
      said: expect.stringContaining("is a placeholder for a secret"),
    });
  });

  it("is edited without what only the server writes, and the difference is sent", async () => {
    const id = await make("--spec.cpu 4 --labels a=b");
    const discard = vi.fn();
    const change = (text: string) => text.replace("cpu: 4", "cpu: 16").replace(/ +labels:\n.*\n/, "");
    const edit = vi.fn(async (text: string) => ({ text: change(text), file: "kept.yaml", discard }));
    const ended = await acme(`compute instance edit ${id}`, { terminals: { in: true }, edit });
    expect(ended.code).toBe(0);
    expect(discard).toHaveBeenCalledOnce();
    expect(edit.mock.calls[0]?.[0]).not.toMatch(/status:|createdAt|userData/);
    const after = json(await acme(`compute instance get ${id} -o json`));
    expect(after.spec.cpu).toBe(16);
    expect(after.metadata.labels).toBeUndefined();
  });

  it("is not overwritten by an edit if it has changed meanwhile, and the text is kept", async () => {
    const id = await make();
    const discard = vi.fn();
    const edit = async (text: string) => {
      await acme(`compute instance update ${id} --labels by=other`);
      return { text: text.replace("cpu: 4", "cpu: 16"), file: "kept.yaml", discard };
    };
    const ended = await acme(`compute instance edit ${id}`, { terminals: { in: true }, edit });
    expect(ended).toMatchObject({ code: 5, said: expect.stringContaining("Your text is in kept.yaml") });
    expect(discard).not.toHaveBeenCalled();
  });
});

describe("a list", () => {
  it("has the columns that matter, and every form of output", async () => {
    for (const name of ["a", "b"]) await acme(`compute disk create --parent-id lists --name ${name}`);
    const list = "compute disk list --parent-id lists";
    expect((await acme(list)).out).toMatch(/^NAME {2}ID +STATE +AGE\n(?:[ab] +disk-\w+ +\w+ +\d+s\n){2}$/);
    expect(json(await acme(`${list} -o json`)).items).toHaveLength(2);
    expect((await acme(`${list} -o jsonl`)).out.trim().split("\n")).toHaveLength(2);
    expect((await acme(`${list} -o name`)).out).toMatch(/^(?:disk-\w+\n){2}$/);
    expect((await acme(`${list} --query items[].metadata.name -o json`)).out).toBe('[\n  "a",\n  "b"\n]\n');
    expect((await acme(`${list} --max-items 1 -o name`)).out).toMatch(/^disk-\w+\n$/);
  });
});

describe("text of the API", () => {
  it("never changes the terminal, in any form of output", async () => {
    const bad = "\u001B[2J\u202Eevil\u009B31m\u0007";
    const resource = { metadata: { name: bad, parentId: "hostile", labels: { [bad]: bad } } };
    const made = await acme("compute disk create -f -", { stdin: JSON.stringify(resource) });
    expect(made.code).toBe(0);
    const world = { terminals: { out: true, err: true }, env: { NO_COLOR: "1" } };
    const forms = "table wide json jsonl yaml name csv custom-columns=N:.metadata.name jsonpath={.items}";
    for (const form of forms.split(" ")) {
      const { out } = await acme(`compute disk list --parent-id hostile -o ${form}`, world);
      expect(out.length).toBeGreaterThan(5);
      expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }
    const yaml = await acme("compute disk list --parent-id hostile -o yaml");
    expect(parse(yaml.out)).toMatchObject({ items: [{ metadata: { name: bad, labels: { [bad]: bad } } }] });
    const asked = await acme(["compute", "disk", "get", `x${bad}`], world);
    expect(asked.code).toBe(4);
    expect(asked.said).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe("a mistake", () => {
  it.each([
    ["compute instnace list", "there is no command compute instnace; did you mean instance?"],
    ["compute instance lst", "there is no command compute instance lst; did you mean list?"],
    ["compute instance get --nmae web", "there is no flag --nmae; did you mean --name?"],
    ["compute instance create --spec.cpus 3", "there is no flag --spec.cpus; did you mean --spec.cpu?"],
    ['compute instance create --spec {"cpus":3}', "no field cpus in --spec; did you mean cpu?"],
    ["compute instance create -f -", "no field spce in standard input; did you mean spec?"],
    ["compute instance create --spec.cpu many", '--spec.cpu must be an integer, got "many"'],
    ["compute instance create --recovery-policy recovr", "did you mean recover?"],
    [
      "compute instance create --spec.stop-grace-period 5",
      'must be a duration such as 90s, 1h30m or 1.5s, got "5"',
    ],
    ["compute instance get", "missing the instance: pass its id, or --parent-id with --name"],
    ["compute instance list a", 'unexpected argument "a"'],
    ["compute instance update x", "no change given"],
    ["compute instance update x --name y --spec.cpu 1", "is named twice"],
    ["compute instance list -o tabl", "did you mean table?"],
    ["compute instance list --query items[", "--query:"],
    ["iam auth-public-key list --filter x", "use --query to filter"],
  ])("in %j is reported, and nothing is sent", async (argv, want) => {
    const before = emulator.calls().length;
    const { code, said, out } = await acme(argv, { stdin: "spce:\n  cpu: 1\n" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(said).toContain(want);
    expect(emulator.calls().length).toBe(before);
  });

  it("is one JSON object with -o json", async () => {
    const { code, said } = await acme("compute instance get nope -o json");
    expect(code).toBe(4);
    expect(JSON.parse(said)).toMatchObject({
      error: { code: "NOT_FOUND", exitCode: 4, requestId: expect.any(String) },
    });
  });
});

describe("Ctrl-C", () => {
  it("while something is begun says that it may have been done, and of a read nothing", async () => {
    await using slow = await startEmulator({ sdk: "@svc/cloud", cwd: root });
    const env = envOf(slow);
    for (const [method, argv, want] of [
      ["Create", "compute disk create --parent-id p --name d", "may have applied the call"],
      ["Get", "compute disk get d", ""],
    ] as const) {
      const interrupt = new AbortController();
      slow.handle(`DiskService/${method}`, async (_, { signal }) => {
        interrupt.abort(Object.assign(new Error("interrupted"), { code: "INTERRUPTED" }));
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return {};
      });
      const { code, said } = await acme(argv, { env, signal: interrupt.signal });
      expect({ code, isSaid: said.includes("may have applied") }, said).toEqual({
        code: 130,
        isSaid: want !== "",
      });
    }
  });
});

describe("a change without an answer", () => {
  it("is said to have perhaps been made, and of a read nothing is said", async () => {
    await using silent = await startEmulator({ sdk: "@svc/cloud", cwd: root });
    const env = envOf(silent);
    const never = () => new Promise<never>(() => undefined);
    for (const method of ["Create", "Get"]) silent.handle(`DiskService/${method}`, never);
    const create = await acme("compute disk create --parent-id p --name d --timeout 300ms", { env });
    expect(create).toMatchObject({ code: 7, said: expect.stringContaining("may have applied the call") });
    const get = await acme("compute disk get d --timeout 300ms", { env });
    expect(get).toMatchObject({ code: 7, said: expect.not.stringContaining("may have been") });
  });
});

describe("an operation", () => {
  it("that fails ends the command with 6, and with the reason", async () => {
    emulator.script("DiskService/Create", [{ failOperation: { code: "INTERNAL", message: "no host" } }]);
    const { code, out, said } = await acme("compute disk create --parent-id p --name d");
    expect({ code, out }).toEqual({ code: 6, out: "" });
    expect(said).toContain("no host");
  });

  it("goes on after Ctrl-C, which says how to wait for it", async () => {
    await using slow = await startEmulator({ sdk: "@svc/cloud", cwd: root, operationDelayMs: 60_000 });
    const env = envOf(slow);
    const interrupt = new AbortController();
    const started = acme("compute disk create --parent-id p --name d", { env, signal: interrupt.signal });
    // The operation has been asked for once.
    await expect.poll(() => slow.calls().length).toBeGreaterThan(1);
    interrupt.abort(Object.assign(new Error("interrupted"), { code: "INTERRUPTED" }));
    const { code, said } = await started;
    expect(code).toBe(130);
    expect(said).toMatch(/To wait for it: acme compute disk operation wait operation-\w+/);
    const [, id = ""] = /wait (operation-\w+)/.exec(said) ?? [];
    expect(json(await acme(`compute operation get ${id} -o json`, { env })).id).toBe(id);
  });
});
