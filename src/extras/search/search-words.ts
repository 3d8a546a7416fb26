/** A search in words, the same in the terminal and on the page. */

import { jsonText } from '../../base/doors.js';
import { withoutSecrets } from '../../base/secrets.js';
import { clauses, commas, say } from '../../base/text/language.js';
import { type Answer, answerOn, sentenceOf } from '../../measuring/document/answer.js';
import { lengthText, shareText } from '../../measuring/document/words.js';
import {
  effectiveLengthFigures,
  effectiveLengthSentence,
  effectiveLengthText,
  likelyText,
  placeText,
  type ReachFigures,
  reliableLengthFigures,
  type SaidFigures,
} from '../../measuring/facts/effective-length.js';
import type { Tolerated } from '../../measuring/facts/length-verdict.js';
import { failedText } from '../../measuring/facts/tables/troubles.js';
import { comparisonText } from '../../measuring/report/comparison-words.js';
import type { WholeFailures } from '../../measuring/statistics/whole-failures.js';
import type { AtLeast } from './next-prompts.js';
import { type ReaderResult, recallByLength, type SearchResult } from './search-result.js';

/** What was found of a reader, as a sentence without its name. */
export function foundText(reader: ReaderResult): string {
  return clauses([endingText(reader), ...notesOf(reader)]);
}

/** What a search says first: how far the first reader holds, then the others and what its figures do not say. */
export function searchAnswer({ readers, comparisons }: SearchResult): Answer {
  const [first, ...others] = readers;
  if (!first) return { answer: say`No reader gave an answer`, beside: '', explained: [] };
  return answerOn(
    first.provider,
    reachSaid(first),
    [
      sentenceOf([remarkText(first)]),
      ...others
        .slice(0, MOST_OTHERS)
        .map((one) => say`${clauses([`${one.provider} ${reachSaid(one)}`, remarkText(one)])}.`),
      ...(others.length > MOST_OTHERS
        ? [say`${others.length - MOST_OTHERS} more are in the table.`]
        : []),
      ...(others.length === 1 ? comparisons.map((row) => say`${comparisonText(row)}.`) : []),
    ].filter((text) => text !== ''),
  );
}

/** At most this many readers are named behind the first. */
const MOST_OTHERS = 4;

/** How far a reader holds, or the answer to what was asked, in words that follow its name. */
function reachSaid(reader: ReaderResult): string {
  const { atLeast, ending, effectiveLength, rise, ...others } = reader;
  if (atLeast) {
    const length = lengthText(atLeast.tokens);
    const likely = likelyText(atLeast.probability);
    if (ending === 'reached') return say`is reliable up to ${length} tokens`;
    if (ending === 'missed') {
      return placeText(reader) ?? say`is not reliable at ${length} tokens`;
    }
    return say`is inconclusive at ${length} tokens (${likely})`;
  }
  if (rise) return say`has no reliable length`;
  return effectiveLength
    ? effectiveLengthSentence({ ...others, effectiveLength })
    : say`gave no answer`;
}

/** What its figures do not say of a reader. */
export function remarkText(reader: ReaderResult): string {
  return clauses([...whyEnded(reader), ...notesOf(reader)]);
}

/** Why the search of a reader ended before its length was known. */
function whyEnded(reader: ReaderResult): string[] {
  if (reader.ending === 'limit' && reader.effectiveLength) return [say`a limit ended its search`];
  if (reader.ending === 'errors' && reader.effectiveLength) {
    return [say`its search ended since its calls failed or could not be read`];
  }
  if (reader.ending === 'rises') return [risingText(reader)];
  return ['limit', 'errors', 'window'].includes(reader.ending) ? [endingText(reader)] : [];
}

function notesOf({ ending, lost, error, window, failedWhole, points }: ReaderResult): string[] {
  const lengths = commas(failedWhole?.lengths.map(lengthText) ?? []);
  // What was not seen cannot make a no untrue.
  const isSaid = lengths || (ending !== 'missed' && ending !== 'below');
  return [
    ...(failedWhole && isSaid ? [failedText(failedWhole), ...untoldText(failedWhole, points)] : []),
    ...(lengths ? [say`all figures are without them (${lengths})`] : []),
    ...(window !== undefined && ending !== 'window'
      ? [say`its window ends: ${lengthText(window)} and more was refused`]
      : []),
    ...(lost > 0
      ? [
          say`${lost} of its prompts had errors to the end, or no answer that could be read (${clipped(error ?? '')})`,
        ]
      : []),
  ];
}

