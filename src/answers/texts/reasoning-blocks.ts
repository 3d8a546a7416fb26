/** Removes reasoning that a provider leaves in the answer, since a draft must not be read. */

/** Tags that open or close a block of reasoning; a closing one has a slash or says `end`. */
const TAG =
  /<(?<slash>\/?)(?:[a-z]{1,16}:)?(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)(?:\s[^<>]{0,200})?>|◁(?<kimi>\/?)think▷|\[(?<mistral>\/?)think\]|<\|(?<word>begin|end)_of_thought\|>/gi;

/** In models with channels, the answer stands in this one. */
const FINAL_CHANNEL = '<|channel|>final';
const OTHER_CHANNEL = '<|channel|>';
const MESSAGE = '<|message|>';

/**
 * Removes reasoning. A block that never closes reaches to the end. One that never opens, since some providers
 * cut its tag, reaches back to the start.
 *
 * @example
 * setAsideReasoning('<think>[1, 2]?</think>[3, 5]') // '[3, 5]'
 */
export function setAsideReasoning(text: string): string {
  return withoutBlocks(behindLabel(inFinalChannel(text)));
}

function withoutBlocks(text: string): string {
  let kept: string[] = [];
  let from = 0;
  let open = false;
  for (const match of text.matchAll(TAG)) {
    const { slash, kimi, mistral, word } = match.groups!;
    if (slash || kimi || mistral || word?.toLowerCase() === 'end') {
      if (!open) kept = [];
      from = match.index + match[0].length;
      open = false;
    } else if (!open) {
      kept.push(text.slice(from, match.index));
      open = true;
    }
  }
  if (!open) kept.push(text.slice(from));
  return kept.join('\n');
}

/** Keeps only the final channel, with or without special tokens. */
function inFinalChannel(text: string): string {
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final >= 0) {
    const message = text.indexOf(MESSAGE, final);
    if (message < 0) return '';
    const start = message + MESSAGE.length;
    const end = text.indexOf('<|', start);
    return text.slice(start, end < 0 ? undefined : end);
  }
  const other = text.indexOf(OTHER_CHANNEL);
  if (other >= 0) return text.slice(0, other);
  if (text.startsWith('analysis')) {
    const bare = text.lastIndexOf('assistantfinal');
    if (bare >= 0) return text.slice(bare + 'assistantfinal'.length);
  }
  return text;
}

/**
 * Removes reasoning that promptfoo puts first as `Thinking: …`. Only a signature or a blank line marks its end,
 * so the last paragraph is the answer.
 */
function behindLabel(text: string): string {
  if (!text.startsWith('Thinking: ')) return text;
  const signature = text.lastIndexOf('\nSignature: ');
  if (signature >= 0) {
    const end = text.indexOf('\n', signature + 1);
    return end < 0 ? '' : text.slice(end);
  }
  const trimmed = text.trimEnd();
  const blank = trimmed.lastIndexOf('\n\n');
  return blank < 0 ? '' : trimmed.slice(blank);
}
