/** Lets requests of one session wait for each other, in the order in which they came. */
export class Turns {
  private readonly last: Map<string, Promise<void>> = new Map();

  /** Waits for those before. Returns what lets the next one go. */
  async take(id: string): Promise<() => void> {
    const before = this.last.get(id);
    let release = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.last.set(id, turn);
    await before;
    return () => {
      if (this.last.get(id) === turn) this.last.delete(id);
      release();
    };
  }
}
