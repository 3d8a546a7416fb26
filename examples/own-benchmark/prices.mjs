/** Prices: how many of the prices that stand in a long text can a model list? */
import { defineBenchmark, lengthOptions, lengthsOf, z } from 'promptfoo-counting-stars/define';

const WORDS = {
  en: {
    goods: ['lamp', 'kettle', 'ladder', 'carpet', 'mirror', 'bucket', 'pillow', 'shovel'],
    fact: (good, price) => `The price of the ${good} is ${price} euros.`,
    question: 'List each thing that has a price in the text, with its price, such as "boat: 12".',
  },
  zh: {
    goods: ['台灯', '水壶', '梯子', '地毯', '镜子', '水桶', '枕头', '铁锹'],
    fact: (good, price) => `${good}的价格是${price}欧元。`,
    question: '请列出文中所有标价的商品及其价格，例如“小船: 12”。',
  },
};

function pricesOf({ language, tokens, seed, evidence }, { goods, fact } = WORDS[language]) {
  return goods.slice(0, evidence).map((good, i) => {
    const price = 10 + 12 * i + ((7 * seed + 5 * i + Math.floor(tokens / 1000)) % 12);
    return { good, price, text: fact(good, price), position: (i + 0.5) / evidence };
  });
}

export const prices = defineBenchmark({
  name: 'prices',
  hides: true,
  options: { goods: z.number().int().min(1).max(8).default(4), ...lengthOptions },
  *axes({ goods: evidence, seeds, ...options }, shared) {
    for (const tokens of lengthsOf(options, 4))
      for (const seed of seeds) yield { ...shared, task: 'list', tokens, evidence, seed, cell: {} };
  },
  make(draft) {
    const evidence = pricesOf(draft);
    const answer = evidence.map(({ good, price }) => `${good}: ${price}`).join('\n');
    return { evidence, answer, question: WORDS[draft.language].question };
  },
  mark: ({ plain }, theCase) => ({
    marks: pricesOf(theCase).map(({ good, price }) => RegExp(`${good}\\D+${price}\\b`).test(plain)),
  }),
  describe: ({ language, tokens, evidence }) => [
    `${evidence} prices`,
    language,
    `${tokens} tokens`,
  ],
});
