/** A session in lines for a terminal. No value of it is shown. */
import { sayCount } from '../../base/text/language.js';
import { lengthText } from '../../measuring/output/words.js';
import type { LookedInto } from './looked-into.js';

export function sessionText(looked: LookedInto): string {
  const { files, turns, calls, tokens, values, masked, planted, compactions } = looked;
  return [
    ...files.map(
      ({ file, format, sessions }) =>
        `${file}: ${format}${sessions > 1 ? `, ${sessions} sessions` : ''}`,
    ),
    `${sayCount(turns, 'turn')} of ${lengthText(tokens)} tokens, ${sayCount(calls, 'call')} with results`,
    ...leftOutLines(looked),
    `${sayCount(values, 'value')} would be replaced before anything is sent, and asked for where they stand once; ` +
      `${sayCount(planted, 'fact')} would be planted, so that there are 20 in 100K tokens`,
    `${sayCount(masked, 'private value')} known by their form would be masked`,
    ...(compactions.length === 0 ? ['It was never compacted.'] : compactions.map(compactionText)),
  ].join('\n');
}

function leftOutLines({ leftOut }: LookedInto): string[] {
  const {
    calls,
    results,
    thoughts,
    thinkingCharacters,
    images,
    branches,
    subagents,
    others,
    cutOff,
  } = leftOut;
  const parts = [
    calls > 0 && `${sayCount(calls, 'call')} without a result`,
    results > 0 && `${sayCount(results, 'result')} without a call`,
    thoughts > 0 && `${sayCount(thoughts, 'part')} of thinking (${thinkingCharacters} characters)`,
    images > 0 && `${sayCount(images, 'image')} (written as [image])`,
    branches > 0 && `${sayCount(branches, 'line')} of other branches`,
    subagents > 0 && `${sayCount(subagents, 'line')} of subagents`,
    others > 0 && `${sayCount(others, 'other entry')}`.replace('entrys', 'entries'),
    cutOff > 0 && 'a last line that was cut off',
  ].filter((part) => part !== false);
  return parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}`];
}

function compactionText(one: LookedInto['compactions'][number], i: number): string {
  const { before, after, kept, hasSummary, once, used } = one;
  const name = `Compaction ${i + 1}:`;
  if (before === 0) return `${name} what it shortened is not in the file.`;
  const left = ({ of, inTurns, inSummary }: typeof once) =>
    hasSummary
      ? `${inTurns + inSummary} of ${of} are left (${inTurns} in turns that were kept, ${inSummary} in the summary)`
      : `${inTurns} of ${of} are left in turns that were kept`;
  return [
    hasSummary
      ? `${name} ${lengthText(before)} tokens became ${lengthText(after)}, a summary and ${sayCount(kept, 'turn')}.`
      : `${name} ${lengthText(before)} tokens became ${lengthText(after)} in ${sayCount(kept, 'turn')}, and a summary that ` +
        'is not in the file as text: what it still says is not counted.',
    `  Of the ids, numbers, versions, dates and files that one result alone gave, ${left(once)}.`,
    `  Of the values that the agent wrote again afterwards, ${left(used)}.`,
  ].join('\n');
}
