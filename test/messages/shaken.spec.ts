import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Uses one message of a module that has a service and its client too, and one of a module of messages alone. */
const program = `
  import { Disk, GetDiskRequest } from "@svc/cloud/compute/v1";
  console.log(GetDiskRequest.encode({ id: "1" }), Disk.decode(new Uint8Array()));`;

/** Makes a call of an API without Updates. */
const plain = `
  import { Interop } from "./generated/interop/index.js";
  import { ConformanceServiceClient } from "./generated/interop/connectrpc/conformance/v1/index.js";
  console.log(await new ConformanceServiceClient(Interop.fromEnv()).unary({}));`;

/** Makes a call of an API with Updates. */
const update = `
  import { Cloud } from "@svc/cloud";
  import { DiskServiceClient } from "@svc/cloud/compute/v1";
  console.log(await new DiskServiceClient(Cloud.fromEnv()).get({ id: "1" }));`;

it.each([
  ["rolldown", "node", rolledUp],
  ["rolldown", "browser", rolledUp],
  ["esbuild", "node", built],
  ["esbuild", "browser", built],
] as const)("a bundle by %s for %s with messages alone carries no client", async (_, platform, bundle) => {
  const code = await bundle(platform);
  const names = new Set(code.match(/svc\.[a-z]+\.v1\.\w+/g));
  expect([...names].sort()).toEqual([
    "svc.common.v1.ResourceMetadata",
    "svc.compute.v1.Disk",
    "svc.compute.v1.DiskSpec",
    "svc.compute.v1.DiskStatus",
    "svc.compute.v1.GetDiskRequest",
    "svc.compute.v1.SourceImageFamily",
  ]);
  // Of the well-known types, those that the messages hold; words about mistakes may name others.
  const held = [...code.matchAll(/\(["'`]google\.protobuf\.(Duration|Empty|Timestamp)["'`],/g)];
  expect(new Set(held.map(([, name]) => name))).toEqual(new Set(["Timestamp"]));
  expect(code).not.toContain("NULL_VALUE");
  // No rpc of a service, no client, and nothing of Node.
  expect(code.match(/ListOperationsByParent|GetByName|\bunary\b|modifyNow|["'`]node:/g)).toBeNull();
});

async function rolledUp(platform: "node" | "browser"): Promise<string> {
  const source = `${top}messages-program.js`;
  const bundle = await rolldown({
    input: source,
    platform,
    logLevel: "silent",
    plugins: [
      {
        name: "program",
        load: (id) => (id === source ? program : undefined),
        resolveId: (id) => (id === source ? id : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output.map((file) => ("code" in file ? file.code : "")).join("\n");
}

async function built(
  platform: "node" | "browser",
  contents: string = program,
  minify = true,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: top, sourcefile: "main.js" },
    platform,
    bundle: true,
    logLevel: "error",
    minify,
    write: false,
    format: "esm",
  });
  return outputFiles.map(({ text }) => text).join("\n");
}

it("a program for an API without Updates carries no masks and no modify", async () => {
  const code = await built("node", plain, false);
  expect(code).toContain("grpc-timeout");
  const names = /\b(?:parseMask|deriveMask|diffMask|ConflictBackoff|changeResource)\b/;
  expect(names.exec(code)).toBeNull();
  expect(names.exec(await built("node", update, false))).not.toBeNull();
});
