import { say, sayCount } from '../../../base/text/language.js';

export function unassertedTexts(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? say`1 test has no assertion and passes whatever is answered.`
      : say`${sayCount(count, 'test')} have no assertion and pass whatever is answered.`,
  ];
}
