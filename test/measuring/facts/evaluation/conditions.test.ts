import { describe, expect, it } from 'vitest';
import type { AnswerConditions } from '../../../../src/contract/conditions.js';
import {
  changedConditions,
  changesText,
  sinceTexts,
} from '../../../../src/measuring/facts/evaluation/changes.js';
import { conditionsOf } from '../../../../src/measuring/facts/evaluation/conditions.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { imagine } from '../../results/rows-for-tests.js';

const under = (more: AnswerConditions = {}): AnswerConditions => ({
  model: 'openai:chat:gpt-4.1',
  config: { temperature: '0' },
  frame: { prompt: '{{prompt}}' },
  variables: {},
  ...more,
});

const rows = imagine('gpt', () => 0.8);
const asked = (more?: AnswerConditions) => rows.map((row) => ({ ...row, under: under(more) }));
const namesOf = (...own: Parameters<typeof evaluationOf>[0][]) =>
  evaluationOf(own.flat()).models.map(({ name }) => name);

describe('changes', () => {
  const sideOf = (...all: AnswerConditions[]) => ({
    conditions: conditionsOf(all.map((one) => ({ under: one }))),
    cases: [],
  });

  it('are named with the model first', () => {
    const now = under({
      model: 'openai:chat:gpt-5',
      config: { effort: 'low' },
      frame: { suffix: 'Go.' },
    });
    const changes = changedConditions(sideOf(under({ frame: { prompt: 'a' } })), sideOf(now));
    expect(changesText(changes)).toBe(
      'model openai:chat:gpt-4.1 → openai:chat:gpt-5, suffix unset → "Go.", effort unset → low, temperature 0 → unset',
    );
  });

  it('are none where one side does not tell, has a part of the other, or a shortened id', () => {
    const { config, ...silent } = under();
    const both = sideOf(
      under({ config: { temperature: '0' } }),
      under({ config: { temperature: '1' } }),
    );
    for (const other of [
      sideOf(silent),
      sideOf(),
      both,
      sideOf(under({ model: 'openai:gpt-4.1' })),
    ]) {
      expect(changedConditions(sideOf(under()), other)).toEqual([]);
      expect(changedConditions(other, sideOf(under()))).toEqual([]);
    }
  });

  it('are said once for models that share them', () => {
    const changes = changedConditions(
      sideOf(under()),
      sideOf(under({ config: { temperature: '1' } })),
    );
    const of = (model: string) => ({ model, changes });
    expect(sinceTexts([of('a'), of('b')])).toEqual(['Since the baseline: temperature 0 → 1.']);
    expect(sinceTexts([of('a'), { model: 'b', changes: [] }])).toEqual([
      'Since the baseline: a: temperature 0 → 1.',
    ]);
  });
});

describe('models', () => {
  it('are those of different conditions, and one where they are alike or not told', () => {
    expect(namesOf(asked(), asked())).toEqual(['gpt']);
    expect(namesOf(asked(), rows)).toEqual(['gpt']);
    expect(namesOf(asked(), asked({ variables: { style: 'terse' } }))).toEqual([
      'gpt · style=terse',
      'gpt · style=unset',
    ]);
    expect(namesOf(asked({ promptfoo: '1' }), asked({ promptfoo: '2' }))).toEqual(['gpt']);
  });

  it('are one where each series has its own text around it', () => {
    const other = asked({ frame: { prompt: '{{prompt}} 请简短。' } });
    expect(
      namesOf(
        asked(),
        other.map((row) => ({ ...row, id: `${row.id} zh`, language: 'zh' })),
      ),
    ).toEqual(['gpt']);
  });

  it('are who answered in place of a column, of which nothing is missing then', () => {
    const grid = { id: 'g', size: rows.length };
    const own = asked().map((row, i) => ({
      ...row,
      grid,
      ...(i % 2 === 0 && { answeredBy: 'nano' }),
    }));
    const { models, missing } = evaluationOf(own);
    expect(models.map(({ name, cases }) => [name, cases.size])).toEqual([
      ['gpt', 2],
      ['nano', 2],
    ]);
    expect(missing.gaps).toEqual([]);
  });
});
