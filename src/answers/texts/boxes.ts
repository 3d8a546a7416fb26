/** Finds boxes of LaTeX, in which models put final answers. */
import { PYTHON_SPACE } from '../../base/text/python-text.js';

const LONGEST_BOX = 20_000;

const MOST_BOXES = 200;

/**
 * Returns what stands in boxes of LaTeX, in order.
 *
 * @example
 * boxesOf('so $\\boxed{\\text{B}}$') // ['\\text{B}']
 */
export function boxesOf(text: string): string[] {
  const boxes: string[] = [];
  const starts: number[] = [];
  for (
    let start = text.indexOf('\\boxed');
    start >= 0;
    start = text.indexOf('\\boxed', start + 6)
  ) {
    starts.push(start + 6);
    if (starts.length > 2 * MOST_BOXES) starts.splice(0, MOST_BOXES);
  }
  let budget = LONGEST_BOX * 10;
  for (const start of starts.slice(-MOST_BOXES)) {
    const head = text.slice(start, start + 9);
    const open = start + head.length - head.trimStart().length;
    if (text[open] !== '{') continue;
    let depth = 0;
    for (let i = open; i < text.length && i - open < LONGEST_BOX && budget > 0; i++, budget--) {
      if (text[i] === '{') depth++;
      else if (text[i] === '}' && --depth === 0) {
        boxes.push(text.slice(open + 1, i));
        break;
      }
    }
  }
  return boxes;
}

const LONGEST_NAME = 2000;

/**
 * Returns the name in the last `\boxed{…}`, without LaTeX, quotation marks and extra spaces. `~` is a space. Reads to the
 * letter as the second version of NeedleBench in OpenCompass does (`needlebench_v2/atc_elder_only.py`).
 *
 * @returns nothing where there is no box, or an open or an empty one
 *
 * @example
 * boxedName('… so it is \\boxed{\\text{Osbert~Flintlock}}.') // 'Osbert Flintlock'
 */
export function boxedName(answer: string): string | undefined {
  const start = answer.lastIndexOf('\\boxed');
  const box = answer.startsWith('\\boxed{', start) ? boxesOf(answer.slice(start))[0] : undefined;
  if (box === undefined || box === '' || box.length > LONGEST_NAME) return undefined;
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
