/** The controls that disturb and reset the emulator. */
import type { JSX } from "preact";
import { ClockCard } from "./controls/clock-card.jsx";
import { FaultsCard } from "./controls/faults-card.jsx";
import { RulesCard } from "./controls/rules-card.jsx";
import { ScenariosCard } from "./controls/scenarios-card.jsx";
import { StateCard } from "./controls/state-card.jsx";
import { TokensCard } from "./controls/tokens-card.jsx";
import { PageHead } from "./parts/page-head.jsx";

/** Draws a card for each kind of control. */
export function ControlsPage(): JSX.Element {
  return (
    <>
      <PageHead title="Controls" />
      <div class="cards">
        <ClockCard />
        <ScenariosCard />
        <FaultsCard />
        <StateCard />
        <RulesCard />
        <TokensCard />
      </div>
    </>
  );
}
