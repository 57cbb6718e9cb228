import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SteppedClock {
  /** Environment variables of the programs that use the clock. */
  environment: Record<string, string>
  /** Sets the difference to the real time in seconds. */
  step(seconds: number): void
}

/**
 * Creates a clock that can be stepped. Programs that are started with its environment use it. If this machine can't
 * have such a clock, returns a sentence that says why.
 */
export function createSteppedClock(folder: string): SteppedClock | string {
  if (process.platform !== 'linux') return 'The clock is not stepped: that needs Linux.'
  const [library, file] = [join(folder, 'stepped-clock.so'), join(folder, 'stepped-clock.bin')]
  const source = join(import.meta.dirname, 'stepped-clock.c')
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (compiled.status !== 0)
    return `The clock is not stepped: that needs a C compiler (${compiled.error?.message ?? compiled.stderr.trim()}).`
  const step = (seconds: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(seconds))
    // The file is changed in place, because the programs have mapped it into memory.
    writeFileSync(file, bytes, { flag: 'r+' })
  }
  writeFileSync(file, Buffer.alloc(8))
  return { environment: { LD_PRELOAD: library, STEPPED_CLOCK: file }, step }
}
