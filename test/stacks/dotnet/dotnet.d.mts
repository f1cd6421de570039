/** What a command came to. */
interface Outcome {
  readonly result?: unknown;
  readonly fault?: unknown;
  readonly error?: unknown;
}

/** .NET as a process that answers, or why there is none. */
export function startDotnet(
  work: string,
  zone?: string,
): {
  readonly skipped?: string;
  readonly ask?: (command: object) => Promise<Outcome>;
  readonly stop?: () => void;
};
