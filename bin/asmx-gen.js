#!/usr/bin/env node
import module from 'node:module';

// Node keeps what it compiled for the next run, from version 22.8 on; so the program is imported behind this
module.enableCompileCache?.();
const { main } = await import('../dist/bundle/main.js');

await main(process.argv.slice(2));