/** The answers of which it cannot be told whether they failed whole; empty where there is none. */
function untoldText({ of }: Pick<WholeFailures, 'of'>, points: ReaderResult['points']): string[] {
  const untold = points.length - of;
  return untold > 0
    ? [say`of ${untold} more that cannot be told, as too few prompts about as long lost little`]
    : [];
}

/** What other numbers of marks would take, as a sentence without its end; empty where that is not known. */
export function otherMarksText({ marks, otherMarks }: SearchResult): string {
  const [first, ...others] = otherMarks;
  if (!first || marks === undefined) return '';
  return clauses([
    say`With ${first.marks} marks a prompt instead of ${marks}, the same answer would take about ${first.prompts} times as many prompts`,
    ...others.map((one) => say`with ${one.marks} marks, ${one.prompts} times`),
  ]);
}

/** How far a reader holds, or whether it reaches the length that was asked about. */
export function lengthFoundText(reader: ReaderResult): string {
  const { atLeast, ending } = reader;
  if (!atLeast) return effectiveLengthText(reader);
  const asked = atLeastText(atLeast);
  if (ending === 'reached') return say`${asked}: yes`;
  return ending === 'missed' ? say`${asked}: no` : say`${asked}: inconclusive`;
}

function endingText(reader: ReaderResult): string {
  const { ending, shortest, window } = reader;
  const found = lengthFoundText(reader);
  const figure = reader.atLeast ? found : say`reliable length ${found}`;
  switch (ending) {
    case 'within':
    case 'holds':
    case 'below':
    case 'reached':
    case 'missed':
      return figure;
    case 'limit':
      return reader.effectiveLength ? say`${figure}, when a limit was reached` : say`no answer`;
    case 'errors':
      return reader.effectiveLength
        ? say`${figure}, when its calls failed or could not be read`
        : say`no answer that could be read`;
    case 'window':
      return say`its window ends below the shortest, ${lengthText(shortest)}: ${lengthText(window!)} was refused`;
    case 'rises':
      return say`no reliable length, ${risingText(reader)}`;
  }
}

function risingText(reader: ReaderResult): string {
  const lengths = recallByLength(reader).map(
    ({ tokens, recall }) => `${lengthText(tokens)} ${shareText(recall)}`,
  );
  return say`recall rises with length: ${commas(lengths)}`;
}

/** A question about one length with its answer so far: `at least 32K tokens? 71 % likely`. */
export function atLeastText({ tokens, probability, near }: AtLeast): string {
  const [length, likely] = [lengthText(tokens), likelyText(probability)];
  return near
    ? say`at least ${length} tokens? ${likely} likely, with recall close to the threshold`
    : say`at least ${length} tokens? ${likely} likely`;
}

function clipped(text: string): string {
  const plain = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain;
}

/** A search's result as JSON has it. */
export interface SearchJson extends Omit<SearchResult, 'readers'> {
  readers: (Omit<ReaderResult, 'effectiveLength' | 'reliable' | 'tolerated'> & {
    reliableLength?: SaidFigures;
    effectiveLength?: ReachFigures;
    /** `fails` is absent where no length is shown to fail. */
    tolerated?: Omit<Tolerated, 'fails'> & Partial<Pick<Tolerated, 'fails'>>;
  })[];
}

export function resultJson(result: SearchResult): string {
  const readers = result.readers.map((reader) => {
    const { effectiveLength: _, reliable: __, tolerated, ...others } = reader;
    const effectiveLength = effectiveLengthFigures(reader);
    const reliableLength = reliableLengthFigures(reader);
    const { fails, ...known } = tolerated ?? {};
    return {
      ...others,
      ...(effectiveLength && { effectiveLength }),
      ...(reliableLength && { reliableLength }),
      ...(tolerated && { tolerated: { ...known, ...(Number.isFinite(fails) && { fails }) } }),
    };
  });
  const json = { ...result, readers } as SearchJson;
  return jsonText(withoutSecrets(json));
}
