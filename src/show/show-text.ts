/** One Case for a terminal: its prompt, its evidence, and what was made of it. */
import { taskOf } from '../benchmarks/registry.js';
import { tokenizerName } from '../case.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { aligned, bold, clip, type TerminalOptions, wrapped } from '../output/terminal.js';
import { briefShareText, countText, shareText } from '../output/words.js';
import {
  messageText,
  type Place,
  placesIn,
  readingOf,
  tokensBefore,
} from '../providers/read-prompt.js';
import type { Row } from '../results/rows.js';
import { counted } from '../text/texts.js';
import type { FoundCase, FoundReader } from './found-case.js';
import { markedPrompt, plainText } from './marked-prompt.js';

/** At most so many pieces of evidence are shown, unless all is. */
const MOST_PIECES = 64;

/** Longer answers are cut in their middle, unless all is shown, in UTF-16 units. */
const LONGEST_ANSWER = 1500;

/** How wide what a scoring rule says may be, where all is not shown. */
const LONGEST_FIELD = 400;

export interface ShownLook extends TerminalOptions {
  /** Whether nothing is left out. */
  whole: boolean;
}

/** @param found - with at least one reader */
export async function shownText(found: FoundCase, look: ShownLook): Promise<string> {
  const { id, description, readers } = found;
  const [first] = readers;
  const others = readers.filter(({ prompt }) => prompt !== first!.prompt);
  const note = `Other readers were sent another prompt (--provider shows it): ${others.map(({ name }) => name).join(', ')}`;
  return [
    `${bold(clip(id, Number.POSITIVE_INFINITY), look)}\n${wrapped(description, look.width)}`,
    ...(await promptBlocks(first!, look)),
    ...(others.length > 0 ? [wrapped(note, look.width)] : []),
    ...readers.flatMap(({ name, calls }) =>
      calls.map((row, i) => callText(name, row, i, calls, look)),
    ),
  ].join('\n\n');
}

async function promptBlocks({ case: theCase, prompt }: FoundReader, look: ShownLook) {
  const [tokenizer, reading, { question }] = await Promise.all([
    loadTokenizer(theCase.tokenizer),
    readingOf(theCase),
    taskOf(theCase),
  ]);
  const text = messageText(prompt);
  const places = placesIn(text, reading);
  const some = look.whole ? places : places.slice(0, MOST_PIECES);
  const textOf = ({ piece }: Place) => reading.pieces[piece]!.text;
  const spanOf = (start: number, part: string) => ({ start, end: start + part.length });
  const asked = text.lastIndexOf(question);
  const { offsets, total } = tokensBefore(
    text,
    some.map(({ start }) => start),
    tokenizer,
  );
  const table = aligned([
    ['no.', 'position', 'tokens before'],
    ...some.map(({ piece, position }, i) => [
      String(piece + 1),
      briefShareText(position),
      countText(offsets[i]),
    ]),
  ]).split('\n');
  const lines = table.map((line, i) => {
    const sought = i === 0 ? 'evidence' : textOf(some[i - 1]!);
    const times = i === 0 ? 1 : text.split(sought).length - 1;
    const room = look.whole ? Number.POSITIVE_INFINITY : look.width - line.length - 2;
    return `${line}  ${clip(times > 1 ? `first of ${times}: ${sought}` : sought, room)}`;
  });
  const missing = reading.pieces.length - places.length;
  return [
    bold(`Prompt: ${countText(total)} tokens of ${tokenizerName(theCase)}`, look),
    markedPrompt(
      text,
      some.map((place) => spanOf(place.start, textOf(place))),
      asked < 0 ? [] : [spanOf(asked, question)],
      tokenizer,
      look,
    ),
    [
      bold(`Evidence: ${counted(places.length, 'piece')}`, look),
      ...(places.length > 0 ? lines : []),
      ...(some.length < places.length
        ? [`and ${counted(places.length - some.length, 'piece')} more (--whole shows all)`]
        : []),
      ...(missing > 0 ? [`${counted(missing, 'piece')} not in the prompt`] : []),
    ].join('\n'),
  ];
}

/** What one call came to. */
function callText(
  name: string,
  row: Row,
  i: number,
  { length }: readonly Row[],
  look: ShownLook,
): string {
  const { score, passed, reading = 'read', diagnosis, error, reason, marks, positions } = row;
  const { answer = '', graded = {} } = row.whole ?? {};
  const title = bold(clip(name, look.width), look) + (length > 1 ? ` (call ${i + 1})` : '');
  const indented = (text: string) => wrapped(text, look.width - 2).replace(/^/gm, '  ');
  if (error !== undefined) return `${title}: no score\n${indented(error)}`;
  const facts = [
    `${shareText(score)}, ${passed ? 'passed' : 'failed'}`,
    `reading: ${reading}`,
    ...(diagnosis ? [`diagnosis: ${diagnosis}`] : []),
  ];
  const lost = positions.filter((_, k) => marks[k]! < 1).map(briefShareText);
  const { id, scoredBy, reading: _, diagnosis: __, marks: ___, positions: ____, ...read } = graded;
  const lines = [
    reason,
    ...(lost.length > 0 ? [`not fully found at position: ${lost.join(', ')}`] : []),
    ...Object.entries(read).map(([field, value]) => `${field}: ${valueText(value)}`),
  ].map((line) => indented(look.whole ? line : clip(line, LONGEST_FIELD)));
  const said = look.whole ? answer : cutInTheMiddle(answer);
  return [
    `${title}: ${facts.join(' · ')}`,
    ...lines,
    answer === '' ? '  empty answer' : `  answer:\n${plainText(said).replace(/^/gm, '    ')}`,
  ].join('\n');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.some((one) => typeof one === 'object'))
    return JSON.stringify(value);
  return value.length > 0 ? value.join(', ') : 'none';
}

function cutInTheMiddle(text: string): string {
  const left = text.length - LONGEST_ANSWER;
  if (left <= 0) return text;
  const half = LONGEST_ANSWER / 2;
  return `${text.slice(0, half)}\n… ${countText(left)} characters (--whole shows them) …\n${text.slice(-half)}`;
}
