import { setTimeout as sleep } from 'node:timers/promises'
import type { DataImport } from '@linkshelf/contract'
import type { Account } from './scenario.ts'

/** Uploads a small file of links, and waits until it is checked. */
export async function checkLinks({ client, params }: Account): Promise<void> {
  const file = new File([`url\nhttps://shop.example/${performance.now()}`], 'links.csv')
  let one = await client.linkImports.create({ params, body: { file } })
  while (one.state === 'checking') {
    await sleep(50)
    one = await client.linkImports.get({ params: { ...params, linkImportId: one.import_id } })
  }
  if (one.state !== 'ready') throw new Error(`The file is ${one.state}`)
}

/** Uploads an archive of at most one part, waits until it is checked, and deletes it. */
export async function checkArchive({ client, params: { orgId } }: Account, archive: Uint8Array<ArrayBuffer>): Promise<DataImport> {
  let one = await client.dataImports.create({ params: { orgId }, body: { file_name: 'archive.tar.gz', bytes: archive.length } })
  const params = { orgId, dataImportId: one.import_id }
  one = await client.dataImports.addPart({ params: { ...params, number: 0 }, body: { file: new File([archive], 'part') } })
  while (one.state === 'checking') {
    await sleep(50)
    one = await client.dataImports.get({ params })
  }
  await client.dataImports.delete({ params })
  return one
}
