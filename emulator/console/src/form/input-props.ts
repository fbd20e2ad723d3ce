import type { JSX } from "preact";
import type { FormField, MethodForm } from "../../../src/control/view-types.js";
import type { Json, JsonMap } from "../text/json.js";

/** The value of an input, and a function that takes a new one. */
export interface InputProps {
  readonly form: MethodForm;
  readonly field: FormField;
  /** Unique in the page. */
  readonly id: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** Draws the fields of a message within a value. */
  readonly Fields: (props: MessageProps) => JSX.Element;
}

/** A message whose fields are shown. */
export interface MessageProps {
  readonly form: MethodForm;
  /** The full name of the message. */
  readonly type: string;
  readonly id: string;
  readonly value: JsonMap;
  readonly onChange: (value: JsonMap) => void;
}
