import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import { framed } from "../../runtime/src/fixture/fault-server.fixture.js";
import {
  connectThings,
  openSession,
  type Thing,
  ThingType,
} from "../../runtime/src/fixture/test-api.fixture.js";
import { defineMethod, defineService } from "../../runtime/src/calls/rpc/define-service.js";
import { freePort, isListening } from "../interop/foreign/ports.js";

/**
 * The server of nghttp2 gives files. A file that is a gRPC answer, with the media type of its name and a trailer for
 * all, makes it a server of gRPC.
 */
const service = defineService("acme.v1.FileService", "things.store");
const file = (name: string) => defineMethod(service, name, "unary", ThingType, ThingType, { readOnly: true });
const [small, large] = [file("Small.grpc"), file("Large.grpc")];

const thing = (bytes: number): Thing => ({
  metadata: undefined,
  spec: { size: bytes, note: "n".repeat(bytes), password: "" },
});
const largeBytes = 10 << 20;

const isInstalled = spawnSync("nghttpd", ["--version"]).status === 0;

/** A running nghttpd. */
interface Nghttpd extends AsyncDisposable {
  readonly address: string;
}

async function startNghttpd(options: readonly string[]): Promise<Nghttpd> {
  const folder = mkdtempSync(join(tmpdir(), "nghttpd-"));
  const files = join(folder, "acme.v1.FileService");
  mkdirSync(files);
  writeFileSync(join(files, "Small.grpc"), framed(ThingType.encode(thing(3))));
  writeFileSync(join(files, "Large.grpc"), framed(ThingType.encode(thing(largeBytes))));
  writeFileSync(join(folder, "types"), "application/grpc grpc\n");
  const port = await freePort();
  const types = `--mime-types-file=${join(folder, "types")}`;
  const args = ["--no-tls", "-d", folder, "--trailer", "grpc-status: 0", types, ...options, String(port)];
  const child = spawn("nghttpd", args, { stdio: "ignore" });
  const gone = once(child, "exit");
  while (child.exitCode === null && !(await isListening(port))) await pause(10);
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

describe.skipIf(!isInstalled)("nghttpd", () => {
  it.each<[title: string, options: string[]]>([
    ["as it is", []],
    ["with padding in every frame", ["--padding=255"]],
    ["with one stream at a time", ["--max-concurrent-streams=1"]],
    ["with tables of no size, both ways", ["--header-table-size=0", "--encoder-header-table-size=0"]],
    ["with small tables, both ways", ["--header-table-size=100", "--encoder-header-table-size=100"]],
    ["with windows of a kilobyte", ["--window-bits=10", "--connection-window-bits=16"]],
    ["with windows of a gigabyte", ["--window-bits=30", "--connection-window-bits=30"]],
  ])("%s answers 500 small calls, large ones beside them, and takes large requests", async (_, options) => {
    await using server = await startNghttpd(options);
    await using session = openSession({
      endpoint: server.address,
      insecure: true,
      credentials: staticToken("token-1"),
      retry: false,
    });
    const things = connectThings(session);
    const calls = [
      ...Array.from({ length: 500 }, () => things.unary(small, thing(10))),
      ...Array.from({ length: 3 }, () => things.unary(large, thing(1_000_000))),
    ];
    const sizes = (await Promise.all(calls)).map(({ spec }) => (spec as Thing["spec"])?.note.length);
    expect(new Set(sizes)).toEqual(new Set([3, largeBytes]));
  });
});
