/**
 * The first hour of two people, as they type it: a team that publishes an SDK of its own protos, and a developer
 * who installs it, calls a local cloud, and writes a test.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Desk } from "./desk.fixture.js";

/** Where a story took place. */
export interface Told {
  readonly folder: string;
}

/** From an empty folder to a published SDK. */
export async function publish(desk: Desk): Promise<Told> {
  const folder = await desk.folder("acme");
  await desk.type(folder, "npx -p protoc-gen-stratus stratus init");
  await desk.type(folder, "npm install");
  await desk.type(folder, "npm run sdk:generate");
  await writeFile(join(folder, "sdk/LICENSE"), "All rights reserved.\n");
  await desk.type(folder, "cd sdk && npm install && npm pack --dry-run");
  await desk.type(
    folder,
    "git init -q && git add -A && git -c user.name=a -c user.email=a@b.example commit -qm first",
  );
  await desk.type(folder, "npm run sdk:check");
  await desk.type(folder, "cd sdk && npm publish");
  return { folder };
}

/** From an empty folder to a call, and a test that passes. */
export async function call(desk: Desk): Promise<Told> {
  const folder = await desk.folder("program");
  await desk.type(folder, "npm install acme-sdk");
  await desk.type(folder, "npm install --save-dev @stratus/emulator");
  await writeFile(join(folder, "first-call.mjs"), firstCall);
  await writeFile(join(folder, "first.test.mjs"), firstTest);
  const out = await desk.start(folder, "npx @stratus/emulator acme-sdk", /^export .*\n/m);
  const line = /^export (.*)$/m.exec(out)?.[1] ?? "";
  await desk.type(folder, `export ${line}; node first-call.mjs`);
  await desk.type(folder, "node --test first.test.mjs");
  return { folder };
}

const firstCall = `
import { Acme } from "acme-sdk";
import { NoteServiceClient } from "acme-sdk/notes/v1";

const acme = Acme.fromEnv();
const notes = new NoteServiceClient(acme);

const operation = await notes.create({ metadata: { parentId: "project-1", name: "first" }, spec: { text: "hello" } });
await operation.wait();
await notes.modify({ id: operation.resourceId }, (note) => { note.spec.tags = ["new"]; });
for await (const note of notes.listAll({ parentId: "project-1" })) console.log(note.spec.text, note.spec.tags);

await acme.close();
`;

const firstTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEmulator } from "@stratus/emulator";
import { Acme, staticToken } from "acme-sdk";
import { NoteServiceClient } from "acme-sdk/notes/v1";

test("a note is kept", async () => {
  const emulator = await startEmulator({ sdk: "acme-sdk" });
  const acme = new Acme({
    apiDomain: emulator.apiDomain,
    endpoint: emulator.address,
    insecure: true,
    credentials: staticToken(emulator.issueToken()),
  });
  const notes = new NoteServiceClient(acme);
  const operation = await notes.create({ metadata: { parentId: "p", name: "n" }, spec: { text: "hello" } });
  await operation.wait();
  const note = await notes.get({ id: operation.resourceId });
  assert.equal(note.spec.text, "hello");
  await acme.close();
  await emulator.close();
});
`;
