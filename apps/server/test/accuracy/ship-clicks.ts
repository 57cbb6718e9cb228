import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal, openRecordEnricher, openShipper } from '../../src/clicks/index.ts'
import { type GeoipNetwork, writeGeoipFile } from '../builders/write-geoip-file.ts'
import type { TestDeps } from '../open-test-deps.ts'
import type { GeneratedClick } from './generate-clicks.ts'

/**
 * Ships the clicks as the product does: appends them to a journal of several segments, enriches them and inserts them.
 * Returns the number of stored clicks.
 */
export async function shipClicks(deps: TestDeps, clicks: readonly GeneratedClick[], networks: readonly GeoipNetwork[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-accuracy-'))
  const journalsFolder = join(folder, 'journal')
  const geoipDb = join(folder, 'geoip.mmdb')
  await writeGeoipFile(geoipDb, networks)
  await appendAll(deps, journalsFolder, clicks)

  const enricher = await openRecordEnricher({ ...deps, geoipDb })
  const shipper = openShipper({ ...deps, db: deps.shipDb, journalsFolder, enricher })
  await shipper.idle()
  const { shipped } = shipper.state()
  await shipper.close()
  enricher.close()
  await rm(folder, { recursive: true, maxRetries: 10 })
  return shipped
}

async function appendAll({ ids, log }: TestDeps, journalsFolder: string, clicks: readonly GeneratedClick[]): Promise<void> {
  const journal = await openJournal({
    journalsFolder,
    durability: 'process',
    ids,
    log,
    segmentBytes: 8 * 1_048_576,
    maxPending: clicks.length,
    onFatal(error) {
      throw error
    },
  })
  await Promise.all(clicks.map(({ record }) => new Promise<void>((resolve) => journal.append({ id: ids.next(), ...record }, resolve))))
  await journal.close()
}
