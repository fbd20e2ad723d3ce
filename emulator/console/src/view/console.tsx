/** The console: the frame, and the page that the address names. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ControlFailure, setControlToken } from "../api/control-client.js";
import { type Route, useRoute } from "../state/route.js";
import { useNewWorld, WorldProvider } from "../state/world.js";
import { CallsPage } from "./calls-page.jsx";
import { ControlsPage } from "./controls-page.jsx";
import { Frame } from "./frame.jsx";
import { MethodPage } from "./method-page.jsx";
import { MethodsPage } from "./methods-page.jsx";
import { OperationsPage } from "./operations-page.jsx";
import { Empty, Failure, Loading } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";
import { ResourcePage } from "./resource-page.jsx";
import { ResourcesPage } from "./resources-page.jsx";

/** Draws the console. */
export function Console(): JSX.Element {
  const [tries, setTries] = useState(0);
  const world = useNewWorld(tries);
  const route = useRoute();
  const retry = (): void => setTries(tries + 1);
  if (world === undefined || world instanceof ControlFailure)
    return (
      <main class="start">
        <h1>Emulator</h1>
        {world === undefined ? <Loading /> : <Refused failure={world} onRetry={retry} />}
      </main>
    );
  return (
    <WorldProvider value={world}>
      <Frame page={route.page}>
        <Page key={JSON.stringify([route.page, route.query["name"], route.query["id"]])} route={route} />
      </Frame>
    </WorldProvider>
  );
}

function Page({ route: { page, query } }: { readonly route: Route }): JSX.Element {
  switch (page) {
    case "resources":
      return <ResourcesPage {...query} />;
    case "resource":
      return <ResourcePage {...query} />;
    case "operations":
      return <OperationsPage />;
    case "calls":
      return <CallsPage />;
    case "methods":
      return <MethodsPage />;
    case "method":
      return <MethodPage {...query} />;
    case "controls":
      return <ControlsPage />;
    default:
      return (
        <>
          <PageHead title="Not found" />
          <Empty title="The console has no such page">
            <a href="#/resources">Resources</a>
          </Empty>
        </>
      );
  }
}

/** Asks for the token of the control API, if that is what is missing. */
function Refused({
  failure,
  onRetry,
}: {
  readonly failure: ControlFailure;
  readonly onRetry: () => void;
}): JSX.Element {
  const [token, setToken] = useState("");
  if (failure.status !== 401) return <Failure text={failure.message} onRetry={onRetry} />;
  return (
    <form
      class="panel stack"
      onSubmit={(event) => {
        event.preventDefault();
        setControlToken(token.trim());
        onRetry();
      }}
    >
      <label for="token">
        This emulator listens beyond its machine. Enter the token that it printed at its start.
      </label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        required
        value={token}
        onInput={({ currentTarget }) => setToken(currentTarget.value)}
      />
      <button type="submit" class="button main">
        Open the console
      </button>
    </form>
  );
}
