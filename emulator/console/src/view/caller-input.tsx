import type { JSX } from "preact";
import type { Caller } from "../state/access.js";

interface CallerProps {
  readonly caller: Caller;
  readonly onChange: (caller: Caller) => void;
}

/** Draws inputs for who calls: rules can deny methods to accounts and roles. */
export function CallerInput({ caller, onChange }: CallerProps): JSX.Element {
  return (
    <fieldset class="field caller">
      <legend>
        <span class="field-name">Call as</span>
      </legend>
      <label for="subject">Account</label>
      <input
        id="subject"
        type="text"
        autocomplete="off"
        value={caller.subject}
        onInput={({ currentTarget }) => onChange({ ...caller, subject: currentTarget.value })}
      />
      <label for="role">Role</label>
      <input
        id="role"
        type="text"
        autocomplete="off"
        placeholder="viewer"
        value={caller.role}
        onInput={({ currentTarget }) => onChange({ ...caller, role: currentTarget.value })}
      />
    </fieldset>
  );
}
