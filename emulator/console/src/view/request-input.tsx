import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MethodForm } from "../../../src/control/view-types.js";
import { MessageFields } from "../form/message-fields.jsx";
import { isJsonMap, type JsonMap } from "../text/json.js";

interface InputProps {
  readonly form: MethodForm;
  readonly message: JsonMap;
  readonly onChange: (message: JsonMap) => void;
}

/** Draws the request as fields, or as JSON. */
export function RequestInput({ form, message, onChange }: InputProps): JSX.Element {
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
        <button
          type="button"
          aria-pressed={!isJson}
          disabled={error !== ""}
          onClick={() => setText(undefined)}
        >
          Fields
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setText(JSON.stringify(message, null, 2))}>
          JSON
        </button>
        <code class="quiet">{form.request}</code>
      </div>
      {isJson ? (
        <>
          <textarea
            class="code"
            rows={16}
            aria-label="The request as JSON"
            spellcheck={false}
            value={text}
            aria-invalid={error !== ""}
            onInput={({ currentTarget }) => read(currentTarget.value)}
          />
          {error !== "" && <p class="failure">{error}</p>}
        </>
      ) : (
        <MessageFields form={form} type={form.request} id="request" value={message} onChange={onChange} />
      )}
    </>
  );
}
