/** A mistake of the user's, told in one sentence: what option, what value, what to do. */
export class UserError extends Error {
  override name = 'UserError';

  constructor(message: string) {
    super(message);
    // Where in our code it was noticed helps nobody; promptfoo would print it around the sentence.
    this.stack = `UserError: ${message}`;
  }
}
