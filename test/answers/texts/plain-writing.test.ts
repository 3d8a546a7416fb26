import { expect, it } from 'vitest';
import { plainWriting } from '../../../src/answers/texts/plain-writing.js';

it.each([
  ['豎琴，來', '竖琴，来'],
  ['数 　藕', '数藕'],
  ['the _harp_ and __lute__', 'the harp and lute'],
  ['key_12_b', 'key_12_b'],
  ['```harp``` ***lute***', 'harp lute'],
  ['<strong>harp</strong>', 'harp'],
  ['harp<br>lute<br/>drum', 'harp\nlute\ndrum'],
  ['H<sub>2</sub>O', 'H2O'],
  ['１８２９', '1829'],
])('%j is %j', (text, plain) => {
  expect(plainWriting(text)).toBe(plain);
});
