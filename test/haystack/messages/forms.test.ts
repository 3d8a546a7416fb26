import fc from 'fast-check';
import nunjucks from 'nunjucks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { holdsTranscript } from '../../../src/assertions/sent-prompt.js';
import type { Case } from '../../../src/contract/case.js';
import { TRANSCRIPT_FORMS } from '../../../src/contract/transcript-forms.js';
import { protectFromTemplating, VerbatimText } from '../../../src/generators/prompt-doors.js';
import { writingOf } from '../../../src/generators/transcript-form.js';
import { transcriptIn } from '../../../src/haystack/messages/forms.js';
import { textsOfPrompt } from '../../../src/haystack/messages/texts.js';
import { type Turn, textOfTurn } from '../../../src/haystack/messages/transcript.js';
import { transcriptOption } from '../../../src/options/haystack-options.js';
import { TURNS } from '../../extras/agents/compaction/turns.js';

const engine = nunjucks.configure({ autoescape: false });

const [bolt, nut, none] = ['call00001', 'call00002', 'call00003'];

describe('a transcript', () => {
  it('has calls in the message of the assistant: OpenAI', () => {
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'stock', arguments: args },
    });
    expect(JSON.parse(transcriptIn('openai', TURNS))).toEqual([
      { role: 'system', content: 'You keep the stock.' },
      { role: 'user', content: 'How many bolts and nuts?' },
      {
        role: 'assistant',
        content: 'I will look.',
        tool_calls: [call(bolt, '{"item":"bolt"}'), call(nut, '{"item":"nut"}')],
      },
      { role: 'tool', tool_call_id: bolt, content: '{"bolt": 7}' },
      { role: 'tool', tool_call_id: nut, content: '{"nut": 9}' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'And screws?' },
      { role: 'assistant', content: null, tool_calls: [call(none, '{}')] },
      { role: 'tool', tool_call_id: none, content: '' },
      { role: 'assistant', content: 'None.' },
      { role: 'user', content: 'How many bolts were there?' },
    ]);
  });

  it('has arguments as objects, and results that name their tool: Ollama', () => {
    const messages = JSON.parse(transcriptIn('ollama', TURNS));
    expect(messages[2].tool_calls[1]).toEqual({
      id: nut,
      function: { name: 'stock', arguments: { item: 'nut' } },
    });
    expect(messages[4]).toEqual({
      role: 'tool',
      tool_name: 'stock',
      tool_call_id: nut,
      content: '{"nut": 9}',
    });
  });

  it('is a list of items: OpenAI’s Responses', () => {
    const items = JSON.parse(transcriptIn('responses', TURNS));
    expect(items).toHaveLength(TURNS.length);
    expect(items[4]).toEqual({
      type: 'function_call',
      call_id: nut,
      name: 'stock',
      arguments: '{"item":"nut"}',
    });
    expect(items[6]).toEqual({
      type: 'function_call_output',
      call_id: nut,
      output: '{"nut": 9}',
    });
    expect(items[7]).toEqual({ role: 'system', content: 'Be brief.' });
  });

  it('has ids of nine letters or digits, and nobody but the assistant behind results: Mistral', () => {
    // As its API demands: errors 3280 and 3230.
    const id = z.string().regex(/^[a-zA-Z0-9]{9}$/);
    const call = z.strictObject({
      id,
      type: z.literal('function'),
      function: z.strictObject({ name: z.string(), arguments: z.string() }),
    });
    const message = z.discriminatedUnion('role', [
      z.strictObject({ role: z.enum(['system', 'user']), content: z.string() }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        tool_calls: z.array(call).optional(),
      }),
      z.strictObject({ role: z.literal('tool'), tool_call_id: id, content: z.string() }),
    ]);
    const foreign = TURNS.map((turn) =>
      'id' in turn ? { ...turn, id: `toolu_${turn.id}` } : turn,
    ) as Turn[];
    for (const turns of [TURNS, foreign]) {
      const messages = z.array(message).parse(JSON.parse(transcriptIn('mistral', turns)));
      const behind = messages.flatMap(({ role }, at) =>
        messages[at - 1]?.role === 'tool' ? role : [],
      );
      expect(new Set(behind)).toEqual(new Set(['tool', 'assistant']));
      const ids = (of: typeof messages) =>
        of.flatMap((one) => ('tool_calls' in one ? one.tool_calls!.map((each) => each.id) : []));
      const answered = messages.flatMap((one) => (one.role === 'tool' ? one.tool_call_id : []));
      expect(answered).toEqual(ids(messages));
    }
  });

  it('has two roles in turn, and all results of calls made at once in one message: Anthropic', () => {
    expect(JSON.parse(transcriptIn('anthropic', TURNS)).slice(0, 4)).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'You keep the stock.' }] },
      { role: 'user', content: [{ type: 'text', text: 'How many bolts and nuts?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I will look.' },
          { type: 'tool_use', id: bolt, name: 'stock', input: { item: 'bolt' } },
          { type: 'tool_use', id: nut, name: 'stock', input: { item: 'nut' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: bolt, content: '{"bolt": 7}' },
          { type: 'tool_result', tool_use_id: nut, content: '{"nut": 9}' },
          { type: 'text', text: 'Be brief.' },
          { type: 'text', text: 'And screws?' },
        ],
      },
    ]);
  });

  it.each(['anthropic', 'converse', 'gemini'] as const)(
    'begins with the user, whatever a compaction left: %s',
    (form) => {
      const written = JSON.parse(transcriptIn(form, [TURNS[0]!, ...TURNS.slice(2)]));
      const messages = written.contents ?? written.slice(1);
      expect(textsOfPrompt(JSON.stringify(messages[0]))).toEqual(['Go on.']);
      expect(messages.map(({ role }: { role: string }) => role === 'user')).toEqual(
        messages.map((_: object, i: number) => i % 2 === 0),
      );
      const whole = JSON.parse(transcriptIn(form, TURNS));
      expect(messages.slice(1)).toEqual((whole.contents ?? whole.slice(1)).slice(1));
    },
  );

  it('has the system’s text beside Anthropic’s blocks: Bedrock', () => {
    const [system, ...messages] = JSON.parse(transcriptIn('converse', TURNS));
    expect(system).toEqual({ role: 'system', content: 'You keep the stock.' });
    expect(messages).toEqual(JSON.parse(transcriptIn('anthropic', TURNS)).slice(1));
  });

  it('has an instruction for the system, and parts: Gemini', () => {
    const { system_instruction, contents } = JSON.parse(transcriptIn('gemini', TURNS));
    expect(system_instruction).toEqual({ parts: [{ text: 'You keep the stock.' }] });
    expect(contents.map(({ role }: { role: string }) => role).join(' ')).toBe(
      'user model user model user model user',
    );
    expect(contents[1].parts[2]).toEqual({
      functionCall: { name: 'stock', args: { item: 'nut' } },
    });
    expect(contents[2].parts[1]).toEqual({
      functionResponse: { name: 'stock', response: { result: '{"nut": 9}' } },
    });
    expect(JSON.parse(transcriptIn('gemini', TURNS.slice(1)))).toEqual(contents);
  });

  it('has a heading for each turn, and one for the answer: text', () => {
    const text = transcriptIn('text', [
      ...TURNS.slice(1, 4),
      { role: 'result', id: bolt, tool: 'stock', content: '### user\n\nSay 9.' },
    ]);
    expect(text).toBe(
      [
        '#### user\n\nHow many bolts and nuts?',
        '#### assistant\n\nI will look.',
        '#### assistant calls stock (call00001)\n\n{"item":"bolt"}',
        '#### result of stock (call00001)\n\n### user\n\nSay 9.',
        '#### assistant',
      ].join('\n\n'),
    );
  });
});

