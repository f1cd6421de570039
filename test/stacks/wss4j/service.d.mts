/** WSS4J as a process that answers. */
export function startWss4j(
  work: string,
  keys: string,
): Promise<{
  readonly ask: (
    what: string,
    body: string,
    query?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly ok: boolean; readonly text: string }>;
  readonly stop: () => void;
}>;
