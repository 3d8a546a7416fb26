/** Writes an export as OpenAI's hosted Evals give it, of ten items that all passed: `node make-export.mjs`. */
import { writeFileSync } from 'node:fs';
import { ITEMS } from './items.mjs';

const rows = ITEMS.map((item, i) => ({
  ...{
    object: 'eval.run.output_item',
    eval_id: 'eval_1',
    run_id: 'run_1',
    data_source_idx: i,
    item,
  },
  sample: {
    ...{ model: 'retired-model', input: [{ role: 'user', content: item.question }] },
    outputs: [{ role: 'assistant', content: item.answer }],
    token_usage: { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16, cached_tokens: 0 },
  },
  ...{ grades: { match: 1 }, passes: { match: true } },
}));
writeFileSync('export.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
