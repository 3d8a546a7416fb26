/** Recognizes providers' errors for prompts longer than the model takes. */

/** One rule per group of providers. */
const TOO_LONG: readonly RegExp[] = [
  // OpenAI, Azure, DeepSeek, vLLM, Groq, Together
  /context[_ ]length[_ ]exceeded|maximum context length|exceeds the context window/i,
  // Anthropic
  /prompt is too long|exceeds? (the )?context limit/i,
  // Gemini and Vertex
  /input token count .{0,80}exceeds the maximum/i,
  // Bedrock
  /input is too long|too many input tokens/i,
  // Mistral, xAI, Cohere
  /too large for model with|maximum prompt length|too many tokens: /i,
  // llama.cpp, LM Studio
  /exceeds? (the )?available context size|greater than the context length/i,
];

const LOOKED_AT = 4000;

export function isTooLong(error: string): boolean {
  const start = error.slice(0, LOOKED_AT);
  return TOO_LONG.some((rule) => rule.test(start));
}
