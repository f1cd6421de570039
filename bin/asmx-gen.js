#!/usr/bin/env node
import module from 'node:module';

// from Node 22.8 on; in the folder for temporary files
module.enableCompileCache?.();
// stacks then name the sources
if (process.argv.includes('--verbose')) process.setSourceMapsEnabled(true);
const { main } = await import('../dist/bundle/main.js');
await main(process.argv.slice(2));
