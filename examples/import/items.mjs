/** The items of the data source, and the same as promptfoo's tests. */
export const ITEMS = Array.from({ length: 10 }, (_, i) => ({
  question: `What is ${i} plus ${i}?`,
  answer: `${2 * i}`,
}));

export function tests() {
  return ITEMS.map((item) => ({
    vars: { item },
    assert: [{ type: 'equals', value: '{{item.answer}}' }],
  }));
}
