import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { breakSync } from './break-sync.ts'
import { fillDisk } from './fill-disk.ts'
import type { Rig } from './harness.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface FaultKind {
  name: string
  /** How many of a hundred faults are of this kind; one at least. */
  share: number
  /** Others may follow before the program has recovered. */
  isSudden: boolean
  /** Why it can't be done here. */
  missing(rig: Rig): string | undefined
  strike(rig: Rig, random: SeededRandom): Promise<void>
}

const day = 86_400
/** Seconds; hours and days, and a month, so that clicks fall into other partitions. */
const steps = [-40 * day, -26 * 3_600, -3_600, -30, 0, 0, 30, 3_600, 26 * 3_600, 40 * day]

export const faultKinds: readonly FaultKind[] = [
  kill('edge', 20),
  kill('jobs', 16),
  kill('engine', 16),
  kill('postgres', 12),
  {
    name: 'kill -9 of the supervisor',
    share: 8,
    isSudden: false,
    missing: () => undefined,
    strike: (rig) => rig.killAndStart(),
  },
  stop('engine stopped for a moment', 7, (_rig, random) => random.between(300, 5_000)),
  stop('engine stopped for long', 0, ({ longStopMs }) => longStopMs),
  {
    name: 'EIO on fdatasync of the edge',
    share: 8,
    isSudden: true,
    missing: () => (spawnSync('strace', ['-V']).status === 0 ? undefined : 'No sync is broken: that needs strace.'),
    strike: (rig) => breakSync(rig),
  },
  {
    name: 'clock stepped',
    share: 8,
    isSudden: true,
    missing: ({ clock }) => (typeof clock === 'string' ? clock : undefined),
    async strike({ clock }, random) {
      if (typeof clock !== 'string') clock.step(steps[random.between(0, steps.length)] ?? 0)
    },
  },
  {
    name: 'disk full',
    share: 4,
    isSudden: false,
    missing: ({ disk }) => (typeof disk === 'string' ? disk : undefined),
    strike: (rig, random) => fillDisk(rig, random.between(200, 1_500)),
  },
]

function kill(part: string, share: number): FaultKind {
  return {
    name: `kill -9 of ${part}`,
    share,
    isSudden: true,
    missing: () => undefined,
    async strike(rig) {
      process.kill(await rig.nextProcess(part), 'SIGKILL')
    },
  }
}

function stop(name: string, share: number, howLongMs: (rig: Rig, random: SeededRandom) => number): FaultKind {
  return {
    name,
    share,
    isSudden: false,
    missing: () => undefined,
    async strike(rig, random) {
      const engine = await rig.nextProcess('engine')
      process.kill(engine, 'SIGSTOP')
      await sleep(howLongMs(rig, random))
      process.kill(engine, 'SIGCONT')
      rig.mayTakeAgain(engine)
    },
  }
}
