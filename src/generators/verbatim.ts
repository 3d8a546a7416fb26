import { isTruthy } from '../base/environment.js';
import type { Case } from '../contract/case.js';

/**
 * A text that promptfoo passes on as it is. It renders every var that is a primitive string as a
 * template, and trims it; an object it only writes into the prompt. promptfoo also copies the vars of a
 * test for each assertion, property by property, and a String object has one property for each character:
 * so this has none of its own, and behaves as a string in everything else.
 */
export class Verbatim {
  readonly #text: string;
  readonly #case: Case | undefined;

  /** @param theCase - whose text it is: promptfoo puts it in the place of the var that had the Case */
  constructor(text: string, theCase?: Case) {
    this.#text = text;
    this.#case = theCase;
  }

  get theCase(): Case | undefined {
    return this.#case;
  }

  get length(): number {
    return this.#text.length;
  }

  toString(): string {
    return this.#text;
  }

  valueOf(): string {
    return this.#text;
  }

  /** What stands in promptfoo's database and its results. */
  toJSON(): string {
    return this.#text;
  }
}

// A string's methods (`trim`, `includes`, …) work on whatever `toString` gives.
Object.setPrototypeOf(Verbatim.prototype, String.prototype);

/**
 * Protect a text from promptfoo, which renders what a prompt function returns as a Nunjucks
 * template: after rendering, every character of the text is there again.
 *
 * A tag inside the text could end the raw block early, so the raw block is closed and opened again
 * inside every `{%`.
 */
export function protectFromTemplating(text: string): string {
  if (isTruthy(process.env.PROMPTFOO_DISABLE_TEMPLATING)) return text;
  return `{% raw %}${text.replaceAll('{%', '{{% endraw %}{% raw %}%')}{% endraw %}`;
}
