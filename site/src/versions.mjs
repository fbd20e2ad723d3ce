import { JSX } from "typedoc";

/**
 * A menu of other versions at the top of the navigation: links, so that each version's site stays as it was made.
 * @param {import("typedoc").Application} app
 * @param {ReadonlyMap<string, string>} versions Addresses by names.
 */
export function addVersions(app, versions) {
  if (versions.size === 0) return;
  app.renderer.hooks.on("sidebar.begin", (context) =>
    JSX.createElement(
      "nav",
      { class: "site-versions", "aria-label": "Versions" },
      JSX.createElement(
        "details",
        null,
        JSX.createElement("summary", null, "Other versions"),
        JSX.createElement(
          "ul",
          null,
          ...[...versions].map(([name, address]) =>
            JSX.createElement(
              "li",
              null,
              JSX.createElement(
                "a",
                { href: /^(?:[a-z]+:|\/)/.test(address) ? address : context.relativeURL(address) },
                name,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
