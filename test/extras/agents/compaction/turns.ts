import type { Turn } from '../../../../src/haystack/messages/transcript.js';

/** Everything that a transcript may have: a system that speaks twice, and calls made at once. */
export const TURNS: readonly Turn[] = [
  { role: 'system', content: 'You keep the stock.' },
  { role: 'user', content: 'How many bolts and nuts?' },
  { role: 'assistant', content: 'I will look.' },
  { role: 'call', id: 'call00001', tool: 'stock', arguments: { item: 'bolt' } },
  { role: 'call', id: 'call00002', tool: 'stock', arguments: { item: 'nut' } },
  { role: 'result', id: 'call00001', tool: 'stock', content: '{"bolt": 7}' },
  { role: 'result', id: 'call00002', tool: 'stock', content: '{"nut": 9}' },
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'And screws?' },
  { role: 'call', id: 'call00003', tool: 'stock', arguments: {} },
  { role: 'result', id: 'call00003', tool: 'stock', content: '' },
  { role: 'assistant', content: 'None.' },
  { role: 'user', content: 'How many bolts were there?' },
];
