/** What was odd about the results of one source: what is not reported, damaged or left out, in a line each. */
import { sum } from '../../base/numbers.js';
import { redactText } from '../../base/secrets.js';
import { sayCount } from '../../base/text/language.js';
import type { Odd } from './result.js';

/** Names of what is most often odd: clocks that step back, gateways that count in texts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/latencyMs$/, 'latency'],
  [/tokenUsage/, 'usage'],
  [/cost$/i, 'cost'],
  [/^provider\b/, 'the name of the reader'],
];

/** Collects what is odd, result by result. */
export class Oddities {
  #results = 0;
  readonly #unreported = new Map<string, number>();
  #first = '';
  readonly #damaged: string[] = [];
  readonly #leftOut: string[] = [];

  /** Count a result of ours. */
  add(): void {
    this.#results++;
  }

  /** What is not reported of a result of a reader. */
  unreported(reader: string, odd: readonly Odd[]): void {
    const [first] = odd;
    if (first === undefined) return;
    const { field, value, must } = first;
    this.#first ||= `${reader}, \`${field}\` is ${value}, but ${must}`;
    for (const name of new Set(odd.map(nameOf))) {
      this.#unreported.set(name, (this.#unreported.get(name) ?? 0) + 1);
    }
  }

  /** A result that counts as a failed call, and why. */
  damaged(reason: string): void {
    this.#damaged.push(reason);
  }

  /** A result that nobody can tell the prompt or the reader of, and why. */
  leftOut(reason: string): void {
    this.#leftOut.push(reason);
  }

  /** How many results are left out, and why the first is. */
  get lost(): { count: number; first: string | undefined } {
    return { count: this.#leftOut.length, first: this.#leftOut[0] };
  }

  warnings(): string[] {
    const of = ` of ${sayCount(this.#results, 'result')}`;
    const kinds = [...this.#unreported];
    const [kind = ''] = this.#unreported.keys();
    const isOne = kinds.length === 1 && kind !== '';
    const names = kinds.map(([name, count]) => `${name} of ${count}`).join(', ');
    return [
      ...(kinds.length > 0
        ? [
            `${names}${of} ${isOne ? 'is' : 'are'} not reported, and no score rests on ` +
              `${isOne ? 'it' : 'them'} (the first: ${this.#first}).`,
          ]
        : []),
      ...some(this.#damaged, `${of} counts as a failed call`, `${of} count as failed calls`),
      ...some(this.#leftOut, `${of} is left out`, `${of} are left out`),
    ].map(redactText);
  }
}

function some([first, ...others]: readonly string[], one: string, several: string): string[] {
  if (first === undefined) return [];
  return [`${sum([1, others.length])}${others.length === 0 ? one : several}. The first: ${first}`];
}

function nameOf({ field }: Odd): string {
  return NAMES.find(([pattern]) => pattern.test(field))?.[1] ?? `\`${field}\``;
}
