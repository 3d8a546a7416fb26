/** Writes the blocks of a page. */
import { say } from '../../../base/text/language.js';
import {
  type Bars,
  type Block,
  blocksIn,
  type Card,
  type Cell,
  type Item,
  type Paragraph,
  type Pill,
  type Row,
  type Section,
  type Step,
  type Table,
  type Text,
  type Verbatim,
} from '../document.js';
import { plain } from '../foreign.js';
import { type Content, html, inline, type Markup } from '../markup.js';
import { percentText, shareTone } from '../words.js';
import { chartHtml } from './html-chart.js';
import { stripSvg, stripsHtml } from './html-strips.js';

export function blocksHtml(blocks: readonly Block[]): Content {
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

function sectionHtml({ heading, sub, pill, blocks, look, id }: Section): Markup {
  const inner = html`${sub && html`<p class="sub">${inline(sub)}</p>`}${blocksHtml(blocks)}`;
  if (look === 'folded') {
    return html`<details${id ? html` id="${id}"` : ''}><summary>${inline(heading)}${pill && [' ', pillHtml(pill)]}</summary><div>${inner}</div></details>\n`;
  }
  return html`<section class="card"${id ? html` id="${id}"` : ''}><header><h2>${inline(heading)}</h2>${pill && pillHtml(pill)}</header>${inner}</section>\n`;
}

export function drawersOf(blocks: readonly Block[]): Content {
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
    return html`<th scope="col"${align && trustedClass(align)}>${label}</th>`;
  });
  let group: Text | undefined;
  const body = rows.map((row) => {
    const isNew = row.group !== undefined && row.group !== group;
    group = row.group;
    return html`${isNew && html`<tr class="group"><th colspan="${heads.length}" scope="rowgroup">${inline(group!)}</th></tr>`}${rowHtml(row, heads)}`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${plain(title)}"><table><caption class="unseen">${inline(title)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

function trustedClass(name: string): Markup {
  return html` class="${name}"`;
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
