/** Counts what was odd in results of one source: left-out values, failed calls and left-out results. */
import { redactText } from '../../base/secrets.js';
import { say, sayCount } from '../../base/text/language.js';
import type { Odd } from './result.js';

/** How many there were, and the first. */
interface Counted {
  count: number;
  first?: string;
}

export class Oddities {
  #results = 0;
  readonly #values: Counted = { count: 0 };
  readonly #damaged: Counted = { count: 0 };
  readonly lost: Counted = { count: 0 };

  add(): void {
    this.#results++;
  }

  unreported(model: string, [odd]: readonly Odd[]): void {
    if (!odd) return;
    const { field, value, must } = odd;
    count(this.#values, () => say`${model}, \`${field}\` is ${value}, but ${must}`);
  }

  damaged(reason: string): void {
    count(this.#damaged, () => reason);
  }

  leftOut(reason: string): void {
    count(this.lost, () => reason);
  }

  warnings(): string[] {
    const of = sayCount(this.#results, 'result');
    const [values, damaged, lost] = [this.#values, this.#damaged, this.lost];
    return [
      values.first === undefined
        ? ''
        : say`Damaged values left out: in ${values.count} of ${of}. No score rests on them. The first: ${values.first}.`,
      damaged.first === undefined
        ? ''
        : say`Counted as failed calls: ${damaged.count} of ${of}. The first: ${damaged.first}`,
      lost.first === undefined
        ? ''
        : say`Results left out: ${lost.count} of ${of}. The first: ${lost.first}`,
    ]
      .filter((text) => text !== '')
      .map(redactText);
  }
}

function count(all: Counted, reason: () => string): void {
  all.count++;
  all.first ??= reason();
}
