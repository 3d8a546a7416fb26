/**
 * Models behind four protocols, on the loopback interface, that bill prompts as their providers do: cached prefixes,
 * thinking, and OpenAI's tier `flex`.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { calcPrice } from '@pydantic/genai-prices';

/**
 * The four rules, as the providers' documents state them (read 2026-11-28). Each takes a request and what is cached, and says
 * how many tokens are read from there, how many are written at a price, and what is cached afterwards.
 *
 * OpenAI before GPT-5.6, https://developers.openai.com/api/docs/guides/prompt-caching: the longest beginning of an earlier prompt
 * is read by itself, from 1024 tokens on, in steps of 128. Writes cost nothing.
 */
function byBeginning(least, step) {
  return ({ text, tokensIn }, known) => {
    const common = known.reduce(
      (most, { text: other }) => Math.max(most, commonLength(text, other)),
      0,
    );
    const tokens = tokensIn(common);
    return { cached: atLeast(least, tokens - (tokens % step)), written: 0, entry: { text } };
  };
}

/**
 * OpenAI from GPT-5.6 on, the same document: a prefix is matched at a breakpoint only, of which the latest 80 of a request are
 * looked at; the latest four are written, at 1.25 of the price. Unless its mode is explicit, a request has one more at its end.
 */
function byBreakpoint({ places, isExplicit, tokensIn }, known) {
  const marked = places.filter(({ breakpoint }) => breakpoint);
  const all = isExplicit ? marked : [...marked, places.at(-1)];
  return readAndWritten(all.slice(-80), all.slice(-4), tokensIn, known, 1024);
}

/**
 * Anthropic, https://platform.claude.com/docs/en/build-with-claude/prompt-caching: written is up to each `cache_control`, of
 * which there may be four, at 1.25 of the price. Read is the longest prefix that was written, at a mark or up to 20 blocks
 * before one.
 */
function byMark({ places, tokensIn }, known) {
  const marked = places.filter(({ mark }) => mark);
  if (marked.length > 4)
    throw new Error('A maximum of 4 blocks with cache_control may be provided.');
  const looked = places.filter((_, i) => places.slice(i, i + 21).some(({ mark }) => mark));
  return readAndWritten(looked, marked, tokensIn, known, 1024);
}

function readAndWritten(looked, wanted, tokensIn, known, least) {
  const has = (place) => known.some(({ keys }) => keys?.has(place.key));
  const usable = ({ at }) => tokensIn(at) >= least;
  const found = looked.findLast((place) => usable(place) && has(place));
  const cached = found ? tokensIn(found.at) : 0;
  const writable = wanted.filter(usable);
  const written = Math.max(0, ...writable.map(({ at }) => tokensIn(at) - cached));
  return { cached, written, entry: { keys: new Set(writable.map(({ key }) => key)) } };
}

/** Gemini 2.5, https://ai.google.dev/gemini-api/docs/caching: as OpenAI's older models, from 2048 tokens on, to the token. */
const google = byBeginning(2048, 1);

/** Providers, what they bill, and how they say so. Prices are those of genai-prices. */
export const PROTOCOLS = {
  openai: {
    id: 'openai:chat:gpt-4.1',
    model: 'gpt-4.1',
    base: '/v1',
    read: ({ messages }) => asked(messages),
    charge: byBeginning(1024, 128),
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
  'openai from 5.6': {
    seller: 'openai',
    id: 'openai:chat:gpt-5.6-terra',
    model: 'gpt-5.6-terra',
    base: '/v1',
    config: { prompt_cache_options: { mode: 'explicit' } },
    read: ({ messages }) => asked(messages),
    charge: byBreakpoint,
    answer: (content, { input, cached, written, output, thinking }) => ({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: input,
        prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
        completion_tokens: output,
        completion_tokens_details: { reasoning_tokens: thinking },
        total_tokens: input + output,
      },
    }),
  },
  responses: {
    seller: 'openai',
    id: 'openai:responses:gpt-5-mini',
    model: 'gpt-5-mini',
    base: '/v1',
    read: ({ input }) => asked(typeof input === 'string' ? [{ content: input }] : input),
    charge: byBeginning(1024, 128),
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
    read: ({ messages }) => asked(messages),
    charge: byMark,
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
    read: ({ contents }) =>
      asked(
        contents.map(({ role, parts }) => ({
          role,
          content: parts.map((one) => ({ ...one, type: 'text' })),
        })),
      ),
    charge: google,
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

/** What a request says: its text, and each place where a block of it ends, with all that stands before as a key. */
function asked(messages) {
  const key = createHash('sha256');
  const texts = [];
  const places = [];
  let at = 0;
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ text: content }] : content;
    for (const { text, cache_control: mark, prompt_cache_breakpoint: breakpoint } of blocks) {
      at += text.length;
      texts.push(text);
      key.update(JSON.stringify([role, text]));
      places.push({ at, key: key.copy().digest('hex'), mark, breakpoint });
    }
  }
  const text = texts.join('');
  return { text, said: text, places };
}

/** About as many as any tokenizer has of English. */
const tokensOf = (text) => Math.ceil(text.length / 4);

/** A prefix that is too short is not kept. */
const atLeast = (least, tokens) => (tokens < least ? 0 : tokens);

/** A reading takes a part of a call that a cached prefix saves; the rest is the answer. */
const READING = 0.7;

/** Calls that a provider keeps. */
const KEPT = 60;

/** Of the usual price. */
const FLEX = 0.5;

export class BillingServer {
  /** What was billed, in tokens and dollars; `plain` is the same without a cache. */
  bill = { calls: 0, input: 0, cached: 0, written: 0, thinking: 0, output: 0, cost: 0, plain: 0 };
  /** Milliseconds that a call takes whose prompt is not cached. */
  latency = 0;
  /** The same for each call, where it is drawn. */
  drawn;
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
    const { id, base, config } = this.protocol;
    const apiBaseUrl = `http://127.0.0.1:${this.server.address().port}${base}`;
    return { id, label: this.name, config: { apiBaseUrl, apiKey: 'test', ...config } };
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(body) {
    const { read, charge, answer } = this.protocol;
    const { text, said, places } = read(body);
    const input = this.count(said, text);
    const tokensIn = (length) => Math.floor((input * length) / text.length);
    const isExplicit = body.prompt_cache_options?.mode === 'explicit';
    const request = { text, places, isExplicit, tokensIn };
    const { cached, written, entry } = charge(request, this.#known.slice(-KEPT));
    const latency = this.drawn?.() ?? this.latency;
    await wait(latency * READING * (1 - cached / input));
    this.#known.push(entry);
    await wait(latency * (1 - READING));
    const content = this.answering(said);
    const thinking = this.thinking();
    const used = { input, cached, written, thinking, output: tokensOf(content) + thinking };
    const { bill } = this;
    bill.calls++;
    for (const [name, tokens] of Object.entries(used)) bill[name] += tokens;
    const share = body.service_tier === 'flex' ? FLEX : 1;
    bill.cost += share * this.#price(used);
    bill.plain += share * this.#price({ ...used, cached: 0, written: 0 });
    return answer(content, used);
  }

  #price({ input, cached, written, output }) {
    const { model, seller = this.name } = this.protocol;
    const usage = {
      input_tokens: input,
      cache_read_tokens: cached,
      cache_write_tokens: written,
      output_tokens: output,
    };
    return calcPrice(usage, model, { providerId: seller }).total_price;
  }
}

/** How long two texts are alike. */
function commonLength(a, b) {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (a.slice(low, middle) === b.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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
