/** In which form the providers of a suite would be sent its histories. */
import { UserError } from '../../base/user-error.js';
import { forProviderNamed, namesOf } from '../../contract/by-provider.js';
import { caseIn } from '../../contract/case-line.js';
import { isTranscript } from '../../generators/transcript-form.js';
import { writingFor } from '../../haystack/messages/provider-form.js';
import { formTexts } from '../../measuring/document/forms.js';
import { isCase, type Suite } from '../../measuring/planning/expand-suite.js';

/** That providers would get histories in different forms, or that the form of one is not known; else nothing. */
export function formNotes({ providers, tests = [] }: Suite): string[] {
  const cases = tests.flatMap(({ vars }) => {
    const own = caseIn(vars);
    return isCase(own) && isTranscript(own) ? [own] : [];
  });
  const unknown = new Set<string>();
  const sent = providers.map((provider) => {
    const names = namesOf(provider);
    const forms = cases.flatMap(({ container, transcript = {} }) => {
      const given =
        typeof transcript === 'string' ? transcript : forProviderNamed(transcript, names);
      try {
        return [writingFor(provider, container !== 'chat', given).form];
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        unknown.add(error.message);
        return [];
      }
    });
    return { name: provider.label || provider.id(), forms };
  });
  return [...unknown, ...formTexts(sent)];
}
