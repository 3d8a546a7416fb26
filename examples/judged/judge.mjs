/** Stands for the judge model: it compares what promptfoo's rubric shows it. */
export default class Judge {
  id() {
    return 'judge';
  }

  async callApi(prompt) {
    const asked = JSON.parse(prompt).at(-1).content;
    const [, right] = /The right answer is: (.*?)\. Does/.exec(asked) ?? [];
    const [, answer] = /<Output>([\s\S]*?)<\/Output>/.exec(asked) ?? [];
    const pass = right !== undefined && answer?.includes(right) === true;
    const reason = pass ? 'it says so' : 'it does not say so';
    return { output: JSON.stringify({ pass, score: pass ? 1 : 0, reason }) };
  }
}
