import { SecurityRefusal } from '../server/security.ts';
import { afterEnd, type Element } from './message.ts';

/** A part of a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * What the signatures of one message cover, told to who decrypts it: what has no integrity of its
 * own may be read only if one of them covers it, before or after it is decrypted.
 */
export class Coverage {
  private static readonly known = new WeakMap<object, Coverage>();
  private readonly verified: { readonly text: string; readonly parts: readonly Range[] }[] = [];
  private readonly wanted: { readonly text: string; readonly parts: readonly Range[] }[] = [];
  /** Signatures that will still be verified. */
  awaited = 0;

  /** @param exchange The request of a server, or the call of a client. */
  static of(exchange: object): Coverage {
    const coverage = Coverage.known.get(exchange) ?? new Coverage();
    Coverage.known.set(exchange, coverage);
    return coverage;
  }

  /** Says which parts of a text have to be covered; of several texts, those of one. */
  want(text: string, parts: readonly Range[]): void {
    this.wanted.push({ text, parts });
  }

  /** Whether the signature of this text was right. */
  has(text: string): boolean {
    return this.verified.some((one) => one.text === text);
  }

  /** Whether signatures of this text that are right cover these parts of it. */
  covers(text: string, parts: readonly Range[]): boolean {
    const signed = this.verified.filter((one) => one.text === text).flatMap((one) => one.parts);
    return parts.every(({ from, to }) => signed.some((one) => one.from <= from && to <= one.to));
  }

  get isEnough(): boolean {
    const { wanted } = this;
    return wanted.length === 0 || wanted.some(({ text, parts }) => this.covers(text, parts));
  }

  /**
   * Notes a signature that is right.
   *
   * @param elements What it covers, and itself.
   * @throws SecurityRefusal it does not cover what it has to
   */
  add(text: string, elements: readonly Element[]): void {
    this.awaited -= 1;
    const parts = elements.map((one) => ({ from: one.start, to: afterEnd(one, text) }));
    this.verified.push({ text, parts });
    if (!this.isEnough) throw new SecurityRefusal('What is encrypted is not signed.');
  }

  /**
   * Notes a message that need not be signed, such as a fault.
   *
   * @throws SecurityRefusal it has to be, and no other signature will be verified
   */
  pass(): void {
    this.awaited -= 1;
    this.check();
  }

  /** @throws SecurityRefusal what has to be covered is not, and no signature will be verified */
  check(): void {
    if (this.isEnough || this.awaited > 0) return;
    throw new SecurityRefusal('What came in CBC mode is not signed.', 'FailedCheck');
  }
}
