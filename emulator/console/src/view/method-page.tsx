/** A form for the request of any method, and what came of it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MethodForm, MethodView } from "../../../src/control/view-types.js";
import type { CopiedCall } from "../copy/copied-call.js";
import { MessageFields } from "../form/message-fields.jsx";
import type { Caller } from "../state/access.js";
import { routeTo } from "../state/route.js";
import { useLoad } from "../state/use-load.js";
import { useWorld } from "../state/world.js";
import { isJsonMap, type Json, type JsonMap } from "../text/json.js";
import { CallerInput } from "./caller-input.jsx";
import { Badge, DefaultBadge } from "./parts/badge.jsx";
import { CopyMenu } from "./parts/copy-button.jsx";
import { WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";
import { Outcome, useSend } from "./send-call.jsx";

interface OpenedForm {
  readonly method: string;
  readonly message: Json;
  readonly mask?: string | undefined;
}

/** What the next form begins with. */
let opened: OpenedForm | undefined;

/** Opens the form of a method with a request. */
export function openForm(form: OpenedForm): void {
  opened = form;
  location.hash = routeTo("method", { name: form.method });
}

/** Draws the form of a method. */
export function MethodPage({ name = "" }: { readonly name?: string }): JSX.Element {
  const { methods, reloadMethods } = useWorld();
  useEffect(reloadMethods, []);
  const form = useLoad<MethodForm>(`/methods/form?${new URLSearchParams({ method: name }).toString()}`, 0);
  const method = methods.get(name);
  return (
    <>
      <PageHead
        title={name.slice(name.indexOf("/") + 1)}
        above={
          <a class="back" href="#/methods">
            {name.split("/")[0]}
          </a>
        }
      >
        {method?.answer === "default" && <DefaultBadge />}
        {method?.answer === "none" && <Badge tone="warn">needs a handler</Badge>}
        {method !== undefined && method.kind !== "unary" && <Badge>{method.kind.replace("_", " ")}</Badge>}
      </PageHead>
      <WhenLoaded from={form}>
        {(data) => method && <RequestForm key={name} method={method} form={data} />}
      </WhenLoaded>
    </>
  );
}

interface RequestProps {
  readonly method: MethodView;
  readonly form: MethodForm;
}

/** Takes what the form begins with, once. */
function takeOpened(method: string): OpenedForm {
  const taken = opened?.method === method ? opened : { method, message: {} };
  opened = undefined;
  return taken;
}

function RequestForm({ method, form }: RequestProps): JSX.Element {
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
  return (
    <div class="halves">
      <form
        class="panel"
        aria-label="Request"
        onSubmit={submit}
      >
        <RequestInput {...{ form, message }} onChange={setMessage} />
        {streams && (
          <p class="buttons">
            <button type="button" class="button small" onClick={() => setQueued([...queued, message])}>
              Add to the stream
            </button>
            <span class="quiet">{queued.length} before this message</span>
            {queued.length > 0 && (
              <button type="button" class="link" onClick={() => setQueued([])}>
                Remove them
              </button>
            )}
          </p>
        )}
        {hasMask && (
          <div class="field">
            <label for="mask">
              <span class="field-name">Reset mask</span> <span class="quiet">fields that the update clears</span>
            </label>
            <input id="mask" type="text" autocomplete="off" spellcheck={false} placeholder="spec.hostnames,metadata.labels" value={mask} onInput={({ currentTarget }) => setMask(currentTarget.value)} />
          </div>
        )}
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
      <section class="panel" aria-label="Response">
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

interface InputProps {
  readonly form: MethodForm;
  readonly message: JsonMap;
  readonly onChange: (message: JsonMap) => void;
}

/** Draws the request as fields, or as JSON. */
function RequestInput({ form, message, onChange }: InputProps): JSX.Element {
  const [text, setText] = useState<string>();
  const [error, setError] = useState("");
  const read = (given: string): void => {
    setText(given);
    try {
      const value: unknown = JSON.parse(given);
      if (!isJsonMap(value)) throw new TypeError("The request is a JSON object.");
      onChange(value);
      setError("");
    } catch (problem) {
      setError(String(problem));
    }
  };
  const isJson = text !== undefined;
  return (
    <>
      <div class="tabs" role="group" aria-label="Enter the request as">
        <button type="button" aria-pressed={!isJson} disabled={error !== ""} onClick={() => setText(undefined)}>
          Fields
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setText(JSON.stringify(message, null, 2))}>
          JSON
        </button>
        <code class="quiet">{form.request}</code>
      </div>
      {isJson ? (
        <>
          <textarea class="code" rows={16} aria-label="The request as JSON" spellcheck={false} value={text} aria-invalid={error !== ""} onInput={({ currentTarget }) => read(currentTarget.value)} />
          {error !== "" && <p class="failure">{error}</p>}
        </>
      ) : (
        <MessageFields form={form} type={form.request} id="request" value={message} onChange={onChange} />
      )}
    </>
  );
}
