import { describe, expect, it } from 'vitest';
import type { RecordsCase } from '../../../../src/extras/more-benchmarks/aggregation/records.js';
import { buildPrompt } from '../../../../src/generators/prompt.js';
import {
  type AggregationConfig,
  aggregation,
  SimulatedReader,
  score,
} from '../../../../src/index.js';

async function casesOf(config: AggregationConfig): Promise<RecordsCase[]> {
  return (await aggregation(config)).map(({ vars }) => vars!.case as unknown as RecordsCase);
}

/** What a person would count by hand, from the text of a prompt alone. */
async function counted(theCase: RecordsCase) {
  const { context, question } = await buildPrompt(theCase);
  const lines = context.split('\n').filter((line) => / \| (?:user|用户) \d{5} \| /.test(line));
  return { context, question, records: lines.map((line) => line.split(' | ')) };
}

function tally(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

const ANIMALS = /goats|hedgehog|owls|donkey|otters|fox|geese|tortoise|carthorse|badgers/;
const SUBJECTS: Record<string, RegExp> = {
  animals: ANIMALS,
  food: /soup|cake|bread|mushrooms|cheese|pancakes|noodles|sauce|potatoes|cabbage/,
  weather: /fog|hail|thunder|warm wind|drizzle|ice|sunshine|snow|frost|rainbow/,
  sport: /chess|rowing|tennis|handball|fencing|relay|jump[^e]|cycling|wrestling|curling/,
  music: /quartet|band|tuba|lullaby|organ|choir|sonata|drumming|waltz|opera/,
  clothing: /socks|hat|raincoat|gloves|scarf|boots|jumper|waistcoat|trousers|apron/,
};

describe('aggregation', () => {
  it('asks what counting by hand confirms, with a lead of more than 2 % and at least one', async () => {
    const wholeWord = (text: string) =>
      Object.entries(SUBJECTS)
        .filter(([, pattern]) => new RegExp(`\\b(?:${pattern.source})`).test(` ${text} `))
        .map(([name]) => name);
    for (const theCase of await casesOf({ lengths: [3000, 20_000], seeds: 3 })) {
      const { records, question } = await counted(theCase);
      const subjects = records.map(([, , text]) => wholeWord(text!));
      expect(subjects.filter((found) => found.length !== 1)).toEqual([]);
      const label = /about (\w+)/.exec(question)?.[1];
      const about = records.filter((_, i) => subjects[i]![0] === label);
      const fields = {
        most: subjects.flat(),
        user: about.map((r) => r[1]!.slice(5)),
        date: about.map((r) => r[0]!),
      };
      const { task } = theCase;
      const ranked = task === 'count' ? [] : tally(fields[task]);
      if (ranked.length > 1) {
        expect(ranked[0]![1] - ranked[1]![1]).toBeGreaterThan(0.02 * fields[task as 'most'].length);
      }
      const right = task === 'count' ? `${about.length}` : ranked[0]![0];
      expect(await score(right, { vars: { case: theCase } as never })).toMatchObject({ score: 1 });
    }
  });

  it('fills a length to within a record, in both languages', async () => {
    for (const language of ['en', 'zh']) {
      for (const theCase of await casesOf({ language, lengths: [2000, 16_000] })) {
        const { promptTokens } = await buildPrompt(theCase);
        const missing = theCase.tokens - theCase.reserve - promptTokens;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missing).toBeLessThan(40);
      }
    }
  });

  it('is answered perfectly by a perfect reader, and not by one that says nothing', async () => {
    for (const language of ['en', 'zh']) {
      for (const { vars } of await aggregation({ language, lengths: [4000] })) {
        const { prompt } = await buildPrompt(vars!.case as never);
        const scored = async (profile: 'perfect' | 'silent') => {
          const model = new SimulatedReader({ config: { profile } });
          const { output } = await model.callApi(prompt, { vars } as never);
          return score(output, { vars: vars as never });
        };
        expect(await scored('perfect')).toMatchObject({ score: 1, namedScores: { oolong: 1 } });
        expect((await scored('silent')).score).toBe(0);
      }
    }
  });

  it('is drawn anew by the seed, and says what is wrong', async () => {
    const [one, two] = await casesOf({ lengths: [2000], tasks: 'date', seeds: 2 });
    expect((await counted(one!)).records).not.toEqual((await counted(two!)).records);
    await expect(aggregation({ tasks: 'mean' as never })).rejects.toThrow(
      /`tasks` is "mean", but must be one of count, most, user, date/,
    );
    await expect(aggregation({ language: 'ko' })).rejects.toThrow(/words only in en, zh/);
    await expect(aggregation({ lengths: [100] })).rejects.toThrow(/100/);
  });
});
