/** Writes lines like those of tools and people, from the grammar in `datasets/agent-history-lines.yaml`. */
import { z } from 'zod';
import { readDataset } from '../../../base/datasets.js';
import { kept, once } from '../../../base/kept.js';
import { oneOf } from '../../../base/shuffle.js';
import type { HistoryWords } from './words.js';

const rules = z.record(z.string(), z.array(z.string()).min(1));

const RESULTS = ['lookup', 'run', 'open', 'code', 'search', 'edit', 'fail'] as const;

/** What kind of text a tool returns, or is given as `code`. */
export type ResultKind = (typeof RESULTS)[number];

const grammar = once(() =>
  readDataset(
    'agent-history-lines.yaml',
    z.strictObject({
      results: z.record(z.enum(RESULTS), z.array(z.string())),
      rules,
      units: rules,
    }),
  ),
);

/** Texts and, in between, a rule to expand or the name of something to draw. */
type Alternative = readonly (string | Rule)[];

interface Rule {
  alternatives: readonly Alternative[];
}

type Rules = ReadonlyMap<string, Rule>;

const compiled = new WeakMap<HistoryWords, Rules>();

function rulesOf(words: HistoryWords): Rules {
  return kept(compiled, words, () => {
    const all = { ...grammar().rules, ...grammar().units, ...words.prose };
    const rules = new Map(Object.keys(all).map((name) => [name, { alternatives: [] } as Rule]));
    for (const [name, list] of Object.entries(all)) {
      rules.get(name)!.alternatives = list.map((text) =>
        text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 && rules.get(part)) || part),
      );
    }
    return rules;
  });
}

/** Deeper than this, the first alternative of a rule is taken. */
const DEEPEST = 6;

/** What a history is mostly about: some paths, and names that its code uses. */
export interface Known {
  paths: readonly string[];
  names: readonly string[];
}

const KNOWN = { paths: 16, names: 8 };

/** How often something known is named. */
const KNOWN_SHARE = 0.9;

/** Probability that a unit begins another kind of text. */
const CHANGE = 0.14;

/** Writes lines of one history. */
export class Lines {
  private readonly rules: Rules;
  private readonly kinds = grammar().results;
  private readonly name: Rule | undefined;

  /**
   * @param random - the only source of chance
   * @param known - what the history is about
   * @param repeats - how many of the units repeat an earlier one with other numbers
   */
  constructor(
    words: HistoryWords,
    private readonly random: () => number,
    private readonly known: Known = { paths: [], names: [] },
    private readonly repeats = 0,
  ) {
    this.rules = rulesOf(words);
    this.name = this.rules.get('id');
  }

  /** What a history may be about. */
  some(): Known {
    return {
      paths: Array.from({ length: KNOWN.paths }, () => this.newPath()),
      names: Array.from({ length: KNOWN.names }, () => this.write('id')),
    };
  }

  /** A text of a rule, or something drawn. */
  write(name: string): string {
    const rule = this.rules.get(name);
    return rule ? this.written(rule, 0) : this.drawn(name);
  }

  private written(rule: Rule, depth: number): string {
    if (rule === this.name && this.isKnown(this.known.names))
      return oneOf(this.known.names, this.random);
    const { alternatives } = rule;
    const parts = depth > DEEPEST ? alternatives[0]! : oneOf(alternatives, this.random);
    let text = '';
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      if (typeof part !== 'string') text += this.written(part, depth + 1);
      else text += i % 2 === 1 ? this.drawn(part) : part;
    }
    return text;
  }

  /** What a tool returns: lines, or several that belong together, without an end. */
  *units(kind: ResultKind): Generator<string, never> {
    const seen: string[] = [];
    let name = oneOf(this.kinds[kind], this.random);
    for (;;) {
      if (this.random() < CHANGE) name = oneOf(this.kinds[kind], this.random);
      const isRepeated = seen.length > 0 && this.random() < this.repeats;
      const unit = isRepeated ? this.renumbered(oneOf(seen, this.random)) : this.write(name);
      seen.push(unit);
      yield unit;
    }
  }

  private renumbered(text: string): string {
    // Not in a time of day.
    return text.replace(/(?<![:\d])\d+(?![:\d])/g, (number) => this.digits(number.length));
  }

  private digits(amount: number): string {
    const least = 10 ** (amount - 1);
    return `${Math.floor(least + 9 * least * this.random())}`;
  }

  private drawn(name: string): string {
    switch (name) {
      case 'n':
        return `${1 + Math.floor(99 * this.random())}`;
      case 'big':
        return this.digits(3 + Math.floor(3 * this.random()));
      case 'hex':
        return Math.floor(0x10000000 * (1 + 15 * this.random()))
          .toString(16)
          .slice(0, 7);
      case 'time':
        return [23, 59, 59]
          .map((most) => `${Math.floor(most * this.random())}`.padStart(2, '0'))
          .join(':');
      case 'path': {
        const { paths } = this.known;
        return this.isKnown(paths) ? oneOf(paths, this.random) : this.newPath();
      }
      default:
        throw new Error(`The grammar has no rule "${name}".`);
    }
  }

  private isKnown(list: readonly string[]): boolean {
    return list.length > 0 && this.random() < KNOWN_SHARE;
  }

  private newPath(): string {
    return `${this.write('noun')}s/${this.write('verb')}/${this.write('trait')}-${this.write('noun')}.${this.write('ext')}`;
  }
}
