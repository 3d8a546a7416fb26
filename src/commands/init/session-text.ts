/** A session in lines for a terminal. No value of it is shown. */
import { commas, say, sayCount } from '../../base/text/language.js';
import { lengthText } from '../../measuring/document/words.js';
import type { LookedInto } from './looked-into.js';

export function sessionText(looked: LookedInto): string {
  const { files, turns, calls, tokens, values, own, masked, planted, compactions } = looked;
  return [
    ...files.map(
      ({ file, format, sessions }) =>
        say`${file}: ${commas([format, sessions > 1 ? sayCount(sessions, 'session') : ''])}`,
    ),
    commas([
      say`${sayCount(turns, 'turn')} of ${lengthText(tokens)} tokens`,
      say`${sayCount(calls, 'call')} with results`,
    ]),
    ...leftOutLines(looked),
    say`${sayCount(own, 'value')} of its own can be asked for. ${sayCount(values, 'value')} would be replaced before anything is sent.`,
    ...fewLines(looked),
    say`${sayCount(planted, 'fact')} would be planted where a stretch has no value of its own.`,
    say`${sayCount(masked, 'private value')} known by their form would be masked`,
    ...(compactions.length === 0
      ? [say`It was never compacted.`]
      : compactions.map(compactionText)),
  ].join('\n');
}

/** With fewer values than this, a session has little to ask for. */
const FEW = 20;

/** Why little can be asked for. */
function fewLines({ own, found, calls, tokens }: LookedInto): string[] {
  if (own >= FEW) return [];
  if (calls === 0) {
    return [
      say`That is few: no tool is called in it, and only results and calls of tools are asked for.`,
    ];
  }
  if (found - own > own) {
    return [
      say`That is few: of ${sayCount(found, 'value')} that a question could name, ${found - own} stand in several places or next to something private.`,
    ];
  }
  return [
    say`That is few: its ${sayCount(calls, 'result')} in ${lengthText(tokens)} tokens hold ${sayCount(found, 'value')} that a question could name. Name more sessions.`,
  ];
}

function leftOutLines({ leftOut }: LookedInto): string[] {
  const { calls, results, thoughts, thinkingCharacters, images } = leftOut;
  const { branches, subagents, others, cutOff } = leftOut;
  const parts = commas([
    calls > 0 ? say`${sayCount(calls, 'call')} without a result` : '',
    results > 0 ? say`${sayCount(results, 'result')} without a call` : '',
    thoughts > 0
      ? say`${sayCount(thoughts, 'part')} of thinking (${thinkingCharacters} characters)`
      : '',
    images > 0 ? say`${sayCount(images, 'image')} (written as [image])` : '',
    branches > 0 ? say`${sayCount(branches, 'line')} of other branches` : '',
    subagents > 0 ? say`${sayCount(subagents, 'line')} of subagents` : '',
    others === 1 ? say`1 other entry` : others > 1 ? say`${others} other entries` : '',
    cutOff > 0 ? say`a last line that was cut off` : '',
  ]);
  return parts === '' ? [] : [say`Left out: ${parts}`];
}

function compactionText(one: LookedInto['compactions'][number], i: number): string {
  const { before, after, kept, hasSummary, once, used } = one;
  const number = i + 1;
  if (before === 0) return say`Compaction ${number}: what it shortened is not in the file.`;
  const [from, to, turns] = [lengthText(before), lengthText(after), sayCount(kept, 'turn')];
  const left = ({ of, inTurns, inSummary }: typeof once) =>
    of === 0
      ? say`there was none`
      : hasSummary
        ? say`${inTurns + inSummary} of ${of} are left (${inTurns} in turns that were kept, ${inSummary} in the summary)`
        : say`${inTurns} of ${of} are left in turns that were kept`;
  return [
    hasSummary
      ? say`Compaction ${number}: ${from} tokens became ${to}, a summary and ${turns}.`
      : say`Compaction ${number}: ${from} tokens became ${to} in ${turns}, and a summary that is not in the file as text: what it still says is not counted.`,
    `  ${say`Of the ids, numbers, versions, dates and files that one result alone gave, ${left(once)}.`}`,
    `  ${say`Of the values that the agent wrote again afterwards, ${left(used)}.`}`,
  ].join('\n');
}
