import seedrandom from 'seedrandom';

/** Templates of sentences with slots, from which endless prose is drawn. */
export interface ProseBank {
  /** Fewest and most sentences of a paragraph. */
  paragraph: [number, number];
  sentences: string[];
  slots: Record<string, string[]>;
}

type Piece = string | string[];

/**
 * Endless seeded prose: the same bank and seed give the same text, whatever length is asked for. It has no
 * digits and no ★, which could be mistaken for evidence.
 */
export class Prose {
  private readonly random: seedrandom.PRNG;
  private readonly templates: Piece[][];
  private text = '';
  private leftInParagraph = 0;

  /**
   * @param bank - sentence templates and slots
   * @param between - what stands between two sentences: a space, or nothing in Chinese
   * @param seed - any text; equal seeds give equal prose
   */
  constructor(
    private readonly bank: ProseBank,
    private readonly between: string,
    seed: string,
  ) {
    this.random = seedrandom(seed);
    this.templates = bank.sentences.map((sentence) =>
      sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? bank.slots[part]! : part)),
    );
  }

  /** Returns the prose from its start, at least `length` UTF-16 units. */
  atLeast(length: number): string {
    const added: string[] = [];
    let total = this.text.length;
    while (total < length) {
      const sentence = this.lead() + this.sentence();
      added.push(sentence);
      total += sentence.length;
    }
    if (added.length > 0) this.text += added.join('');
    return this.text;
  }

  private draw<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!;
  }

  private lead(): string {
    if (this.leftInParagraph-- > 0) return this.between;
    const [least, most] = this.bank.paragraph;
    this.leftInParagraph = least - 1 + Math.floor(this.random() * (most - least + 1));
    return '\n\n';
  }

  private sentence(): string {
    const filled = this.draw(this.templates)
      .map((piece) => (typeof piece === 'string' ? piece : this.draw(piece)))
      .join('');
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  }
}
