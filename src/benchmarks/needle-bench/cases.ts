import seedrandom from 'seedrandom';
import { languageCode } from '../../base/languages.js';
import {
  baseName,
  type FileReference,
  type LanguageReference,
  languageName,
} from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { literal } from '../../base/text/literal.js';
import { counted } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import type { CaseDraft, CompositePart } from '../../contract/case.js';
import { lengthsOf } from '../../options/option-groups.js';
import type { Parts, SharedCaseFields, Task } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { ask, kinshipReading, loadKinship, makePuzzle } from '../kinship.js';
import {
  hide,
  type NeedleCase,
  type NeedleDraft,
  needleReading,
  needlesOf,
  needlesText,
  needleTask,
  setOf,
} from '../needles/hidden-needles.js';
import { authorsFile, drawNeedles, referenceNeedles } from '../needles/needle-files.js';
import type { Needle, NeedleSet } from '../needles/needle-sets.js';
import type { Reading } from '../reading.js';
import { type BenchTask, type NeedleBenchOptions, type Scoring, VERSIONS } from './options.js';

export interface Group {
  needles?: Needle[];
  /** A chain of kinship instead: its statements, and which of that length, from 1. */
  steps?: number;
  chain?: number;
  sample: number;
}

/**
 * The groups of a task: the same for all its cells, so that cells differ in nothing but length and depth.
 *
 * @throws {UserError} when the set has too few needles, or needles that cannot be told apart
 */
export function drawGroups(
  task: BenchTask,
  options: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
): Group[] {
  const amount = options.perCell[task];
  if (task === 'M-RS') return combinedGroups(options, set, seed, amount);
  if (task === 'M-RT' && options.layout === 'depths') return orders(options, set, seed, amount);
  const size = task === 'S-RT' ? 1 : options.evidence;
  return draw(set.single, { amount, size, seed, reuse: options.reuse }, task, 'single');
}

/** Repeats one needle per depth in several orders, as OpenCompass does. */
function orders(
  options: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
  amount: number,
): Group[] {
  const size = depthsOf(options, 5).length;
  const [one] = draw(set.single, { amount: 1, size, seed, reuse: false }, 'M-RT', 'single');
  return Array.from({ length: amount }, (_, i) => ({
    needles: shuffled(one!.needles!, seedrandom(`orders/${seed}/${i}`)),
    sample: 1,
  }));
}

function combinedGroups(
  { combined: sizes, scoring, reuse }: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
  amount: number,
): Group[] {
  const bySize = sizes.map((size, i): Group[] => {
    const own = Math.ceil((amount - i) / sizes.length);
    if (own <= 0) return [];
    if (scoring === 'opencompass-2') {
      return Array.from({ length: own }, (_, j) => ({ steps: size, chain: j + 1, sample: 1 }));
    }
    const chains = set.chains.filter(({ sentences }) => sentences.length === size);
    const task = `M-RS with ${size} sentences`;
    return draw(chains, { amount: own, size: 1, seed, reuse }, task, 'chains');
  });
  return Array.from(
    { length: amount },
    (_, i) => bySize[i % sizes.length]![Math.floor(i / sizes.length)]!,
  );
}

function draw(
  needles: readonly Needle[],
  { amount, size, seed, reuse }: Record<'amount' | 'size' | 'seed', number> & { reuse: boolean },
  task: string,
  section: string,
): Group[] {
  const most = Math.floor(needles.length / size);
  const groups = reuse ? Math.min(amount, most) : amount;
  const drawn = groups > 0 ? drawNeedles(needles, { groups, size, seed }) : undefined;
  if (drawn) {
    return Array.from({ length: amount }, (_, i) => ({
      needles: drawn[i % drawn.length]!,
      sample: 1 + Math.floor(i / drawn.length),
    }));
  }
  throw new UserError(
    `needleBench: ${task} takes ${Math.max(1, groups) * size} different needles, but the set has ` +
      `${needles.length} in \`${section}\`. Use a smaller \`perCell\`, other \`tasks\`, \`reuse: true\`, or a ` +
      'larger file of `needles`.',
  );
}

/** Weights in the overall score by the paper and version 1 of OpenCompass. Otherwise all are equal. */
const WEIGHTS: Record<BenchTask, number> = { 'S-RT': 0.4, 'M-RT': 0.3, 'M-RS': 0.3 };

export interface NeedleBenchCase extends NeedleCase {
  task: BenchTask;
  /** Scoring rule. Without it, that of the paper. */
  scoring?: Exclude<Scoring, 'paper'>;
  names?: FileReference;
  cell: NeedleCase['cell'] & {
    /** In M-RS with kinship: the statements, and which chain of that length, from 1. */
    steps?: number;
    chain?: number;
  };
}

function sourceOf(
  task: BenchTask,
  { published, needles, scoring }: NeedleBenchOptions,
  language: LanguageReference,
): Pick<NeedleBenchCase, 'needles' | 'published' | 'names'> {
  if (!published) return referenceNeedles(needles);
  const isKinship = task === 'M-RS' && scoring === 'opencompass-2';
  if (isKinship) return { names: authorsFile(published, 'names.json') };
  const chains = `multi_needle_reasoning_${languageCode(language) ?? 'en'}.json`;
  return { published: authorsFile(published, task === 'M-RS' ? chains : 'needles.jsonl') };
}

