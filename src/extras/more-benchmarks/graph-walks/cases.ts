/** The Cases of GraphWalks: from options to graphs, and from a Case to its edges and its question. */
import { z } from 'zod';
import { kept } from '../../../base/kept.js';
import { withPlaces, wordsIn } from '../../../base/languages.js';
import { Latest } from '../../../base/latest.js';
import { sum } from '../../../base/numbers.js';
import { type FileReference, languageName } from '../../../base/references.js';
import { parseJson } from '../../../base/text/from-json.js';
import { UserError } from '../../../base/user-error.js';
import type {
  Conditions,
  Fit,
  Fitting,
  Parts,
  SharedCaseFields,
  Task,
} from '../../../benchmarks/benchmark.js';
import { CLOSE_ENOUGH } from '../../../benchmarks/lengths.js';
import {
  exampleReader,
  exampleTitle,
  octavesConflict,
} from '../../../benchmarks/published/example-files.js';
import { gymPrompt, gymSchema } from '../../../benchmarks/published/messages.js';
import type { Reading } from '../../../benchmarks/reading.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import {
  count,
  type Options,
  pathText,
  someOf,
  wholeFrom,
  wholesFrom,
} from '../../../options/kinds.js';
import {
  asksOption,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  publishedConflict,
} from '../../../options/option-groups.js';
import { edgeText, endingOf, leastEdges, makeGraph, walk } from './graph.js';

const wordsSchema = z.strictObject({
  instruction: z.string().min(1),
  /** Stands before the edges. */
  edges: z.string().min(1),
  bfs: z.string().superRefine(withPlaces(['node', 'steps'])),
  parents: z.string().superRefine(withPlaces(['node'])),
  /** Stands before the form of the answer. */
  format: z.string().min(1),
});

type GraphWords = z.output<typeof wordsSchema>;

export const loadGraphWords = wordsIn('graph-walks', wordsSchema);

/** The form of the last line, which the original scoring rule reads. */
const FORM = 'Final Answer: [node, node, …]';

export function graphQuestion(
  words: GraphWords,
  { task, node, steps }: { task: GraphTask; node: string; steps: number },
): string {
  const asked = words[task].replace('{node}', node).replace('{steps}', `${steps}`);
  return `${asked} ${words.format}\n${FORM}`;
}

export function finalLine(nodes: readonly string[]): string {
  return `Final Answer: [${nodes.join(', ')}]`;
}

const GRAPH_TASKS = ['bfs', 'parents'] as const;

export type GraphTask = (typeof GRAPH_TASKS)[number];

/** With more steps or edges of a node, the nodes of a frontier are more than any answer may list. */
const MOST_STEPS = 8;
const MOST_DEGREE = 4;

export const graphOptions = {
  /** The frontier of a breadth-first search (`bfs`), and the `parents` of a node; both by default. */
  tasks: someOf(GRAPH_TASKS).default([...GRAPH_TASKS]),
  /** How many steps a search goes. A list makes a set of prompts for each number. 1, 2 and 3 by default. */
  steps: wholesFrom(1, MOST_STEPS).default([1, 2, 3]),
  /** Mean number of edges that lead from a node; 2 by default. */
  degree: wholeFrom(1, MOST_DEGREE).default(2),
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
  /** One of the authors' files (Parquet or JSON) instead of our graphs. */
  published: pathText().optional(),
  /** How many examples of `published` are sent, from the first; all by default. */
  examples: count.optional(),
  ...asksOption,
};

export type GraphOptions = Options<typeof graphOptions>;

const DRAWN = ['asks', 'steps', 'degree', 'maxTokens', 'seeds', 'language', 'reserve'];

export function conflict(config: Record<string, unknown>): string | undefined {
  const conflict = publishedConflict(config, DRAWN, 'graphs of our own');
  return conflict ?? octavesConflict(config) ?? lengthConflict(config);
}

export interface GraphCase extends Case {
  task: GraphTask;
  /** How many edges lead from a node, in the mean. */
  degree?: number;
  published?: FileReference;
  cell: GraphCell;
}

type GraphCell = {
  steps?: number;
  edges?: number;
  /** Which of several endings. */
  draw?: number;
  /** Which example of a published file, from 1. */
  example?: number;
  ask?: number;
};

