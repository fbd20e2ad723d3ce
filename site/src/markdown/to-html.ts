import type { Nodes, Table, TableRow } from "mdast";
import { markup, type Markup, type Part } from "../markup.js";
import { fieldList, isFieldTable } from "./field-list.js";

/** Where the nodes stand. */
export interface Place {
  /** The anchor of the section, which begins the anchors of its fields. */
  readonly section: string;
  /** Returns the address of a link; undefined for one that cannot be followed from a page. */
  readonly resolveLink: (url: string) => string | undefined;
}

/** Writes nodes of a section as markup. Raw HTML of the Markdown is left out. */
export function toHtml(nodes: readonly Nodes[], place: Place): readonly Markup[] {
  return nodes.map((node) => writeNode(node, place));
}

function writeNode(node: Nodes, place: Place): Markup {
  const inner = (): readonly Markup[] => ("children" in node ? toHtml(node.children, place) : []);
  switch (node.type) {
    case "text":
      return markup`${node.value}`;
    case "inlineCode":
      return markup`<code>${node.value}</code>`;
    case "code":
      return markup`<pre><code>${node.value}</code></pre>`;
    case "paragraph":
      return markup`<p>${inner()}</p>`;
    case "emphasis":
      return markup`<em>${inner()}</em>`;
    case "strong":
      return markup`<strong>${inner()}</strong>`;
    case "delete":
      return markup`<del>${inner()}</del>`;
    case "blockquote":
      return markup`<blockquote>${inner()}</blockquote>`;
    case "list":
      return node.ordered
        ? markup`<ol>
            ${inner()}
          </ol>`
        : markup`<ul>
            ${inner()}
          </ul>`;
    case "listItem":
      return markup`<li>
        ${node.children.flatMap((child) => (child.type === "paragraph" ? toHtml(child.children, place) : writeNode(child, place)))}
      </li>`;
    case "break":
      return markup`<br />`;
    case "thematicBreak":
      return markup`<hr />`;
    case "link":
      return writeLink(place.resolveLink(node.url), inner());
    case "table":
      return isFieldTable(node)
        ? fieldList(node, place, (nodes) => toHtml(nodes, place))
        : writeTable(node, place);
    case "image":
      return markup`${node.alt ?? ""}`;
    case "html":
    case "definition":
    case "yaml":
      return markup``;
    default:
      return markup`${inner()}`;
  }
}

function writeLink(url: string | undefined, inner: readonly Markup[]): Markup {
  return url === undefined ? markup`${inner}` : markup`<a href="${url}">${inner}</a>`;
}

function writeTable({ children: [head, ...rows] }: Table, place: Place): Markup {
  const row = ({ children }: TableRow, cell: (content: Part) => Markup): Markup =>
    markup`<tr>
      ${children.map((one) => cell(toHtml(one.children, place)))}
    </tr>`;
  return markup`<div class="table">
    <table>
      <thead>
        ${head && row(head, (content) => markup`<th scope="col">${content}</th>`)}
      </thead>
      <tbody>
        ${rows.map((one) => row(one, (content) => markup`<td>${content}</td>`))}
      </tbody>
    </table>
  </div>`;
}
