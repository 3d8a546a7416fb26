/** What `score` says in its metadata that it is; somebody else's assertion has no reason to. */
export const SCORED_BY = 'promptfoo-counting-stars';

/** What promptfoo puts in the place of a prompt that it is told not to keep. */
export const STRIPPED = '[prompt stripped]';

/** What every complaint about the prompt that was sent says. */
export const ANOTHER_PROMPT = 'the model was sent another prompt than that of its Case';

/** What every complaint about a prompt without a place for our vars says. */
export const ASKS_SOMETHING_ELSE = 'asks something else than this test';

/** The measure that every benchmark has: the share of the evidence that was found. */
export const RECALL = 'recall';
