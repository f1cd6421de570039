// The most memory a process had. What `getrusage` says of a child on Linux begins with what its parent had when it was started.
const { readFileSync } = require('node:fs');

/** Peak resident memory of this process in MB. */
exports.peakMemory = () => {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return Number(kilobytes) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
};
