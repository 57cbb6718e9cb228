import { readFileSync } from 'node:fs'

/** `USER_HZ`, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Returns the CPU time of all threads of the process so far, in user and kernel mode. */
export function readCpuMicroseconds(pid: number): number {
  // The second field is the program's name in parentheses. It can contain spaces, so only the text after it is split.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (((user ?? 0) + (system ?? 0)) * 1_000_000) / ticksPerSecond
}

export function readMemoryMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}
