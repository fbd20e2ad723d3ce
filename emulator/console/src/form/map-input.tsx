import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isJsonMap, type Json } from "../text/json.js";
import { FieldFacts, FieldLimits } from "./field-label.jsx";
import type { InputProps } from "./input-props.js";
import { ValueInput } from "./one-input.jsx";

interface Entry {
  readonly key: number;
  readonly name: string;
  readonly value: Json | undefined;
}

/** Draws the entries of a map. Of two with the same key, the last one counts. */
export function MapInput({ form, field, id, value, onChange, Fields }: InputProps): JSX.Element {
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    isJsonMap(value) ? Object.entries(value).map(([name, one], key) => ({ key, name, value: one })) : [],
  );
  const isMessage = form.messages[field.type] !== undefined;
  const change = (next: readonly Entry[]): void => {
    setEntries(next);
    const pairs = next.map(({ name, value: one }): [string, Json] => [name, one ?? (isMessage ? {} : "")]);
    onChange(pairs.length === 0 ? undefined : Object.fromEntries(pairs));
  };
  const replace = (old: Entry, entry: Partial<Entry>): void =>
    change(entries.map((other) => (other === old ? { ...old, ...entry } : other)));
  const nextKey = Math.max(-1, ...entries.map(({ key }) => key)) + 1;
  return (
    <fieldset class="field map">
      <legend>
        <FieldFacts field={field} />
      </legend>
      <FieldLimits field={field} id={`${id}-limits`} />
      {entries.map((entry, index) => (
        <div class="element" key={entry.key}>
          <input
            class="map-key"
            type="text"
            autocomplete="off"
            aria-label={`${field.name}, key ${index + 1}`}
            placeholder="key"
            value={entry.name}
            onInput={({ currentTarget }) => replace(entry, { name: currentTarget.value })}
          />
          <div class="element-value">
            <ValueInput
              {...{ form, field, Fields }}
              id={`${id}.${entry.key}`}
              label={`${field.name}, value ${index + 1}`}
              value={entry.value}
              onChange={(one) => replace(entry, { value: one })}
            />
          </div>
          <button
            type="button"
            class="button small"
            aria-label={`Remove entry ${index + 1} of ${field.name}`}
            onClick={() => change(entries.filter((other) => other !== entry))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button small"
        onClick={() => change([...entries, { key: nextKey, name: "", value: undefined }])}
      >
        Add to {field.name}
      </button>
    </fieldset>
  );
}
