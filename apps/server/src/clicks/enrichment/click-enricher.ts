import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ClickRecord } from '../journal/click-record.ts'
import type { ClickRow } from './click-row.ts'
import { enrichClick } from './enrich-click.ts'
import { type Geoip, openGeoip } from './geoip.ts'
import { createRepeatDetector } from './repeat-detector.ts'
import { utcDay } from './request-fields.ts'
import { getOrCreateSalt } from './visitor-keys.ts'

export interface EnrichedClicks {
  rows: ClickRow[]
  /** Clicks that could not be enriched. */
  failed: { click: ClickRecord; reason: string }[]
}

export interface ClickEnricher {
  /** Expects the oldest click first. Rejects when the salts can't be read. */
  enrich(clicks: readonly ClickRecord[]): Promise<EnrichedClicks>
  readonly geoipSource: Geoip['source']
  close(): void
}

export interface ClickEnricherOptions {
  db: Db
  clock: Clock
  log: Log
  /** A geoip file to use instead of the bundled one. */
  geoipDb?: string
}

const saltCacheMs = 30 * 60_000

export async function openClickEnricher({ db, clock, log, geoipDb }: ClickEnricherOptions): Promise<ClickEnricher> {
  const geoip = await openGeoip(geoipDb, { log })
  const repeats = createRepeatDetector()
  // A salt that is deleted from the database must not survive in memory: only today's is cached, and not for long.
  const cachedSalts = new Map<string, KeyObject>()
  const clearing = setInterval(() => cachedSalts.clear(), saltCacheMs)
  clearing.unref()

  async function saltsOf(clicks: readonly ClickRecord[]): Promise<Map<string, KeyObject>> {
    const salts = new Map<string, KeyObject>()
    const today = utcDay(clock.now().getTime())
    for (const day of new Set(clicks.map((click) => utcDay(click.at)))) {
      const salt = cachedSalts.get(day) ?? createSecretKey(await getOrCreateSalt(db, day))
      salts.set(day, salt)
      if (day === today) cachedSalts.set(day, salt)
    }
    return salts
  }

  return {
    get geoipSource() {
      return geoip.source
    },
    close() {
      clearInterval(clearing)
      geoip.close()
    },
    async enrich(clicks) {
      const salts = await saltsOf(clicks)
      return enrichEach(clicks, (click) => enrichClick(click, { geoip, repeats, salts }))
    },
  }
}

/** A click that throws is reported in `failed`; the others are enriched. */
export function enrichEach(clicks: readonly ClickRecord[], enrichOne: (click: ClickRecord) => ClickRow): EnrichedClicks {
  const enriched: EnrichedClicks = { rows: [], failed: [] }
  for (const click of clicks) {
    try {
      enriched.rows.push(enrichOne(click))
    } catch (error) {
      enriched.failed.push({ click, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return enriched
}
