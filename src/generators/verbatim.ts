import { isTruthy } from '../base/environment.js';
import type { Case } from '../contract/case.js';

/**
 * Holds a text that promptfoo must pass on unchanged. promptfoo renders and trims vars that are strings, and
 * only writes objects into the prompt. It also copies vars property by property for each assertion, and a
 * String object has one per character, so this has none but behaves as a string.
 */
export class VerbatimText {
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

  /** Returns what promptfoo stores in its database and results. */
  toJSON(): string {
    return this.#text;
  }
}

// Methods of strings (`trim`, `includes`, …) work on whatever `toString` gives.
Object.setPrototypeOf(VerbatimText.prototype, String.prototype);

/**
 * Protects a text from promptfoo, which renders what a prompt function returns as a Nunjucks template. The raw
 * block is closed and opened again inside each `{%`, since a tag in the text could end it.
 */
export function protectFromTemplating(text: string): string {
  if (isTruthy(process.env.PROMPTFOO_DISABLE_TEMPLATING)) return text;
  return `{% raw %}${text.replaceAll('{%', '{{% endraw %}{% raw %}%')}{% endraw %}`;
}
