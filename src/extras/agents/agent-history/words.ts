/** The words of agent histories, one file of `datasets/agent-history/` for each language. */
import { z } from 'zod';
import { withPlaces, wordsIn } from '../../../base/languages.js';

const filled = z.string().trim().min(1, 'must not be empty');
const texts = z.array(filled).min(1, 'must not be empty');

const kindSchema = z.strictObject({
  /** What its codes begin with: `OR-` of OR-4821. */
  prefix: filled,
  tool: filled,
  description: filled,
  parameter: filled,
  asked: filled.superRefine(withPlaces(['key'])),
  value: z.enum(['name', 'number', 'server', 'servers', 'file', 'entry']),
  /** The lines that tell its value, any of which may. */
  rows: z.array(filled.superRefine(withPlaces(['key', 'value'], ['no', 'n', 'word']))).min(1),
});

const KINDS = ['order', 'item', 'ticket', 'server', 'file', 'check', 'bin'] as const;

export type KindName = (typeof KINDS)[number];

/** Tools of which nothing is asked. */
const TOOLS = ['run', 'open', 'search', 'edit'] as const;

const rule = filled.superRefine(withPlaces(['key', 'value']));
const listed = filled.superRefine(withPlaces(['list']));
const line = z.strictObject({ name: filled, asked: filled });

const wordsSchema = z.strictObject({
  system: filled,
  begin: filled,
  /** Rules of a grammar: see lines.ts. */
  prose: z.record(z.string(), texts),
  tools: z.record(z.enum(TOOLS), z.strictObject({ tool: filled, description: filled })),
  flat: z.strictObject({ user: filled, result: filled }),
  flatSystem: filled,
  unknown: filled,
  deleted: filled,
  name: filled.superRefine(withPlaces(['first', 'last'])),
  first: texts,
  last: texts,
  words: texts,
  kinds: z.record(z.enum(KINDS), kindSchema),
  ledger: z.strictObject({ set: filled, add: filled, move: filled, delete: filled }),
  rules: z.strictObject({
    names: texts,
    set: rule,
    change: rule,
    undo: filled.superRefine(withPlaces(['key'])),
    noted: filled,
    bait: rule,
  }),
  questions: z.strictObject({
    latest: listed,
    conflict: listed,
    log: listed,
    state: listed,
    instructions: filled,
  }),
  log: z.strictObject({ count: line, most: line, repeated: line, both: line }),
});

export type HistoryWords = z.output<typeof wordsSchema>;

export const loadHistoryWords = wordsIn('agent-history', wordsSchema);