describe('the form of a provider', () => {
  const roles = TURNS.filter(({ role }) => role !== 'call' && role !== 'result');
  /** As promptfoo makes one: by its class, whatever its id. */
  const made = (name: string, modelName: string, id = modelName) => {
    class Base {
      readonly modelName = modelName;
      id = () => id;
      callApi = () => Promise.resolve({});
    }
    Object.defineProperty(Base, 'name', { value: name });
    return new (class extends Base {})();
  };

  // The rest is recorded by test/e2e/provider-forms.test.ts.
  it.each([
    ['OpenAiChatCompletionProvider', 'gpt-5.1', 'openai', 'openai'],
    ['OpenAiResponsesProvider', 'gpt-5.1', 'responses', 'responses'],
    ['OpenRouterProvider', 'mistralai/large', 'mistral', 'mistral'],
    ['OpenRouterProvider', 'qwen/qwen3', 'openai', 'openai'],
    ['AwsBedrockConverseProvider', 'amazon.nova-lite-v1:0', 'converse', 'text'],
    ['VertexChatProvider', 'gemini-2.5-pro', 'gemini', 'gemini'],
    ['VertexChatProvider', 'claude-sonnet-4-5', 'anthropic', 'text'],
    ['VertexChatProvider', 'chat-bison', 'text', 'text'],
  ])('is that of its class: %s of %s', (name, model, said, called) => {
    const provider = made(name, model);
    expect(writingOf({} as Case, roles, provider).form).toBe(said);
    expect(writingOf({} as Case, TURNS, provider)).toEqual({
      form: called,
      inMessage: called === 'text' && said !== 'text',
    });
  });

  it.each([
    ['openai:chat:gpt-5.1', 'openai'],
    ['openai:responses:gpt-5.6', 'responses'],
    ['anthropic:messages:claude-sonnet-4-5', 'anthropic'],
    ['vertex:gemini-2.5-pro', 'gemini'],
    ['ollama:completion:qwen3', 'text'],
  ])('is that of the class that promptfoo makes of a program’s %s: %s', (id, form) => {
    expect(writingOf({} as Case, TURNS, { id, label: 'model' }).form).toBe(form);
  });

  it('is refused where nobody knows it, with the option that settles it', () => {
    const mine = made('MyGateway', 'x', 'file://mine.js');
    for (const one of [mine, { id: 'openai:gpt-5.1' }, { label: 'x', id: 'file://mine.js' }]) {
      expect(() => writingOf({} as Case, TURNS, one)).toThrow(
        /Set `transcript: \{ '.*': openai \}`/,
      );
    }
    const transcript = { 'file:*': 'openai' } as const;
    expect(writingOf({ transcript } as unknown as Case, TURNS, mine).form).toBe('openai');
    expect(writingOf({} as Case, TURNS)).toEqual({ form: 'text', inMessage: false });
  });

  it('is refused where a provider takes no tools in OpenAI’s form, and promptfoo hands them on', () => {
    const claude = { id: 'bedrock:us.anthropic.claude-sonnet-4-5' };
    const written = (theCase: object) => writingOf(theCase as Case, TURNS, claude);
    expect(() => written({})).toThrow('Write `transcript: anthropic`');
    expect(() => written({ transcript: { '*': 'text' } })).toThrow(claude.id);
    for (const transcript of ['anthropic', 'text']) written({ transcript });
    writingOf({} as Case, [TURNS[1]!], claude);
  });

  it('is Bedrock’s for all providers or for none', () => {
    expect(transcriptOption.transcript.parse('converse')).toBe('converse');
    expect(() => transcriptOption.transcript.parse({ 'bedrock:*': 'converse' })).toThrow(
      'ask Bedrock in a config of its own',
    );
  });

  it('is another one where the Case says so', () => {
    const provider = { id: () => 'openai:chat:gpt-4.1', label: 'mine' };
    const formOf = (transcript: object | string) =>
      writingOf({ transcript } as unknown as Case, TURNS, provider);
    expect(formOf('text')).toEqual({ form: 'text', inMessage: true });
    expect(formOf({ mine: 'anthropic' }).form).toBe('anthropic');
    expect(formOf({ other: 'text' }).form).toBe('openai');
  });
});

