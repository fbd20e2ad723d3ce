/** The frame of each page: the navigation, the state of the connection, and what was done last. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useTicks, useWorld } from "../state/world.js";

const links: readonly (readonly [page: string, text: string, ...others: readonly string[]])[] = [
  ["resources", "Resources", "resource"],
  ["operations", "Operations"],
  ["calls", "Calls"],
  ["methods", "Methods", "method"],
  ["controls", "Controls"],
];

/** Draws the navigation beside a page. */
export function Frame({
  page,
  children,
}: {
  readonly page: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { health, said, say } = useWorld();
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (said === "") return undefined;
    setShown(said);
    say("");
    return undefined;
  }, [said]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(""), 4000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div class="frame">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("h1")?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="side">
        <p class="brand">
          <a href="#/resources">
            <img src="console.svg" alt="" width="22" height="22" /> Emulator
          </a>
          <span class="quiet">{health.sdk?.package ?? health.apiDomain}</span>
        </p>
        <nav aria-label="Console">
          {links.map(([name, text, ...others]) => (
            <a
              key={name}
              href={`#/${name}`}
              aria-current={page === name || others.includes(page) ? "page" : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <Connection />
      </header>
      <main id="main">{children}</main>
      <p class="said" role="status">
        {shown}
      </p>
    </div>
  );
}

function Connection(): JSX.Element {
  useTicks(1000);
  const { live, clock, nowMs } = useWorld();
  const words = { live: "Live", connecting: "Connecting", lost: "Not connected" };
  return (
    <p class={`connection ${live.status}`}>
      <span class="dot" /> {words[live.status]}
      <span class="quiet">
        {new Date(nowMs()).toISOString().slice(11, 19)}
        {clock.isFrozen ? " frozen" : ""}
      </span>
    </p>
  );
}
