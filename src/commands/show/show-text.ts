/** One Case for a terminal: its prompt, its evidence, and what each model made of it. */

import { withoutKeys } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { diagnosisName } from '../../contract/diagnosis.js';
import type { Reading } from '../../contract/reading.js';
import { bold, clip, type TerminalOptions, wrapped } from '../../measuring/document/terminal.js';
import { briefShareText, countText, shareText } from '../../measuring/document/words.js';
import { ownGrading } from '../../measuring/results/assertions.js';
import { askingSide } from '../asking-door.js';
import type { FoundCase } from './found-case.js';

/** At most this many pieces of evidence are shown, unless all are. */
const MOST_PIECES = 64;

/** How much of a prompt is shown around evidence, and at its end, in UTF-16 units. */
const AROUND = 120;
const AT_END = 800;

interface Look extends TerminalOptions {
  /** Whether nothing is left out. */
  whole: boolean;
}

/** @param found - one Case, with at least one model */
export async function shownText(found: readonly FoundCase[], look: Look): Promise<string> {
  const { id, description, name } = found[0]!;
  const { shownPrompt } = await askingSide();
  const prompt = await shownPrompt(found[0]!);
  const { text, places } = prompt;
  const count = (part: string) => countText(prompt.count(part));
  const shown = places.slice(0, look.whole ? places.length : MOST_PIECES);
  const evidence = shown.map(({ sought, position, start }, i) => {
    const line = `${i + 1}. ${say`at ${briefShareText(position)}: ${sought}`}`;
    return { start, end: start + sought.length, line: look.whole ? line : clip(line, look.width) };
  });
  const left = [places.length - shown.length, prompt.pieces - places.length];
  const model = clip(name, look.width);
  const tokens = count(text);
  const whose = prompt.isSent
    ? say`Prompt of ${tokens} tokens, as sent to ${model}:`
    : prompt.isCompacted
      ? say`Prompt of ${tokens} tokens, before compaction, as built for ${model}:`
      : say`Prompt of ${tokens} tokens, as built for ${model}:`;
  return [
    `${bold(id, look)}\n${description}\n${whose}`,
    markedPrompt(text, evidence, look, count),
    [
      bold(say`Evidence: ${sayCount(places.length, 'piece')} in the prompt`, look),
      ...evidence.map(({ line }) => plainText(line)),
      ...(left[0] ? [say`and ${left[0]} more (--whole)`] : []),
      ...(left[1] ? [say`${sayCount(left[1], 'piece')} not found word for word`] : []),
    ].join('\n'),
    ...found.flatMap((one) => (one.row ? [answerText(one, look)] : [])),
  ].join('\n\n');
}

/** A prompt with its evidence marked; what is far from it is left out. */
export function markedPrompt(
  text: string,
  evidence: readonly { start: number; end: number }[],
  { whole, colour }: Pick<Look, 'whole' | 'colour'>,
  count: (text: string) => string,
): string {
  const [on, off] = colour ? ['\u001b[7m', '\u001b[27m'] : ['»', '«'];
  const brief = (part: string, end = AROUND) => {
    const middle = part.slice(AROUND, -end);
    if (whole || middle.length <= AROUND) return plainText(part);
    const gap = `\n… ${say`${count(middle)} tokens`} …\n`;
    return plainText(part.slice(0, AROUND) + gap + part.slice(-end));
  };
  let shown = '';
  let from = 0;
  for (const { start, end } of evidence) {
    if (end <= from) continue;
    const begin = Math.max(from, start);
    shown += `${brief(text.slice(from, begin))}${on}${brief(text.slice(begin, end))}${off}`;
    from = end;
  }
  return shown + brief(text.slice(from), AT_END);
}

/** How an answer could be read. */
const READINGS: Readonly<Record<Reading, () => string>> = {
  read: () => say`read`,
  doubtful: () => say`doubtful`,
  unreadable: () => say`unreadable`,
};

/** Of what a scoring rule says of an answer, what is told in words of its own. */
const TOLD = ['id', 'scoredBy', 'promptDigest', 'reading', 'diagnosis', 'marks', 'positions'];

function answerText({ id, name: model, row, result }: FoundCase, look: Look): string {
  const { score, passed, reading = 'read', diagnosis, error, reason, marks, positions } = row!;
  const name = bold(clip(model, look.width), look);
  const indented = (text: string) => wrapped(text, look.width - 2).replace(/^/gm, '  ');
  if (error !== undefined) return `${say`${name}: no score`}\n${indented(error)}`;
  const components = result!.gradingResult?.componentResults ?? [];
  const own = ownGrading(components, id);
  const { metadata = {} } = ('index' in own ? components[own.index] : {}) as { metadata?: object };
  const read = Object.entries(metadata).filter(([field]) => !TOLD.includes(field));
  const lost = positions.filter((_, i) => marks[i]! < 1).map(briefShareText);
  const { output } = result!.response ?? {};
  const all = withoutKeys(typeof output === 'string' ? output : (JSON.stringify(output) ?? ''));
  const share = shareText(score);
  return [
    [
      passed ? say`${name}: ${share}, passed` : say`${name}: ${share}, failed`,
      say`reading: ${READINGS[reading]()}`,
      diagnosis === undefined ? say`no diagnosis` : diagnosisName(diagnosis),
    ].join(' · '),
    indented(reason),
    ...(lost.length > 0 ? [indented(say`not fully found at position ${commas(lost)}`)] : []),
    ...read.map(([field, value]) =>
      indented(`${field}: ${[value].flat().map(valueText).join(', ')}`),
    ),
    `  ${say`answer:`}\n${plainText(look.whole ? all : row!.answer).replace(/^/gm, '    ')}`,
  ].join('\n');
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A text of several lines without anything that moves the cursor, and without half a character. */
function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\n' ? sign : ' '));
}
