import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import type { ClickRow } from './click-row.ts'
import { describeClick, utcDay } from './describe-click.ts'
import { type Geoip, openGeoip } from './geoip.ts'
import { makeRepeatMemory } from './repeat-memory.ts'
import { findSalt } from './visitor-salts.ts'

export interface Described {
  rows: ClickRow[]
  /** What could not be described, with the reason. */
  failed: { click: ClickRecord; reason: string }[]
}

export interface ClickDescriber {
  /** Oldest click first. Rejects when the salts can't be read. */
  describe(clicks: readonly ClickRecord[]): Promise<Described>
  /** Where countries and cities come from. */
  readonly placesSource: Geoip['source']
  close(): void
}

export interface ClickDescriberOptions {
  db: Db
  clock: Clock
  log: Log
  /** A table of places to use instead of the bundled one. */
  geoipDb?: string
}

export async function openClickDescriber({ db, clock, log, geoipDb }: ClickDescriberOptions): Promise<ClickDescriber> {
  const places = await openGeoip(geoipDb, { log })
  const repeats = makeRepeatMemory()
  // What is deleted from the database must not live on in here: only today's is remembered, and that not for long.
  const salts = new Map<string, Buffer>()
  const forgetting = setInterval(() => salts.clear(), 30 * 60_000)
  forgetting.unref()

  async function saltsFor(clicks: readonly ClickRecord[]): Promise<Map<string, Buffer>> {
    const needed = new Map<string, Buffer>()
    const today = utcDay(clock.now().getTime())
    for (const day of new Set(clicks.map((click) => utcDay(click.at)))) {
      const salt = salts.get(day) ?? (await findSalt(db, day))
      needed.set(day, salt)
      if (day === today) salts.set(day, salt)
    }
    return needed
  }

  return {
    get placesSource() {
      return places.source
    },
    close() {
      clearInterval(forgetting)
      places.close()
    },
    async describe(clicks) {
      const needed = await saltsFor(clicks)
      return describeEach(clicks, (click) => describeClick(click, { places, repeats, salts: needed }))
    },
  }
}

/** One click that can't be described is set aside; the others go on. */
export function describeEach(clicks: readonly ClickRecord[], describeOne: (click: ClickRecord) => ClickRow): Described {
  const described: Described = { rows: [], failed: [] }
  for (const click of clicks) {
    try {
      described.rows.push(describeOne(click))
    } catch (error) {
      described.failed.push({ click, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return described
}
