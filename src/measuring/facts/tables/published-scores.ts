import { z } from 'zod';
import { datasetNames, readDataset } from '../../../base/datasets.js';
import { mean } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import { countText } from '../../document/words.js';
import type { PublishedRecall, PublishedTotal } from './published-rows.js';

const text = z.string().min(1);

const recall = z.number().min(0).max(1);

/** What a score depends on, by name; several values where any of them is as good. */
const identity = z.record(z.string(), z.union([text, z.array(text).nonempty()]));

const DATE = z.string().regex(/^\d{4}(-\d{2}){0,2}$/);

/** Where scores are printed, where another place than that of the whole file. */
const from = z.strictObject({ source: text, date: DATE, by: text, note: z.string() }).optional();

const common = {
  benchmark: text,
  /** Where the scores are printed: authors, number of the paper, table. */
  source: text,
  /** When they were printed, as far as the source says it. */
  date: DATE,
  /** Who measured them, where a score does not say otherwise. */
  by: text,
  metric: text,
  /** How they were measured, as far as no condition says it. */
  note: z.string(),
  /** What has to be the same for a comparison, as the benchmark says it of its Cases. */
  conditions: identity,
  /** What conditions are called that people cannot read, such as digests. */
  names: z.record(z.string(), text).default({}),
  /** What the source does not say of how they were measured, in one line: such scores are named and never drawn. */
  unstated: text.optional(),
  /** Files, by digest, whose prompts are the authors' as they stand; or how they are known otherwise. */
  prompts: z.array(text).default([]),
};

const scoresSchema = z.strictObject({
  ...common,
  /** The longest context that was asked for, in tokens; nothing where the texts are as they are. */
  maxTokens: z.number().int().positive().optional(),
  /** The temperature of all models; nothing where the source does not say one. */
  temperature: z.number().nonnegative().optional(),
  /** A named score of ours that has the authors' rule, where the score itself accepts more. */
  rule: text.optional(),
  scores: z.array(
    z
      .strictObject({
        /** `all` for several tasks together. */
        task: text,
        /** Where they are drawn: `Figure 3`. */
        figure: text.optional(),
        /** Of these scores alone. */
        temperature: z.number().nonnegative().optional(),
        /** Conditions of these scores alone, the version of the grid among them. */
        conditions: identity.default({}),
        prompts: common.prompts,
        /** How many prompts the whole grid has, each at a length of its own where there is a longest. */
        size: z.number().int().positive(),
        /** How hard the models were made to think, where that is told. */
        effort: text.optional(),
        from,
        recall: z.record(z.string(), recall).default({}),
        /** Every star at every length, the shortest first: 1 where it was listed. */
        maps: z.record(z.string(), z.array(z.string().regex(/^[01]+$/)).nonempty()).default({}),
        /** Scores by place, from 0 (first) to 1 (last). */
        places: z
          .strictObject({
            at: z.array(recall).nonempty(),
            recall: z.record(z.string(), z.array(recall)),
          })
          .optional(),
      })
      .refine(
        ({ places }) =>
          Object.values(places?.recall ?? {}).every((own) => own.length === places!.at.length),
        'must have a score at each place',
      ),
  ),
});

const totalsSchema = z
  .strictObject({
    ...common,
    /** The parts whose mean is the total; of one task alone none. */
    parts: z.array(text).nonempty().optional(),
    /** The one task. */
    task: text.optional(),
    /** How many prompts all parts together need at a length, at least. */
    size: z.number().int().positive(),
    /** In tokens, ascending. */
    lengths: z.array(z.number().int().positive()).nonempty(),
    /** Lengths that were asked too, of which no score is printed. */
    unprinted: z.array(z.number().int().positive()).default([]),
    models: z.record(
      z.string(),
      z.strictObject({
        /** At each length; null where it was not measured. */
        recall: z.array(recall.nullable()),
        effective: text.optional(),
        base: recall.optional(),
        /** Who reported it, where the source only repeats it. */
        by: text.optional(),
        from,
        /** That no model read the text: these are answers by chance. */
        chance: z.literal(true).optional(),
      }),
    ),
  })
  .refine(
    ({ parts, task }) => (parts === undefined) !== (task === undefined),
    'must have `parts` or a `task`',
  )
  .refine(
    ({ lengths, models }) =>
      Object.values(models).every((model) => model.recall.length === lengths.length),
    'must have a score, or null, at each length',
  );

/** What a score of a model depends on, by name: `{ language: zh, order: ascending }`. */
export type Conditions = Readonly<Record<string, string | readonly string[]>>;

/** What published scores are looked for: a series of a report. */
export interface Measured {
  benchmark: string;
  task: string;
  /** In tokens, ascending: those with an answer. */
  lengths: readonly number[];
  /** The longest that was asked for, in tokens: prompts of a size of text have about its length. */
  longest: number;
  /** How many different prompts were answered. */
  prompts: number;
  /** Temperatures that the models were asked with, as far as results tell them. */
  temperatures: readonly (string | undefined)[];
  /** Where what is asked for stands, from 0 to 1, ascending. */
  places?: readonly number[];
  conditions?: Conditions;
}

