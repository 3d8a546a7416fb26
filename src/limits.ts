/** What is more than anybody can ask of a model today, and would only use up memory. */

/** The longest prompt, in tokens: ten times the longest context that a model has been offered with. */
export const LONGEST_PROMPT = 100_000_000;
