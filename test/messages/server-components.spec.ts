import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

const messages = `
  import { Instance } from "@svc/cloud/compute/v1";
  import { Operation } from "@svc/cloud/common/v1";
  const unknown = [0xfa, 0x3f, 1, 65];
  const instance = Instance.create({
    metadata: { id: "1", resourceVersion: 2n ** 60n, createdAt: { seconds: 5n }, labels: { constructor: "a" } },
    spec: { cpu: 4, userData: new Uint8Array([0, 255]), secondaryDisks: [{ diskId: "2" }] },
  });
  const operation = Operation.create({
    request: { typeUrl: "type.googleapis.com/google.protobuf.Empty", value: new Uint8Array([1]) },
    requestHeaders: { trace: { values: ["b"] } },
    progress: { workFraction: 0.5 },
  });
  const props = {
    instance: Instance.decode(new Uint8Array([...Instance.encode(instance), ...unknown])),
    operation: Operation.decode(Operation.encode(operation)),
  };`;

/** What a server hands to the components in a browser. */
const server = `
  import { renderToReadableStream } from "react-server-dom-parcel/server.edge";
  ${messages}
  const failures = [];
  const stream = renderToReadableStream(props, { onError: (error) => void failures.push(String(error)) });
  const body = Buffer.from(await new Response(stream).arrayBuffer()).toString("base64");
  console.log(JSON.stringify({ failures, body }));`;

/** What a component in a browser gets of it. */
const client = `
  import { deepStrictEqual } from "node:assert";
  import { createFromReadableStream } from "react-server-dom-parcel/client.edge";
  ${messages}
  const got = await createFromReadableStream(new Response(Buffer.from(process.argv[1], "base64")).body);
  deepStrictEqual(Buffer.from(Instance.encode(got.instance)), Buffer.from(Instance.encode(props.instance)));
  deepStrictEqual(Buffer.from(Operation.encode(got.operation)), Buffer.from(Operation.encode(props.operation)));
  deepStrictEqual(got.instance.metadata.labels, props.instance.metadata.labels);
  console.log(got.instance.metadata.resourceVersion, got.instance.spec.userData);`;

it("messages pass from React's server components to those of a browser, and encode to the same bytes", async () => {
  const { failures, body } = JSON.parse(await run(server, ["--conditions", "react-server"])) as {
    failures: readonly string[];
    body: string;
  };
  expect(failures).toEqual([]);
  expect(await run(client, [], body)).toBe("1152921504606846976n Uint8Array(2) [ 0, 255 ]\n");
});

async function run(program: string, flags: readonly string[], ...args: readonly string[]): Promise<string> {
  const given = [...flags, "--input-type=module", "--eval", program, ...args];
  return (await promisify(execFile)(process.execPath, given, { cwd: folder })).stdout;
}
