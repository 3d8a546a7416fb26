/** A provider that knows nothing but the prompt: it lists the stars that it finds in a part of it. */
export default class PromptModel {
  constructor({ config }) {
    this.config = config;
  }

  id() {
    return 'prompt-reader';
  }

  async callApi(prompt) {
    const { from = 0, to = 1 } = this.config;
    const read = prompt.slice(from * prompt.length, to * prompt.length);
    const stars = [...read.matchAll(/the little penguin counted (\d+) ★/gi)].map(
      ([, count]) => count,
    );
    return { output: `{"little_penguin": [${stars.join(', ')}]}` };
  }
}
