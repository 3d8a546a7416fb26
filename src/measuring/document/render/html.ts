/**
 * Writes a Document as a page: one HTML file that needs nothing more, no network, no fonts, no data files. Its policy lets the
 * browser use one style sheet and run one script, both known by their digest.
 */
import { createHash } from 'node:crypto';
import { datasetText } from '../../../base/datasets.js';
import { languageNow, say } from '../../../base/text/language.js';
import {
  type Bars,
  type Block,
  blocksIn,
  type Card,
  type Cell,
  type Decision,
  type Document,
  type Item,
  type Paragraph,
  type Pill,
  type Row,
  type Section,
  type Step,
  saidDecisions,
  type Table,
  type Text,
  type Verbatim,
} from '../document.js';
import { plain } from '../foreign.js';
import { type Content, html, inline, type Markup, PAGE_MARK, trusted } from '../markup.js';
import { percentText, shareTone } from '../words.js';
import { chartHtml } from './html-chart.js';
import { stripSvg, stripsHtml } from './html-strips.js';
import { documentMarkdown } from './markdown.js';
import { shareSvg } from './pictures.js';

/** A heading has one decision, or two of different tones, or two that are no longer than this together. */
const LONGEST_HEADING = 120;

export function documentHtml(document: Document): string {
  const decisions = saidDecisions(document);
  const { lead, about, blocks, foot = [], isVerdict } = document;
  const style = datasetText('page/document.css');
  const script = datasetText('page/document.js');
  const [first, two = first] = decisions;
  const isTwo = first!.tone !== two!.tone || `${first!.text}${two!.text}`.length <= LONGEST_HEADING;
  const headed = decisions.slice(0, isTwo ? 2 : 1);
  const title = headed.map(({ text }) => plain(text)).join(' ');
  const description = lead ? plain(lead) : plain(document.title);
  const others = decisions.slice(headed.length);
  const heading = html`<h1>${headed.map(decisionHtml)}</h1>${
    lead && html`<p class="lead">${inline(lead)}</p>`
  }${
    others.length > 0 &&
    html`<ul class="more">${others.map((decision) => html`<li>${decisionHtml(decision, 0)}</li>`)}</ul>`
  }`;
  return html`<!doctype html>
<html lang="${languageNow()}">
<head>
<meta charset="utf-8">
${trusted(PAGE_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta name="twitter:card" content="summary">
<link rel="icon" href="${ICON}">
<style>${trusted(style)}</style>
</head>
<body>
<main>
<p class="about">${[document.title, ...about].map((part, i) => [i > 0 && ' · ', inline(part)])}</p>
${isVerdict ? html`<div class="banner ${document.decisions[0].tone}">${heading}</div>` : heading}
<p class="actions"><button type="button" data-copy="link">${say`Copy link`}</button> <button type="button" data-copy="markdown">${say`Copy as Markdown`}</button> <button type="button" data-save>${say`Save image`}</button></p>
${blocksHtml(blocks)}
<footer>${[...foot].map((part, i) => [i > 0 && ' · ', inline(part)])}</footer>
</main>
${drawersOf(blocks)}
<p id="live" class="unseen" role="status" data-copied="${say`Copied`}"></p>
<pre id="markdown" hidden>${documentMarkdown(document)}</pre>
<template id="share">${shareSvg(document)}</template>
<script>${trusted(script)}</script>
</body>
</html>
`.text;
}

function decisionHtml({ tone, text }: Decision, i: number): Content {
  return [i > 0 && ' ', html`<span class="said ${tone}">${inline(text)}</span>`];
}

function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const ICON: Markup = trusted(
  `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0a58ca"/><path d="M3 5h10M3 8h10M3 11h5" stroke="#fff" stroke-width="1.5"/></svg>',
  )}`,
);

function blocksHtml(blocks: readonly Block[]): Content {
  return blocksIn(blocks, 'html')
    .filter((block) => block.kind !== 'section' || block.look !== 'drawer')
    .map(blockHtml);
}

