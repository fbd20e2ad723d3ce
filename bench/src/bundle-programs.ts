/**
 * Programs that list all instances and create one. All have a token, an idempotency key, a deadline, retries with backoff,
 * pages, a long-running operation and the details of errors. With Stratus that is what a client does by itself.
 *
 * @module
 */
import { join } from "node:path";
import { top } from "./corpus.js";

const calls = `
try {
  for await (const { metadata } of instances.listAll({ parentId: "project-1" })) console.log(metadata.name);
  const spec = { cpu: 4 };
  const operation = await instances.create({ metadata: { parentId: "project-1", name: "web-1" }, spec });
  console.log(await operation.wait());
} catch (error) {
  if (error instanceof CloudError) console.log(error.text, error.details);
}
`;

/** A page of the sample SDK. */
export const stratusPage = `import { Cloud, CloudError, tokenFromFunction } from "@svc/cloud/web";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const cloud = new Cloud({ baseUrl: "https://api.example.com", credentials: tokenFromFunction(async () => "token-1") });
const instances = new InstanceServiceClient(cloud);
${calls}`;

/** A program of the sample SDK on Node. */
export const stratusProgram = `import { Cloud, CloudError, tokenFromFunction } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const cloud = new Cloud({ apiDomain: "api.example.com", credentials: tokenFromFunction(async () => "token-1") });
const instances = new InstanceServiceClient(cloud);
${calls}`;

/** A program on Node that makes one call of a service without resources and Updates. */
export const plainProgram = `import { Interop } from ${JSON.stringify(join(top, "generated/interop/index.js"))};
import { ConformanceServiceClient } from ${JSON.stringify(join(top, "generated/interop/connectrpc/conformance/v1/index.js"))};
const interop = new Interop({ endpoint: "localhost:50051" });
const client = new ConformanceServiceClient(interop);
console.log(await client.unary({}, { timeoutMs: 60_000 }));
`;

/** What a program of Connect writes by itself. */
const handMade = `
const retried = new Set([Code.Unavailable, Code.Aborted]);
const interceptor: Interceptor = (next) => async (request) => {
  request.header.set("authorization", \`Bearer \${await readToken()}\`);
  request.header.set("x-idempotency-key", crypto.randomUUID());
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(request);
    } catch (error) {
      if (attempt === 4 || !retried.has(ConnectError.from(error).code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt));
    }
  }
};
const readToken = async () => "token-1";
const instances = createClient(InstanceService, makeTransport([interceptor]));
const operations = createClient(OperationService, makeTransport([interceptor]));
async function* listAll() {
  let pageToken = "";
  do {
    const page = await instances.list({ parentId: "project-1", pageToken });
    yield* page.items;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}
async function wait(operation: Operation): Promise<Operation> {
  for (let pauseMs = 1000; operation.finishedAt === undefined; pauseMs = Math.min(pauseMs * 1.1, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    operation = await operations.get({ id: operation.id });
  }
  return operation;
}
const details = [ServiceErrorSchema, BadRequestSchema, DebugInfoSchema, ErrorInfoSchema, HelpSchema,
  LocalizedMessageSchema, PreconditionFailureSchema, QuotaFailureSchema, RequestInfoSchema, ResourceInfoSchema, RetryInfoSchema];
try {
  for await (const { metadata } of listAll()) console.log(metadata?.name);
  const request = create(CreateInstanceRequestSchema, { metadata: { parentId: "project-1", name: "web-1" }, spec: { cpu: 4 } });
  check(request);
  console.log(await wait(await instances.create(request)));
} catch (error) {
  if (error instanceof ConnectError) console.log(error.rawMessage, details.flatMap((one) => error.findDetails(one as GenMessage<Message>)));
}
`;

const imports = `import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { create, type Message } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { CreateInstanceRequestSchema, InstanceService } from "./svc/compute/v1/instance_service_pb.js";
import { OperationService } from "./svc/common/v1/operation_service_pb.js";
import type { Operation } from "./svc/common/v1/operation_pb.js";
import { ServiceErrorSchema } from "./svc/common/v1/service_error_pb.js";
import { BadRequestSchema, DebugInfoSchema, ErrorInfoSchema, HelpSchema, LocalizedMessageSchema, PreconditionFailureSchema,
  QuotaFailureSchema, RequestInfoSchema, ResourceInfoSchema, RetryInfoSchema } from "./google/rpc/error_details_pb.js";
`;

const unchecked = "const check = (request: Message) => request;\n";

/** Checks requests, as a client of Stratus does by itself. */
const checked = `import { createValidator } from "@bufbuild/protovalidate";
const validator = createValidator();
const check = (request: Message) => validator.validate(CreateInstanceRequestSchema, request as never);
`;

const webTransport = `import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
const makeTransport = (interceptors: Interceptor[]) =>
  (globalThis as { isGrpcWeb?: boolean }).isGrpcWeb
    ? createGrpcWebTransport({ baseUrl: "https://api.example.com", interceptors, defaultTimeoutMs: 60_000 })
    : createConnectTransport({ baseUrl: "https://api.example.com", interceptors, defaultTimeoutMs: 60_000 });
`;

const nodeTransport = `import { createGrpcTransport } from "@connectrpc/connect-node";
const makeTransport = (interceptors: Interceptor[]) =>
  createGrpcTransport({ baseUrl: "https://api.example.com", interceptors, defaultTimeoutMs: 60_000 });
`;

/** Pages and programs of Connect, with and without a check of requests. */
export const connectPrograms = {
  page: imports + unchecked + webTransport + handMade,
  checkedPage: imports + checked + webTransport + handMade,
  program: imports + unchecked + nodeTransport + handMade,
  checkedProgram: imports + checked + nodeTransport + handMade,
  plainProgram: `import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ConformanceService } from "./connectrpc/conformance/v1/cases_pb.js";
const client = createClient(ConformanceService, createGrpcTransport({ baseUrl: "http://localhost:50051" }));
console.log(await client.unary({}, { timeoutMs: 60_000 }));
`,
};
