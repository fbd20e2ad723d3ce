import { link, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openCloud } from "../emulator.fixture.js";

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
}

afterEach(() => vi.unstubAllEnvs());

describe("a second start by mistake", () => {
  it("on the same port and state is refused, and the first goes on", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    const port = Number(first.emulator.address.split(":")[1]);
    const before = await readdir(dirname(stateFile));
    await expect(openCloud({ stateFile, port })).rejects.toThrow(
      `port: ${first.emulator.address} is in use by another program: stop that one, or pass another port`,
    );
    expect(await readdir(dirname(stateFile))).toEqual(before);
    await first.must("InstanceService/Create", vm("b"));
  });

  it("on the same state is refused, and the first goes on", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    await expect(openCloud({ stateFile })).rejects.toThrow(
      `state file ${stateFile} is in use by another emulator (process ${process.pid}): stop that one, or pass another file`,
    );
    await first.must("InstanceService/Create", vm("b"));
  });

  it("lets go of its ports and its state where it fails later", async () => {
    const stateFile = await newFile();
    const account = { id: "robot", keyId: "k", publicKeyPem: "none" };
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => probe.once("listening", done));
    const { port } = probe.address() as { port: number };
    await new Promise((done) => probe.close(done));
    await expect(openCloud({ stateFile, port, serviceAccounts: [account] })).rejects.toThrow(
      /not a public key/,
    );
    await using second = await openCloud({ stateFile, port });
    await second.must("InstanceService/Create", vm("a"));
  });

  it("is no mistake on another state, however long the path of temporary files is", async () => {
    const long = join(dirname(await newFile()), "long".repeat(30));
    await mkdir(long);
    vi.stubEnv("TMPDIR", long);
    await using first = await openCloud({ stateFile: join(long, "one.json") });
    await using second = await openCloud({ stateFile: join(long, "two.json") });
    await first.must("InstanceService/Create", vm("a"));
    await second.must("InstanceService/Create", vm("b"));
  });

  it("that does not see the first, such as from a container, makes the first refuse changes and leave the files alone", async () => {
    const stateFile = await newFile();
    const first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    vi.stubEnv("TMPDIR", await mkdtemp(join(tmpdir(), "elsewhere-")));
    const second = await openCloud({ stateFile });
    // The journals of the first are folded beside the calls.
    await expect.poll(() => readdir(dirname(stateFile))).not.toContain("state.json.1.journal");
    await second.must("InstanceService/Create", vm("b"));
    const refused = await first.call("InstanceService/Create", vm("c"));
    expect(refused).toMatchObject({
      code: "INTERNAL",
      message: expect.stringContaining("another emulator uses"),
    });
    expect((await first.call("InstanceService/List")).code).toBe("OK");
    await second[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
    await using third = await openCloud({ stateFile });
    expect((await third.must("InstanceService/List"))["items"]).toMatchObject([
      { metadata: { name: "a" } },
      { metadata: { name: "b" } },
    ]);
  });
});

describe("a change that could not be saved", () => {
  it("is refused, undone, and not saved later, and its key is free", async () => {
    const stateFile = await newFile();
    const first = await openCloud({ stateFile, operationDelayMs: 10 });
    const kept = await first.must("InstanceService/Create", vm("kept"));
    first.clock.advance(10);
    const token = first.emulator.issueToken();
    // A journal that is not in its place takes nothing, as a full disk does.
    await link(`${stateFile}.1.journal`, `${stateFile}.aside`);
    await rm(`${stateFile}.1.journal`);
    const headers = { "X-Idempotency-Key": "0123456789abcdef" };
    const id = String(kept["resourceId"]);
    const refused = await Promise.all([
      first.call("InstanceService/Create", vm("refused"), { headers }),
      first.call("InstanceService/Delete", { id }),
      first.call("DiskService/Create", { metadata: { parentId: "p", name: "refused" } }),
    ]);
    for (const { code, message } of refused) {
      expect(code).toBe("INTERNAL");
      expect(message).toContain("the state cannot be saved, so this call had no effect: ");
    }
    await link(`${stateFile}.aside`, `${stateFile}.1.journal`);
    first.clock.advance(10);
    const names = async (cloud: typeof first) => {
      const { items } = await cloud.must("InstanceService/List");
      return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
    };
    expect(await names(first)).toEqual(["kept"]);
    await first.must("InstanceService/Create", vm("refused"), { headers });
    first.clock.advance(10);
    expect(await names(first)).toEqual(["kept", "refused"]);
    // A token that a test was given is good all the same.
    await first.must("InstanceService/List", {}, { authorization: `Bearer ${token}` });
    await first[Symbol.asyncDispose]();
    await using second = await openCloud({ stateFile, operationDelayMs: 10 });
    second.clock.advance(10);
    expect(await names(second)).toEqual(["kept", "refused"]);
    await second.must("InstanceService/List", {}, { authorization: `Bearer ${token}` });
    expect((await second.must("DiskService/List"))["items"]).toBeUndefined();
    expect(await readFile(stateFile, "utf8")).not.toContain("v1.Disk");
  });
});
