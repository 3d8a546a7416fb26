/** A search in words, the same in the terminal and on the page. */

import { jsonText } from '../../base/doors.js';
import { withoutSecrets } from '../../base/secrets.js';
import {
  effectiveLengthFigures,
  effectiveLengthText,
  likelyText,
  type ReachFigures,
  type Tolerated,
} from '../output/effective-length.js';
import { lengthText, shareText } from '../output/words.js';
import { failedText } from '../tables/troubles.js';
import type { AtLeast } from './next-prompts.js';
import { type ReaderResult, recallByLength, type SearchResult } from './search-result.js';

/** What was found of a reader, as a sentence without its name. */
export function foundText(reader: ReaderResult): string {
  return [endingText(reader), ...notesOf(reader)].join('; ');
}

/** What its figures do not say of a reader. */
export function remarkText(reader: ReaderResult): string {
  const isPlain = reader.ending === 'within' || reader.ending === 'below';
  return [...(isPlain ? [] : [endingText(reader)]), ...notesOf(reader)].join('; ');
}

function notesOf({ ending, lost, error, window, failedWhole }: ReaderResult): string[] {
  const lengths = failedWhole?.lengths.map(lengthText).join(', ');
  // What was not seen cannot make a no untrue.
  const isSaid = lengths || (ending !== 'missed' && ending !== 'below');
  return [
    ...(failedWhole && isSaid ? [failedText(failedWhole)] : []),
    ...(lengths ? [`all figures are without them (${lengths})`] : []),
    ...(window !== undefined && ending !== 'window'
      ? [`its window ends: ${lengthText(window)} and more was refused`]
      : []),
    ...(lost > 0
      ? [
          `${lost} of its prompts had errors to the end, or no answer that could be read (${clipped(error ?? '')})`,
        ]
      : []),
  ];
}

/** What other numbers of marks would take; empty where that is not known. */
export function otherMarksText({ marks, otherMarks }: SearchResult): string {
  const [first, ...others] = otherMarks;
  if (!first) return '';
  const rest = others.map((one) => `; with ${one.marks} marks, ${one.prompts} times`);
  return `With ${first.marks} marks a prompt instead of ${marks}, the same answer would take about ${first.prompts} times as many prompts${rest.join('')}.`;
}

/** How far a reader holds, or whether it reaches the length that was asked about. */
export function lengthFoundText(reader: ReaderResult): string {
  const { atLeast, ending } = reader;
  return atLeast
    ? `${atLeastText(atLeast)}: ${ANSWERS[ending] ?? 'undecided'}`
    : effectiveLengthText(reader);
}

function endingText(reader: ReaderResult): string {
  const { ending, shortest, window } = reader;
  const figure = `${reader.atLeast ? '' : 'effective length '}${lengthFoundText(reader)}`;
  switch (ending) {
    case 'within':
    case 'holds':
    case 'below':
    case 'reached':
    case 'missed':
      return figure;
    case 'limit':
      return reader.effectiveLength ? `${figure}, when a limit was reached` : 'no answer';
    case 'errors':
      return reader.effectiveLength
        ? `${figure}, when its calls failed or could not be read`
        : 'no answer that could be read';
    case 'window':
      return `its window ends below the shortest, ${lengthText(shortest)}: ${lengthText(window!)} was refused`;
    case 'rises': {
      const lengths = recallByLength(reader).map(
        ({ tokens, recall }) => `${lengthText(tokens)} ${shareText(recall)}`,
      );
      return `no effective length, recall rises with length: ${lengths.join(', ')}`;
    }
  }
}

const ANSWERS: Partial<Record<ReaderResult['ending'], string>> = { reached: 'yes', missed: 'no' };

/** A question about one length with its answer so far: `at least 32K tokens? 71 % likely`. */
export function atLeastText({ tokens, probability, near }: AtLeast): string {
  const beside = near ? ', with recall close to the threshold' : '';
  return `at least ${lengthText(tokens)} tokens? ${likelyText(probability)} likely${beside}`;
}

function clipped(text: string): string {
  const plain = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain;
}

/** A search's result as JSON has it. */
export interface SearchJson extends Omit<SearchResult, 'readers'> {
  readers: (Omit<ReaderResult, 'effectiveLength' | 'tolerated'> & {
    effectiveLength?: ReachFigures;
    /** `fails` is absent where no length is shown to fail. */
    tolerated?: Omit<Tolerated, 'fails'> & Partial<Pick<Tolerated, 'fails'>>;
  })[];
}

export function resultJson(result: SearchResult): string {
  const readers = result.readers.map((reader) => {
    const { effectiveLength: _, tolerated, ...others } = reader;
    const effectiveLength = effectiveLengthFigures(reader);
    const { fails, ...known } = tolerated ?? {};
    return {
      ...others,
      ...(effectiveLength && { effectiveLength }),
      ...(tolerated && { tolerated: { ...known, ...(Number.isFinite(fails) && { fails }) } }),
    };
  });
  const json = { ...result, readers } as SearchJson;
  return jsonText(withoutSecrets(json));
}
