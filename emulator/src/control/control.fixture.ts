import { request } from "node:http";
import type { TestCloud } from "../emulator.fixture.js";

/** An answer of the control API. */
export interface ControlAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: Record<string, unknown>;
}

/** How a request goes out. `fetch` sets `host` and `sec-fetch-site` itself, so requests use `node:http`. */
export interface ControlRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request to the control API of an emulator. */
export function send(
  cloud: TestCloud,
  path: string,
  { method = "GET", headers = {}, body }: ControlRequest = {},
): Promise<ControlAnswer> {
  const { hostname, port } = new URL(cloud.emulator.webUrl);
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path: `/_emulator${path}`, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const isJson = response.headers["content-type"] === "application/json";
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
        });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** Sends a POST with a JSON body. */
export function post(
  cloud: TestCloud,
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ControlAnswer> {
  return send(cloud, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
