/** What a benchmark says of answers that are right or wrong whatever their form, and what a report and a gate then say. */
import { describe, expect, it } from 'vitest';
import { scoreAnswer } from '../../src/assertions/score.js';
import { groupBy } from '../../src/base/group-by.js';
import { kept } from '../../src/base/kept.js';
import { BENCHMARKS, benchmarkOf } from '../../src/benchmarks/registry.js';
import * as caseFacts from '../../src/commands/asking-side.js';
import type { Case } from '../../src/contract/case.js';
import { caseId } from '../../src/contract/case-identity.js';
import type { Row } from '../../src/contract/row.js';
import type { GeneratedTest } from '../../src/generators/generate.js';
import * as plugin from '../../src/index.js';
import { evaluationOf } from '../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../src/measuring/facts/tables/analyse.js';
import { toRow } from '../../src/measuring/results/rows.js';
import { DEFAULT_GATE } from '../../src/measuring/verdicts/gate/gate.js';
import { gateWithFloors } from '../../src/measuring/verdicts/gate/gate-with-floors.js';
import { configsOf } from '../benchmarks/configs.js';
import { markdownReport } from '../measuring/report/outputs.js';
import { kept as keptRows } from '../measuring/results/rows-for-tests.js';
import { correctionsIn, decorationsIn, formatsIn, hedgesIn, LANGUAGES } from './formats.mjs';

const generators = plugin as unknown as Record<string, plugin.TestGenerator<object>>;

/** A right answer is at least this, and a wrong one less: a second look is for what differs by more than the rest of 1. */
const RIGHT = 0.9;

const made = new Map<string, Promise<GeneratedTest[]>>();

/** Tests of every language that a benchmark has, one or two of each of its tasks; made once. */
function testsIn(generator: string, language: string): Promise<GeneratedTest[]> {
  return kept(made, `${generator} ${language}`, () => fewIn(generator, language));
}

