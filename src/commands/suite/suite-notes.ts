/** Finds what a user should know of a suite before its first call. */
import { say, sayCount } from '../../base/text/language.js';
import { startText } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import { forProviderNamed, namesOf } from '../../contract/by-provider.js';
import { caseIn } from '../../contract/case-line.js';
import { isAsked, mentions } from '../../generators/asked-by.js';
import { isTranscript } from '../../generators/transcript-form.js';
import { writingFor } from '../../haystack/messages/provider-form.js';
import { formTexts } from '../../measuring/document/forms.js';
import { expanded, isCase, type Suite } from '../../measuring/planning/expand-suite.js';
import { transformNotes } from '../../measuring/planning/transforms.js';

export function suiteNotes(suite: Suite): string[] {
  return [...formNotes(suite), ...neighbourNotes(suite), ...transformNotes(suite)];
}

/** Notes that providers would get histories in different forms, or that the form of one is not known. */
function formNotes({ providers, tests = [] }: Suite): string[] {
  const cases = tests.flatMap(({ vars }) => {
    const theCase = caseIn(vars);
    return isCase(theCase) && isTranscript(theCase) ? [theCase] : [];
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

/**
 * Finds tests that would be sent a prompt that is not theirs, and the line that prevents it. Your own test without a list of
 * prompts is sent the generated prompt too, which is empty without a Case: the answer is paid for, and may pass.
 */
function neighbourNotes(suite: Suite): string[] {
  const tests = expanded(suite).map((test) => ({ ...test, prompts: test.prompts.flat() }));
  const ours = tests.filter(({ vars }) => isCase(caseIn(vars)));
  const given = [...new Set(ours.flatMap(({ vars }) => givenBy(vars)))];
  const isStray = ({ vars, prompts }: (typeof tests)[number]) =>
    given.some(
      (name) => !Object.hasOwn(vars, name) && prompts.some(({ raw }) => mentions(raw ?? '', name)),
    );
  const strays = tests.filter((test) => !isCase(caseIn(test.vars)) && isStray(test));
  const [foreign] = ours.flatMap(({ vars, prompts }) =>
    prompts.filter(({ raw }) => givenBy(vars).some((name) => !isAsked(name, raw, vars))),
  );
  const lineFor = (isOurs: boolean) => {
    const labels = suite.prompts
      .filter(({ raw = '' }) => given.some((name) => mentions(raw, name)) === isOurs)
      .map(({ label, raw }) => (label === raw ? undefined : label));
    const label = labels.length === 1 ? labels[0] : undefined;
    return `\`prompts: [${label || say`label of their prompt`}]\``;
  };
  const notes: string[] = [];
  if (strays[0]) {
    const { test, vars } = strays[0];
    notes.push(
      say`${sayCount(strays.length, 'test')} of your own would also be sent the prompt of the generated tests, with nothing in it (first: ${startText(test.description ?? JSON.stringify(vars))}). Add to each test of your own: ${lineFor(false)}.`,
    );
  }
  if (foreign) {
    notes.push(
      say`The generated tests would also be sent ${startText(foreign.raw ?? '')}, which does not ask what they ask. Add to their \`config\`: ${lineFor(true)}.`,
    );
  }
  return notes;
}

/** Names the vars of a generated test that are texts of its prompt. */
function givenBy(vars: Record<string, unknown>): string[] {
  return Object.keys(vars).filter((name) =>
    /^package:promptfoo-counting-stars:/.test(`${vars[name]}`),
  );
}
