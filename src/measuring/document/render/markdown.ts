/** Writes a Document as GitHub-flavoured Markdown: a comment on a pull request, a job summary. */
import { withoutKeys } from '../../../base/secrets.js';
import { say } from '../../../base/text/language.js';
import {
  type Block,
  blocksIn,
  type Decision,
  type Document,
  type Item,
  type Paragraph,
  type Row,
  type Step,
  type Table,
  type Text,
  type Tone,
} from '../document.js';
import { plain, written } from '../foreign.js';

export const SIGNS: Readonly<Record<Tone, string>> = {
  good: '✅',
  bad: '❌',
  warn: '❔',
  plain: '',
};

/** @param level - of the first heading; parts have the next one */
export function documentMarkdown(document: Document, level = 3): string {
  const { title, decisions, lead, about, blocks, foot = [] } = document;
  const [first, ...others] = decisions;
  const said = say`${inline(title)}: ${inline(first.text)}`;
  const heading = [SIGNS[first.tone], said].filter(Boolean).join(' ');
  const small = [...about, ...foot].map(inline).join(' · ');
  const parts = [
    `${'#'.repeat(level)} ${heading}`,
    ...(others.length > 0 ? [others.map(decision).join('\n')] : []),
    ...(lead ? [inline(lead)] : []),
    ...blocks_(blocks, level + 1),
    ...(small === '' ? [] : [`<sub>${small}</sub>`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function decision({ tone, text }: Decision): string {
  return `- ${[SIGNS[tone], inline(text)].filter(Boolean).join(' ')}`;
}

function blocks_(blocks: readonly Block[], level: number): string[] {
  return blocksIn(blocks, 'markdown').flatMap((block) => blockOf(block, level));
}

function blockOf(block: Block, level: number): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [[SIGNS[block.tone ?? 'plain'], linked(block)].filter(Boolean).join(' ')];
    case 'list':
      return [block.items.map((item) => `- ${inline(item)}`).join('\n')];
    case 'table':
      return block.rows.length > 0 ? [tableOf(block)] : [];
    case 'items':
      return [block.items.map(itemOf).join('\n')];
    case 'next':
      return [[`**${say`Next`}**`, ...block.steps.map(stepOf)].join('\n')];
    case 'verbatim':
      return [fenced(block.text)];
    case 'section': {
      const inner = blocks_(block.blocks, level + 1);
      const heading = inline(block.heading);
      if (block.look === 'folded') {
        return [
          [`<details><summary>${summaryOf(block.heading)}</summary>`, ...inner, '</details>'].join(
            '\n\n',
          ),
        ];
      }
      return [
        `${'#'.repeat(level)} ${heading}`,
        ...(block.sub ? [inline(block.sub)] : []),
        ...inner,
      ];
    }
    default:
      return [];
  }
}

function linked({ text, href }: Paragraph): string {
  return href === undefined ? inline(text) : `[${inline(text)}](${href})`;
}

/** Writes HTML, where Markdown's code marks would show as they are. */
function summaryOf(heading: Text): string {
  return written(heading, escaped, (name) => escaped(name.replace(/\s+/g, ' ')));
}

function tableOf({ heads, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const hasGroups = rows.some(({ group }) => group !== undefined);
  const cellsOf = ({ group = '', cells }: Row) => [
    ...(hasGroups ? [inCell(group)] : []),
    ...cells.map(({ text, small, tone }) => {
      const shown = inCell(small ? say`${text} (${small})` : text);
      return tone === 'bad' && shown !== '' ? `**${shown}**` : shown;
    }),
  ];
  return [
    line([...(hasGroups ? [''] : []), ...heads.map(({ text }) => inCell(text))]),
    line([
      ...(hasGroups ? [':---'] : []),
      ...heads.map(({ align }, i) => (align || i === 0 ? ':---' : '---:')),
    ]),
    ...rows.map((row) => line(cellsOf(row))),
  ].join('\n');
}

function itemOf({ heading, tone, pill, facts }: Item): string {
  const first = [SIGNS[tone], `**${inline(heading)}**`, pill ? inline(pill) : ''].filter(Boolean);
  return [
    `- ${first.join(' ')}`,
    ...facts.map(({ term, text }) => `  - ${say`${inline(term)}: ${inline(text)}`}`),
  ].join('\n');
}

function stepOf({ text, command, cost }: Step): string {
  const said = command ? say`${withoutPeriod(inline(text))}: ${code(command)}` : inline(text);
  return `- ${cost ? say`${said} (${withoutPeriod(inline(cost))})` : said}`;
}

function withoutPeriod(text: string): string {
  return text.replace(/[.。]$/, '');
}

function inCell(text: Text): string {
  return inline(text).replace(/\n/g, ' ');
}

/** Writes outside text as code, and our words without HTML. */
function inline(text: Text): string {
  return written(text, escaped, code);
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|');
}

/** Fences with more backticks than the text has. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(plain(text).match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${plain(text)}\n${fence}`;
}

/** Matches white space, control characters, and marks that turn the direction of writing. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Surrogate}]+/gu;

/** Writes outside text as code, so that nothing in it becomes Markdown, HTML, a link or a mention. */
function code(value: string): string {
  const plain = withoutKeys(value).replace(INVISIBLE, ' ');
  const text = plain.trim().replace(/\|/g, '\\|');
  if (text === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
