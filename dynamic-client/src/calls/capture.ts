import type { GuideMethod } from "@stratus/runtime/guide";
import type { Sdk } from "../sdk/sdk.js";
import type { Service } from "../sdk/service.js";
import type { Settings } from "../settings/settings.js";
import { type CallOptions, type Client, openClient } from "./client.js";
import { type CaptureTarget, openCapturingSession } from "./session.js";
import type { SessionHeaders } from "./session-headers.js";

/** A call as a client would send it. */
export type CapturedCall =
  | {
      readonly protocol: "grpc";
      /** The request, complete. Of a method that takes a stream, the requests. */
      readonly messages: readonly unknown[];
      /** The reset mask that goes with it. */
      readonly resetMask: string | undefined;
      /** The address to connect to, such as `localhost:50051`, the authority of the call, and its path. */
      readonly target: string;
      readonly authority: string;
      readonly path: string;
      /** The headers of the call, without credentials and those of the client itself. */
      readonly headers: SessionHeaders;
    }
  | {
      readonly protocol: "rest";
      readonly verb: string;
      readonly url: string;
      /** The headers of the call, without credentials and those of the client itself. */
      readonly headers: SessionHeaders;
    };

/** The call to capture. */
export interface CaptureInput {
  readonly method: GuideMethod;
  /** The request, or the requests of a method that takes a stream. */
  readonly request: object;
  readonly options: CallOptions;
  /** The name of the service to call, for services without an endpoint. */
  readonly at?: string | undefined;
  /** Headers of the call. Default: none. */
  readonly headers?: SessionHeaders | undefined;
}

/**
 * Makes a call with the client of the SDK up to the network, and returns what it would send. Nothing is sent, no credentials
 * are read, and all checks of the client apply.
 *
 * @throws The error of the client if it refuses the call.
 */
export async function captureCall(
  sdk: Sdk,
  service: Service,
  settings: Settings,
  { method, request, options, at, headers }: CaptureInput,
): Promise<CapturedCall> {
  const { target, captured } = captureTarget();
  const session = await openCapturingSession(sdk, settings, target, headers);
  try {
    const client = await openClient(sdk, service, session.session, at);
    return await Promise.race([captured, refusal(client, method, request, options)]);
  } finally {
    await session.close();
  }
}

/** Headers that are credentials, or that every client sets itself. */
const ownHeaders =
  /^(?:accept|authorization|user-agent|te|content-type|grpc-.*|traceparent|tracestate|x-goog-api-client)$/;

function captureTarget(): {
  readonly target: CaptureTarget;
  readonly captured: Promise<CapturedCall>;
} {
  let end: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error("the session of a dry run is closed"));
  });
  // A call that is captured may have nobody who waits for it.
  ended.catch(() => undefined);
  let target: CaptureTarget | undefined;
  const captured = new Promise<CapturedCall>((resolve, reject) => {
    target = {
      transport: {
        call: ({ message, messages, metadata, endpoint, method }) => {
          const facts = {
            resetMask: metadata.get("x-resetmask"),
            target: endpoint.target.replace(/^(?:dns:\/\/\/|ipv[46]:)/, ""),
            authority: endpoint.authority,
            path: method.path,
            headers: [...metadata].filter(([name]) => !ownHeaders.test(name)),
          };
          const all = messages ? collect(messages) : Promise.resolve([message]);
          all.then((found) => resolve({ protocol: "grpc", messages: found, ...facts }), reject);
          return ended;
        },
        close: () => end?.(),
      },
      fetch: (url, { method = "GET", headers }) => {
        const all = [...new Headers(headers)].filter(([name]) => !ownHeaders.test(name));
        resolve({ protocol: "rest", verb: method, url, headers: all });
        return ended;
      },
    };
  });
  captured.catch(() => undefined);
  if (!target) throw new Error("a promise runs its function at once");
  return { target, captured };
}

/** Starts the call, and rejects with the error of the client. A captured call never ends. */
async function refusal(
  client: Client,
  method: GuideMethod,
  request: object,
  options: CallOptions,
): Promise<never> {
  const answer = client.call(method, method.local, request, options);
  const isStream = method.kind === "serverStreaming" || method.kind === "bidiStreaming";
  await (isStream ? (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : answer);
  throw new Error(`${method.rpc} ended before it was sent`);
}

async function collect(messages: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const one of messages) all.push(one);
  return all;
}
