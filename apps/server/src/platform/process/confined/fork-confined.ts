import { type ChildProcess, fork } from 'node:child_process'
import { markToEndFirst } from '../process-limits.ts'

export interface ConfinedProgram {
  file: string
  /** The paths that the program may read in addition to its own file. The name of a folder ends with an asterisk. */
  readable: readonly string[]
  /** Whether the program may load packages with native parts, which the permission model does not restrict. */
  hasNativeParts?: boolean
  /** V8 ends the program if it needs a larger heap. */
  maxHeapBytes?: number
}

/**
 * Forks a program that works on foreign input, under Node's permission model. The program can read the named paths. It
 * can't write a file, start a process or thread, or open a connection. It gets no environment variables. `limitProcess`
 * limits its memory and its time. If the machine runs out of memory, the system ends it before any other process.
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
