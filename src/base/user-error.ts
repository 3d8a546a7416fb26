/** A user's mistake in one sentence: which option, which value, what to do. */
export class UserError extends Error {
  override name = 'UserError';

  constructor(message: string) {
    super(message);
    // Our stack helps nobody, and promptfoo would print it around the sentence.
    this.stack = `UserError: ${message}`;
  }
}
