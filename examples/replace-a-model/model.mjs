/** Simulates a model at temperature 0 that does not know the answers of some questions. It needs no key. */
const ANSWERS = [
  ['open', 'We open at nine.'],
  ['flat tyre', 'Clean the hole and glue a patch on it.'],
  ['lost the key', 'Bring the receipt, and we open the lock.'],
  ['air', 'Between three and five bar.'],
  ['chain', 'Once a month.'],
  ['warranty', 'It is two years.'],
  ['rental', 'Fifteen euros a day.'],
  ['helmets', 'Yes, in all sizes.'],
  ['brakes', 'The pads may be worn.'],
  ['deliver', 'Every Saturday.'],
];

export default class Model {
  constructor({ config }) {
    this.config = config;
  }

  id() {
    return 'simulated-model';
  }

  async callApi(prompt) {
    const { dollars, forgets } = this.config;
    const [words, answer] = ANSWERS.find(([known]) => prompt.includes(known));
    const output = forgets.includes(words) ? 'Please ask my colleague.' : answer;
    const [asked, said] = [prompt, output].map((text) => Math.ceil(text.length / 4));
    return {
      output,
      cost: dollars,
      tokenUsage: { prompt: asked, completion: said, total: asked + said },
    };
  }
}
