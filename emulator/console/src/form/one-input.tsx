/** The input of one value: a scalar, an enum, a message, or JSON. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Json } from "../text/json.js";
import { FieldFacts, FieldLimits } from "./field-label.jsx";
import { asMessage } from "./edit-message.js";
import type { InputProps } from "./input-props.js";
import { exampleOf, inputKind, isValidScalar, readScalar } from "./scalar-text.js";

/** Draws the input of a field with its name. */
export function OneInput(props: InputProps): JSX.Element {
  const { form, field, id } = props;
  const kind = inputKind(field, form.messages[field.type] !== undefined);
  if (kind === "message") return <MessageInput {...props} />;
  return (
    <div class="field">
      <label for={id}>
        <FieldFacts field={field} />
      </label>
      <ValueInput {...props} />
      <FieldLimits field={field} id={`${id}-limits`} />
    </div>
  );
}

/** Draws the input of a value without its name, which `label` is for those who listen. */
export function ValueInput(props: InputProps & { readonly label?: string }): JSX.Element {
  const { form, field, id, value, onChange, label, Fields } = props;
  const kind = inputKind(field, form.messages[field.type] !== undefined);
  const shared = {
    id,
    ...(label === undefined ? {} : { "aria-label": label }),
    ...(field.isRequired ? { "aria-required": true } : {}),
    ...(field.limits.length > 0 ? { "aria-describedby": `${id}-limits` } : {}),
  };
  if (kind === "message")
    return <Fields form={form} type={field.type} id={id} value={asMessage(value)} onChange={onChange} />;
  if (kind === "json") return <JsonInput {...props} shared={shared} />;
  const options = kind === "enum" ? field.values : kind === "bool" ? ["true", "false"] : undefined;
  if (options === undefined) return <TextInput {...props} shared={shared} isNumber={kind === "number"} />;
  return (
    <select
      {...shared}
      value={value === undefined ? "" : String(value)}
      onChange={({ currentTarget }) => onChange(readScalar(field, currentTarget.value))}
    >
      <option value="">not set</option>
      {options.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

interface Shared {
  readonly shared: { readonly id: string };
}

function TextInput({
  field,
  value,
  onChange,
  shared,
  isNumber,
}: InputProps & Shared & { readonly isNumber: boolean }): JSX.Element {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  const read = (given: string): void => {
    setText(given);
    onChange(readScalar(field, given));
  };
  const all = {
    ...shared,
    autocomplete: "off" as const,
    spellcheck: false,
    placeholder: exampleOf(field),
    value: text,
    "aria-invalid": !isValidScalar(field, text),
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => read(currentTarget.value),
  };
  if (field.isSecret) return <input {...all} type="password" />;
  return <input {...all} type="text" dir="auto" inputMode={isNumber ? "decimal" : "text"} />;
}

function JsonInput({ field, value, onChange, shared }: InputProps & Shared): JSX.Element {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [isValid, setIsValid] = useState(true);
  const read = (given: string): void => {
    setText(given);
    try {
      onChange(given.trim() === "" ? undefined : (JSON.parse(given) as Json));
      setIsValid(true);
    } catch {
      setIsValid(false);
    }
  };
  return (
    <textarea
      {...shared}
      class="code"
      rows={3}
      spellcheck={false}
      placeholder={exampleOf(field) || "JSON"}
      value={text}
      aria-invalid={!isValid}
      onInput={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}

/** Whether a field is one of the request itself: its identifier is `request.name`. */
function isAtTop(id: string): boolean {
  return id.split(".").length === 2;
}

/** Messages that are set, required or at the top are open. Others open when someone sets them. */
function MessageInput({ form, field, id, value, onChange, Fields }: InputProps): JSX.Element {
  const isSet = value !== undefined;
  const [isOpen, setIsOpen] = useState(isSet || field.isRequired || isAtTop(id));
  const [resets, setResets] = useState(0);
  return (
    <fieldset class="field message">
      <legend>
        <label class="check">
          <input
            type="checkbox"
            checked={isSet}
            aria-label={`Set ${field.name}`}
            onChange={({ currentTarget: { checked } }) => {
              setIsOpen(checked);
              setResets(resets + 1);
              onChange(checked ? {} : undefined);
            }}
          />
          <FieldFacts field={field} />
        </label>
        {!isOpen && (
          <button
            type="button"
            class="link"
            onClick={() => setIsOpen(true)}
            aria-label={`Show fields of ${field.name}`}
          >
            Show fields
          </button>
        )}
      </legend>
      <FieldLimits field={field} id={`${id}-limits`} />
      {isOpen && (
        <Fields
          key={resets}
          form={form}
          type={field.type}
          id={id}
          value={asMessage(value)}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}
