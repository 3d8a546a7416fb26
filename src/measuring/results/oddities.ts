/** Collects what was odd in results of one source: unreported, damaged or left out. */
import { redactText } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import type { Odd } from './result.js';

/** Most frequent oddities, such as clocks that step back or gateways that count in texts. */
const KINDS: readonly (readonly [RegExp, (count: number) => string])[] = [
  [/latencyMs$/, (count) => say`latency of ${count}`],
  [/tokenUsage/, (count) => say`usage of ${count}`],
  [/cost$/i, (count) => say`cost of ${count}`],
  [/^provider\b/, (count) => say`the name of the model of ${count}`],
];

export class Oddities {
  #results = 0;
  /** By index of their kind, or by field. */
  readonly #unreported = new Map<number | string, number>();
  #first = '';
  readonly #damaged: string[] = [];
  readonly #leftOut: string[] = [];

  add(): void {
    this.#results++;
  }

  unreported(model: string, odd: readonly Odd[]): void {
    const [first] = odd;
    if (first === undefined) return;
    const { field, value, must } = first;
    this.#first ||= say`${model}, \`${field}\` is ${value}, but ${must}`;
    for (const kind of new Set(odd.map(kindOf))) {
      this.#unreported.set(kind, (this.#unreported.get(kind) ?? 0) + 1);
    }
  }

  damaged(reason: string): void {
    this.#damaged.push(reason);
  }

  leftOut(reason: string): void {
    this.#leftOut.push(reason);
  }

  get lost(): { count: number; first: string | undefined } {
    return { count: this.#leftOut.length, first: this.#leftOut[0] };
  }

  warnings(): string[] {
    const of = sayCount(this.#results, 'result');
    const kinds = [...this.#unreported];
    const names = commas(
      kinds.map(([kind, count]) =>
        typeof kind === 'number' ? KINDS[kind]![1](count) : say`\`${kind}\` of ${count}`,
      ),
    );
    const first = this.#first;
    return [
      ...(kinds.length === 0
        ? []
        : [
            kinds.length === 1
              ? say`${names} of ${of} is not reported, and no score rests on it (the first: ${first}).`
              : say`${names} of ${of} are not reported, and no score rests on them (the first: ${first}).`,
          ]),
      ...some(this.#damaged, (count) =>
        count === 1
          ? say`1 of ${of} counts as a failed call`
          : say`${count} of ${of} count as failed calls`,
      ),
      ...some(this.#leftOut, (count) =>
        count === 1 ? say`1 of ${of} is left out` : say`${count} of ${of} are left out`,
      ),
    ].map(redactText);
  }
}

function some(reasons: readonly string[], became: (count: number) => string): string[] {
  const [first] = reasons;
  return first === undefined ? [] : [say`${became(reasons.length)}. The first: ${first}`];
}

function kindOf({ field }: Odd): number | string {
  const kind = KINDS.findIndex(([pattern]) => pattern.test(field));
  return kind === -1 ? field : kind;
}
