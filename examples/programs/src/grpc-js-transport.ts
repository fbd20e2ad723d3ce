/**
 * Makes calls with grpc-js instead of the HTTP/2 client of the SDK. The session still authorizes and retries them:
 *
 *   new Cloud({ credentials, transport: grpcJsTransport(ChannelCredentials.createSsl()) })
 */
import { type ChannelCredentials, Client, Metadata as GrpcMetadata, type ServiceError } from "@grpc/grpc-js";
import { type IncomingResponse, Metadata, type OutgoingCall, StatusError, type Transport } from "@svc/cloud";

/** A transport over channels of grpc-js, one for each endpoint. */
export function grpcJsTransport(credentials: ChannelCredentials): Transport {
  const clients = new Map<string, Client>();
  return {
    async call(call) {
      const { authority, target } = call.endpoint;
      const options = { "grpc.default_authority": authority, "grpc.enable_retries": 0 };
      const client = clients.get(target + authority) ?? new Client(target, credentials, options);
      clients.set(target + authority, client);
      return respond(client, call);
    },
    close: () => clients.forEach((client) => client.close()),
  };
}

/** Makes one attempt. On the wire, every method is a stream of requests and a stream of responses. */
async function respond(client: Client, call: OutgoingCall): Promise<IncomingResponse> {
  const { deadlineMs, message, messages, method, signal } = call;
  signal?.throwIfAborted();
  // Deadlines of a session are on the monotonic clock, those of grpc-js on the wall clock.
  const deadline = Date.now() + deadlineMs - performance.now();
  const encode = (request: unknown): Buffer => Buffer.from(method.request.encode(request));
  const decode = (bytes: Buffer): unknown => method.response.decode(bytes);
  const stream = client.makeBidiStreamRequest(method.path, encode, decode, toGrpc(call), { deadline });
  const cancel = (): void => stream.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  const response = { header: Metadata.empty, message: undefined, messages: read(), trailer: Metadata.empty };
  let failure: unknown;
  const begun = new Promise<void>((resolve, reject) => {
    stream.once("metadata", (metadata) => resolve(void (response.header = fromGrpc(metadata))));
    stream.once("error", (error) =>
      reject((failure = toStatusError(error as ServiceError, response.header))),
    );
  });
  stream.once("status", ({ metadata }) => (response.trailer = fromGrpc(metadata)));
  send(stream, messages ?? [message]).catch(cancel);
  async function* read(): AsyncGenerator<unknown, void> {
    try {
      for await (const received of stream) yield received;
    } catch (error) {
      failure ??= error;
    } finally {
      signal?.removeEventListener("abort", cancel);
      cancel();
    }
    signal?.throwIfAborted();
    if (failure) throw failure;
  }
  // An attempt that fails before the response begins rejects, so that the session can retry it.
  await begun.catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  if (method.kind === "serverStreaming" || method.kind === "bidiStreaming") return response;
  const received: unknown[] = [];
  for await (const one of response.messages) received.push(one);
  if (received.length === 1) return { ...response, message: received[0], messages: undefined };
  throw new StatusError(12, `${received.length} responses`, response.header, response.trailer);
}

async function send(
  stream: NodeJS.WritableStream & { write(request: unknown): boolean },
  requests: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<void> {
  for await (const request of requests)
    if (!stream.write(request)) await new Promise((resolve) => stream.once("drain", resolve));
  stream.end();
}

function toStatusError({ code, details, metadata }: ServiceError, header: Metadata): StatusError {
  const origin = details.startsWith("No connection established") ? "unreached" : "server";
  return new StatusError(code, details, header, fromGrpc(metadata), origin);
}

function toGrpc({ metadata }: OutgoingCall): GrpcMetadata {
  const grpc = new GrpcMetadata();
  for (const [name, value] of metadata)
    grpc.add(name, typeof value === "string" ? value : Buffer.from(value));
  return grpc;
}

function fromGrpc(grpc: GrpcMetadata): Metadata {
  const names = Object.keys(grpc.getMap());
  return Metadata.received(names.flatMap((name) => grpc.get(name).map((value) => [name, value] as const)));
}
