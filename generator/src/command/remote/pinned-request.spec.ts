import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";

// The server of this test has no certificate.
vi.mock("node:https", async () => ({ request: (await import("node:http")).request }));
const { requestAt } = await import("./pinned-request.js");

it("a request goes to the given address, with the name of the host, and follows no redirect", async () => {
  const hosts: unknown[] = [];
  const server = createServer(({ headers, url }, response) => {
    hosts.push([headers.host, headers["x-a"]]);
    response.writeHead(url === "/moved" ? 302 : 200, { location: "https://elsewhere.test/" }).end("text");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const options = { headers: { "x-a": "1" }, signal: AbortSignal.timeout(5000) };
  const get = (path: string): Promise<Response> =>
    requestAt(new URL(`http://name.invalid:${port}${path}`), [{ address: "127.0.0.1", family: 4 }], options);
  try {
    expect(await (await get("/a")).text()).toBe("text");
    const moved = await get("/moved");
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "https://elsewhere.test/"]);
    await moved.body?.cancel();
    expect(hosts).toEqual([
      [`name.invalid:${port}`, "1"],
      [`name.invalid:${port}`, "1"],
    ]);
    const aborted = requestAt(
      new URL(`http://name.invalid:${port}/`),
      [{ address: "127.0.0.1", family: 4 }],
      {
        headers: {},
        signal: AbortSignal.abort(new Error("late")),
      },
    );
    await expect(aborted).rejects.toThrow("late");
  } finally {
    server.close();
  }
});