function blockHtml(block: Block): Content {
  switch (block.kind) {
    case 'paragraph':
      return paragraphHtml(block);
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>\n`;
    case 'cards':
      return html`<div class="cards">${block.cards.map(cardHtml)}</div>\n${block.note && html`<p class="sub">${inline(block.note)}</p>\n`}`;
    case 'table':
      return block.rows.length > 0 && tableHtml(block);
    case 'chart':
      return chartHtml(block);
    case 'strips':
      return stripsHtml(block);
    case 'items':
      return block.items.map(itemHtml);
    case 'next':
      return html`<section class="card"><h2>${say`What to do next`}</h2><ol class="next">${block.steps.map(stepHtml)}</ol></section>\n`;
    case 'verbatim':
      return html`<pre class="verbatim" tabindex="0">${markedHtml(block)}</pre>\n`;
    case 'section':
      return sectionHtml(block);
  }
}

function paragraphHtml({ text, tone, href }: Paragraph): Markup {
  const said = linked(text, href);
  return tone && tone !== 'plain'
    ? html`<p class="line ${tone}">${said}</p>\n`
    : html`<p>${said}</p>\n`;
}

function linked(text: Text, href: string | undefined): Content {
  return href === undefined ? inline(text) : html`<a href="${href}">${inline(text)}</a>`;
}

function markedHtml({ text, marked }: Verbatim): Content {
  if (!marked) return plain(text);
  const { start, end } = marked;
  return html`${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}`;
}

function pillHtml({ tone, text }: Pill): Markup {
  return html`<span class="pill ${tone}">${inline(text)}</span>`;
}

function sectionHtml({ heading, sub, blocks, look }: Section): Markup {
  const inner = html`${sub && html`<p class="sub">${inline(sub)}</p>`}${blocksHtml(blocks)}`;
  return look === 'folded'
    ? html`<details><summary>${inline(heading)}</summary><div>${inner}</div></details>\n`
    : html`<section class="card"><header><h2>${inline(heading)}</h2></header>${inner}</section>\n`;
}

function drawersOf(blocks: readonly Block[]): Content {
  return blocks.map((block) => {
    if (block.kind !== 'section') return undefined;
    const inner = drawersOf(block.blocks);
    if (block.look !== 'drawer') return inner;
    const { id = '', heading, sub } = block;
    return html`<dialog id="${id}" aria-labelledby="${id}-t"><div class="top"><div><h3 id="${id}-t">${inline(heading)}</h3>${sub && html`<p class="sub">${inline(sub)}</p>`}</div><button type="button" data-close>${say`Close`}</button></div>${blocksHtml(block.blocks)}</dialog>\n${inner}`;
  });
}

function cardHtml({ heading, pill, figure, text, bars, note }: Card): Markup {
  return html`<section class="card"><header><h2>${inline(heading)}</h2>${pill && pillHtml(pill)}</header>${
    figure &&
    html`<p class="figure">${inline(figure.value)}${figure.note && html` <small>${inline(figure.note)}</small>`}</p>`
  }${text && html`<p>${inline(text)}</p>`}${bars && barsHtml(bars)}${note && html`<p class="small">${inline(note)}</p>`}</section>`;
}

function barsHtml({ label, bars }: Bars): Markup {
  return html`<div class="bars" role="list" aria-label="${plain(label)}">${bars.map(
    ({ name, share, text, tone = shareTone(share) }) =>
      html`<div role="listitem"><span>${inline(name)}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="10"/><rect class="part ${tone}" width="${(share * 100).toFixed(1)}" height="10"/></svg><b>${text ? inline(text) : percentText(share)}</b></div>`,
  )}</div>`;
}

function tableHtml({ title, heads, rows, isSorted }: Table): Markup {
  const head = heads.map(({ text, align }) => {
    const name = text === '' ? html`<span class="unseen">${say`Details`}</span>` : inline(text);
    const label =
      isSorted && text !== '' ? html`<button type="button" data-sort>${name}</button>` : name;
    return html`<th scope="col"${align && html` class="${align}"`}>${label}</th>`;
  });
  let group: Text | undefined;
  const body = rows.map((row) => {
    const isNew = row.group !== undefined && row.group !== group;
    group = row.group;
    return html`${isNew && html`<tr class="group"><th colspan="${heads.length}" scope="rowgroup">${inline(group!)}</th></tr>`}${rowHtml(row, heads)}`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${plain(title)}"><table><caption class="unseen">${inline(title)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

function rowHtml({ cells }: Row, heads: Table['heads']): Markup {
  const inner = cells.map((cell, i) => {
    const tint = cell.tone !== 'plain' && !cell.isPill && cell.tone;
    const classes = [heads[i]?.align, tint].filter(Boolean).join(' ');
    const attributes = html`${classes && html` class="${classes}"`}${
      cell.value !== undefined && html` data-value="${cell.value}"`
    }`;
    return i === 0
      ? html`<th scope="row"${attributes}>${cellHtml(cell)}</th>`
      : html`<td${attributes}>${cellHtml(cell)}</td>`;
  });
  return html`<tr>${inner}</tr>\n`;
}

function cellHtml({ text, small, strip, to, tone, isPill }: Cell): Content {
  const shown = strip
    ? stripSvg(strip, plain(text))
    : isPill
      ? pillHtml({ tone: tone ?? 'plain', text })
      : inline(text);
  return html`${to ? html`<a href="#${to}">${shown}</a>` : shown}${small && html`<small>${inline(small)}</small>`}`;
}

function itemHtml({ heading, to, tone, pill, facts }: Item): Markup {
  return html`<section class="item ${tone}"><header><h2>${to ? html`<a href="#${to}">${inline(heading)}</a>` : inline(heading)}</h2>${
    pill && pillHtml({ tone, text: pill })
  }</header>${
    facts.length > 0 &&
    html`<dl>${facts.map(({ term, text, href, change }) => {
      const said =
        change === 'before'
          ? html`<del>${inline(text)}</del>`
          : change === 'now'
            ? html`<ins>${inline(text)}</ins>`
            : linked(text, href);
      return html`<dt>${inline(term)}</dt><dd>${said}</dd>`;
    })}</dl>`
  }</section>\n`;
}

function stepHtml({ text, command, cost }: Step): Markup {
  return html`<li>${inline(text)}${
    command &&
    html`<div class="command"><code tabindex="0">${plain(command)}</code><button type="button" data-copy="command">${say`Copy`}</button></div>`
  }${cost && html`<small>${inline(cost)}</small>`}</li>`;
}
