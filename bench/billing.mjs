/**
 * Models behind four protocols, on the loopback interface, that bill prompts as their providers do: cached prefixes,
 * thinking, and OpenAI's tier `flex`.
 */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { calcPrice } from '@pydantic/genai-prices';

/** From 1024 tokens on, in steps of 128. */
const openaiReused = (common) => atLeast(1024, common - (common % 128));

/** Providers, what they bill, and how they say so. Prices are those of genai-prices. */
export const PROTOCOLS = {
  openai: {
    id: 'openai:chat:gpt-4.1',
    model: 'gpt-4.1',
    base: '/v1',
    read: ({ messages }) => ({ text: JSON.stringify(messages), said: textsOf(messages) }),
    reused: openaiReused,
    answer: (content, { input, cached, output, thinking }) => ({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: input,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens: output,
        completion_tokens_details: { reasoning_tokens: thinking },
        total_tokens: input + output,
      },
    }),
  },
  responses: {
    id: 'openai:responses:gpt-5-mini',
    model: 'gpt-5-mini',
    base: '/v1',
    read: ({ input }) => ({
      text: JSON.stringify(input),
      said: typeof input === 'string' ? input : textsOf(input),
    }),
    reused: openaiReused,
    answer: (text, { input, cached, output, thinking }) => ({
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: thinking },
        total_tokens: input + output,
      },
    }),
  },
  anthropic: {
    id: 'anthropic:messages:claude-sonnet-4-5',
    model: 'claude-sonnet-4-5',
    base: '',
    read: ({ messages }) => {
      const text = JSON.stringify(messages);
      const mark = ',"cache_control":{"type":"ephemeral"}';
      const at = text.lastIndexOf(mark);
      return { text, said: textsOf(messages), ...(at >= 0 && { marked: text.slice(0, at) }) };
    },
    // What is marked, as a whole, from 1024 tokens on.
    reused: (common, marked) => (common < marked ? 0 : atLeast(1024, marked)),
    answer: (text, { input, cached, written, output }) => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: input - cached - written,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        output_tokens: output,
      },
    }),
  },
  google: {
    id: 'google:gemini-2.5-pro',
    model: 'gemini-2.5-pro',
    base: '',
    read: ({ contents }) => ({
      text: JSON.stringify(contents),
      said: contents.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n'),
    }),
    // From 4096 tokens on.
    reused: (common) => atLeast(4096, common),
    answer: (text, { input, cached, output, thinking }) => ({
      candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cached,
        thoughtsTokenCount: thinking,
        candidatesTokenCount: output - thinking,
        totalTokenCount: input + output,
      },
    }),
  },
};

function textsOf(messages) {
  const texts = ({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join('');
  return messages.map(texts).join('\n');
}

/** About as many as any tokenizer has of English. */
const tokensOf = (text) => Math.ceil(text.length / 4);

/** A prefix that is too short is not kept. */
const atLeast = (least, tokens) => (tokens < least ? 0 : tokens);

/** A reading takes a part of a call that a cached prefix saves; the rest is the answer. */
const READING = 0.7;

/** Of the usual price. */
const FLEX = 0.5;

export class BillingServer {
  /** What was billed, in tokens and dollars; `plain` is the same without a cache. */
  bill = { calls: 0, input: 0, cached: 0, written: 0, thinking: 0, output: 0, cost: 0, plain: 0 };
  /** Milliseconds that a call takes whose prompt is not cached. */
  latency = 0;
  /** What has been read to its end: only that can be reused. */
  #known = [];

  /** Tokens of a prompt, by its text, */
  count = (_said, text) => tokensOf(text);
  /** and of the thinking before an answer, which is billed as output. */
  thinking = () => 0;

  /** @param protocol - one of PROTOCOLS */
  constructor(name, protocol) {
    this.name = name;
    this.protocol = protocol;
  }

  /**
   * @param name - of PROTOCOLS
   * @param answering - the answer to the text of a prompt
   * @param changes - another model of the protocol, with its id
   */
  static async start(name, answering, changes = {}) {
    const started = new BillingServer(name, { ...PROTOCOLS[name], ...changes });
    started.answering = answering;
    started.server = createServer(async (message, response) => {
      const chunks = [];
      for await (const chunk of message) chunks.push(chunk);
      const answer = await started.#answer(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
    await new Promise((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** promptfoo's own provider, as it calls this server. */
  provider() {
    const { id, base } = this.protocol;
    const apiBaseUrl = `http://127.0.0.1:${this.server.address().port}${base}`;
    return { id, label: this.name, config: { apiBaseUrl, apiKey: 'test' } };
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(body) {
    const { model, read, reused, answer } = this.protocol;
    const { text, said, marked = '' } = read(body);
    const input = this.count(said, text);
    const tokensIn = (part) => Math.ceil((input * part.length) / text.length);
    const common = this.#known
      .map((known) => commonStart(known, text))
      .reduce((most, one) => (one.length > most.length ? one : most), '');
    const cached = reused(tokensIn(common), tokensIn(marked));
    const written = cached > 0 ? 0 : atLeast(1024, tokensIn(marked));
    await wait(this.latency * READING * (1 - cached / input));
    this.#known.push(marked === '' ? text : marked);
    await wait(this.latency * (1 - READING));
    const content = this.answering(said);
    const thinking = this.thinking();
    const used = { input, cached, written, thinking, output: tokensOf(content) + thinking };
    const { bill } = this;
    bill.calls++;
    for (const [name, tokens] of Object.entries(used)) bill[name] += tokens;
    const share = body.service_tier === 'flex' ? FLEX : 1;
    bill.cost += share * priceOf(this.name, model, used);
    bill.plain += share * priceOf(this.name, model, { ...used, cached: 0, written: 0 });
    return answer(content, used);
  }
}

/** Whose prices they are, by protocol. */
const SELLERS = { responses: 'openai' };

function priceOf(protocol, model, { input, cached, written, output }) {
  const usage = {
    input_tokens: input,
    cache_read_tokens: cached,
    cache_write_tokens: written,
    output_tokens: output,
  };
  return calcPrice(usage, model, { providerId: SELLERS[protocol] ?? protocol }).total_price;
}

/** What two texts begin with alike. */
function commonStart(a, b) {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return a.slice(0, at);
}

/**
 * A model that finds most of what it is asked for: which sentences it misses, their words and places decide,
 * so that it says the same however it was asked.
 */
export function forgetful(prompt) {
  const question = /how many (\S+) (.+?) counted at that moment/.exec(prompt);
  const [, symbol, subject] = question;
  const sentence = new RegExp(`${subject} counted (\\d+) \\${symbol}`, 'gi');
  const counts = [...prompt.matchAll(sentence)]
    .filter(({ index, 1: count }) => (index * 31 + Number(count) * 17) % 10 > 0)
    .map(([, count]) => count);
  return `{"counts": [${counts.join(', ')}]}`;
}
