#!/usr/bin/env node
const { start } = require('../dist/bundle/start.cjs');

start(process.argv.slice(2));
