import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Json, printJson, shortLimits } from "../../text/json.js";
import { safeText } from "../../text/safe-text.js";

/** Enough for nearly everything, and still quick to draw. */
const longLimits = { text: 1_000_000, lines: 20_000 };

/** Draws JSON. Long texts and many lines are cut until someone asks for them. */
export function JsonView({
  value,
  label,
}: {
  readonly value: Json | undefined;
  readonly label: string;
}): JSX.Element {
  const [isWhole, setIsWhole] = useState(false);
  const { text, isCut } = printJson(value, isWhole ? longLimits : shortLimits);
  return (
    <div class="json">
      {/* Those who use a keyboard can scroll it. */}
      <pre tabIndex={0} role="region" aria-label={label} dir="ltr">
        {safeText(text)}
      </pre>
      {(isCut || isWhole) && (
        <button type="button" class="button small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}

/** Draws a value in one line or a few: a text as it is, and anything else as JSON. */
export function ShortValue({ value }: { readonly value: Json | undefined }): JSX.Element {
  if (value === undefined) return <span class="quiet">not set</span>;
  const { text } = printJson(value, { text: 300, lines: 30 });
  return <code class="value">{safeText(text)}</code>;
}
