/** What a gate says, for tests that ask which message it is. */
import { saidDecisions } from '../../../../src/measuring/document/document.js';
import { plain } from '../../../../src/measuring/document/foreign.js';
import { documentMarkdown } from '../../../../src/measuring/document/render/markdown.js';
import { floorText, setText } from '../../../../src/measuring/verdicts/gate/check-words.js';
import { gateDocument } from '../../../../src/measuring/verdicts/gate/gate-document.js';
import type {
  CompletenessCheck,
  FloorCheck,
} from '../../../../src/measuring/verdicts/gate/gate-result.js';
import type { WholeGate } from '../../../../src/measuring/verdicts/gate/gate-with-tests.js';

/** The decisions, the verdict first. */
export function verdictLine(result: WholeGate): string {
  return saidDecisions(gateDocument(result))
    .map(({ text }) => plain(text))
    .join(' ');
}

/** All of it, folded parts too. */
export function everything(result: WholeGate): string {
  return documentMarkdown(gateDocument(result)).replaceAll('`', '');
}

export const setOf = (check: CompletenessCheck | undefined) => plain(setText(check!));

export const floorOf = (check: FloorCheck | undefined) => plain(floorText(check!, 'reader'));
