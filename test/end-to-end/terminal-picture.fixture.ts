/** Draws what a terminal shows as an SVG: text in its colors, which scrolls if it is longer than the picture. */

/** Colors of SGR codes, on a dark ground. */
const colors: Readonly<Record<string, string>> = {
  "32": "#7ee787",
  "33": "#e3b341",
  "36": "#79c0ff",
  "90": "#8b949e",
};

/** The start of an SGR sequence (ECMA-48). */
const csi = "\u001B\\[";

/** Finds the texts in a color, by its SGR code. */
export function inColor(code: string): RegExp {
  return new RegExp(`${csi}${code}m(.*?)${csi}39m`, "g");
}

const lineHeight = 18;
const margin = 16;
/** Lines that the picture shows at once. */
const visibleLines = 30;
const columns = 116;

/** A run of text in one color. */
interface Run {
  readonly text: string;
  readonly color: string;
  readonly isBold: boolean;
}

/** Draws the lines of a screen, with their SGR codes. */
export function drawTerminal(screen: string, title: string): string {
  const lines = screen.trimEnd().split("\n");
  const width = columns * 8 + margin * 2;
  const height = visibleLines * lineHeight + margin * 2;
  const texts = lines.map((line, index) => {
    const spans = runsOf(line).map(({ text, color, isBold }) => {
      const weight = isBold ? ' font-weight="bold"' : "";
      return `<tspan fill="${color}"${weight}>${escape(text)}</tspan>`;
    });
    return `<text y="${(index + 1) * lineHeight - 5}">${spans.join("")}</text>`;
  });
  const distance = Math.max(0, lines.length - visibleLines) * lineHeight;
  const steps = distance / lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }
@keyframes scroll { 0%, 10% { transform: translateY(0); } 90%, 100% { transform: translateY(-${distance}px); } }
#screen { animation: scroll ${Math.ceil(steps * 0.6)}s steps(${steps}) infinite; }
@media (prefers-reduced-motion: reduce) { #screen { animation: none; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<svg x="${margin}" y="${margin}" width="${width - margin * 2}" height="${visibleLines * lineHeight}">
<g id="screen">
${texts.join("\n")}
</g>
</svg>
</svg>
`;
}

function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let [color, isBold] = ["#e6edf3", false];
  for (const part of line.split(new RegExp(`(${csi}\\d+m)`))) {
    const [, code] = new RegExp(`^${csi}(\\d+)m$`).exec(part) ?? [];
    if (code === "1" || code === "22") isBold = code === "1";
    else if (code === "39") color = "#e6edf3";
    else if (code !== undefined) color = colors[code] ?? color;
    else if (part !== "") runs.push({ text: part.slice(0, columns), color, isBold });
  }
  return runs;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
