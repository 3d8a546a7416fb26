import { z } from 'zod';
import { datasetNames, readDataset } from '../../../base/datasets.js';
import { mean } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import { countText } from '../../document/words.js';
import type { PublishedRecall, PublishedTotal } from './published-rows.js';

const text = z.string().min(1);

const recall = z.number().min(0).max(1);

/** Values a score depends on, by name. Any of several is as good. */
const identity = z.record(z.string(), z.union([text, z.array(text).nonempty()]));

const DATE = z.string().regex(/^\d{4}(-\d{2}){0,2}$/);

/** Where scores are printed, if not where the full file says. */
const from = z.strictObject({ source: text, date: DATE, by: text, note: z.string() }).optional();

const common = {
  benchmark: text,
  source: text,
  date: DATE,
  by: text,
  metric: text,
  note: z.string(),
  conditions: identity,
  names: z.record(z.string(), text).default({}),
  /** What the source leaves open, in one line. Such scores are named, and never drawn. */
  unstated: text.optional(),
  /** Files, by digest, whose prompts are exactly the authors'. */
  prompts: z.array(text).default([]),
};

const scoresSchema = z.strictObject({
  ...common,
  maxTokens: z.number().int().positive().optional(),
  /** How many lengths the grid has, where each has several prompts. */
  lengths: z.number().int().positive().optional(),
  temperature: z.number().nonnegative().optional(),
  /** Our named score with the authors' rule, if the score itself accepts more. */
  rule: text.optional(),
  scores: z.array(
    z
      .strictObject({
        /** `all` for several tasks together. */
        task: text,
        figure: text.optional(),
        temperature: z.number().nonnegative().optional(),
        /** Conditions of these scores alone, the version of the grid among them. */
        conditions: identity.default({}),
        prompts: common.prompts,
        /** How many prompts the whole grid has, each at a length of its own where there is a longest. */
        size: z.number().int().positive(),
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
          Object.values(places?.recall ?? {}).every(
            (scores) => scores.length === places!.at.length,
          ),
        'must have a score at each place',
      ),
  ),
});

const totalsSchema = z
  .strictObject({
    ...common,
    /** The parts whose mean is the total; of one task alone none. */
    parts: z.array(text).nonempty().optional(),
    task: text.optional(),
    /** How many prompts all parts together need at a length, at least. */
    size: z.number().int().positive(),
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
        /** These are answers by chance, and no model's. */
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

export type PublishedConditions = Readonly<Record<string, string | readonly string[]>>;

/** What published scores are looked up for. */
export interface Measured {
  benchmark: string;
  task: string;
  lengths: readonly number[];
  /** The longest requested, in tokens. Prompts of a size of text have about this length. */
  longest: number;
  prompts: number;
  temperatures: readonly (string | undefined)[];
  /** Where what is asked for stands, from 0 to 1, ascending. */
  places?: readonly number[];
  conditions?: PublishedConditions;
}

/** What published totals are looked up for: a task, or all parts of a benchmark. */
type MeasuredTotal = Omit<Measured, 'task' | 'longest' | 'temperatures' | 'places'> &
  ({ parts: readonly string[] } | { task: string });

type ScoresFile = z.output<typeof scoresSchema>;
type Score = ScoresFile['scores'][number];
type TotalsFile = z.output<typeof totalsSchema>;
type AnyFile = Pick<ScoresFile, keyof typeof common>;

let files: { scores: ScoresFile[]; totals: TotalsFile[] } | undefined;

export const ALL_TASKS = 'all';

/**
 * Finds published scores of a grid, from `datasets/published/`: exact matches and, with what differs, near
 * ones.
 *
 * @example
 * publishedScores({ benchmark: 'counting-stars', task: 'acquisition', lengths: [64_000, 128_000], … })
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

/** Finds totals published for all parts of a benchmark, by length. */
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
        ([model, { recall: all, effective, by, from: other, chance }]) => {
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
            ...toldOf({ ...file, ...other }, differs),
            ...(by !== undefined && { reportedBy: by }),
          };
        },
      );
    });
}

/** Totals of one task are of the prompts of a file, which must match. */
function isOfTotal({ benchmark, parts, task }: TotalsFile, measured: MeasuredTotal): boolean {
  if (benchmark !== measured.benchmark) return false;
  if ('task' in measured) return task === measured.task && isSent(measured);
  const isAsked = (part: string) => measured.parts.includes(part);
  return parts?.length === measured.parts.length && parts.every(isAsked);
}

function toldOf({ source, date, by, metric, note }: AnyFile, differs: readonly string[]) {
  return { source, date, by, metric, note, ...(differs.length > 0 && { differs }) };
}

