import { commas, say, sayCount } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import { ASKS_SOMETHING_ELSE } from '../../contract/signs.js';

interface OfOurPrompts {
  rows: Row[];
  warning?: string;
}

/**
 * Drops prompts without a place for our question if others have one: they are other prompts of the config, not
 * models that find nothing. If no prompt has such a place, all errors stay.
 */
export function ofOurPrompts(rows: readonly Row[]): OfOurPrompts {
  const asked = new Set(rows.filter((row) => !isStray(row)).map(({ prompt }) => prompt));
  const left = rows.filter(({ prompt }) => asked.has(prompt));
  const names = [...new Set(rows.map(({ prompt }) => prompt))].filter((name) => !asked.has(name));
  if (asked.size === 0 || names.length === 0) return { rows: [...rows] };
  return {
    rows: left,
    warning: say`${sayCount(rows.length - left.length, 'result')} left out, with prompts that ask something else (${commas(names.map((name) => JSON.stringify(name.slice(0, 60))))}). Give the prompt of these tests a label, and the tests \`prompts: [that label]\` in their config.`,
  };
}

function isStray({ error }: Row): boolean {
  return error?.includes(ASKS_SOMETHING_ELSE) === true;
}
