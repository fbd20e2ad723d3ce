import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useTicks, useWorld } from "../../state/world.js";
import { Badge } from "../parts/badge.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";

const steps: readonly (readonly [text: string, ms: number])[] = [
  ["1 s", 1000],
  ["1 min", 60_000],
  ["1 h", 3_600_000],
  ["1 day", 86_400_000],
];

/** Draws the emulator's clock: it can be advanced and frozen. */
export function ClockCard(): JSX.Element {
  useTicks(250);
  const { clock, nowMs } = useWorld();
  const { error, change } = useChange();
  const advance = (ms: number): void => void change("/clock/advance", { ms }, "The clock was advanced");
  return (
    <Card title="Clock" error={error}>
      <p class="clock">
        <time>{new Date(nowMs()).toISOString().replace("T", " ").slice(0, 19)}</time>{" "}
        <span class="quiet">UTC</span> {clock.isFrozen && <Badge tone="warn">frozen</Badge>}
      </p>
      <div class="buttons" role="group" aria-label="Advance">
        {steps.map(([text, ms]) => (
          <button type="button" class="button small" key={text} onClick={() => advance(ms)}>
            +{text}
          </button>
        ))}
      </div>
      <AdvanceBy onAdvance={advance} />
      <div class="buttons">
        {clock.isFrozen ? (
          <button
            type="button"
            class="button"
            onClick={() => void change("/clock/resume", {}, "The clock runs")}
          >
            Resume
          </button>
        ) : (
          <button
            type="button"
            class="button"
            onClick={() => void change("/clock/freeze", {}, "The clock is frozen")}
          >
            Freeze
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() => void change("/clock/reset", {}, "The clock is that of the start")}
        >
          Reset
        </button>
      </div>
    </Card>
  );
}

function AdvanceBy({ onAdvance }: { readonly onAdvance: (ms: number) => void }): JSX.Element {
  const [seconds, setSeconds] = useState("");
  return (
    <form
      class="buttons"
      onSubmit={(event) => {
        event.preventDefault();
        onAdvance(Number(seconds) * 1000);
      }}
    >
      <label for="seconds">Seconds</label>
      <input
        id="seconds"
        class="narrow"
        type="number"
        step="any"
        required
        value={seconds}
        onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
      />
      <button type="submit" class="button small">
        Advance
      </button>
    </form>
  );
}
