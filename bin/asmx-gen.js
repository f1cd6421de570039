#!/usr/bin/env node
import module from 'node:module';

// since Node 22.8; in the folder for temporary files
module.enableCompileCache?.();
// stack traces then name the sources
if (process.argv.includes('--verbose')) process.setSourceMapsEnabled(true);
const { main } = await import('../dist/bundle/main.js');
await main(process.argv.slice(2));
