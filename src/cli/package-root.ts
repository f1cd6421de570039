import { fileURLToPath } from 'node:url';

/** The folder of this package: two levels above the built program. */
export const packageRoot: string = fileURLToPath(new URL('../..', import.meta.url));
