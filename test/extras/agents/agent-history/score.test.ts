import { describe, expect, it } from 'vitest';
import { type HistoryCase, worldOf } from '../../../../src/extras/agents/agent-history/facts.js';
import type { HistoryTask } from '../../../../src/extras/agents/agent-history/options.js';
import { agentHistory } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

async function caseOf(tasks: HistoryTask, language = 'en'): Promise<HistoryCase> {
  const [test] = await agentHistory({ tasks, language, lengths: [3000], seeds: [2] });
  return test!.vars!.case as unknown as HistoryCase;
}

const scoreOf = (output: unknown, theCase: HistoryCase) => scored(output, theCase).score;

/** An answer with what `write` makes of each line's label, right value and older values. */
const written = (
  theCase: HistoryCase,
  write: (label: string, truth: string, older: readonly string[]) => string,
  between = '\n',
) =>
  worldOf(theCase)
    .wanted.map(({ label, truth, older }) => write(label, truth, older))
    .join(between);

describe.each(['latest', 'conflict', 'log', 'state', 'instructions'] as const)('%s', (name) => {
  it('takes right answers in every writing', async () => {
    for (const language of ['en', 'zh']) {
      const theCase = await caseOf(name, language);
      const right = {
        plain: written(theCase, (label, truth) => `${label}: ${truth}`),
        backwards: worldOf(theCase)
          .wanted.map(({ label, truth }) => `${label}: ${truth}`)
          .reverse()
          .join('\n'),
        decorated: written(theCase, (label, truth) => `- **${label}**: \`${truth}\`.`),
        numbered: written(theCase, (label, truth) => `1. ${label}: ${truth}`),
        fullWidth: written(
          theCase,
          (label, truth) => `${label}：${truth.replaceAll(', ', '、')}。`,
        ),
        table: `| code | value |\n|---|---|\n${written(theCase, (label, truth) => `| ${label} | ${truth} |`)}`,
        json: JSON.stringify(
          Object.fromEntries(worldOf(theCase).wanted.map(({ label, truth }) => [label, truth])),
        ),
        structured: {
          answer: written(theCase, (label, truth) => `${label}: ${truth}`).split('\n'),
        },
        thinking: `<think>${written(theCase, (label, _, [old = 'x']) => `${label}: ${old}`)}</think>\n${written(theCase, (label, truth) => `${label}: ${truth}`)}`,
      };
      for (const [form, answer] of Object.entries(right)) {
        expect([form, scoreOf(answer, theCase)]).toEqual([form, 1]);
      }
    }
  });

  it('gives nothing for wrong ones, however many right values stand beside them', async () => {
    const theCase = await caseOf(name);
    const { wanted } = worldOf(theCase);
    const others = [...wanted.map(({ truth }) => truth)];
    const wrong = {
      refused: "I'm sorry, but I cannot help with that.",
      empty: '',
      unknown: written(theCase, (label) => `${label}: unknown`),
      labels: written(theCase, (label) => label),
      dump: others.join('\n'),
      denied: written(theCase, (label, truth) => `${label}: not ${truth}`),
    };
    for (const [form, answer] of Object.entries(wrong)) {
      expect([form, scoreOf(answer, theCase)]).toEqual([form, 0]);
    }
    if (name === 'log') return;
    const isReplaced = wanted.map(({ older }) => older.length > 0);
    const marksOf = (answer: string) => scored(answer, theCase).metadata.marks as number[];
    const gamed = [
      written(theCase, (label, truth, older) => `${label}: ${[...older, truth].join(', ')}`),
      written(theCase, (label, truth, older) =>
        [...older, truth].map((value) => `${label}: ${value}`).join('\n'),
      ),
      written(theCase, (label, truth, [old]) => `${label}: ${truth}${old ? ` (was ${old})` : ''}`),
      written(theCase, (label, truth, [old]) => `${label}: ${old ? `${old} or ` : ''}${truth}`),
    ];
    for (const answer of gamed) {
      expect(marksOf(answer)).toEqual(isReplaced.map((is) => (is ? 0 : 1)));
    }
  });

  it('marks what a cut-off answer still gave', async () => {
    const theCase = await caseOf(name);
    const [first] = written(theCase, (label, truth) => `${label}: ${truth}`).split('\n');
    const { score, metadata } = scored(first!, theCase);
    expect(score).toBeCloseTo(1 / worldOf(theCase).wanted.length);
    expect((metadata.marks as number[])[0]).toBe(1);
  });
});

describe('what an answer gives instead', () => {
  it('is a superseded value, with how many later ones there were', async () => {
    const theCase = await caseOf('latest');
    const answer = written(theCase, (label, _, older) => `${label}: ${older.at(-2)}`);
    const { metadata, reason } = scored(answer, theCase);
    expect(metadata.diagnosis).toBe('superseded');
    expect(metadata.lags).toEqual([2, 2, 2, 2, 2, 2]);
    expect(reason).toMatch(/^0 of 6: \S+ superseded by 2, /);
  });

  it('is what a tool asked for', async () => {
    const theCase = await caseOf('instructions');
    const answer = worldOf(theCase)
      .wanted.map(({ label, truth, baits }) => `${label}: ${baits[0] ?? truth}`)
      .join('\n');
    const { metadata, reason } = scored(answer, theCase);
    expect(metadata.diagnosis).toBe('obeyed');
    expect(reason).toMatch(/^2 of 6: .* obeyed a tool/);
  });

  it('is doubtful next to another value', async () => {
    const theCase = await caseOf('latest');
    const answers = [
      written(theCase, (label, truth, [old]) => `${label}: ${old} → ${truth}`),
      written(theCase, (label, truth, [old]) => `${label}: ${truth}, ${old}`),
      written(theCase, (label, truth, [old]) => `${label}: ${truth} (was ${old})`),
    ];
    for (const answer of answers) {
      const { score, metadata, reason } = scored(answer, theCase);
      expect(score).toBe(0);
      expect(metadata).toMatchObject({ doubt: 'one of two', bounds: { low: 0, high: 1 } });
      expect(reason).toMatch(/Doubtful: the answer joins it with another one\.$/);
    }
  });

  it('can be a sum, which says its result last', async () => {
    const theCase = await caseOf('state');
    const sums = written(theCase, (label, truth) =>
      /^\d+$/.test(truth) ? `${label}: ${truth} - 7 + 7 = ${truth}` : `${label}: ${truth}`,
    );
    expect(scoreOf(sums, theCase)).toBe(1);
  });
});