type GraphDraft = CaseDraft<GraphCase>;

const LENGTHS = 8;

/** Tokens of an edge, at first guess. */
const TOKENS_PER_EDGE = 16;

const exampleSchema = z.object({
  prompt: z.string().min(1),
  answer_nodes: z.array(z.string()),
  problem_type: z.string(),
});

/** A row of NeMo Gym's with the fields of the authors'. */
function asAuthors(row: unknown): unknown {
  const prompt = gymPrompt(row);
  const gym = gymSchema.safeParse(row).data;
  if (!gym || prompt === undefined) return row;
  return { ...(row as object), prompt, answer_nodes: parseJson(gym.expected_answer) };
}

const SHAPE =
  'A published file is Parquet or JSON with `prompt`, `answer_nodes` and `problem_type` (bfs or parents), or ' +
  "NeMo Gym's JSONL.";

const examples = exampleReader(
  exampleSchema.pick({ problem_type: true }),
  z.preprocess(asAuthors, exampleSchema),
  SHAPE,
);

export const load = (draft: GraphDraft) => examples.load(draft);

/** The nodes that are right, and where the edges stand that lead to them, where that is known. */
export function truthOf(draft: GraphDraft): { answer: string[]; positions: number[] } {
  if (!draft.published) return graphOf(draft);
  const { answer_nodes } = examples.example(draft);
  return { answer: answer_nodes, positions: [] };
}

/** Graphs of the prompts last asked for: each is needed for its text, its answers and their scores. */
const latest = new Latest<ReturnType<typeof makeGraph>>(4);

function graphOf(draft: GraphDraft) {
  const { edges = 0, draw = 0 } = draft.cell;
  const plan = { ...planOf(draft), edges, draw };
  return kept(latest, JSON.stringify(plan), () => makeGraph(plan));
}

export function task(draft: GraphDraft): Task {
  if (draft.published) {
    const { prompt, answer_nodes } = examples.example(draft);
    return { kind: 'prompt', prompt, question: '', positions: [], answer: finalLine(answer_nodes) };
  }
  const words = loadGraphWords(draft.language);
  const { edges, node, answer } = graphOf(draft);
  return {
    kind: 'context',
    context: [words.instruction, `${words.edges}\n${edges.map(edgeText).join('\n')}`].join('\n\n'),
    question: graphQuestion(words, { task: draft.task, node, steps: draft.cell.steps ?? 1 }),
    positions: [],
    answer: finalLine(answer),
  };
}

/** A model walks over the edges that it recalls; those of a published graph it knows by their nodes. */
export function reading(draft: GraphDraft): Reading {
  if (draft.published) {
    const { answer } = truthOf(draft);
    return {
      pieces: answer.map((text) => ({ text })),
      answer: (recalled) => finalLine(recalled.map((i) => answer[i]!)),
    };
  }
  const { edges, node } = graphOf(draft);
  const asked = { task: draft.task, node, steps: draft.cell.steps ?? 1 };
  return {
    pieces: edges.map((edge, i) => ({
      text: edgeText(edge),
      position: i / Math.max(1, edges.length - 1),
    })),
    answer: (recalled) => {
      const known = recalled.map((i) => edges[i]!);
      return finalLine(walk(known, asked));
    },
  };
}

/** At most this many endings are tried to meet a length. */
const DRAWS = 400;

/** and at most this many of them, which seem to meet it, are counted in the prompt. */
const TRIALS = 6;

/** How often the number of edges is put right after it was counted. */
const ROUNDS = 12;

