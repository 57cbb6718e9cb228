import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLayout } from '@linkshelf/contract'
import pg from 'pg'
import { findStores } from '../../apps/server/src/processes/stores.ts'

/** Gives the store of an instance another layout, and waits until its edges have loaded it. */
export async function setStoreLayout(dataFolder: string, layout: StoreLayout): Promise<void> {
  const stores = await findStores(dataFolder)
  if (stores === undefined) throw new Error(`No instance runs on ${dataFolder}`)
  const owner = new pg.Client({ connectionString: stores.databaseUrl })
  await owner.connect()
  await owner.query('update stores set layout = $1', [layout])
  await owner.end()
  await sleep(1_500) // an edge loads a store once a second
}