/** What published totals are looked for: a task, or all parts of a benchmark, by name; `prompts` at every length. */
type MeasuredTotal = Omit<Measured, 'task' | 'longest' | 'temperatures' | 'places'> &
  ({ parts: readonly string[] } | { task: string });

type ScoresFile = z.output<typeof scoresSchema>;
type Score = ScoresFile['scores'][number];
type TotalsFile = z.output<typeof totalsSchema>;
type AnyFile = Pick<ScoresFile, keyof typeof common>;

let files: { scores: ScoresFile[]; totals: TotalsFile[] } | undefined;

/** The task of several series of a benchmark together. */
export const ALL_TASKS = 'all';

/**
 * The scores that papers published for a grid, from `datasets/published/`: those of which all that moves a
 * score is the same, and, saying what differs, those of which a few things are others.
 *
 * @example
 * publishedScores({
 *   benchmark: 'counting-stars',
 *   task: 'acquisition',
 *   lengths: [64_000, 128_000],
 *   longest: 128_000,
 *   prompts: 2,
 *   temperatures: ['0'],
 *   conditions: { version: '32-2', language: 'zh', order: 'ascending', … },
 * })
 */
export function publishedScores(measured: Measured): PublishedRecall[] {
  files ??= readFiles();
  return files.scores
    .filter(
      ({ benchmark, maxTokens }) =>
        benchmark === measured.benchmark &&
        (isSent(measured) || isAbout(measured.longest, maxTokens)),
    )
    .flatMap((file) => nearestScores(file, measured));
}

/**
 * The totals that were published for all parts of a benchmark together, by length; as `publishedScores`
 * as to what has to be the same.
 */
export function publishedTotals(measured: MeasuredTotal): PublishedTotal[] {
  files ??= readFiles();
  const { lengths } = measured;
  return files.totals
    .filter((file) => isOfTotal(file, measured))
    .flatMap((file) => {
      const differs = differencesOf(file, file, measured);
      if (!differs || !lengths.some((tokens) => file.lengths.includes(tokens))) return [];
      const printed = lengths.filter((tokens) => !file.unprinted.includes(tokens));
      return Object.entries(file.models).flatMap(
        ([model, { recall: all, effective, by, from: own, chance }]) => {
          const byLength = lengths.flatMap((tokens) => {
            const value = all[file.lengths.indexOf(tokens)];
            return typeof value === 'number' ? [{ tokens, recall: value }] : [];
          });
          if (byLength.length === 0) return [];
          return {
            model,
            byLength,
            ...(byLength.length === printed.length && {
              recall: mean(byLength.map(({ recall: value }) => value)),
            }),
            ...(effective !== undefined && { effective }),
            ...(chance && { chance }),
            ...toldOf({ ...file, ...own }, differs),
            ...(by !== undefined && { reportedBy: by }),
          };
        },
      );
    });
}

/** Totals of one task are of the prompts of a file, which tell it. */
function isOfTotal({ benchmark, parts, task }: TotalsFile, measured: MeasuredTotal): boolean {
  if (benchmark !== measured.benchmark) return false;
  if ('task' in measured) return task === measured.task && isSent(measured);
  return parts !== undefined && sameNames(parts, measured.parts);
}

