import { createScripts, type Scripts } from './scripts.ts';

/** The scripts of the bundle, beside which the build puts this. */
export const bundle: Scripts = createScripts(import.meta.dirname);
