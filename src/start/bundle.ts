import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScripts, type Scripts } from './scripts.ts';

/** The scripts of the bundle, beside which the build puts this. */
export const bundle: Scripts = createScripts(dirname(fileURLToPath(import.meta.url)));
