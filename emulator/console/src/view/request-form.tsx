/** The form of a request: its fields, its mask, who calls, and what came of it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MethodForm, MethodView } from "../../../src/control/view-types.js";
import type { CopiedCall } from "../copy/copied-call.js";
import type { Caller } from "../state/access.js";
import { useWorld } from "../state/world.js";
import { isJsonMap, type Json, type JsonMap } from "../text/json.js";
import { CallerInput } from "./caller-input.jsx";
import { takeOpened } from "./open-form.js";
import { CopyMenu } from "./parts/copy-button.jsx";
import { RequestInput } from "./request-input.jsx";
import { Outcome, useSend } from "./send-call.jsx";

interface RequestProps {
  readonly method: MethodView;
  readonly form: MethodForm;
}

/** Draws the form of a request, and the response. */
export function RequestForm({ method, form }: RequestProps): JSX.Element {
  const [first] = useState(() => takeOpened(method.method));
  const [message, setMessage] = useState<JsonMap>(isJsonMap(first.message) ? first.message : {});
  const [queued, setQueued] = useState<readonly Json[]>([]);
  const [mask, setMask] = useState(first.mask ?? "");
  const [caller, setCaller] = useState<Caller>({ subject: "console", role: "" });
  const { health } = useWorld();
  const { isSending, sent, send, cancel } = useSend();
  const hasMask = method.role === "update";
  const streams = method.kind === "client_streaming" || method.kind === "bidi_streaming";
  const call: CopiedCall = { method, message, mask: hasMask ? mask : undefined };
  const submit = (event?: Event): void => {
    event?.preventDefault();
    void send({ call, queued, caller, effect: method.effect });
  };
  useSendKey(submit);
  const response = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sent !== undefined && !isSending) response.current?.scrollIntoView({ block: "nearest" });
  }, [sent]);
  return (
    <div class="halves">
      <form class="panel" aria-label="Request" onSubmit={submit}>
        <RequestInput {...{ form, message }} onChange={setMessage} />
        {streams && <QueueInput queued={queued} onChange={setQueued} message={message} />}
        {hasMask && <MaskInput mask={mask} onChange={setMask} />}
        {health.kind !== "grpc" && <CallerInput caller={caller} onChange={setCaller} />}
        <div class="buttons send">
          <button type="submit" class="button main" disabled={isSending}>
            {isSending ? "Sending …" : "Send"}
          </button>
          {isSending && (
            <button type="button" class="button" onClick={cancel}>
              Cancel
            </button>
          )}
          <span class="quiet keys">Ctrl+Enter sends</span>
        </div>
        <CopyMenu key={JSON.stringify([call.message, call.mask, caller])} call={call} caller={caller} />
      </form>
      <section class="panel response" aria-label="Response" ref={response}>
        <h2>Response</h2>
        <Outcome sent={sent} response={method.response} />
      </section>
    </div>
  );
}

/** Calls a function when someone presses Ctrl+Enter, or Cmd+Enter, anywhere on the page. */
function useSendKey(send: (event: Event) => void): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
    };
    addEventListener("keydown", follow);
    return () => removeEventListener("keydown", follow);
  });
}

interface QueueProps {
  readonly queued: readonly Json[];
  readonly message: Json;
  readonly onChange: (queued: readonly Json[]) => void;
}

/** Collects the messages of a stream of the client before the last one. */
function QueueInput({ queued, message, onChange }: QueueProps): JSX.Element {
  return (
    <p class="buttons">
      <button type="button" class="button small" onClick={() => onChange([...queued, message])}>
        Add to the stream
      </button>
      <span class="quiet">{queued.length} before this message</span>
      {queued.length > 0 && (
        <button type="button" class="link" onClick={() => onChange([])}>
          Remove them
        </button>
      )}
    </p>
  );
}

interface MaskProps {
  readonly mask: string;
  readonly onChange: (mask: string) => void;
}

function MaskInput({ mask, onChange }: MaskProps): JSX.Element {
  return (
    <div class="field">
      <label for="mask">
        <span class="field-name">Reset mask</span> <span class="quiet">fields that the update clears</span>
      </label>
      <input
        id="mask"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder="spec.hostnames,metadata.labels"
        value={mask}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
