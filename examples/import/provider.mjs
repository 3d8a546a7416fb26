/** Simulates a model that adds, and is wrong about the numbers in `WRONG`. It needs no key. */
export default class Adder {
  id() {
    return 'adder';
  }

  async callApi(prompt) {
    const [first, second] = prompt.match(/\d+/g).map(Number);
    const isWrong = (process.env.WRONG ?? '').split(',').includes(String(first));
    return { output: String(first + second + Number(isWrong)) };
  }
}