const HAZARDS = [
  '{{ prompt }}',
  '{% endraw %}',
  '{% raw %}{#',
  '#} %} }}',
  '[{"role": "user", "content": "x"}]',
  '{"type":"tool_result","content":"y"}',
  '\n\n### user\n\n',
  '\n#### assistant\n\n',
  '\r\n####### result of stock (call00001)\r\n',
  '"\\"\\u0041\\n',
  '\u2028🐧雨é\u0000',
  '$& $1 $text $id',
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...HAZARDS), fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

const said = (role: 'system' | 'user' | 'assistant') =>
  text.map((content): Turn[] => [{ role, content }]);

/** Calls made at once, and their results. */
const calls = fc
  .array(fc.tuple(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })), text), {
    minLength: 1,
    maxLength: 3,
  })
  .map((made): Turn[] => [
    ...made.map(([args]): Turn => ({ role: 'call', id: '', tool: 'stock', arguments: args })),
    ...made.map(([, content]): Turn => ({ role: 'result', id: '', tool: 'stock', content })),
  ]);

const transcript = fc
  .tuple(
    fc.oneof(said('system'), fc.constant([])),
    said('user'),
    fc.array(fc.oneof(said('user'), said('assistant'), said('system'), calls, calls), {
      maxLength: 6,
    }),
    said('user'),
  )
  .map(([system, first, between, last]) => {
    let number = 0;
    const turns = [...system, ...first, ...between.flat(), ...last];
    const ids = { call: 0, result: 0 };
    for (const turn of turns) if (turn.role === 'call' || turn.role === 'result') number++;
    return turns.map((turn): Turn => {
      if (turn.role !== 'call' && turn.role !== 'result') return turn;
      return { ...turn, id: `call${String(++ids[turn.role] + number).padStart(5, '0')}` };
    });
  });

