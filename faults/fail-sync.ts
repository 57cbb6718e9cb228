import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './harness.ts'

/** Makes the next sync of the edge's journal fail, and waits until the edge has exited. */
export async function failSync(harness: Harness): Promise<void> {
  const edge = await harness.nextProcess('edge')
  const [file = '', ...args] = `strace -f -qq -p ${edge} -e trace=fdatasync -e inject=fdatasync:error=EIO:when=1 -o /dev/null`.split(' ')
  const tracing = spawn(file, args, { stdio: 'ignore' })
  const ended = once(tracing, 'exit') // the tracing ends when the edge has ended
  while (isRunning(edge) && tracing.exitCode === null) await sleep(10)
  tracing.kill()
  await ended
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
