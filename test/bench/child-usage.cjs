// Required by a measured process: says on descriptor 3 what it has used when it ends.
const { writeSync } = require('node:fs');
const { peakMemory } = require('./peak-memory.cjs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ cpu: (user + system) / 1000, rss: peakMemory() }));
});
