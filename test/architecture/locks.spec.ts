import { expect, it } from "vitest";
import { filesOf } from "./pages.fixture.js";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly integrity?: string }>>;
}

it.each(filesOf("package-lock.json"))(
  "$path has an integrity for every package, those of other platforms too",
  ({ text }) => {
    const { packages } = JSON.parse(text) as Lock;
    const installed = Object.entries(packages).filter(([place]) => place.includes("node_modules/"));
    const unverified = installed.filter(
      ([, { link = false, integrity }]) => !link && integrity === undefined,
    );
    expect(unverified.map(([place]) => place)).toEqual([]);
    expect(installed.length).toBeGreaterThan(0);
  },
);
