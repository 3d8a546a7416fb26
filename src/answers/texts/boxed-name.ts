/**
 * Answers in a box of LaTeX, as the second version of NeedleBench in OpenCompass reads them
 * (`opencompass/datasets/needlebench_v2/atc_elder_only.py`), to the letter.
 */
import { PYTHON_SPACE } from '../../base/text/python-text.js';
import { boxesOf } from './final-part.js';

const LONGEST_BOX = 2000;

/**
 * Returns the name in the last `\boxed{…}`, without LaTeX, quotation marks and extra spaces. `~` is a space.
 *
 * @returns nothing where there is no box, or an open or an empty one
 *
 * @example
 * boxedName('… so it is \\boxed{\\text{Osbert~Flintlock}}.') // 'Osbert Flintlock'
 */
export function boxedName(answer: string): string | undefined {
  const start = answer.lastIndexOf('\\boxed');
  const box = answer.startsWith('\\boxed{', start) ? boxesOf(answer.slice(start))[0] : undefined;
  if (box === undefined || box === '' || box.length > LONGEST_BOX) return undefined;
  const inner = /^\{([^\n]*)\}\n?$/.exec(box)?.[1] ?? box;
  if (inner === '') return undefined;
  return inner
    .replace(/\\text\{([^}]+)\}/g, '$1')
    .replace(/\\boxed\{([^}]+)\}/g, '$1')
    .replace(/\\[[\]]/g, '')
    .replaceAll('\\', '')
    .replace(PYTHON_SPACE, ' ')
    .replace(/^ | $/g, '')
    .replace(/["']/g, '')
    .replaceAll('~', ' ')
    .trim();
}
