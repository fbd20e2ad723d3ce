import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Json } from "../text/json.js";
import { FieldFacts, FieldLimits } from "./field-label.jsx";
import type { InputProps } from "./input-props.js";
import { ValueInput } from "./one-input.jsx";

interface Item {
  /** Stays with the element when others are removed. */
  readonly key: number;
  readonly value: Json | undefined;
}

/** Draws the elements of a list. */
export function ListInput({ form, field, id, value, onChange, Fields }: InputProps): JSX.Element {
  const [items, setItems] = useState<readonly Item[]>(() =>
    Array.isArray(value) ? value.map((one: Json, key) => ({ key, value: one })) : [],
  );
  const isMessage = form.messages[field.type] !== undefined;
  const change = (next: readonly Item[]): void => {
    setItems(next);
    const values = next
      .map((item) => item.value ?? (isMessage ? {} : undefined))
      .filter((one) => one !== undefined);
    onChange(values.length === 0 ? undefined : values);
  };
  const nextKey = Math.max(-1, ...items.map(({ key }) => key)) + 1;
  return (
    <fieldset class="field list">
      <legend>
        <FieldFacts field={field} />
      </legend>
      <FieldLimits field={field} id={`${id}-limits`} />
      {items.map((item, index) => (
        <div class="element" key={item.key}>
          <div class="element-value">
            <ValueInput
              form={form}
              field={field}
              Fields={Fields}
              id={`${id}.${item.key}`}
              label={`${field.name}, element ${index + 1}`}
              value={item.value}
              onChange={(one) =>
                change(items.map((other) => (other === item ? { key: item.key, value: one } : other)))
              }
            />
          </div>
          <button
            type="button"
            class="button small"
            aria-label={`Remove element ${index + 1} of ${field.name}`}
            onClick={() => change(items.filter((other) => other !== item))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button small"
        onClick={() => change([...items, { key: nextKey, value: isMessage ? {} : undefined }])}
      >
        Add to {field.name}
      </button>
    </fieldset>
  );
}
