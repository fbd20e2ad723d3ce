import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GuideJson } from "@stratus/runtime/guide";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { findSdk } from "@stratus/dynamic-client";
import { startEmulator } from "@stratus/emulator";
import { commandLine } from "./test-host.fixture.js";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";
import { runs } from "../runs.js";

const run = promisify(execFile);
const count = runs(8);
type Fields = Record<string, GuideJson>;

it("sends the message that buf curl sends for the same JSON, as protobuf-es reads it", async () => {
  await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const token = emulator.issueToken();
  const env = {
    CLOUD_TOKEN: token,
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  const acme = commandLine("@svc/cloud", { env });
  const sdk = await findSdk("@svc/cloud", root);
  let compared = 0;
  for (const entry of sdk.guide.services.filter(({ words }) => /disk|image|instance|account/.test(words))) {
    const service = await sdk.service(entry);
    const create = service.method("create")!;
    for (let at = 0; at < count; at++) {
      const made = new RandomRequest(service, seeded(at * 31 + 5)).message(create.request);
      // What only the server writes is left out of calls, and curl knows nothing of that.
      const metadata = {
        parent_id: "p",
        name: `n${at}`,
        labels: (made["metadata"] as Fields)?.["labels"] ?? {},
      };
      const json = JSON.stringify({ ...made, metadata });
      const { guide } = service;
      const url = `http://${emulator.address}/${guide.name}/${create.rpc}`;
      const host = `Host: ${guide.endpoint?.text}.${emulator.apiDomain}:443`;
      const flags = [
        "curl",
        "--protocol",
        "grpc",
        "--http2-prior-knowledge",
        "-H",
        host,
        "-H",
        `Authorization: Bearer ${token}`,
      ];
      const last = () =>
        emulator.calls().findLast(({ method }) => method === `${guide.name}/${create.rpc}`)?.message;
      const before = emulator.calls().length;
      await run(join(root, "node_modules/.bin/buf"), [...flags, "-d", json, url]).catch(() => undefined);
      expect(emulator.calls().length, json).toBeGreaterThan(before);
      const theirs = last();
      const ended = await acme([...entry.words.split(" "), "create", "-f", "-", "--name", `m${at}`], {
        stdin: json,
      });
      expect(ended.code, ended.said).toBe(0);
      const ours = last() as { readonly metadata: object };
      expect({ ...ours, metadata: { ...ours.metadata, name: `n${at}` } }, json).toEqual(theirs);
      compared += 1;
    }
  }
  console.log({ compared });
});