async function fewIn(generator: string, language: string): Promise<GeneratedTest[]> {
  const grids = await Promise.all(
    configsOf(generator).map(async (config) => {
      const own = (config as { language?: string }).language ?? 'en';
      try {
        return await generators[generator]!({ ...config, language });
      } catch (error) {
        if (own === language) return generators[generator]!(config);
        expect((error as Error).name).toBe('UserError');
        return [];
      }
    }),
  );
  const seen = new Map<string, number>();
  return grids.flat().filter(({ vars: { case: theCase } }) => {
    const kind = `${theCase.task} ${theCase.version}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= 2;
  });
}

const scoreOf = async (answer: string, theCase: Case) => {
  const { score, metadata } = await scoreAnswer(answer, { vars: { case: theCase } });
  const { reading } = metadata!;
  return { score, reading, isRead: reading === 'read' };
};

/** The right answer to a Case, and a wrong one: that to another Case, or of a reader who recalls nothing, or half of it. */
async function givenTo(theCase: Case, all: readonly Case[]) {
  const benchmark = benchmarkOf(theCase);
  await benchmark.load?.(theCase);
  const { answer, structured } = benchmark.task(theCase);
  const right = { answer, ...(structured && { structured }) };
  const words = answer.split(' ');
  const others = all
    .filter((other) => other.task === theCase.task && other !== theCase)
    .map((other) => benchmark.task(other).answer);
  const wrong = [
    ...others.filter((other) => other !== answer),
    benchmark.reading(theCase).answer([], () => false),
    words.slice(0, words.length / 2).join(' '),
  ];
  for (const one of wrong) {
    if ((await scoreOf(one, theCase)).score < 0.6) return { right, wrong: { answer: one } };
  }
  throw new Error(`no wrong answer to ${JSON.stringify(theCase)}`);
}

describe.each(BENCHMARKS.map(({ name, generator, repeats }) => ({ name, generator, repeats })))(
  '$name',
  { timeout: 120_000 },
  ({ generator, repeats }) => {
    it('reads what is decorated', async () => {
      const lost: string[] = [];
      for (const language of LANGUAGES) {
        const cases = (await testsIn(generator, language)).map(({ vars }) => vars.case);
        const kinds = groupBy(cases, ({ task, version }) => `${task} ${version}`);
        for (const [theCase] of kinds.values()) {
          const benchmark = benchmarkOf(theCase!);
          await benchmark.load?.(theCase!);
          const { answer } = benchmark.task(theCase!);
          for (const [name, write] of Object.entries(decorationsIn(language))) {
            const decorated = write({ answer });
            const { score, reading } = await scoreOf(decorated, theCase!);
            const isLost = reading === 'unreadable' || (reading === 'read' && score < RIGHT);
            if (isLost) lost.push(`${language}, ${name}: ${reading} ${score} for ${decorated}`);
          }
        }
      }
      expect(lost).toEqual([]);
    });

    it('takes no form for memory', async () => {
      const silent: string[] = [];
      let asked = 0;
      const note = async (what: string, answer: string, theCase: Case, isWanted: boolean) => {
        const { score, isRead } = await scoreOf(answer, theCase);
        if (isRead && score >= RIGHT !== isWanted) silent.push(`${what}: ${score} for ${answer}`);
      };
      for (const language of LANGUAGES) {
        const cases = (await testsIn(generator, language)).map(({ vars }) => vars.case);
        // The second of each kind gives the first its wrong answer.
        for (const [theCase] of groupBy(
          cases,
          ({ task, version }) => `${task} ${version}`,
        ).values()) {
          asked++;
          const { right, wrong } = await givenTo(theCase!, cases);
          for (const [name, write] of Object.entries(formatsIn(language))) {
            await note(`right, ${name}`, write(right), theCase!, true);
            await note(`wrong, ${name}`, write(wrong), theCase!, false);
          }
          for (const [name, write] of Object.entries(correctionsIn(language))) {
            await note(`right, ${name}`, write(wrong.answer, right.answer), theCase!, true);
            await note(`wrong, ${name}`, write(right.answer, wrong.answer), theCase!, false);
          }
          // Who copies a text neither denies it nor offers two.
          for (const [name, write] of repeats ? [] : Object.entries(hedgesIn(language))) {
            await note(`hedged, ${name}`, write(right.answer, wrong.answer), theCase!, false);
          }
        }
      }
      expect(asked).toBeGreaterThan(0);
      expect(silent).toEqual([]);
    });
  },
);

const SCORE = { type: 'javascript', value: 'package:promptfoo-counting-stars:score' };

/** What a reader's answers come to, as its results are read back. */
async function rowsOf(model: string, cases: readonly Case[], answers: readonly string[]) {
  return Promise.all(
    cases.map(async (theCase, i): Promise<Row> => {
      const grading = await scoreAnswer(answers[i], { vars: { case: theCase } });
      const result = {
        provider: { id: model },
        prompt: { label: 'prompt' },
        vars: { case: theCase },
        metadata: { benchmark: theCase.benchmark, id: caseId(theCase) },
        namedScores: grading.namedScores,
        response: { output: answers[i] },
        gradingResult: { componentResults: [{ ...grading, assertion: SCORE }] },
      };
      return toRow(result, caseFacts)!;
    }),
  );
}

/** Grids of which a report and a gate know what to say: whole series at several lengths. */
const GRIDS: Record<string, object> = {
  mrcr: { needles: [2], lengths: [2000, 4000], seeds: 4 },
  ruler: { tasks: 'niah_multivalue', lengths: [4096, 8192], seeds: 4 },
  graphWalks: { lengths: [2000, 4000], seeds: 4 },
};

describe.each(Object.entries(GRIDS))(
  'what is said of %s',
  { timeout: 60_000 },
  (generator, config) => {
    it('is never that a form is memory', async () => {
      const cases = (await generators[generator]!(config)).map(({ vars }) => vars.case);
      const given = cases.map((theCase) => benchmarkOf(theCase).task(theCase));
      const answersIn = (name: string) => given.map((one) => formatsIn('en')[name]!(one));
      const plain = await rowsOf('plain', cases, answersIn('plain'));
      const baseline = keptRows(plain);
      const seen = new Set<string>();
      for (const name of Object.keys(formatsIn('en'))) {
        const other = await rowsOf('other', cases, answersIn(name));
        // What a report and a gate say of other answers with the same scores is the same.
        const facts = JSON.stringify(other.map(({ answer: _, ...row }) => row));
        if (seen.has(facts)) continue;
        seen.add(facts);
        const report = markdownReport(analyse(evaluationOf([...plain, ...other])));
        // An ending may cost a copy a little, which no reader is shown to be better by.
        expect(report, name).not.toMatch(/found [\d.]+ points more than `other` \(95% CI (?!0–)/);
        expect(report, name).not.toMatch(/`other` is not reliable/);
        const renamed = other.map((row): Row => ({ ...row, provider: 'plain' }));
        const { verdict } = gateWithFloors(evaluationOf(renamed), baseline, DEFAULT_GATE);
        expect(verdict, name).not.toBe('failed');
        if (other.some(({ reading }) => reading === 'doubtful')) {
          expect(report, name).toMatch(/answers could be read in two ways: (?:all |\d+ )?with /);
          expect(report, name).toContain(
            'this is about format, not memory: in the prompt, ask for',
          );
        }
      }
    });
  },
);
