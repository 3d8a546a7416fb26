/** Decides, in this one place, what a provider takes: by its class in promptfoo. */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import { UserError } from '../../base/user-error.js';
import { forProviderNamed, namesOf, type ProviderIdentity } from '../../contract/by-provider.js';
import { TRANSCRIPT_FORMS, type TranscriptForm } from '../../contract/transcript-forms.js';

const taken = z.enum([...TRANSCRIPT_FORMS, 'message']);
const takes = z.strictObject({
  said: taken,
  called: taken,
  schema: z.literal(true).optional(),
  tools: z.literal('anthropic').optional(),
});

/** What providers take, from `datasets/transcripts/providers.yaml`, which explains each field. */
type Takes = z.output<typeof takes>;

const providers = once(() =>
  readDataset(
    'transcripts/providers.yaml',
    z.strictObject({
      classes: z.record(z.string(), takes),
      models: z.record(z.string(), z.record(z.string(), takes)),
      ids: z.record(z.string(), z.string()),
    }),
  ),
);

/** A provider as promptfoo made it, or as a program describes it. */
interface Made extends ProviderIdentity {
  callApi?: unknown;
  modelName?: unknown;
}

/**
 * Tells what a provider takes. promptfoo's are known by class, a program's by its id in the config.
 *
 * @returns nothing where that is not known
 *
 * @example
 * takenBy({ id: 'openai:responses:gpt-5.1' })?.called // 'responses'
 */
export function takenBy(provider: ProviderIdentity): Takes | undefined {
  const { classes, models, ids } = providers();
  const { callApi, modelName }: Made = provider;
  const [id = ''] = namesOf(provider);
  const name =
    callApi === undefined
      ? forProviderNamed(ids, [id])
      : classesOf(provider).find((known) => known in classes || known in models);
  if (name === undefined) return undefined;
  const model = typeof modelName === 'string' ? modelName : id.slice(id.indexOf(':') + 1);
  return forProviderNamed(models[name] ?? {}, [model]) ?? classes[name];
}

/** Names a value's class and those it extends, nearest first. */
function classesOf(value: object): string[] {
  const names: string[] = [];
  for (
    let proto = Object.getPrototypeOf(value);
    proto !== null;
    proto = Object.getPrototypeOf(proto)
  ) {
    names.push(String(proto.constructor?.name));
  }
  return names;
}

export interface Writing {
  form: TranscriptForm;
  inMessage: boolean;
}

/**
 * Decides how a provider is sent a transcript. Without a provider it is one text.
 *
 * @param isCalling - whether tools are called in it
 * @param given - the form that the user set for it
 * @throws {UserError} where neither is known
 */
export function writingFor(
  provider: ProviderIdentity | undefined,
  isCalling: boolean,
  given?: TranscriptForm,
): Writing {
  const known = provider && takenBy(provider);
  const usual = known?.[isCalling ? 'called' : 'said'];
  const form = given ?? usual;
  if (form !== undefined && form !== 'text' && form !== 'message')
    return { form, inMessage: false };
  if (form === undefined && provider && namesOf(provider).length > 0) throw unknownForm(provider);
  // Chat providers get a text as one message, even if the user set the form.
  return { form: 'text', inMessage: known !== undefined && known.said !== 'text' };
}

function unknownForm(provider: ProviderIdentity): UserError {
  const name = namesOf(provider).findLast(Boolean);
  return new UserError(
    `transcript: the form of conversations that "${name}" takes is not known. Set \`transcript: { '${name}': openai }\` ` +
      'for chat messages with calls of tools, or `text` for one text.',
  );
}
