/** Sends the request of a form, and draws what came of it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { callMethod, type ConnectOutcome } from "../api/connect-call.js";
import type { CopiedCall } from "../copy/copied-call.js";
import { type Caller, forgetTokens, tokenFor } from "../state/access.js";
import { useWorld } from "../state/world.js";
import { durationText } from "../text/age.js";
import type { Json } from "../text/json.js";
import { safeText } from "../text/safe-text.js";
import { CodeBadge, DefaultBadge } from "./parts/badge.jsx";
import { JsonView } from "./parts/json-view.jsx";
import { Empty, Failure, Loading } from "./parts/notice.jsx";

/** A request to send. */
interface Sending {
  readonly call: CopiedCall;
  /** The messages before that of the call, if the client streams. */
  readonly queued: readonly Json[];
  readonly caller: Caller;
  readonly effect: string;
}

/** The result of the last request. */
export type Sent = ConnectOutcome | { readonly failure: string } | "sending" | undefined;

interface Sender {
  readonly isSending: boolean;
  readonly sent: Sent;
  readonly send: (sending: Sending) => Promise<void>;
  readonly cancel: () => void;
}

/** Returns a function that sends requests, one at a time. */
export function useSend(): Sender {
  const { health, changed, say } = useWorld();
  const [sent, setSent] = useState<Sent>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async ({ call, queued, caller, effect }: Sending): Promise<void> => {
    const leaving = new AbortController();
    running.current?.abort();
    running.current = leaving;
    setSent("sending");
    const isKeyed = health.kind !== "grpc" && effect !== "read";
    try {
      const token = health.kind === "grpc" ? undefined : await tokenFor(caller);
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(call.mask === undefined ? {} : { [health.headers.resetMask]: call.mask }),
        ...(isKeyed ? { [health.headers.idempotencyKey]: crypto.randomUUID() } : {}),
      };
      const { method, kind } = call.method;
      const outcome = await callMethod(
        { method, isStream: kind !== "unary", messages: [...queued, call.message], headers },
        leaving.signal,
      );
      if (outcome.code === "unauthenticated") forgetTokens();
      setSent(outcome);
      say(`The answer is ${outcome.code}`);
    } catch (error) {
      if (running.current !== leaving) return;
      setSent({
        failure: leaving.signal.aborted
          ? "The call was canceled."
          : `The emulator does not answer: ${String(error)}`,
      });
    }
    changed();
  };
  return { isSending: sent === "sending", sent, send, cancel: () => running.current?.abort() };
}

/** Draws what came of a call. */
export function Outcome({ sent, response }: { readonly sent: Sent; readonly response: string }): JSX.Element {
  if (sent === undefined)
    return (
      <Empty title="Nothing has been sent yet">
        <p class="quiet">
          The answer is <code>{response}</code>.
        </p>
      </Empty>
    );
  if (sent === "sending") return <Loading lines={4} />;
  if ("failure" in sent) return <Failure text={sent.failure} />;
  return (
    <>
      <p class="buttons">
        <CodeBadge code={sent.code} />
        {sent.isDefault && <DefaultBadge />}
        <span class="quiet">{durationText(sent.durationMs)}</span>
      </p>
      {sent.error !== "" && <p class="failure">{safeText(sent.error).slice(0, 4000)}</p>}
      {sent.messages.map((message, index) => (
        <JsonView key={index} value={message} label={`Message ${index + 1}`} />
      ))}
      {sent.details.length > 0 && (
        <>
          <h3>Details</h3>
          <JsonView value={sent.details} label="The details of the error" />
        </>
      )}
    </>
  );
}
