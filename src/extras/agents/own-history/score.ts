import type { Answer } from '../../../answers/answer.js';
import { mean } from '../../../base/numbers.js';
import { halfWidth } from '../../../base/text/half-width.js';
import { commas, say } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { quoted } from '../../../base/text/texts.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import { scoreLookedUp } from '../../../benchmarks/looked-up.js';
import { emptyReason } from '../../../benchmarks/scoring.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import { ownQuestionOf, task } from './cases.js';
import { ATOM, kindOf, workKindOf } from './values.js';
import { type Probe, type SessionCase, windowOf } from './window.js';
import { sessionWords } from './words.js';

/** What an answer says of one value. */
interface Given {
  mark: 0 | 1;
  isThere: boolean;
}

/** Gives a mark for each value whose line has it and no other of its kind, or scores the answer to a user's question. */
export function scoreSession(answer: Answer, theCase: SessionCase): Marked {
  const { absent, unknown } = sessionWords(theCase.language);
  const asked = ownQuestionOf(theCase);
  const { positions } = task(theCase);
  if (asked) {
    return scoreLookedUp(answer, answer.accepted(asked.answers, { articles: [], absent }), {
      language: theCase.language,
      absent: [...absent, unknown],
      asked: 'question',
      place: { index: 0, among: 1, position: positions[0]! },
    });
  }
  const { probes } = windowOf(theCase);
  const given = linesGiven(answer, probes);
  const marks = given.map(({ mark }) => mark);
  const isRead = given.some(({ isThere }) => isThere);
  const wrong = answer.whyWrong(theCase.language, [...absent, unknown]);
  const right = marks.filter((mark) => mark === 1).length;
  const diagnosis: Diagnosis =
    right === marks.length ? 'complete' : right > 0 ? 'scattered' : wrong;
  const score = mean(marks);
  return {
    score,
    readable: isRead || wrong === 'missing',
    reason: reasonFor(answer.text, given),
    namedScores: { recall: score },
    marks,
    positions,
    metadata: { diagnosis },
  };
}

function reasonFor(text: string, given: readonly Given[]): string {
  if (text === '') return emptyReason();
  const right = given.filter(({ mark }) => mark === 1).length;
  const lost = given.flatMap(({ mark, isThere }, i) =>
    mark === 1 ? [] : isThere ? say`${`Q${i + 1}`} wrong` : say`${`Q${i + 1}`} missing`,
  );
  const shown = given.some(({ isThere }) => isThere) ? commas(lost) : quoted(text);
  const share = say`${right} of ${given.length}`;
  return lost.length > 0 ? say`${share}: ${shown}` : share;
}

/** Matches a numbered line of an answer, also behind a colon. */
const LINE = /(?:^|[\n:：])[^\p{L}\p{N}\n]{0,8}Q ?(\d{1,2})(?!\d)[^\p{L}\p{N}\n]{0,12}([^\n]*)/giu;

function linesGiven(answer: Answer, probes: readonly Probe[]): Given[] {
  const plain = halfWidth(answer.plainly(answer.text));
  const said = new Map<number, string[]>();
  for (const [, number, rest] of plain.matchAll(LINE)) {
    const known = said.get(Number(number)) ?? [];
    said.set(Number(number), [...known, rest!]);
  }
  return probes.map(({ value }, i) => {
    const lines = said.get(i + 1) ?? [];
    const isRight = lines.length > 0 && lines.every((line) => gives(answer, line, value));
    return { mark: isRight ? 1 : 0, isThere: lines.length > 0 };
  });
}

/** Tells whether a line gives a value, and no other of its kind. */
function gives(answer: Answer, line: string, value: string): boolean {
  const plain = (text: string) =>
    halfWidth(answer.plainly(text))
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3})/g, '');
  const wanted = plain(value);
  const text = plain(line);
  const whole = new RegExp(`(?<![a-z0-9])${literal(wanted)}(?![a-z0-9])`, 'gu');
  if (text.search(whole) < 0 || !answer.saying(text).asserts(whole)) return false;
  const kindIn = (atom: string) => kindOf(atom) ?? workKindOf(atom);
  const kind = kindIn(wanted);
  const rest = text.replace(whole, ' ');
  return !(rest.match(ATOM) ?? []).some((atom) => kind !== undefined && kindIn(atom) === kind);
}
