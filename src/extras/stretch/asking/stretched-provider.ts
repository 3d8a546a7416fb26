/** A provider of the user's, whose prompts have unrelated text around them. */
import type {
  ApiProvider,
  CallApiContextParams,
  CallApiOptionsParams,
  ProviderResponse,
} from 'promptfoo';
import type { StretchNote } from '../../../contract/stretch.js';
import { declaring } from '../../../haystack/messages/forms.js';
import { containerTools } from '../../../haystack/messages/read-file.js';
import { frameOf, ownTokens, type SentPrompt } from './frames.js';
import type { Padding } from './padding.js';

/** What one column of an evaluation asks. */
type Arm = Pick<StretchNote, 'arm' | 'length' | 'time' | 'as'>;

/** The prompts of an evaluation: as they are twice, with one short turn more, and at each length. */
export function armsOf(as: StretchNote['as'], lengths: readonly number[]): Arm[] {
  return [
    { arm: 'as-is', length: 0, time: 0, as },
    { arm: 'as-is', length: 0, time: 1, as },
    { arm: 'one-turn', length: 0, time: 0, as },
    ...lengths.map((length): Arm => ({ arm: 'padded', length, time: 0, as })),
  ];
}

/** How promptfoo knows a provider: by its label, else by its id. */
export function askedName(provider: ApiProvider): string {
  return provider.label || provider.id();
}

/** A provider in the place of one of the user's, which no grader that names the user's finds. */
export abstract class StretchedColumn implements ApiProvider {
  readonly config: unknown;

  /** @param original - the user's provider */
  constructor(readonly original: ApiProvider) {
    this.config = original.config;
  }

  abstract id(): string;

  /** @param provider - a test's own, else the user's */
  abstract ask(
    provider: ApiProvider,
    prompt: string,
    context?: CallApiContextParams,
    options?: CallApiOptionsParams,
  ): Promise<ProviderResponse>;

  getAudioInputFormat(): 'openai' | 'google' | undefined {
    return this.original.getAudioInputFormat?.();
  }

  callApi(
    prompt: string,
    context?: CallApiContextParams,
    options?: CallApiOptionsParams,
  ): Promise<ProviderResponse> {
    return this.ask(this.original, prompt, context, options);
  }
}

/** What is sent, and what is noted of it. */
interface Sending {
  sent?: string;
  note: StretchNote;
}

/** One arm of one provider. What promptfoo does to answers and between calls, it does as with the user's. */
export class StretchedProvider extends StretchedColumn {
  readonly delay?: number;
  readonly transform?: NonNullable<ApiProvider['transform']>;

  constructor(
    original: ApiProvider,
    private readonly arm: Arm,
    private readonly paddingOf: (repeat: number) => Padding,
  ) {
    super(original);
    if (original.delay !== undefined) this.delay = original.delay;
    if (original.transform !== undefined) this.transform = original.transform;
  }

  id(): string {
    const { arm, length, time } = this.arm;
    return `stretch:${arm}:${length}:${time}:${askedName(this.original)}`;
  }

  async ask(
    provider: ApiProvider,
    prompt: string,
    context?: CallApiContextParams,
    options?: CallApiOptionsParams,
  ): Promise<ProviderResponse> {
    const repeat = context?.repeatIndex ?? 0;
    const padding = this.paddingOf(repeat);
    const { sent, note } = this.sending(provider, prompt, padding);
    const read = new Set<string>();
    const metadata = { stretch: { ...note, ...(repeat > 0 && { repeat }) } as StretchNote };
    if (sent === undefined) {
      const error = `Not asked: the prompt itself has ${note.tokens} tokens, which leaves no room at ${note.length}.`;
      return { error, metadata };
    }
    const response = await provider.callApi(sent, this.contextFor(context, padding, read), options);
    if (read.size > 0) metadata.stretch.reads = [...read].sort().slice(0, MOST_READ);
    // The prompt as it was sent would be stored with each result, and graders would read it.
    const { prompt: _, ...kept } = response;
    return {
      ...(this.arm.arm === 'as-is' ? response : kept),
      metadata: { ...response.metadata, ...metadata },
    };
  }

  private sending(provider: ApiProvider, prompt: string, padding: Padding): Sending {
    const { tokenizer } = padding;
    const { arm, length, as } = this.arm;
    const note = (tokens: number): StretchNote => ({
      provider: askedName(this.original),
      ...this.arm,
      tokens,
      tokenizer: tokenizer.name,
    });
    const own = ownTokens(prompt, (text) => tokenizer.count(text));
    if (arm === 'as-is') return { sent: prompt, note: note(own) };
    const frame = frameOf(prompt, as, provider, padding);
    const sections = arm === 'one-turn' ? padding.oneSentence() : padding.filling(length, frame);
    if (!sections) return { note: { ...note(own), skipped: true } };
    const { text, padding: place }: SentPrompt = frame.write(sections);
    const sent = { form: frame.form, padding: place };
    return { sent: text, note: { ...note(frame.tokensWith(sections)), ...sent } };
  }

  /** The context of the call as the user's provider would get it. */
  private contextFor(
    context: CallApiContextParams | undefined,
    { language }: Padding,
    read: Set<string>,
  ): CallApiContextParams | undefined {
    if (!context) return context;
    const { arm, time, as } = this.arm;
    const own = {
      ...context,
      originalProvider: this.original,
      ...(context.vars && { vars: watched(context.vars, read) }),
    };
    // The same prompt is asked again, and is not to be answered from the cache.
    if (time > 0) return { ...own, bustCache: true };
    if (arm === 'as-is' || as !== 'tools') return own;
    const config = { ...toolsOf(this.original, language), ...context.prompt.config };
    return { ...own, prompt: { ...context.prompt, config } };
  }
}

/** The declaration of the tool whose results are in a prompt, for providers that refuse others; not in place of the user's. */
function toolsOf({ config }: ApiProvider, language: string): object {
  return config?.tools ? {} : declaring(containerTools(language));
}

/** At most so many variables are noted. */
const MOST_READ = 5;

/** What promptfoo itself puts among variables, what any object is asked for, and names that precede all others. */
const NO_VARIABLE = /^(?:__|_conversation$|sessionId$|then$|toJSON$|constructor$|\d+$)/;

/** What promptfoo puts among variables (0.123.1) stands before all, so that whoever copies variables comes by. */
const FIRST = '__evalStepId';

type Vars = NonNullable<CallApiContextParams['vars']>;

/**
 * Variables that note which of them are read one by one. Who copies all of them reads none for certain: promptfoo's own
 * providers hand all to their templates and processes. No Proxy, since that can be neither cloned nor sent to a worker.
 */
function watched(vars: Vars, read: Set<string>): Vars {
  let isCopied = false;
  const own: Vars = {};
  for (const name of [FIRST, ...Object.keys(vars).filter((one) => one !== FIRST)]) {
    const get = () => {
      if (name === FIRST) isCopied = true;
      else if (!isCopied && !NO_VARIABLE.test(name)) read.add(name);
      return vars[name]!;
    };
    const set = (value: Vars[string]) => {
      vars[name] = value;
    };
    Object.defineProperty(own, name, { get, set, enumerable: true, configurable: true });
  }
  return own;
}
