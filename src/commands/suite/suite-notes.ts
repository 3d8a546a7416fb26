import { languageName } from '../../base/references.js';
import { speaking } from '../../base/text/speaking.js';
import { isCase, type Suite } from '../../measuring/planning/suite.js';
import { transformNotes } from '../../measuring/planning/transforms.js';
import { formNotes } from './form-notes.js';
import { neighbourNotes } from './neighbours.js';

/** What a user should know of a suite before its first call, in sentences of the language of its generated tests. */
export function suiteNotes(suite: Suite): string[] {
  const languages = (suite.tests ?? []).flatMap(({ vars }) =>
    isCase(vars?.case) && vars.case.language ? languageName(vars.case.language) : [],
  );
  return speaking(languages, () => [
    ...formNotes(suite),
    ...neighbourNotes(suite),
    ...transformNotes(suite),
  ]);
}
