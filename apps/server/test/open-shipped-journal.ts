import { createSecretKey } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRepeatDetector } from '../src/clicks/enrichment/describe-visit.ts'
import { enrichClick, enrichEach, enrichPageView } from '../src/clicks/enrichment/record-enricher.ts'
import { formatUtcDay } from '../src/clicks/enrichment/request-fields.ts'
import { guardClickWrites, openJournal, openShipper, type Shipper } from '../src/clicks/index.ts'
import type { JournalRecord } from '../src/clicks/journal/records/visit-records.ts'
import type { ClickHouse } from '../src/platform/clickhouse/clickhouse.ts'
import type { TestDeps } from './open-test-deps.ts'
import { type LogLine, recordLog } from './record-log.ts'

const createTools = (records: readonly JournalRecord[]) => ({
  geoip: { find: () => undefined },
  salts: new Map(records.map(({ at }) => [formatUtcDay(at), createSecretKey(Buffer.alloc(32))])),
  repeats: createRepeatDetector(),
  sources: new Map(),
})

const enricher: Parameters<typeof openShipper>[0]['enricher'] = {
  enrichClicks: async (clicks) => enrichEach(clicks, (click) => enrichClick(click, createTools(clicks))),
  enrichViews: async (views) => enrichEach(views, (view) => enrichPageView(view, createTools(views))),
}

export interface ShippedJournal extends AsyncDisposable {
  journalsFolder: string
  /** Lines of the shippers' log. */
  lines: LogLine[]
  append(record: JournalRecord): Promise<void>
  openShipper(clickhouse: ClickHouse): Shipper
  /** Ships all records that are in the journal. */
  ship(clickhouse: ClickHouse): Promise<void>
}

/** Opens a journal with the writing edge, and lets a test ship it to any store. */
export async function openShippedJournal(deps: TestDeps): Promise<ShippedJournal> {
  const { ids, clock, shipDb: db } = deps
  const { log, lines } = recordLog()
  const folder = await mkdtempDisposable(join(tmpdir(), 'shipped-journal-'))
  const journalsFolder = folder.path
  const onFatal = (error: unknown) => {
    throw error
  }
  const journal = await openJournal({ journalsFolder, durability: 'process', ids, log, reserveBytes: 0, onFatal })
  const fast = { pollMs: 10, gatherMs: 10, maxRetryMs: 20, reserveBytes: 0 }
  const open = (clickhouse: ClickHouse) =>
    openShipper({ journalsFolder, clickhouse: guardClickWrites(clickhouse, db), db, enricher, clock, log, ...fast })
  return {
    journalsFolder,
    lines,
    append: (record) => new Promise((resolve) => journal.append(record, resolve)),
    openShipper: open,
    async ship(clickhouse) {
      const shipper = open(clickhouse)
      await shipper.idle()
      await shipper.close()
    },
    async [Symbol.asyncDispose]() {
      await journal.close()
      await folder.remove()
    },
  }
}
