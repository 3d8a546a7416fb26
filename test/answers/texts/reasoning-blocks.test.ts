import { expect, it } from 'vitest';
import { setAsideReasoning } from '../../../src/answers/texts/final-text.js';

it.each([
  ['<think>3?</think>5', '\n5'],
  ['a <think>3?</think>5', 'a \n5'],
  ['3?</think>5', '5'],
  ['a <think>3?', 'a '],
  ['<think>3? <think>4?</think>5', '\n5'],
  ['<think>3?</think>5</think>7', '7'],
  ['<think>3?</think>5<think>7?</think>9', '\n5\n9'],
  ['<THINKING mode="x">3?</THINKING>5', '\n5'],
  ['<ns:thought>3?</ns:thought>5', '\n5'],
  ['<reasoning>3?</reasoning>5', '\n5'],
  ['<reflection>3?</reflection>5', '\n5'],
  ['<scratchpad>3?</scratchpad>5', '\n5'],
  ['<analysis>3?</analysis>5', '\n5'],
  ['◁think▷3?◁/think▷5', '\n5'],
  ['[THINK]3?[/THINK]5', '\n5'],
  ['<|begin_of_thought|>3?<|end_of_thought|>5', '\n5'],
  ['<thinker>3</thinker>', '<thinker>3</thinker>'],
  ['no blocks', 'no blocks'],
  ['<|channel|>analysis<|message|>3?<|end|><|channel|>final<|message|>5<|return|>', '5'],
  ['<|channel|>final<|message|>5', '5'],
  ['<|channel|>final', ''],
  ['5 <|channel|>analysis<|message|>3?', '5 '],
  ['analysis3?assistantfinal5', '5'],
  ['analysis3?', 'analysis3?'],
  ['an analysis assistantfinal5', 'an analysis assistantfinal5'],
  ['Thinking: 3?\n\n4?\n\n5\n', '\n\n5'],
  ['Thinking: 3?', ''],
  ['Thinking: 3?\nSignature: ab12\n\n5', '\n\n5'],
  ['Thinking: 3?\nSignature: ab12', ''],
  ['Thinking: 3?\n\n4?\nSignature: ab12\n\nIt is 5.\n\nNot 3.', '\n\nIt is 5.\n\nNot 3.'],
  ['I was Thinking: 3\n\n5', 'I was Thinking: 3\n\n5'],
])('of %j is left %j', (text, left) => {
  expect(setAsideReasoning(text)).toBe(left);
});
