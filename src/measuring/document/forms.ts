/** In which forms models got their histories, in the words of plans and reports. */
import { commas, say } from '../../base/text/language.js';

/** The forms in which one model got its histories. */
export interface SentForms {
  name: string;
  forms: readonly string[];
}

/** What is to be known before models are compared: that some got chat messages, and others one text. */
export function formTexts(sent: readonly SentForms[]): string[] {
  const of = (isText: boolean) =>
    sent
      .filter(({ forms }) => forms.some((form) => (form === 'text') === isText))
      .map(({ name }) => name);
  const [inText, inMessages] = [of(true), of(false)];
  if (inText.length === 0 || inMessages.length === 0) return [];
  return [
    say`Histories go as chat messages to ${commas(inMessages)}, and as one text to ${commas(inText)}. Set \`transcript\` to compare them in one form.`,
  ];
}