/** Fill a length with edges: as many as go in, and then another ending with names so long that little is missing. */
export const fit: Fit<GraphCase> = (draft, tokensOf, count) => {
  const withEdges = (edges: number, draw = 0) => {
    const { draw: _, ...cell } = draft.cell;
    return { ...draft, cell: { ...cell, edges, ...(draw > 0 && { draw }) } };
  };
  const least = leastEdges(planOf(draft));
  let filled = withEdges(least);
  let missing = draft.tokens - tokensOf(filled);
  if (missing < 0) throw tooShort(draft, draft.tokens - missing);
  let perEdge = TOKENS_PER_EDGE;
  for (let round = 0; round < ROUNDS && (missing < 0 || missing >= perEdge); round++) {
    const more = Math.floor(missing / perEdge) || 1;
    const next = withEdges(Math.max(least, filled.cell.edges + more));
    const left = draft.tokens - tokensOf(next);
    perEdge = (missing - left) / (next.cell.edges - filled.cell.edges);
    filled = next;
    missing = left;
  }
  // Lines count for themselves in nearly every tokenizer; whether they do is counted in the end.
  const sizeOf = (draw: number) =>
    sum(endingOf({ seed: draft.seed, draw }).map((edge) => count(`\n${edgeText(edge)}`)));
  const size = sizeOf(0);
  const withEnding = (given: typeof filled, left: number) => {
    let nearest = given;
    let least = left < 0 ? Number.POSITIVE_INFINITY : left;
    let tried = 0;
    for (let draw = 1; draw <= DRAWS && tried < TRIALS && least > CLOSE_ENOUGH; draw++) {
      const estimate = left - (sizeOf(draw) - size);
      if (estimate < 0 || estimate > CLOSE_ENOUGH) continue;
      tried++;
      const other = withEdges(given.cell.edges, draw);
      const exact = draft.tokens - tokensOf(other);
      if (exact >= 0 && exact < least) [nearest, least] = [other, exact];
    }
    return nearest;
  };
  const nearest = withEnding(filled, missing);
  if (draft.tokens - tokensOf(nearest) <= CLOSE_ENOUGH) return nearest;
  // Where no ending is long enough, one edge more and a shorter ending.
  const longer = withEdges(filled.cell.edges + 1);
  return withEnding(longer, draft.tokens - tokensOf(longer));
};

function planOf({ task: name, degree = 2, asks = 1, seed, cell }: GraphDraft) {
  return { task: name, degree, seed, steps: cell.steps ?? 1, asks, ask: cell.ask ?? 1 };
}

function tooShort({ tokens }: Fitting<GraphCase>, needed: number): UserError {
  return new UserError(
    `graphWalks: \`lengths\` has ${tokens}, but the smallest graph with its question and reserve takes ` +
      `${needed} tokens. Use longer prompts, fewer \`steps\`, or a smaller \`reserve\`.`,
  );
}

export function describe({ task: name, cell, published, language, tokens }: GraphCase): Parts {
  const { steps, edges } = cell;
  return [
    'GraphWalks',
    name,
    exampleTitle({ published, cell }),
    ...(name === 'bfs' && steps !== undefined ? [`depth ${steps}`] : []),
    edges !== undefined && `${edges} edges`,
    languageName(language),
    `${tokens} tokens`,
  ];
}

async function* publishedCases(
  path: string,
  { tasks, lengths, examples: all }: GraphOptions,
  shared: SharedCaseFields,
): AsyncGenerator<GraphDraft> {
  const remedy = 'leave the option out for graphs of our own';
  const taskOf = (summary: { problem_type: string }) =>
    tasks.find((name) => name === summary.problem_type.toLowerCase());
  const isWanted = (summary: { problem_type: string }) => taskOf(summary) !== undefined;
  const most = lengths === undefined ? all : undefined;
  for await (const summary of examples.asked(path, { remedy, most, isWanted })) {
    const { example, base } = summary;
    yield { task: taskOf(summary)!, ...shared, ...base, cell: { example } };
  }
}

export function counted(draft: GraphDraft): string[] | undefined {
  return draft.published && [examples.example(draft).prompt];
}

export const conditions: Conditions<GraphCase> = {
  published: (file) => (file ? { prompts: `a file of yours ${file.sha256}` } : {}),
};

export async function* axes(
  options: GraphOptions,
  shared: SharedCaseFields,
): AsyncGenerator<GraphDraft> {
  const { tasks, steps: allSteps, degree, seeds, published } = options;
  if (published !== undefined) return yield* publishedCases(published, options, shared);
  for (const seed of seeds) {
    for (const tokens of lengthsOf(options, LENGTHS)) {
      for (const name of tasks) {
        for (const steps of name === 'bfs' ? allSteps : [undefined]) {
          yield {
            task: name,
            ...shared,
            ...(degree !== 2 && { degree }),
            tokens,
            seed,
            cell: {
              ...(steps !== undefined && { steps }),
              edges: Math.ceil(tokens / TOKENS_PER_EDGE),
            },
          };
        }
      }
    }
  }
}
