/** A model behind the chat-completions protocol, on the loopback interface, that a test directs. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a model says, and what the protocol says of it. */
export interface ChatAnswer {
  content: string;
  finishReason?: string;
  /** Tokens of thinking, which are part of the output. */
  thinking?: number;
  refusal?: string;
  /** Another HTTP status than 200: the call fails. */
  status?: number;
}

/** @param number - which call it is, from 1 */
export type Answering = (prompt: string, number: number) => ChatAnswer | Promise<ChatAnswer>;

/** Lists every star of a prompt of Counting-Stars in English. */
export function perfectAnswer(prompt: string): string {
  const stars = [...prompt.matchAll(/the little penguin counted (\d+) ★/gi)].map(([, n]) => n);
  return `{"little_penguin": [${stars.join(', ')}]}`;
}

export class ChatServer {
  /** The text of each call, in order. */
  readonly received: string[] = [];
  answering: Answering = (prompt) => ({ content: perfectAnswer(prompt) });
  private readonly server: Server;

  private constructor() {
    this.server = createServer((message, response) => {
      this.complete(message).then(
        ({ status, body }) => {
          response.statusCode = status;
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(body));
        },
        (error: unknown) => {
          response.statusCode = 400;
          response.end(JSON.stringify({ error: { message: String(error) } }));
        },
      );
    });
  }

  static async start(): Promise<ChatServer> {
    const started = new ChatServer();
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** promptfoo's own provider, as it calls this server. */
  provider(label = 'model'): object {
    const { port } = this.server.address() as AddressInfo;
    return {
      id: 'openai:chat:gpt-4.1',
      label,
      config: { apiBaseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'test' },
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async complete(message: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      messages: { content: string }[];
    };
    const prompt = messages.map(({ content }) => content).join('\n');
    const number = this.received.push(prompt);
    const said = await this.answering(prompt, number);
    const { content, finishReason = 'stop', thinking = 0, refusal, status = 200 } = said;
    if (status !== 200) return { status, body: { error: { message: content } } };
    return {
      status,
      body: {
        id: `chatcmpl-${number}`,
        object: 'chat.completion',
        created: 1_700_000_000,
        model: 'gpt-4.1',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content, ...(refusal && { refusal }) },
            finish_reason: finishReason,
          },
        ],
        usage: {
          prompt_tokens: 1000,
          completion_tokens: 20 + thinking,
          total_tokens: 1020 + thinking,
          ...(thinking > 0 && { completion_tokens_details: { reasoning_tokens: thinking } }),
        },
      },
    };
  }
}
