/** Writes a document for a stream, in its width and with its colors. */
import type { Document } from '../measuring/document/document.js';

export async function documentText(
  document: Document,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> = process.stdout,
): Promise<string> {
  const [{ documentTerminal }, { showsColour, WIDEST }] = await Promise.all([
    import('../measuring/document/render/terminal.js'),
    import('../measuring/document/terminal.js'),
  ]);
  return documentTerminal(document, {
    colour: showsColour(stream),
    width: stream.columns ?? WIDEST,
  });
}
