import { spawnSync } from 'node:child_process'
import { exhaustResource, type LimitedPart, limitedParts } from './exhaust-resource.ts'
import { failSync } from './fail-sync.ts'
import { fillDisks } from './fill-disk.ts'
import { freezeProcesses } from './freeze-processes.ts'
import type { Harness } from './harness.ts'
import { killBackup, killRestore } from './kill-commands.ts'
import { findMissingLimits, type Limit } from './limit-processes.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface FaultKind {
  name: string
  /** How often the fault occurs, relative to the shares of the other kinds. */
  share: number
  /** If true, another fault can follow before the program has recovered. */
  isSudden: boolean
  /** If true, visitors must be redirected during the fault, if everything worked before it. */
  isInvisible: boolean
  /** True if the fault takes many seconds, because it starts processes with limits or a command. */
  isSlow?: boolean
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
  createKill('edge', 10),
  createKill('edge-2', 10),
  createKill('jobs', 4),
  createKill('ship', 12),
  createKill('engine', 16),
  createKill('postgres', 12),
  {
    name: 'kill -9 of the supervisor',
    share: 8,
    isSudden: false,
    isInvisible: false,
    missing: () => undefined,
    inject: (harness) => harness.killAndStart(),
  },
  createStop('engine', 'briefly', 5),
  createStop('engine', 'for long', 0),
  createStop('postgres', 'briefly', 5),
  createStop('postgres', 'for long', 0),
  {
    name: 'EIO on fdatasync of an edge',
    share: 6,
    isSudden: true,
    isInvisible: true,
    missing: () => (spawnSync('strace', ['-V']).status === 0 ? undefined : 'No sync fails: that needs strace.'),
    inject: (harness) => failSync(harness),
  },
  {
    name: 'clock stepped',
    share: 6,
    isSudden: true,
    isInvisible: true,
    missing: ({ clock }) => (typeof clock === 'string' ? clock : undefined),
    async inject({ clock }, random) {
      if (typeof clock !== 'string') clock.step(steps[random.between(0, steps.length)] ?? 0)
    },
  },
  {
    name: 'disk full',
    share: 3,
    isSudden: false,
    isInvisible: true,
    missing: ({ disks }) => (typeof disks === 'string' ? disks : undefined),
    async inject(harness, random) {
      if (typeof harness.disks !== 'string') await fillDisks(harness, [harness.disks.journals], random.between(200, 1_500))
    },
  },
  {
    name: 'disk full for all stores',
    share: 3,
    isSudden: false,
    isInvisible: true,
    missing: ({ disks }) => (typeof disks === 'string' ? disks : undefined),
    async inject(harness, random) {
      if (typeof harness.disks !== 'string') await fillDisks(harness, Object.values(harness.disks), random.between(1_000, 6_000))
    },
  },
  ...limitedParts.flatMap((part) => [
    createLimit(`few open files for ${part}`, part, 'nofile'),
    createLimit(`no more memory for ${part}`, part, 'as'),
  ]),
  createCommandKill('kill -9 of a back-up', 2, killBackup),
  createCommandKill('kill -9 of a restore', 1, killRestore),
]

function createKill(part: string, share: number): FaultKind {
  return {
    name: `kill -9 of ${part}`,
    share,
    isSudden: true,
    isInvisible: true,
    missing: () => undefined,
    async inject(harness) {
      process.kill(await harness.nextProcess(part), 'SIGKILL')
    },
  }
}

function createCommandKill(name: string, share: number, inject: FaultKind['inject']): FaultKind {
  return { name, share, isSudden: false, isInvisible: true, isSlow: true, missing: () => undefined, inject }
}

function createStop(part: 'engine' | 'postgres', duration: 'briefly' | 'for long', share: number): FaultKind {
  return {
    name: `${part} stopped ${duration}`,
    share,
    isSudden: false,
    isInvisible: true,
    missing: () => undefined,
    async inject(harness, random) {
      const forMs = duration === 'for long' ? harness.longStopMs : random.between(300, 5_000)
      await freezeProcesses(harness, part, forMs, async () => {
        if (part !== 'postgres') return
        const status = await harness.requestUnknownLink()
        // 429 is the not-found rate limit, which needs no PostgreSQL.
        if (status !== 503 && status !== 429)
          harness.violations.push(`While PostgreSQL was stopped, a link that is not in the cache answered ${status}, not 503`)
      })
    },
  }
}

function createLimit(name: string, part: LimitedPart, kind: Limit): FaultKind {
  return {
    name,
    share: 2,
    isSudden: true,
    isInvisible: true,
    isSlow: true,
    missing: findMissingLimits,
    async inject(harness, random) {
      const effect = await exhaustResource(harness, part, kind, random.between(500, 3_000))
      harness.effects.push(`${name}: ${effect}`)
    },
  }
}
