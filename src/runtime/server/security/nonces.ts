/** Remembers nonces, so that no one sends a token a second time. */
export interface NonceStore {
  /**
   * Adds a nonce, unless it is there. It must do so in one step (`SET … NX` of Redis), because
   * equal requests arrive at the same time.
   *
   * @param nonce Base64 of its bytes.
   * @param expires When it may be forgotten, in milliseconds since 1970.
   * @returns whether it was added; any other answer than `true` refuses the request
   */
  add(nonce: string, expires: number): boolean | PromiseLike<boolean>;
}

/** Nonces in the memory of one process. Only those of accepted tokens get here. */
export class MemoryNonces implements NonceStore {
  /** When each may be forgotten, roughly in the order of these times. */
  private readonly expiries: Map<string, number> = new Map();
  private readonly now: () => number;

  /** @param now The clock by which tokens expire. */
  constructor(now: () => number) {
    this.now = now;
  }

  add(nonce: string, expires: number): boolean {
    const now = this.now();
    for (const [old, time] of this.expiries) {
      if (time >= now) break;
      this.expiries.delete(old);
    }
    const known = this.expiries.get(nonce);
    if (known !== undefined && known >= now) return false;
    this.expiries.set(nonce, expires);
    return true;
  }
}
