/** What a gate of tests decided, in one line. */
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { shareText } from '../output/words.js';
import { PASS, type TestsGate } from './tests-gate.js';

/** At most this many tests are named in one line. */
const NAMED_IN_LINE = 3;

/** The one line that says what was decided, without the verdict. */
export function decidedText(gate: TestsGate): string {
  return clauses(decidedTexts(gate));
}

/** The same behind the verdict in a word. */
export function verdictLine(gate: TestsGate, verdict: string): string {
  if (gate.verdict !== 'passed') return say`${verdict}: ${decidedText(gate)}`;
  const [, ...others] = decidedTexts(gate);
  return clauses([say`${verdict}, drop ${atMostText(gate)}`, ...others]);
}

/** Its clauses. */
export function decidedTexts(gate: TestsGate): string[] {
  const { verdict, reasons, measures, broke, cached } = gate;
  const [first] = measures;
  const news = cached.count > 0 && verdict !== 'inconclusive' ? [newAnswersText(gate)] : [];
  const size =
    first && first.tests > 0
      ? say`${measureName(first.measure)} ${shareText(first.before)} → ${shareText(first.now)}`
      : '';
  if (verdict === 'passed') {
    return [say`drop ${atMostText(gate)}`, size, comparedText(gate), ...news].filter(Boolean);
  }
  const [reason = '', ...others] = reasons
    .filter((one) => one.verdict === verdict)
    .map(({ note }) => note);
  const names = broke.slice(0, NAMED_IN_LINE).map(({ name }) => name);
  const listed = commas([...names, ...(broke.length > names.length ? ['…'] : [])]);
  const named = verdict === 'failed' && names.length > 0 ? say`${reason} (${listed})` : reason;
  return [named, ...others, size, comparedText(gate), ...news].filter(Boolean);
}

/** `40 tests × 3 compared with 1 run` */
function comparedText({ tests, repeats: { fewest, most }, baselineRuns }: TestsGate): string {
  if (tests === 0) return '';
  const times = fewest === most ? `${most}` : say`${fewest} to ${most}`;
  return say`${sayCount(tests, 'test')} × ${times}, compared with ${sayCount(baselineRuns, 'run')}`;
}

function newAnswersText({ cached: { count, of } }: TestsGate): string {
  return say`${of - count} of ${of} answers are new`;
}

/** The largest bound of what is judged: `at most 0.058`. */
function atMostText({ measures }: TestsGate): string {
  const most = Math.max(...measures.map(({ excludes }) => excludes));
  return say`at most ${shareText(Math.ceil(most * 1000 - 1e-9) / 1000)}`;
}

export function measureName(measure: string): string {
  return measure === PASS ? say`pass rate` : measure;
}
