/** Opens a lost fact: its text in the prompt, the question, the answer and promptfoo's row. */
import { withoutKeys } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import type { Row } from '../../contract/row.js';
import { paragraph } from './build.js';
import type { Block, Paragraph, Section, Text, Verbatim } from './document.js';
import { foreign } from './foreign.js';

/** A prompt as it was sent, which only the half that makes prompts can rebuild. */
export interface AskedText {
  question: string;
  text: string;
  /** Places of the facts, in UTF-16 units. Undefined for a fact that is not in the text word for word. */
  pieces: readonly ({ start: number; end: number } | undefined)[];
}

/** Rebuilds a prompt. Undefined if that fails. */
export type AskedTextOf = (row: Row) => Promise<AskedText | undefined>;

/** Reads this many times more than it shows, so that no secret is cut in two and missed. */
const READ = 3;

/** Ids of promptfoo's evaluations. Other texts make no link. */
const EVALUATION = /^[\w.:-]+$/;

/**
 * @param mark - index of the lost fact
 * @param characters - the most that it shows
 */
export function lostDrawer(
  named: { id: string; heading: Text; sub?: Text },
  { row, mark }: { row: Row; mark: number },
  asked: AskedText | undefined,
  characters: number,
): Section {
  const [around, said] = [Math.round(characters * 0.2), Math.round(characters * 0.3)];
  const { id, at, answer, reason, positions } = row;
  const evaluation = EVALUATION.exec(at?.evalId ?? '')?.[0];
  const from = evaluation === undefined ? '' : ` --eval ${shellWord(evaluation)}`;
  return {
    ...{ kind: 'section', look: 'drawer', ...named },
    blocks: [
      ...(positions.length > 0 ? factBlocks(asked, mark, around) : []),
      ...(asked
        ? [paragraph(say`Question`), verbatim(cut(withoutKeys(asked.question), said))]
        : []),
      paragraph(say`Answer`),
      answer === '' ? paragraph(say`The answer is empty.`) : verbatim(cut(answer, said)),
      ...(reason === '' ? [] : [paragraph(foreign(cut(reason, 200)))]),
      ...(at ? [rowLink(at)] : []),
      verbatim(`npx promptfoo-counting-stars show ${shellWord(id)}${from}`),
    ],
  };
}

/** Links to promptfoo's row. */
export function rowLink({ evalId = '', test, column }: NonNullable<Row['at']>): Paragraph {
  const row = test + 1;
  if (!EVALUATION.test(evalId)) return paragraph(say`Row ${row} of the results.`);
  return {
    ...paragraph(say`Row ${row} in promptfoo's viewer (start it with npx promptfoo view)`),
    href: `http://localhost:15500/eval/${encodeURIComponent(evalId)}?rowId=${row}#details-row-${row}-prompt-${column + 1}`,
  };
}

function factBlocks(asked: AskedText | undefined, mark: number, around: number): Block[] {
  const place = asked?.pieces[mark];
  if (!asked || !place) {
    const text = asked
      ? say`The fact is not in the prompt word for word.`
      : say`The installed version cannot build this prompt again.`;
    return [paragraph(text)];
  }
  const read = (from: number, to: number) => withoutKeys(asked.text.slice(Math.max(0, from), to));
  const before = read(place.start - READ * around, place.start).slice(-around);
  const after = read(place.end, place.end + READ * around).slice(0, around);
  const piece = cut(read(place.start, place.end), around);
  const marked = { start: before.length + 1, end: before.length + 1 + piece.length };
  return [
    paragraph(say`The fact in the prompt`),
    { ...verbatim(`…${before}${piece}${after}…`), marked },
  ];
}

function verbatim(text: string): Verbatim {
  return { kind: 'verbatim', text };
}

export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