function toldOf({ source, date, by, metric, note }: AnyFile, differs: readonly string[]) {
  return { source, date, by, metric, note, ...(differs.length > 0 && { differs }) };
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/** Whether prompts are those of a file as they stand: they are known by it, in whatever tokens they are counted. */
function isSent({ conditions = {} }: Pick<Measured, 'conditions'>): boolean {
  return 'prompts' in conditions;
}

/** Whether scores of a grid are worth naming; another length than theirs is a difference all the same. */
function isAbout(longest: number, maxTokens = longest): boolean {
  return Math.abs(longest / maxTokens - 1) < 0.15;
}

/** Scores that were measured more differently than this are others, and are left out. */
const MOST_DIFFERENCES = 3;

/** What is not the same, a line each; nothing where it is too much. */
function differencesOf(
  { names, conditions: ofAll, unstated }: AnyFile,
  one: Pick<Score, 'conditions' | 'prompts' | 'size'>,
  { conditions: ours = {}, prompts }: Pick<Measured, 'conditions' | 'prompts'>,
): string[] | undefined {
  const known: Conditions = { ...ofAll, ...one.conditions };
  if (String(known.needles) !== String(ours.needles)) return undefined;
  if (unstated !== undefined) {
    return String(known.language) === String(ours.language) ? [unstated] : undefined;
  }
  const theirs: Conditions = isSent({ conditions: ours })
    ? {
        ...(known.language && { language: known.language }),
        ...(known.needles && { needles: known.needles }),
        prompts: one.prompts,
      }
    : known;
  const called = (value: Conditions[string] | undefined, missing: string): string => {
    const all = [value ?? []]
      .flat()
      .map((each) => names[each] ?? each.replace(/ [\da-f]{16}$/, ''));
    return all.length === 0
      ? missing
      : [...new Set(all)].reduce((some, one) => say`${some} or ${one}`);
  };
  const different = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .filter((name) => {
      const values = [ours[name] ?? []].flat();
      const accepted = [theirs[name] ?? []].flat();
      return values.length === 0 || values.some((value) => !accepted.includes(value));
    })
    .map((name) => {
      const known = called(
        theirs[name],
        name === 'prompts' ? say`the authors' file` : say`not stated`,
      );
      const own = called(ours[name], '');
      return own === '' ? say`${name}: ${known}, not known` : say`${name}: ${known}, not ${own}`;
    });
  if (different.length > MOST_DIFFERENCES) return undefined;
  if (prompts < one.size) different.push(say`prompts answered: ${one.size}, not ${prompts}`);
  return different;
}

/** A line where the longest context is another one. */
function longestOf({ maxTokens }: ScoresFile, measured: Measured): string[] {
  if (maxTokens === undefined || isSent(measured) || measured.longest === maxTokens) return [];
  return [say`longest: ${countText(maxTokens)} tokens, not ${countText(measured.longest)}`];
}

/** A line where the temperature is not the one that the source says. */
function temperatureOf(
  temperature: number | undefined,
  { temperatures }: Pick<Measured, 'temperatures'>,
): string[] {
  const others = temperatures.filter((one) => Number(one ?? Number.NaN) !== temperature);
  if (temperature === undefined || (others.length === 0 && temperatures.length > 0)) return [];
  const [first] = others;
  return [
    first === undefined
      ? say`temperature: ${temperature}, not stated`
      : say`temperature: ${temperature}, not ${first}`,
  ];
}

/** A line where the grid has more or fewer prompts, lengths or places. */
function gridOf(
  { maxTokens, unstated }: ScoresFile,
  { size, places }: Score,
  measured: Measured,
): string[] {
  const { prompts, lengths } = measured;
  if (prompts < size || unstated !== undefined) return [];
  if (prompts > size) return [say`prompts answered: ${size}, not ${prompts}`];
  if (maxTokens !== undefined && lengths.length !== size) {
    return [say`lengths: ${size}, not ${lengths.length}`];
  }
  const own = measured.places ?? [];
  const isSame =
    !places ||
    (places.at.length === own.length &&
      places.at.every((at, i) => Math.abs(at - own[i]!) < SAME_PLACE));
  return isSame ? [] : [say`places: others`];
}

/** Places nearer than this are one; data have three digits. */
const SAME_PLACE = 0.002;

/** Of one source, the scores that were measured most alike. */
function nearestScores(file: ScoresFile, measured: Measured): PublishedRecall[] {
  const known = file.scores.flatMap((score) => {
    const conditions = score.task === measured.task && differencesOf(file, score, measured);
    if (!conditions) return [];
    const different = [
      ...conditions,
      ...longestOf(file, measured),
      ...temperatureOf(score.temperature ?? file.temperature, measured),
    ];
    return [{ score, different: [...different, ...gridOf(file, score, measured)] }];
  });
  const fewest = Math.min(...known.map(({ different }) => different.length));
  return known.flatMap(({ score, different }) =>
    different.length > fewest
      ? []
      : modelsOf(score).map((one) => ({
          ...one,
          model: score.effort === undefined ? one.model : `${one.model}, ${score.effort}`,
          ...(score.figure !== undefined && { figure: score.figure }),
          ...(file.rule !== undefined && { rule: file.rule }),
          ...toldOf({ ...file, ...score.from }, different),
        })),
  );
}

/** Each model with its score, and its map or curve. */
function modelsOf({
  recall: plain,
  maps,
  places,
}: Score): Pick<PublishedRecall, 'model' | 'recall' | 'map' | 'places'>[] {
  return [
    ...Object.entries(plain).map(([model, value]) => ({ model, recall: value })),
    ...Object.entries(maps).map(([model, map]) => ({
      ...{ model, map },
      recall: mean(map.flatMap((line) => [...line].map(Number))),
    })),
    ...Object.entries(places?.recall ?? {}).map(([model, own]) => ({
      ...{ model, recall: mean(own) },
      places: places!.at.map((at, i) => ({ at, recall: own[i]! })),
    })),
  ];
}

/** Files of totals have `models`. */
function readFiles(): NonNullable<typeof files> {
  const found: NonNullable<typeof files> = { scores: [], totals: [] };
  // The authors' own file comes before others of the benchmark.
  for (const path of datasetNames('published/')
    .sort()
    .map((name) => `published/${name}.yaml`)) {
    const isTotals = 'models' in readDataset(path, z.looseObject({}));
    if (isTotals) found.totals.push(readDataset(path, totalsSchema));
    else found.scores.push(readDataset(path, scoresSchema));
  }
  return found;
}
