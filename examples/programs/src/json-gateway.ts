/**
 * A gateway for those who have no gRPC, such as browsers: `POST /instances.get` with a request in JSON answers with
 * the response in JSON.
 *
 *   PORT=8080 node json-gateway.js
 *
 * `fromJson` checks the request by its type, and an error names the field. Secret fields never leave: `redact`.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { Cloud, CloudError, fromJson, toJson, type JsonValue } from "@svc/cloud";
import {
  GetInstanceRequest,
  Instance,
  InstanceServiceClient,
  ListInstancesRequest,
  ListInstancesResponse,
} from "@svc/cloud/compute/v1";

const cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);

type Answer = (body: unknown) => Promise<JsonValue>;

/** The methods that the gateway exposes. It rejects all others. */
const routes = new Map<string, Answer>([
  [
    "/instances.get",
    async (body) =>
      toJson(Instance, await instances.get(fromJson(GetInstanceRequest, body)), { redact: true }),
  ],
  [
    "/instances.list",
    async (body) => {
      const page = await instances.list(fromJson(ListInstancesRequest, body));
      return toJson(ListInstancesResponse, page, { redact: true });
    },
  ],
]);

const server = createServer(async (request, response) => {
  const send = (status: number, value: JsonValue): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const answer = routes.get(request.url ?? "");
  if (request.method !== "POST" || answer === undefined)
    return send(404, { error: "there is no such method" });
  try {
    send(200, await answer(await json(request)));
  } catch (error) {
    // `fromJson` throws TypeError for invalid requests, and `json` throws SyntaxError for invalid JSON.
    if (error instanceof TypeError || error instanceof SyntaxError) send(400, { error: error.message });
    else if (error instanceof CloudError) send(502, { code: error.code, error: error.text });
    else send(500, { error: "the gateway has failed" });
  }
});
server.listen(Number(process.env["PORT"] ?? 0), () => console.log(server.address()));
process.once("SIGTERM", () => server.close(() => void cloud.close()));
