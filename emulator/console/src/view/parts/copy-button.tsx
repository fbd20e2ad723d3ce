import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type CopiedCall } from "../../copy/copied-call.js";
import { copyAs, copyForms } from "../../copy/copy-as.js";
import { type Caller, tokenFor } from "../../state/access.js";
import { useWorld } from "../../state/world.js";

/** Draws a button that copies a text. */
export function CopyButton({
  text,
  label = "Copy",
}: {
  readonly text: string;
  readonly label?: string;
}): JSX.Element {
  const { say } = useWorld();
  return (
    <button
      type="button"
      class="button small"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => say("Copied"),
          () => say("The browser did not allow to copy"),
        )
      }
    >
      {label}
    </button>
  );
}

interface CopyMenuProps {
  readonly call: CopiedCall;
  readonly caller: Caller;
}

/** Draws buttons that show a call as a program, for people to read and copy. */
export function CopyMenu({ call, caller }: CopyMenuProps): JSX.Element {
  const { health } = useWorld();
  const [shown, setShown] = useState<{ readonly form: string; readonly text: string }>();
  const show = async (form: (typeof copyForms)[number]): Promise<void> => {
    const token = health.kind === "grpc" ? undefined : await tokenFor(caller);
    setShown({ form, text: copyAs(form, call, { ...health, token }) ?? "" });
  };
  const { webUrl, headers, sdk } = health;
  const place = { webUrl, headers, ...(sdk && { sdk }), token: undefined };
  return (
    <div class="copy-as">
      <div class="buttons" role="group" aria-label="Copy as">
        <span class="quiet">Copy as</span>
        {copyForms.map((form) => (
          <button
            type="button"
            class="button small"
            key={form}
            aria-pressed={shown?.form === form}
            disabled={copyAs(form, call, place) === undefined}
            onClick={() => (shown?.form === form ? setShown(undefined) : void show(form).catch(() => {}))}
          >
            {form}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div class="program">
          <pre tabIndex={0} role="region" aria-label={`The call as ${shown.form}`} dir="ltr">
            {shown.text}
          </pre>
          <div class="buttons">
            <CopyButton text={shown.text} />
            {shown.form !== "curl" && sdk && (
              <span class="quiet">
                Runs in a shell with the variables that the emulator printed at its start.
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
