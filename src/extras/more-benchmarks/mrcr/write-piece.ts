/** Pieces of writing by seed: poems of lines, and prose of paragraphs, that name their topic. */
import { capital } from '../../../base/text/texts.js';
import type { ConversationWords, Request } from './words.js';

/** Lines of a stanza, and sentences of a paragraph. */
const STANZA = 4;
const PARAGRAPH = 5;

/** @param length - in lines or sentences; by default as many as chance gives, as the form allows */
export function writePiece(
  words: ConversationWords,
  { form, topic, style }: Request,
  random: () => number,
  length?: number,
): string {
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const fill = (template: string) =>
    capital(
      template.replace(/\{(\w+)\}/g, (_, slot: string) =>
        slot === 'topic' ? topic : draw(words.slots[slot]!),
      ),
    );
  const [least, most] = (form.lines ?? form.sentences)!;
  const amount = length ?? least + Math.floor(random() * (most - least + 1));
  const templates = form.lines ? words.lines : words.sentences;
  const begin = fill(draw(form.begin));
  let last: string | undefined;
  const parts = Array.from({ length: amount }, () => {
    // No template twice in a row, which would read like a slip.
    let template = draw(templates);
    while (template === last && templates.length > 1) template = draw(templates);
    last = template;
    return fill(template);
  });
  const piece = form.lines
    ? [begin, ...inGroups(parts, STANZA).map((stanza) => stanza.join('\n'))].join('\n\n')
    : inGroups([begin, ...parts], PARAGRAPH)
        .map((paragraph) => paragraph.join(' '))
        .join('\n\n');
  return style ? [fill(draw(style.begin)), piece, fill(draw(style.end))].join('\n\n') : piece;
}

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}
