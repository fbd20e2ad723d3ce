import type { JSX } from "preact";
import { useLoad } from "../../state/use-load.js";
import { useWorld } from "../../state/world.js";
import { WhenLoaded } from "../parts/notice.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";
import { useWanted } from "./use-wanted.js";

interface Scenarios {
  readonly active: readonly string[];
  readonly scenarios: readonly { readonly name: string; readonly does: string; readonly finds: string }[];
}

/** Returns a text without the marks of code. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}

/** Draws the scenarios, of which any number can be active. */
export function ScenariosCard(): JSX.Element {
  const { revision } = useWorld();
  const { error, change } = useChange();
  const loaded = useLoad<Scenarios>("/scenarios", revision);
  return (
    <Card title="Scenarios" error={error}>
      <WhenLoaded from={loaded}>
        {(data) => (
          <ScenarioList
            {...data}
            onChange={(names) => change<object>("/scenarios", { names }, "The scenarios were set")}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}

interface ListProps extends Scenarios {
  /** Resolves with undefined if the change is refused. */
  readonly onChange: (names: readonly string[]) => Promise<object | undefined>;
}

function ScenarioList({ active: known, scenarios, onChange }: ListProps): JSX.Element {
  const [active, want] = useWanted(known);
  const set = async (name: string, isOn: boolean): Promise<void> => {
    const names = isOn ? [...active, name] : active.filter((other) => other !== name);
    want(names);
    if ((await onChange(names)) === undefined) want(undefined);
  };
  return (
    <ul class="scenarios">
      {scenarios.map(({ name, does, finds }) => (
        <li key={name}>
          <label class="check">
            <input
              type="checkbox"
              checked={active.includes(name)}
              onChange={({ currentTarget }) => void set(name, currentTarget.checked)}
            />
            <strong>{name}</strong>
          </label>
          <p class="quiet">{plain(does)}</p>
          <p class="quiet">Finds {plain(finds).replace(/^A /, "a ")}</p>
        </li>
      ))}
    </ul>
  );
}
