import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLoad } from "../../state/use-load.js";
import { useWorld } from "../../state/world.js";
import type { Json } from "../../text/json.js";
import { JsonView } from "../parts/json-view.jsx";
import { WhenLoaded } from "../parts/notice.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";
import { useWanted } from "./use-wanted.js";

interface Faults {
  readonly rate: number;
  readonly scripts: Readonly<Record<string, readonly Json[]>>;
}

/** The faults that the form offers. The control API has more. */
const faults: Readonly<Record<string, object>> = {
  "UNAVAILABLE before the effect": { code: "UNAVAILABLE" },
  "response lost after the effect": { dropResponse: true },
  RESOURCE_EXHAUSTED: { code: "RESOURCE_EXHAUSTED" },
  DEADLINE_EXCEEDED: { code: "DEADLINE_EXCEEDED" },
  PERMISSION_DENIED: { code: "PERMISSION_DENIED" },
  INTERNAL: { code: "INTERNAL" },
  "5 s slower": { delayMs: 5000 },
  "operation fails": { failOperation: { code: "INTERNAL", message: "scripted failure" } },
};

/** Draws the fault rate, and the faults of the next calls of methods. */
export function FaultsCard(): JSX.Element {
  const { revision } = useWorld();
  const { error, change } = useChange();
  const loaded = useLoad<Faults>("/faults", revision);
  return (
    <Card title="Faults" error={error}>
      <WhenLoaded from={loaded}>
        {({ rate, scripts }) => (
          <>
            <RateInput
              rate={rate}
              onChange={(wanted) =>
                change<object>("/faults/rate", { rate: wanted }, "The fault rate was set")
              }
            />
            {Object.keys(scripts).length > 0 && (
              <JsonView value={scripts as Json} label="The faults of the next calls" />
            )}
          </>
        )}
      </WhenLoaded>
      <NextFault
        onSet={(method, step, count) =>
          void change(
            "/faults",
            { method, steps: Array.from({ length: count }, () => step) },
            `The next calls of ${method} have a fault`,
          )
        }
      />
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => void change("/faults/clear", {}, "There are no faults")}
        >
          Clear
        </button>
      </div>
    </Card>
  );
}

interface RateProps {
  readonly rate: number;
  /** Resolves with undefined if the change is refused. */
  readonly onChange: (rate: number) => Promise<object | undefined>;
}

function RateInput({ rate, onChange }: RateProps): JSX.Element {
  const [shown, want] = useWanted(rate);
  const percent = Math.round(shown * 100);
  const set = async (wanted: number): Promise<void> => {
    want(wanted);
    if ((await onChange(wanted)) === undefined) want(undefined);
  };
  return (
    <>
      <label for="rate">
        Calls that fail at random: <strong>{percent} %</strong>
      </label>
      <input
        id="rate"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={shown}
        aria-valuetext={`${percent} percent`}
        onChange={({ currentTarget }) => void set(Number(currentTarget.value))}
      />
    </>
  );
}

interface NextProps {
  readonly onSet: (method: string, step: object, count: number) => void;
}

function NextFault({ onSet }: NextProps): JSX.Element {
  const { methods } = useWorld();
  const [method, setMethod] = useState("");
  const [fault, setFault] = useState(Object.keys(faults)[0] ?? "");
  const [count, setCount] = useState(1);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(method, faults[fault] ?? {}, count);
      }}
    >
      <label for="fault-method">The next calls of</label>
      <select
        id="fault-method"
        required
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      >
        <option value="">choose a method</option>
        {[...methods.keys()].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <label for="fault">have the fault</label>
      <select id="fault" value={fault} onChange={({ currentTarget }) => setFault(currentTarget.value)}>
        {Object.keys(faults).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <div class="buttons">
        <label for="fault-count">Times</label>
        <input
          id="fault-count"
          class="narrow"
          type="number"
          min={1}
          max={100}
          value={count}
          onInput={({ currentTarget }) => setCount(Number(currentTarget.value))}
        />
        <button type="submit" class="button">
          Set
        </button>
      </div>
    </form>
  );
}
