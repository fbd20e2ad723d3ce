import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLoad } from "../../state/use-load.js";
import { useWorld } from "../../state/world.js";
import type { Json } from "../../text/json.js";
import { WhenLoaded } from "../parts/notice.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";

/** Draws the rules that deny calls and limit the number of resources. */
export function RulesCard(): JSX.Element {
  const { revision } = useWorld();
  const { error, change } = useChange();
  const [problem, setProblem] = useState("");
  const loaded = useLoad<Json>("/rules", revision);
  const set = (text: string): void => {
    let rules: object;
    try {
      rules = JSON.parse(text) as object;
    } catch (failure) {
      return setProblem(`The rules are not JSON: ${String(failure)}`);
    }
    setProblem("");
    void change("/rules", rules, "The rules were set");
  };
  return (
    <Card title="Rules" error={problem || error}>
      <WhenLoaded from={loaded}>{(rules) => <RulesForm rules={rules} onSet={set} />}</WhenLoaded>
    </Card>
  );
}

function RulesForm({
  rules,
  onSet,
}: {
  readonly rules: Json;
  readonly onSet: (text: string) => void;
}): JSX.Element {
  const known = JSON.stringify(rules, null, 2);
  const [text, setText] = useState(known);
  useEffect(() => setText(known), [known]);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(text);
      }}
    >
      <label for="rules">
        Deny methods, and limit the number of resources: <code>deny</code>, <code>quota</code>
      </label>
      <textarea
        id="rules"
        class="code"
        rows={5}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="buttons">
        <button type="submit" class="button">
          Set
        </button>
      </div>
    </form>
  );
}
