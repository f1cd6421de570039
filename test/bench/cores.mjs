// Servers and their load stay out of each other's way: each on a core of its own, where the system
// has `taskset` and two cores.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const hasTaskset = spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;
/** Cores there are, before anything is kept on one. */
export const coreCount = availableParallelism();
const canPin = hasTaskset && coreCount > 1;

/** Whether CPU time of other processes can be read. */
export const hasProc = existsSync('/proc/self/stat');

/**
 * A command that runs on one core.
 * @param core number of the core; undefined: on any
 * @returns the command and its arguments, unchanged where cores cannot be chosen
 */
export function onCore(core, command, ...args) {
  return canPin && core !== undefined
    ? ['taskset', ['-c', String(core), command, ...args]]
    : [command, args];
}

/**
 * Moves a process, all its threads, where cores can be chosen.
 * @param pid of the process
 * @param cores number of a core, or a range of numbers
 */
export function moveToCores(pid, cores) {
  if (canPin) spawnSync('taskset', ['-acp', String(cores), String(pid)], { stdio: 'ignore' });
}

/**
 * Keeps this process on one core while `work` goes on.
 * @param core number of the core
 */
export async function keepOnCore(core, work) {
  moveToCores(process.pid, core);
  try {
    return await work();
  } finally {
    moveToCores(process.pid, `0-${coreCount - 1}`);
  }
}

/**
 * CPU time that processes have used, in microseconds; the kernel counts in steps of 10 ms.
 * @param pids of the processes
 */
export function cpuOf(...pids) {
  let ticks = 0;
  for (const pid of pids) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces: fields 14 and 15 of proc(5), user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10_000;
}

/**
 * The most memory a process has had so far, in MB.
 * @param pid of the process
 */
export function peakOf(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
