import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickEnricher, openJournal, openShipper } from '../../src/clicks/index.ts'
import type { TestDeps } from '../open-test-deps.ts'
import { type GeoipNetwork, writeGeoipFile } from '../write-geoip-file.ts'
import type { MadeClick } from './generate-clicks.ts'

/** Every click goes the way it goes in the product: kept in a journal of several segments, described, shipped to the store. Gives back how many came through. */
export async function shipClicks(deps: TestDeps, clicks: readonly MadeClick[], places: readonly GeoipNetwork[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-truth-'))
  const journalsFolder = join(folder, 'journal')
  const geoipDb = join(folder, 'places.mmdb')
  await writeGeoipFile(geoipDb, places)
  await keepAll(deps, journalsFolder, clicks)

  const enricher = await openClickEnricher({ ...deps, geoipDb })
  const shipper = openShipper({ ...deps, journalsFolder, enricher })
  await shipper.idle()
  const { shipped } = shipper.state()
  await shipper.close()
  enricher.close()
  await rm(folder, { recursive: true, maxRetries: 10 })
  return shipped
}

async function keepAll({ ids, log }: TestDeps, journalsFolder: string, clicks: readonly MadeClick[]): Promise<void> {
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
  await Promise.all(clicks.map(({ kept }) => new Promise<void>((resolve) => journal.append({ id: ids.next(), ...kept }, resolve))))
  await journal.close()
}
