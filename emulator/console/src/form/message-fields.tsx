/** The fields of a message, as inputs. */
import type { JSX } from "preact";
import type { FormField, MethodForm } from "../../../src/control/view-types.js";
import type { Json } from "../text/json.js";
import { formRows, withField } from "./edit-message.js";
import type { InputProps, MessageProps } from "./input-props.js";
import { OneInput } from "./one-input.jsx";
import { ListInput } from "./list-input.jsx";
import { MapInput } from "./map-input.jsx";

/** Draws the fields of a message. */
export function MessageFields({ form, type, id, value, onChange }: MessageProps): JSX.Element {
  const fields = form.messages[type] ?? [];
  if (fields.length === 0) return <p class="quiet">This message has no fields to set.</p>;
  const set = (name: string, one: Json | undefined): void => onChange(withField(value, name, one));
  return (
    <div class="fields">
      {formRows(fields).map((row) =>
        row.kind === "field" ? (
          <FieldInput
            key={row.field.name}
            form={form}
            field={row.field}
            id={`${id}.${row.field.name}`}
            value={value[row.field.jsonName]}
            onChange={(one) => set(row.field.jsonName, one)}
            Fields={MessageFields}
          />
        ) : (
          <OneofInput key={row.name} {...{ form, id, value, onChange }} name={row.name} fields={row.fields} />
        ),
      )}
    </div>
  );
}

function FieldInput(props: InputProps): JSX.Element {
  if (props.field.isMap) return <MapInput {...props} />;
  if (props.field.isList) return <ListInput {...props} />;
  return <OneInput {...props} />;
}

type OneofProps = Omit<MessageProps, "type"> & {
  readonly name: string;
  readonly fields: readonly FormField[];
};

/** Draws a list of the members of a oneof, and the input of the selected one. */
function OneofInput({ form, id, value, onChange, name, fields }: OneofProps): JSX.Element {
  const selected = fields.find(({ jsonName }) => Object.hasOwn(value, jsonName));
  const select = (jsonName: string): void => {
    const names = new Set(fields.map((field) => field.jsonName));
    const others = Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key)));
    const member = fields.find((field) => field.jsonName === jsonName);
    onChange(member === undefined ? others : withField(others, jsonName, emptyValue(form, member)));
  };
  return (
    <div class="field group">
      <label for={`${id}.${name}`}>
        <span class="field-name">{name}</span> <span class="quiet">one of</span>
      </label>
      <select
        id={`${id}.${name}`}
        value={selected?.jsonName ?? ""}
        onChange={(event) => select(event.currentTarget.value)}
      >
        <option value="">not set</option>
        {fields.map(({ jsonName, name: own }) => (
          <option key={jsonName} value={jsonName}>
            {own}
          </option>
        ))}
      </select>
      {selected !== undefined && (
        <OneInput
          key={selected.name}
          form={form}
          field={selected}
          id={`${id}.${selected.name}`}
          value={value[selected.jsonName]}
          Fields={MessageFields}
          onChange={(one) => onChange(withField(value, selected.jsonName, one ?? emptyValue(form, selected)))}
        />
      )}
    </div>
  );
}

/** The value of a member that was selected and is still to be entered. */
function emptyValue(form: MethodForm, { type, values }: FormField): Json {
  if (form.messages[type] !== undefined) return {};
  if (values !== undefined) return values[0] ?? "";
  if (type === "bool") return false;
  return /int|fixed|double|float/.test(type) ? 0 : "";
}
