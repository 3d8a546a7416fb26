/** How the report looks: light, dark where the reader wants it, and on paper. */
import { DARK, darkRules, INK, LINE, MUTED } from '../charts/chart-style.js';

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", "PingFang SC", ' +
  '"Microsoft YaHei", "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", ' +
  '"Noto Sans Mono CJK SC", monospace';

export const STYLE = `
:root {
  color-scheme: light;
  --paper: #fff; --wash: #f6f7f8; --ink: ${INK}; --muted: ${MUTED}; --line: ${LINE};
  --accent: #0062a3; --bad: #a8321a; --mark: #d6006c; --shade: rgba(0, 0, 0, 0.22); --held: 0, 98, 163;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --paper: #16191d; --wash: #1e2227; --ink: ${DARK[INK]}; --muted: ${DARK[MUTED]};
    --line: ${DARK[LINE]}; --accent: #6bb8ef; --bad: #f0977f; --mark: #ff5fae; --shade: rgba(255, 255, 255, 0.3);
    --held: 107, 184, 239;
  }
  ${darkRules('.chart ')}
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 3vw, 2.5rem) 4rem; max-width: 82rem;
  background: var(--paper); color: var(--ink);
  font: 16px/1.55 ${SANS};
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; font-weight: 650; letter-spacing: -0.01em; }
h2 {
  margin: 2.25rem 0 1rem; padding-top: 1.25rem; border-top: 1px solid var(--line);
  font-size: 1.3rem; font-weight: 650;
}
h3 { margin: 2.25rem 0 0.5rem; font-size: 1.02rem; font-weight: 650; }
p { margin: 0.5rem 0; max-width: 70ch; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus {
  left: 1rem; top: 0.75rem; z-index: 3; padding: 0.4rem 0.9rem;
  background: var(--paper); border: 1px solid var(--accent);
}
.note { color: var(--muted); font-size: 0.86rem; max-width: 62rem; }
.about { color: var(--muted); max-width: none; margin: -0.5rem 0 1rem; font-size: 0.93rem; }
.about span:not(:last-child)::after { content: " ·"; }
.verdicts { list-style: none; margin: 0 0 1rem; padding: 0; max-width: 84ch; }
.verdicts li { padding: 0.3rem 0; overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.5rem; }
nav { font-size: 0.93rem; }
nav details ul { margin-top: 0.4rem; }

.scroll {
  overflow-x: auto; margin: 0.75rem 0;
  background:
    linear-gradient(to right, var(--paper) 40%, transparent) left / 4rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 4rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / 1.2rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / 1.2rem 100% no-repeat scroll;
}
table { border-collapse: collapse; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0 0 0.5rem; font-weight: 600; font-size: 0.95rem; }
th, td { padding: 0.42rem 0.8rem; text-align: right; vertical-align: baseline; }
th:first-child, td:first-child { padding-left: 0.15rem; }
thead th { border-bottom: 1.5px solid var(--line); color: var(--muted); font-weight: 500; vertical-align: bottom; }
tbody th, .text { text-align: left; }
tbody th { font-weight: 600; min-width: 9.5rem; max-width: 20rem; overflow-wrap: anywhere; }
tbody td, tbody th { border-bottom: 1px solid var(--line); }
td small { color: var(--muted); font-size: 0.92em; white-space: nowrap; }
td strong { font-weight: 650; }
td.text { min-width: 9rem; max-width: 16rem; overflow-wrap: anywhere; }
td.text small { white-space: normal; }
.whole { white-space: nowrap; }
.some { color: var(--bad); font-weight: 600; }
tbody th[scope="rowgroup"] { vertical-align: top; }
tbody th[scope="rowgroup"] ~ th[scope="row"], tr:not(:first-child) > th[scope="row"]:first-child { padding-left: 0.15rem; }
tbody:has(th[scope="rowgroup"]) th[scope="row"] { font-weight: 400; }

.small { display: block; }
.small text { fill: var(--muted); font-size: 11px; text-anchor: middle; }
.small path { fill: none; stroke: var(--accent); }
.small .grid { stroke: var(--line); }
.small .bar { stroke-width: 3.5; stroke-opacity: 0.5; }
.small .open { stroke-width: 2; stroke-dasharray: 2 4; stroke: var(--muted); }
.small .dot { fill: var(--accent); stroke: none; }
.small .line { stroke-width: 1.7; }
.small .points { stroke-width: 3.2; stroke-linecap: round; stroke-opacity: 0.55; }
.small .limit { stroke: var(--ink); stroke-opacity: 0.6; stroke-dasharray: 2 3; }
.small .frame { stroke: var(--line); }
.small rect { fill: var(--accent); }
.phone { display: none; }
#decision th, #decision td { padding: 0.45rem 0.5rem; vertical-align: middle; }
#decision thead th { vertical-align: bottom; }
#decision thead .small { margin: 0.1rem 0 -0.2rem; }
#decision tbody td, #decision tbody th { border-bottom: 0; }
#decision tbody { border-bottom: 1px solid var(--line); }
#decision tbody th { min-width: 13rem; max-width: 19rem; }
#decision .rank { float: left; }
#decision .reader { display: block; overflow: hidden; }
#decision td.text { min-width: 0; max-width: none; }
#decision td > strong { white-space: nowrap; }
#decision td > strong + br + small { display: inline-block; max-width: 11rem; white-space: normal; text-wrap: balance; }
.rank { color: var(--muted); font-weight: 650; display: inline-block; min-width: 1em; margin-right: 0.6em; }
.reader small { display: block; color: var(--muted); font-weight: 400; font-size: 0.92em; text-wrap: balance; }
#benchmarks th, #benchmarks td { padding-top: 0.12rem; padding-bottom: 0.12rem; vertical-align: middle; }
#benchmarks tbody th[scope="rowgroup"], #matrix tbody th[scope="rowgroup"] { vertical-align: middle; }
#benchmarks td.text { min-width: 5rem; max-width: none; }
#benchmarks td.text strong, #benchmarks td.text strong + small { white-space: nowrap; }
#matrix th, #matrix td { padding-top: 0.12rem; padding-bottom: 0.12rem; }
#matrix td { min-width: 4.5rem; text-align: center; }
#matrix thead th:not(.text) { text-align: center; }
#composites td:last-child { min-width: 30rem; }
.h0 { background: rgba(var(--held), 0.02); } .h1 { background: rgba(var(--held), 0.08); }
.h2 { background: rgba(var(--held), 0.16); } .h3 { background: rgba(var(--held), 0.26); }
.h4 { background: rgba(var(--held), 0.38); }
.below { text-decoration: underline dotted; text-underline-offset: 3px; }

.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 0.5rem 2rem; }
figure { margin: 0 0 1.5rem; min-width: 0; break-inside: avoid; }
figcaption { color: var(--muted); font-size: 0.86rem; max-width: 80ch; margin-top: 0.35rem; }
.chart svg { display: block; max-width: 100%; height: auto; font-family: inherit; }
.chart svg [aria-label]:focus { outline: none; }
#ring {
  position: fixed; z-index: 1; pointer-events: none;
  border: 2px solid var(--mark); border-radius: 3px; box-shadow: 0 0 0 1px var(--paper);
}
#tip {
  position: fixed; z-index: 2; max-width: min(32rem, 92vw); padding: 0.3rem 0.65rem;
  background: var(--ink); color: var(--paper); border-radius: 4px;
  font-size: 0.85rem; pointer-events: none; overflow-wrap: anywhere;
}
[hidden] { display: none; }

details > summary { cursor: pointer; }
.fold { border-top: 1px solid var(--line); }
.fold > summary { padding: 0.75rem 0; }
.fold > summary h2 { display: inline; border: 0; margin: 0; font-size: 1.1rem; }
.fold + section h2 { margin-top: 0; }
.numbers { margin-top: 0.35rem; font-size: 0.86rem; }
.numbers summary { color: var(--muted); width: max-content; }
.numbers .scroll { max-height: 22rem; overflow: auto; }
.numbers table { font-size: 0.78rem; }
.numbers th, .numbers td { padding: 0.12rem 0.5rem; }
.numbers thead th { position: sticky; top: 0; background: var(--paper); }
.numbers tbody th { font-weight: 500; min-width: 0; }

.failures { list-style: none; margin: 1rem 0; padding: 0; border-top: 1px solid var(--line); }
.failures > li { border-bottom: 1px solid var(--line); }
.failures summary { display: grid; grid-template-columns: 3.6rem 1fr; gap: 0 1rem; padding: 0.6rem 0.15rem; }
.failures summary:hover { background: var(--wash); }
.failures summary > span { min-width: 0; overflow-wrap: anywhere; }
.score { white-space: nowrap; font-variant-numeric: tabular-nums; font-weight: 650; color: var(--bad); }
.score::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--muted); font-weight: 400; }
[open] > summary > .score::before { content: "▾"; }
.failures summary::-webkit-details-marker { display: none; }
.failures summary { list-style: none; }
.where { font-weight: 600; }
.tag {
  display: inline-block; margin-left: 0.6rem; padding: 0 0.5rem; border: 1px solid var(--line);
  border-radius: 99px; font-size: 0.8rem; color: var(--muted); font-weight: 400;
}
.why { color: var(--muted); font-size: 0.9rem; display: block; }
.answer { padding: 0 0.15rem 1rem 4.75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0 0 0.6rem; font-size: 0.86rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
pre {
  margin: 0; padding: 0.8rem 1rem; max-height: 22rem; overflow: auto;
  background: var(--wash); border: 1px solid var(--line); border-radius: 4px;
  font: 0.82rem/1.5 ${MONO}; white-space: pre-wrap; overflow-wrap: anywhere;
}
footer { margin-top: 3rem; }

@media screen and (max-width: 44rem) {
  .answer { padding-left: 0.15rem; }
  .phone { display: inline; }
  small.phone { color: var(--muted); }
  #decision, #decision tbody { display: block; }
  #decision thead { display: none; }
  #decision tr { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; align-items: center; padding: 0.7rem 0; }
  #decision tr:not(:last-child) { border-bottom: 1px dotted var(--line); }
  #decision tbody th { flex: 0 0 100%; max-width: none; height: auto; font-size: 0.95rem; }
  #decision tbody th, #decision tbody td { padding: 0; text-align: left; }
  #decision td > br { display: none; }
  #decision td > br + small { margin-left: 0.4rem; }
  #decision td:nth-of-type(1) { flex: 0 0 100%; }
  #decision td:nth-of-type(n + 2) { flex: 0 0 calc(50% - 0.6rem); }
  #decision td:nth-of-type(n + 6) { flex: 0 0 auto; }
  #benchmarks tbody th { min-width: 6rem; }
}
@media print {
  @page { margin: 14mm; }
  html { font-size: 9.5pt; }
  body { padding: 0; max-width: none; font-size: 1rem; }
  .skip, nav, #tip, #ring, .numbers, .fold:not([open]) { display: none; }
  .scroll { overflow: visible; background: none; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.25rem 0.4rem; }
  h2, h3 { break-after: avoid; }
  tr, .failures > li > details > summary { break-inside: avoid; }
  pre { max-height: none; overflow: visible; }
  .pair { grid-template-columns: 1fr 1fr; gap: 0.5rem 1rem; }
  td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  #decision tbody th { min-width: 8rem; }
  #decision .small { width: 90px; height: auto; }
}
`;
