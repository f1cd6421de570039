import { bundle } from './bundle.ts';

export { bundle } from './bundle.ts';

/**
 * Starts the command line.
 *
 * @param argv arguments without the paths of node and of the script
 */
export function start(argv: readonly string[]): void {
  const { main } = bundle.load('main') as { main(argv: readonly string[]): void };
  main(argv);
}
