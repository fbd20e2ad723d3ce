/**
 * Google's APIs that follow AIP, from their protos: each is generated, compiled strictly, and walked through at the
 * emulator by a program (`npm run long -- official`).
 */
import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { buildGoogle } from "../corpus/google.fixture.js";
import { openSdk, type OpenSdk } from "./sdk.fixture.js";
import {
  pubsub,
  resourceManager,
  secretManager,
  spannerDatabases,
  storageControl,
  type Walk,
} from "./walk-programs.fixture.js";

interface Losing extends Walk {
  loses(endpoint: string, token: string): Promise<string>;
}

const uuid4 = /^[0-9a-f-]{14}4[0-9a-f]{3}-[89ab][0-9a-f-]{16}$/;

async function openWalk<Program extends Walk>(folder: string, program: string): Promise<OpenSdk<Program>> {
  return openSdk<Program>({
    files: buildGoogle([folder]),
    program,
    parameter: `codec=${codec}`,
  });
}

const walked = ({ program, emulator, token }: OpenSdk<Walk>) => program.walk(emulator.address, token);

/** Four answers that are lost after the effect. */
const lostAnswers = Array.from({ length: 4 }, () => ({ dropResponse: true }));

/** `npm run long -- official` runs one with the codecs of ts-proto, too. */
const codec = process.env["AIP_CODEC"] ?? "stratus";

describe("a walk through", () => {
  it("Secret Manager: names that the server writes, masks in the options, and etags", async () => {
    await using sdk = await openWalk("google/cloud/secretmanager/v1", secretManager);
    expect(await walked(sdk)).toEqual({
      labels: { team: "x" },
      annotations: { a: "2" },
      ids: ["s", "t"],
      stale: "ABORTED",
      gone: "NOT_FOUND",
    });
  });

  it("Storage control: names with slashes, operations, what there is once, and a request that is known again", async () => {
    await using sdk = await openWalk<Losing>("google/storage/control/v2", storageControl);
    const { program, emulator, token } = sdk;
    expect(await walked(sdk)).toEqual({
      folder: { project: "_", bucket: "b", folder: "books/lives" },
      listed: ["projects/_/buckets/b/folders/books/lives"],
      cache: true,
      policy: ["z", "b"],
      editionConfig: 3,
      gone: "NOT_FOUND",
      layout: "projects/_/buckets/b/storageLayout",
      custom: "UNIMPLEMENTED",
    });
    const [first] = emulator.calls();
    expect(first?.message).toMatchObject({ requestId: expect.stringMatching(uuid4) as string });
    expect(first?.metadata["x-goog-request-params"]).toEqual(["bucket=projects%2F_%2Fbuckets%2Fb"]);
    emulator.clearCalls();
    emulator.script("StorageControl/CreateFolder", lostAnswers.slice(1));
    expect(await program.loses(emulator.address, token)).toBe("OK");
    const ids = emulator.calls().map(({ message }) => (message as { requestId?: string }).requestId);
    expect([ids.length, new Set(ids).size]).toEqual([4, 1]);
  });

  it("Resource Manager: folders that come back, and resources that say their parent themselves", async () => {
    await using sdk = await openWalk("google/cloud/resourcemanager/v3", resourceManager);
    expect(await walked(sdk)).toEqual({
      pattern: true,
      displayName: "b",
      version: true,
      before: 1,
      deleted: true,
      between: [0, 1],
      after: 1,
      keys: [["env", "d"]],
      elsewhere: 0,
      stale: "ABORTED",
      project: "x",
    });
  });

  it("Spanner's databases: one that a handler makes, and schedules below it", async () => {
    const folder = "google/spanner/admin/database/v1";
    await using sdk = await openWalk(folder, spannerDatabases);
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: buildGoogle([folder]) }));
    const database = registry.getMessage("google.spanner.admin.database.v1.Database")!;
    sdk.emulator.handle("DatabaseAdmin/CreateDatabase", ({ parent, createStatement }, context) => {
      const name = `${String(parent)}/databases/${String(createStatement).split(" ").at(-1)}`;
      return context.operation({ resource: create(database, { name }) });
    });
    sdk.emulator.handle("DatabaseAdmin/DropDatabase", (request, context) => {
      context.delete(String(request["database"]));
      return {};
    });
    const name = "projects/p/instances/i/databases/d";
    expect(await walked(sdk)).toEqual({
      made: name,
      isProtected: true,
      all: [name],
      kept: [`${name}/backupSchedules/s`, 60n],
      gone: "NOT_FOUND",
      dropped: ["OK", "NOT_FOUND"],
      custom: "UNIMPLEMENTED",
    });
  });

  it("Pub/Sub: requests that are the resource itself, and one message if its answers are lost", async () => {
    await using sdk = await openWalk<Losing>("google/pubsub/v1", pubsub);
    const { program, emulator, token } = sdk;
    expect(await walked(sdk)).toEqual({
      labels: { a: "2" },
      deadline: ["projects/p/topics/t", 20],
      gone: ["NOT_FOUND", "NOT_FOUND"],
    });
    const messages: unknown[] = [];
    emulator.handle("Publisher/Publish", (request) => {
      messages.push(request);
      return { messageIds: ["1"] };
    });
    emulator.script("Publisher/Publish", lostAnswers);
    expect(await program.loses(emulator.address, token)).toBe("UNAVAILABLE");
    expect(messages).toHaveLength(1);
  });
});
