import type { JSX } from "preact";
import { useLoad } from "../../state/use-load.js";
import { useWorld } from "../../state/world.js";
import { WhenLoaded } from "../parts/notice.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";

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
  const set = ({ active }: Scenarios, name: string, isOn: boolean): void => {
    const names = isOn ? [...active, name] : active.filter((other) => other !== name);
    void change("/scenarios", { names }, `The scenario ${name} is ${isOn ? "on" : "off"}`);
  };
  return (
    <Card title="Scenarios" error={error}>
      <WhenLoaded from={loaded}>
        {(data) => (
          <ul class="scenarios">
            {data.scenarios.map(({ name, does, finds }) => (
              <li key={name}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={data.active.includes(name)}
                    onChange={({ currentTarget }) => set(data, name, currentTarget.checked)}
                  />
                  <strong>{name}</strong>
                </label>
                <p class="quiet">{plain(does)}</p>
                <p class="quiet">Finds {plain(finds).replace(/^A /, "a ")}</p>
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Card>
  );
}
