import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { forgetTokens, tokenFor, type Caller } from "../../state/access.js";
import { useWorld } from "../../state/world.js";
import { CallerInput } from "../caller-input.jsx";
import { CopyButton } from "../parts/copy-button.jsx";
import { Card } from "./card.jsx";
import { useChange } from "./use-change.js";

/** Draws access tokens for a user or a role. */
export function TokensCard(): JSX.Element {
  const { say } = useWorld();
  const { error, change } = useChange();
  const [caller, setCaller] = useState<Caller>({ subject: "", role: "viewer" });
  const [token, setToken] = useState("");
  return (
    <Card title="Tokens" error={error}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          tokenFor(caller).then(setToken, (failure: unknown) => say(String(failure)));
        }}
      >
        <CallerInput caller={caller} onChange={setCaller} />
        <div class="buttons">
          <button type="submit" class="button">
            Create a token
          </button>
          <button
            type="button"
            class="button danger"
            onClick={() => {
              forgetTokens();
              setToken("");
              void change("/tokens/revoke", {}, "All tokens were revoked");
            }}
          >
            Revoke all
          </button>
        </div>
      </form>
      {token !== "" && (
        <p class="buttons">
          <code class="value">{token}</code> <CopyButton text={token} />
        </p>
      )}
    </Card>
  );
}