/** Tells whether prompts are exactly a file's, in whatever tokens they are counted. */
function isSent({ conditions = {} }: Pick<Measured, 'conditions'>): boolean {
  return 'prompts' in conditions;
}

/** Tells whether scores are worth naming. Another length is still a difference. */
function isAbout(longest: number, maxTokens = longest): boolean {
  return Math.abs(longest / maxTokens - 1) < 0.15;
}

/** Scores with more differences are left out. */
const MOST_DIFFERENCES = 3;

/** Lists what differs, a line each. Nothing if it is too much. */
function differencesOf(
  { names, conditions: ofAll, unstated }: AnyFile,
  score: Pick<Score, 'conditions' | 'prompts' | 'size'>,
  { conditions: ours = {}, prompts }: Pick<Measured, 'conditions' | 'prompts'>,
): string[] | undefined {
  const known: PublishedConditions = { ...ofAll, ...score.conditions };
  if (String(known.needles) !== String(ours.needles)) return undefined;
  if (unstated !== undefined) {
    return String(known.language) === String(ours.language) ? [unstated] : undefined;
  }
  const theirs: PublishedConditions = isSent({ conditions: ours })
    ? {
        ...(known.language && { language: known.language }),
        ...(known.needles && { needles: known.needles }),
        prompts: score.prompts,
      }
    : known;
  const called = (value: PublishedConditions[string] | undefined, missing: string): string => {
    const all = [value ?? []]
      .flat()
      .map((each) => names[each] ?? each.replace(/ [\da-f]{16}$/, ''));
    return all.length === 0
      ? missing
      : [...new Set(all)].reduce((some, name) => say`${some} or ${name}`);
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
      const text = called(ours[name], '');
      return text === '' ? say`${name}: ${known}, not known` : say`${name}: ${known}, not ${text}`;
    });
  if (different.length > MOST_DIFFERENCES) return undefined;
  if (prompts < score.size) different.push(say`prompts answered: ${score.size}, not ${prompts}`);
  return different;
}

function longestOf({ maxTokens }: ScoresFile, measured: Measured): string[] {
  if (maxTokens === undefined || isSent(measured) || measured.longest === maxTokens) return [];
  return [say`longest: ${countText(maxTokens)} tokens, not ${countText(measured.longest)}`];
}

function temperatureOf(
  temperature: number | undefined,
  { temperatures }: Pick<Measured, 'temperatures'>,
): string[] {
  const others = temperatures.filter((given) => Number(given ?? Number.NaN) !== temperature);
  if (temperature === undefined || (others.length === 0 && temperatures.length > 0)) return [];
  const [first] = others;
  return [
    first === undefined
      ? say`temperature: ${temperature}, not stated`
      : say`temperature: ${temperature}, not ${first}`,
  ];
}

function gridOf(
  { maxTokens, lengths: ofGrid, unstated }: ScoresFile,
  { size, places }: Score,
  measured: Measured,
): string[] {
  const { prompts, lengths } = measured;
  const wanted = ofGrid ?? size;
  if (prompts < size || unstated !== undefined) return [];
  if (prompts > size) return [say`prompts answered: ${size}, not ${prompts}`];
  if (maxTokens !== undefined && lengths.length !== wanted) {
    return [say`lengths: ${wanted}, not ${lengths.length}`];
  }
  const ourPlaces = measured.places ?? [];
  const isSame =
    !places ||
    (places.at.length === ourPlaces.length &&
      places.at.every((at, i) => Math.abs(at - ourPlaces[i]!) < SAME_PLACE));
  return isSame ? [] : [say`places: others`];
}

/** Nearer places are one. Data have three digits. */
const SAME_PLACE = 0.002;

/** Returns the scores of one source that were measured most alike. */
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
      : modelsOf(score).map((found) => ({
          ...found,
          model: score.effort === undefined ? found.model : `${found.model}, ${score.effort}`,
          ...(score.figure !== undefined && { figure: score.figure }),
          ...(file.rule !== undefined && { rule: file.rule }),
          ...toldOf({ ...file, ...score.from }, different),
        })),
  );
}

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
    ...Object.entries(places?.recall ?? {}).map(([model, scores]) => ({
      ...{ model, recall: mean(scores) },
      places: places!.at.map((at, i) => ({ at, recall: scores[i]! })),
    })),
  ];
}

function readFiles(): NonNullable<typeof files> {
  const found: NonNullable<typeof files> = { scores: [], totals: [] };
  // The authors' own file comes first.
  for (const path of datasetNames('published/')
    .sort()
    .map((name) => `published/${name}.yaml`)) {
    const isTotals = 'models' in readDataset(path, z.looseObject({}));
    if (isTotals) found.totals.push(readDataset(path, totalsSchema));
    else found.scores.push(readDataset(path, scoresSchema));
  }
  return found;
}
