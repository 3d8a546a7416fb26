import { redactText } from '../base/secrets.js';
import { defaultTitle } from '../measuring/document/words.js';

/** The description of the evaluation, if it has one. */
export function reportTitle(config: unknown, usual = defaultTitle()): string {
  const { description } = (config ?? {}) as { description?: unknown };
  return typeof description === 'string' && description ? redactText(description) : usual;
}