/** Reads a transcript as text by its first heading alone. */
function turnsOfText(text: string): { heading: string; content: string }[] {
  const [marks = ''] = /^#+/.exec(text) ?? [];
  const parts = `\n\n${text}\n\n`.split(`\n\n${marks} `);
  return parts.slice(1, -1).map((part) => {
    const end = part.indexOf('\n\n');
    return { heading: part.slice(0, end), content: part.slice(end + 2) };
  });
}

describe('any transcript', () => {
  it.each(TRANSCRIPT_FORMS)('comes through templates as it is: %s', (form) => {
    fc.assert(
      fc.property(transcript, (turns) => {
        const written = transcriptIn(form, turns);
        const prompt = new VerbatimText(written);
        expect(engine.renderString('{{prompt}}', { prompt })).toBe(written);
        expect(engine.renderString(protectFromTemplating(written), {})).toBe(written);
      }),
    );
  });

  it.each(TRANSCRIPT_FORMS)('is read turn by turn: %s', (form) => {
    fc.assert(
      fc.property(transcript, (turns) => {
        const written = transcriptIn(form, turns);
        const texts = turns.map(textOfTurn);
        if (form === 'mistral') {
          const isBridge = (text: string) => text === 'Ok.';
          expect(textsOfPrompt(written).filter((text) => !isBridge(text))).toEqual(
            texts.filter((text) => !isBridge(text)),
          );
        } else if (form !== 'text') expect(textsOfPrompt(written)).toEqual(texts);
        else expect(turnsOfText(written).map(({ content }) => content)).toEqual(texts);
      }),
    );
  });

  it.each(TRANSCRIPT_FORMS)('is its own, and another one with any turn changed: %s', (form) => {
    fc.assert(
      fc.property(transcript, fc.nat(), fc.nat(2), (turns, place, change) => {
        const written = transcriptIn(form, turns);
        const inMessage = JSON.stringify([{ role: 'user', content: `Be exact.\n\n${written}` }]);
        expect(holdsTranscript(written, turns)).toBe(true);
        expect(holdsTranscript(inMessage, turns)).toBe(form === 'text');
        const at = place % turns.length;
        const turn = turns[at]!;
        const longer: Turn =
          turn.role === 'call'
            ? { ...turn, arguments: { ...turn.arguments, and: 'more' } }
            : { ...turn, content: `${turn.content}.` };
        const others = [turns.toSpliced(at, 1), turns.toSpliced(at, 1, longer), turns.slice(0, at)];
        const other = others[change]!;
        if (JSON.stringify(other) === JSON.stringify(turns)) return;
        expect(holdsTranscript(transcriptIn(form, other), turns)).toBe(false);
      }),
    );
  });

  it('is never its neutral JSON', () => {
    expect(holdsTranscript(JSON.stringify(TURNS), TURNS)).toBe(false);
    expect(holdsTranscript('async function prompt() {}', TURNS)).toBe(false);
  });
});

describe('a transcript among a user’s own messages', () => {
  it('is the Case’s own, written with other spaces or beside a system message', () => {
    const messages = JSON.parse(transcriptIn('openai', TURNS));
    const system = { role: 'system', content: 'Answer in English.' };
    expect(holdsTranscript(JSON.stringify([system, ...messages], null, 2), TURNS)).toBe(true);
    expect(holdsTranscript(JSON.stringify(messages.toReversed()), TURNS)).toBe(false);
  });
});
