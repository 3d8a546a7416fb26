import { notices } from '../base/notices.js';
import { print } from '../base/safe-output.js';

const told = new Set<string>();

export function tellNotices(): void {
  for (const text of notices()) {
    if (told.has(text)) continue;
    told.add(text);
    print(process.stderr, `promptfoo-counting-stars: ${text}\n`);
  }
}
