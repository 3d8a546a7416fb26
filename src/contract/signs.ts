/** Marks results of `score` in their metadata. Other assertions have no reason to. */
export const SCORED_BY = 'promptfoo-counting-stars';

/** promptfoo's replacement for a prompt that it must not keep. */
export const STRIPPED = '[prompt stripped]';

/** Common words of complaints about the prompt that was sent. */
export const ANOTHER_PROMPT = 'the model was sent another prompt than that of its Case';

/** Common words of complaints about a prompt without a place for our vars. */
export const ASKS_SOMETHING_ELSE = 'asks something else than this test';

/** The measure of every benchmark: the share of facts found. */
export const RECALL = 'recall';
