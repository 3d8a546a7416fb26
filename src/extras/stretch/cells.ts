/** Shows a test at one length: its cell in the table, and the drawer with prompt and answers. */

import { say } from '../../base/text/language.js';
import { when } from '../../base/when.js';
import { diagnosisName } from '../../contract/diagnosis.js';
import { inHtml, list, paragraph } from '../../measuring/document/build.js';
import type { Block, Section, Text, Tone } from '../../measuring/document/document.js';
import { foreign } from '../../measuring/document/foreign.js';
import { countText } from '../../measuring/document/words.js';
import { type Stretched, stretchPlaceName } from '../../measuring/results/stretched.js';
import type { StretchedRow } from './asked.js';
import type { StretchCell, StretchModel } from './verdict.js';

/** Limits for cells that can be opened, and for their characters. Failing cells come first. */
const MOST_CELLS = 400;
const MOST_TEXT = 150_000;

export const STATES: Readonly<Record<StretchCell['state'], Tone>> = {
  ...{ broke: 'bad', passed: 'good', mixed: 'warn', failed: 'warn', 'no answer': 'plain' },
};

/** `2/3`, or `✕ 0/3` for a test that broke. */
export function cellText({ passed, answers, missing, calls, state }: StretchCell): Text {
  if (answers > 0) return `${state === 'broke' ? '✕ ' : ''}${passed}/${answers}`;
  if (calls.length === 0) return '–';
  if (missing.window > 0) return say`too long`;
  return missing.room > 0 ? say`no room` : say`no answer`;
}

export function idOf(model: number, test: number, arm: number): string {
  return `cell-${model}-${test}-${arm}`;
}

/** Makes drawers, for failing cells first, and returns the ids of those that there is room for. */
export function cellDrawers(models: readonly StretchModel[]): {
  blocks: Block[];
  opened: ReadonlySet<string>;
} {
  const places = models.flatMap((model, r) =>
    model.tests.flatMap(({ name, cells }, test) =>
      cells.map((cell, arm) => ({ id: idOf(r, test, arm), name, cell })),
    ),
  );
  const asked = places
    .filter(({ cell }) => cell.calls.length > 0)
    .sort((a, b) => Number(isFailing(b.cell)) - Number(isFailing(a.cell)));
  const blocks: Section[] = [];
  let room = MOST_TEXT;
  for (const { id, name, cell } of asked.slice(0, MOST_CELLS)) {
    room -= sizeOf(cell);
    if (room < 0) break;
    blocks.push(drawer(id, name, cell));
  }
  const opened = new Set(blocks.map(({ id }) => id!));
  const more = asked.length - opened.size;
  return {
    opened,
    blocks: [
      ...when(
        more > 0,
        inHtml(
          paragraph(
            say`${countText(opened.size)} of ${countText(asked.length)} cells can be opened. promptfoo’s viewer has all.`,
          ),
        ),
      ),
      ...blocks,
    ],
  };
}

function isFailing({ state }: StretchCell): boolean {
  return state !== 'passed';
}

function sizeOf({ calls }: StretchCell): number {
  const texts = calls.flatMap(({ stretch }) => [...stretch.prompt.slice(0, 2), stretch.answer]);
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function drawer(id: string, test: string, cell: StretchCell): Section {
  const [first] = cell.calls;
  const { arm, length, note, prompt } = first!.stretch;
  const at =
    arm === 'padded'
      ? say`${foreign(test)} at ${stretchPlaceName({ arm, length })}`
      : arm === 'one-turn'
        ? say`${foreign(test)} with one extra turn`
        : say`${foreign(test)} as it is`;
  return {
    ...{ kind: 'section', look: 'drawer', id, heading: at },
    sub:
      cell.answers > 0 ? say`${cell.passed} of ${cell.answers} passed` : say`No answer was given.`,
    blocks: [
      ...(note ? [paragraph(promptText(note))] : []),
      ...promptBlocks(prompt, note),
      ...cell.calls.flatMap((call, i) => callBlocks(call, i, cell.calls.length)),
    ],
  };
}

function promptText({ tokens, padding }: NonNullable<Stretched['note']>): Text {
  return padding
    ? say`Prompt, ${countText(tokens)} tokens with ${countText(padding.to - padding.from)} characters of unrelated text:`
    : say`Prompt, ${countText(tokens)} tokens:`;
}

/** Shows the prompt with a mark for the padding. */
function promptBlocks([before = '', after]: readonly string[], note: Stretched['note']): Block[] {
  if (after === undefined) return [{ kind: 'verbatim', text: before }];
  const { from, to } = note?.padding ?? { from: 0, to: 0 };
  const gap = say`[${countText(to - from)} characters of unrelated text]`;
  return [{ kind: 'verbatim', text: [before, gap, after].filter(Boolean).join('\n') }];
}

function callBlocks(
  { stretch, error, pass, cached }: StretchedRow,
  i: number,
  of: number,
): Block[] {
  const name = of === 1 ? say`Answer` : say`Answer ${i + 1}`;
  if (error !== undefined) {
    return [{ kind: 'paragraph', tone: 'warn', text: say`${name}: none. ${foreign(error)}` }];
  }
  const { failed, answer, unfinished } = stretch;
  const said = pass ? say`${name}: passed` : say`${name}: failed`;
  const more = [
    ...(cached ? [say`from the cache`] : []),
    ...(unfinished ? [diagnosisName(unfinished)] : []),
  ];
  return [
    paragraph(
      more.reduce((all, one) => say`${all}, ${one}`, said),
      pass ? 'good' : 'bad',
    ),
    ...when(
      failed.length > 0,
      list(
        failed.map(({ type, value, reason }) =>
          value === ''
            ? say`${foreign(type)}: ${foreign(reason)}`
            : say`${foreign(type)} ${foreign(value)}: ${foreign(reason)}`,
        ),
      ),
    ),
    { kind: 'verbatim', text: answer === '' ? say`The answer is empty.` : answer },
  ];
}
