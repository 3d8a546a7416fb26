/** Warns when models got their histories in different forms, in plans and reports. */
import { commas, say } from '../../base/text/language.js';

export interface SentForms {
  name: string;
  forms: readonly string[];
}

/** Warns that some models got chat messages and others one text, so a difference may be due to the form. */
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
