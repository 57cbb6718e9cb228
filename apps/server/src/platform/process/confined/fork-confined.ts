import { type ChildProcess, fork } from 'node:child_process'
import { markToEndFirst } from '../process-limits.ts'

export interface ConfinedProgram {
  /** The path of the program. */
  file: string
  /** The paths that it may read beside itself. The name of a folder ends with an asterisk. */
  readable: readonly string[]
  /** Whether it may load packages with native parts, which the permission model does not bind. */
  hasNativeParts?: boolean
  /** V8 ends a program that needs a larger heap. */
  maxHeapBytes?: number
}

/**
 * Forks a program that works on foreign input, under Node's permission model: it reads the named paths, and writes no
 * file, starts no process or thread and opens no connection. It gets no environment variables. `limitProcess` limits
 * its memory and its time. When the machine has no more memory, the system ends it before any other process.
 */
export function forkConfined({ file, readable, hasNativeParts = false, maxHeapBytes }: ConfinedProgram): ChildProcess {
  const execArgv = [
    '--permission',
    ...(hasNativeParts ? ['--allow-addons'] : []),
    ...[file, ...readable].map((path) => `--allow-fs-read=${path}`),
    ...(maxHeapBytes === undefined ? [] : [`--max-old-space-size=${Math.floor(maxHeapBytes / 1_048_576)}`]),
  ]
  const child = fork(file, { serialization: 'advanced', env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  if (child.pid !== undefined) markToEndFirst(child.pid)
  return child
}
