import type { Target } from '../../plan/result/plan.ts';
import { askTerminal, writeMessage } from '../terminal/streams.ts';

const question = 'Do you call this service, serve it, or both? [call/serve/both] (call) ';

/** Targets by answer; the default targets for `both`. */
const answers: ReadonlyMap<string, readonly Target[] | undefined> = new Map([
  ['call', ['types', 'client']],
  ['serve', ['types', 'server', 'wsdl', 'docs']],
  ['both', undefined],
]);

/**
 * Asks what a downloaded service is used for, until the answer is one of the words or its
 * beginning: those who only call it need neither its server nor its help pages.
 *
 * @returns undefined for the default targets, also if no one can answer
 */
export async function askTargets(): Promise<readonly Target[] | undefined> {
  for (;;) {
    const answer = await askTerminal(question);
    if (answer === undefined) return undefined;
    const given = answer.trim().toLowerCase();
    const word = [...answers.keys()].find((one) => one.startsWith(given));
    if (word !== undefined) return answers.get(word);
    writeMessage('Answer call, serve or both.\n');
  }
}