function grids({
  versions,
  lengths,
  maxTokens,
}: NeedleBenchOptions): { lengths: number[]; version?: string }[] {
  if (Array.isArray(lengths) || maxTokens) {
    return [{ lengths: lengthsOf({ lengths, maxTokens: maxTokens ?? 0 }, 8) }];
  }
  return versions.map((version) => {
    const standard = VERSIONS[version];
    return {
      version,
      lengths: lengthsOf({ ...standard, lengths: lengths ?? standard.lengths }),
    };
  });
}

/** Names the part of the overall score. Other scoring or needles make another score. */
function compositePart(
  task: BenchTask,
  { scoring, needles, published, distractors }: NeedleBenchOptions,
): CompositePart {
  const variant = [
    ...(scoring === 'paper' ? [] : [scoring]),
    ...(published ? ['published'] : needles ? [baseName(needles)] : []),
    ...(distractors > 0 ? [counted(distractors, 'distractor')] : []),
  ].join(', ');
  const isWeighted = scoring === 'paper' || scoring === 'opencompass-1';
  return { part: task, weight: isWeighted ? WEIGHTS[task] : 1, ...(variant && { variant }) };
}

/** Returns positions that are the same for all prompts, and the depths of cells. */
function placesOf(task: BenchTask, options: NeedleBenchOptions) {
  const depths = depthsOf(options, 5);
  const { layout, gap, questionFirst, buffer } = options;
  const first = {
    ...(questionFirst && { questionFirst: true as const }),
    ...(buffer && { buffer }),
  };
  if (task === 'M-RT' && layout === 'depths') {
    return { fields: { ...first, depths }, cells: [{}] };
  }
  return {
    fields: { ...first, ...(task === 'M-RS' && gap !== undefined && { gap }) },
    cells: depths.map((depth) => ({ depth })),
  };
}

function cellOf({ needles, steps, chain, sample }: Group) {
  return {
    ...(needles && { needle: needles.map(({ name }) => name) }),
    ...(steps !== undefined && { steps, chain: chain! }),
    ...(sample > 1 && { sample }),
  };
}

export function* axes(
  options: NeedleBenchOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<NeedleBenchCase>> {
  const { scoring } = options;
  const sources = options.tasks.map((task) => {
    const source = sourceOf(task, options, shared.language);
    return { task, source, set: setOf({ ...shared, ...source }) };
  });
  for (const seed of options.seeds) {
    for (const { task, source, set } of sources) {
      const { fields, cells } = placesOf(task, options);
      const groups = drawGroups(task, options, set, seed);
      for (const { lengths, version } of grids(options)) {
        for (const tokens of lengths) {
          for (const place of cells) {
            for (const group of groups) {
              yield {
                task,
                ...shared,
                tokens,
                ...(task !== 'M-RS' && { evidence: group.needles!.length }),
                seed,
                ...(version && { version }),
                ...(scoring !== 'paper' && { scoring }),
                ...source,
                ...fields,
                ...(options.distractors > 0 && { distractors: options.distractors }),
                cell: { ...place, ...cellOf(group) },
                composite: compositePart(task, options),
              };
            }
          }
        }
      }
    }
  }
}

export function describe(theCase: NeedleBenchCase): Parts {
  const { version, task, language, tokens, cell } = theCase;
  const title = version ? `NeedleBench ${version}` : 'NeedleBench';
  const { depth, steps, chain } = cell;
  const place = [`${tokens} tokens`, depth === undefined ? 'all depths' : depthText(depth)];
  const what = steps === undefined ? needlesText(theCase) : `${steps} statements, chain ${chain}`;
  return [title, task, languageName(language), ...place, what];
}

type Draft = NeedleDraft & Pick<NeedleBenchCase, 'cell' | 'names'>;

/** Reasoning of version 2 in OpenCompass: shuffled statements of kinship, and a boxed answer. */
function kinshipOf(theCase: Draft) {
  const { language, names, seed, cell } = theCase;
  const { steps, chain } = cell;
  if (steps === undefined) return undefined;
  const kinship = loadKinship(language, names);
  const puzzle = makePuzzle(kinship, { seed, steps, ...(chain && { chain }) });
  const asking = { task: 'open', boxed: true } as const;
  const asked = ask(kinship, puzzle, asking, []);
  const needle: Needle = {
    name: `kinship ${chain}`,
    sentences: puzzle.statements,
    question: asked.text,
    answer: asked.answer,
    keywords: [asked.right],
    distractors: [],
  };
  const positions = hide([needle], theCase).evidence.map(({ position }) => position);
  return {
    needle,
    people: puzzle.chain,
    between: kinship.between,
    reading: kinshipReading(kinship, puzzle, { ...asking, options: [] }, positions),
  };
}

export function askedNeedles(theCase: Draft): Needle[] {
  const kinship = kinshipOf(theCase);
  return kinship ? [kinship.needle] : needlesOf(theCase);
}

export function task(theCase: Draft): Task {
  const kinship = kinshipOf(theCase);
  if (!kinship) return needleTask(theCase);
  const { needle, people, between } = kinship;
  return {
    ...hide([needle], theCase),
    between,
    question: needle.question,
    forbidden: people.map((name) => ({ phrase: name, pattern: new RegExp(literal(name), 'u') })),
  };
}

export function reading(theCase: Draft): Reading {
  return kinshipOf(theCase)?.reading ?? needleReading(theCase);
}
