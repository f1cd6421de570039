/**
 * How late V8's optimizing compiler begins, by V8's major version: eight times what it is by default. Other versions know other flags or,
 * as that of Node 24, need none.
 */
const flags: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=1056000',
  12: '--invocation-count-for-turbofan=24000',
};

/**
 * For commands that are over within seconds: V8 is not to optimize what is hardly called again. With its own defaults that takes Node 20
 * a third of all CPU time of a run, on cores the run could use, and makes the run longer, not shorter.
 */
export function optimizeLate(): void {
  const [major = ''] = process.versions.v8.split('.');
  const flag = flags[major];
  // loaded here, as the help has no use for it
  if (flag !== undefined) process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}
