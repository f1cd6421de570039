#!/usr/bin/env node
import module from 'node:module';

// not in the folder for temporary files, where others may have put code before
const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
if (caches) module.enableCompileCache?.(`${caches}/asmx-gen`); // since Node 22.8
// stack traces then name the sources
if (process.argv.includes('--verbose')) process.setSourceMapsEnabled(true);
await (await import('../dist/bundle/main.js')).main(process.argv.slice(2));
