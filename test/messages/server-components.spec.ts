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

const calls = `
  import { mock } from "@svc/cloud";
  import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
  const instances = mock(InstanceServiceClient, {
    get: ({ id }) => Instance.create({ metadata: { id, name: "web-1" } }),
    list: () => ({ items: [Instance.create({ metadata: { id: "1", name: "web-1" } })] }),
  });`;

it("a call passes un-awaited from a server component to one of a browser, which gets its result", async () => {
  const server = `
    import { renderToReadableStream } from "react-server-dom-parcel/server.edge";
    ${calls}
    const props = { get: instances.get({ id: "1" }), list: instances.list({ parentId: "p" }) };
    const stream = renderToReadableStream(props, { onError: (error) => console.error(error) });
    process.stdout.write(Buffer.from(await new Response(stream).arrayBuffer()).toString("base64"));`;
  const client = `
    import { createFromReadableStream } from "react-server-dom-parcel/client.edge";
    const got = await createFromReadableStream(new Response(Buffer.from(process.argv[1], "base64")).body);
    console.log((await got.get).metadata.name, (await got.list).items.length);`;
  const body = await run(server, ["--conditions", "react-server"]);
  expect(await run(client, [], body)).toBe("web-1 1\n");
});

it("`use` of React renders the result of a call", async () => {
  const page = `
    import { createElement, Suspense, use } from "react";
    import { renderToReadableStream } from "react-dom/server.edge";
    ${calls}
    const Name = ({ call }) => use(call).metadata.name;
    const shown = createElement(Suspense, null, createElement(Name, { call: instances.get({ id: "1" }) }));
    const stream = await renderToReadableStream(shown, { onError: (error) => console.error(error) });
    await stream.allReady;
    console.log(await new Response(stream).text());`;
  expect(await run(page, [])).toContain("web-1");
});

async function run(program: string, flags: readonly string[], ...args: readonly string[]): Promise<string> {
  const given = [...flags, "--input-type=module", "--eval", program, ...args];
  return (await promisify(execFile)(process.execPath, given, { cwd: folder })).stdout;
}
