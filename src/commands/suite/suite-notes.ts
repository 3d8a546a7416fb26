import { languageName } from '../../base/references.js';
import { speaking } from '../../base/text/speaking.js';
import { caseIn } from '../../contract/case-line.js';
import { isCase, type Suite } from '../../measuring/plan/suite.js';
import { transformNotes } from '../../measuring/plan/transforms.js';
import { neighbourNotes } from './neighbours.js';

/** What a user should know of a suite before its first call, in sentences of the language of its generated tests. */
export function suiteNotes(suite: Suite): string[] {
  const languages = (suite.tests ?? []).flatMap(({ vars }) => {
    const own = caseIn(vars);
    return isCase(own) && own.language ? languageName(own.language) : [];
  });
  return speaking(languages, () => [...neighbourNotes(suite), ...transformNotes(suite)]);
}
