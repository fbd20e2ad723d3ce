// What a page of the tests has: an SDK, and Google's own client of gRPC-web.
import { Cloud, staticToken } from "@svc/cloud/web";
import { jsonFormat } from "@svc/cloud/web-messages";
import { GetInstanceRequest, Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { GrpcWebClientBase, MethodDescriptor } from "grpc-web";

const path = "/svc.compute.v1.InstanceService/Get";

globalThis.page = {
  open(baseUrl, token, options = {}) {
    const format = options.format === "json" ? jsonFormat : undefined;
    const cloud = new Cloud({
      baseUrl,
      credentials: staticToken(token),
      pollIntervalMs: 20,
      ...options,
      format,
    });
    return new InstanceServiceClient(cloud);
  },
  async run(baseUrl, token, options) {
    const instances = this.open(baseUrl, token, options);
    const parentId = `page-${Math.random()}`;
    const operation = await instances.create({ metadata: { parentId, name: "one" }, spec: { cpu: 3 } });
    const vm = await operation.resource();
    const change = await instances.modify({ id: vm.metadata.id }, (one) => {
      one.spec.cpu = 5;
    });
    await change.wait();
    const { items } = await instances.list({ parentId });
    return items.map(({ spec }) => spec.cpu);
  },
  /** The failure of a call, as people and logs see it. */
  async fail(baseUrl, token, options) {
    const error = await this.open(baseUrl, token, options)
      .get({ id: "nope" })
      .then(
        () => undefined,
        (reason) => reason,
      );
    return {
      code: error?.code,
      text: error?.text,
      shown: `${error} ${JSON.stringify(error)}`,
      attempts: error?.attempts,
    };
  },
  /** A call that the page leaves when it is told to. */
  begin(baseUrl, token) {
    const leaving = new AbortController();
    this.leave = () => leaving.abort(new Error("left"));
    this.ended = this.open(baseUrl, token)
      .get({ id: "x" }, { signal: leaving.signal })
      .catch(({ message }) => message);
  },
  /** Begins to list; `listed` is there when it has ended. */
  list(baseUrl, token, options) {
    this.listed = this.open(baseUrl, token, options)
      .list({ parentId: "none" })
      .then(({ items }) => items.length);
  },
  google(baseUrl, token, id) {
    const descriptor = new MethodDescriptor(
      path,
      "unary",
      GetInstanceRequest,
      Instance,
      (request) => GetInstanceRequest.encode(request),
      (bytes) => Instance.decode(bytes),
    );
    const client = new GrpcWebClientBase({ format: "binary" });
    const metadata = { authorization: `Bearer ${token}` };
    return client
      .unaryCall(baseUrl + path, GetInstanceRequest.create({ id }), metadata, descriptor)
      .then(({ spec }) => spec.cpu);
  },
};
