import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { failSync } from './fail-sync.ts'
import { fillDisk } from './fill-disk.ts'
import type { Harness } from './harness.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface FaultKind {
  name: string
  /** The percentage of all faults. At least one fault of the kind is injected. */
  share: number
  /** If true, another fault can follow before the program has recovered. */
  isSudden: boolean
  /** Returns a sentence that says why this machine can't inject the fault. Returns undefined if it can. */
  missing(harness: Harness): string | undefined
  inject(harness: Harness, random: SeededRandom): Promise<void>
}

const day = 86_400
/**
 * Steps of the clock in seconds. The largest steps are more than a month, so that clicks fall into other partitions.
 */
const steps = [-40 * day, -26 * 3_600, -3_600, -30, 0, 0, 30, 3_600, 26 * 3_600, 40 * day]

export const faultKinds: readonly FaultKind[] = [
  kill('edge', 10),
  kill('edge-2', 10),
  kill('jobs', 4),
  kill('ship', 12),
  kill('engine', 16),
  kill('postgres', 12),
  {
    name: 'kill -9 of the supervisor',
    share: 8,
    isSudden: false,
    missing: () => undefined,
    inject: (harness) => harness.killAndStart(),
  },
  stop('engine stopped briefly', 7, (_harness, random) => random.between(300, 5_000)),
  stop('engine stopped for long', 0, ({ longStopMs }) => longStopMs),
  {
    name: 'EIO on fdatasync of an edge',
    share: 8,
    isSudden: true,
    missing: () => (spawnSync('strace', ['-V']).status === 0 ? undefined : 'No sync fails: that needs strace.'),
    inject: (harness) => failSync(harness),
  },
  {
    name: 'clock stepped',
    share: 8,
    isSudden: true,
    missing: ({ clock }) => (typeof clock === 'string' ? clock : undefined),
    async inject({ clock }, random) {
      if (typeof clock !== 'string') clock.step(steps[random.between(0, steps.length)] ?? 0)
    },
  },
  {
    name: 'disk full',
    share: 4,
    isSudden: false,
    missing: ({ disk }) => (typeof disk === 'string' ? disk : undefined),
    inject: (harness, random) => fillDisk(harness, random.between(200, 1_500)),
  },
]

function kill(part: string, share: number): FaultKind {
  return {
    name: `kill -9 of ${part}`,
    share,
    isSudden: true,
    missing: () => undefined,
    async inject(harness) {
      process.kill(await harness.nextProcess(part), 'SIGKILL')
    },
  }
}

function stop(name: string, share: number, howLongMs: (harness: Harness, random: SeededRandom) => number): FaultKind {
  return {
    name,
    share,
    isSudden: false,
    missing: () => undefined,
    async inject(harness, random) {
      const engine = await harness.nextProcess('engine')
      process.kill(engine, 'SIGSTOP')
      await sleep(howLongMs(harness, random))
      process.kill(engine, 'SIGCONT')
      harness.allowAgain(engine)
    },
  }
}
