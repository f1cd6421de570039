/** Many calls, some at a time: `asmx-gen-runtime/pool`, which is never vendored. */

export {
  type PoolCall,
  type PoolOptions,
  type PoolOutcome,
  type PoolProgress,
  pool,
} from './batch/pool.ts';
