import { setTimeout as sleep } from 'node:timers/promises'
import { anArchiveOfLines } from '../../../apps/server/test/builders/archive-builder.ts'
import { aDotsWorkbook, aFarRowsWorkbook } from '../../../apps/server/test/builders/workbook-builder.ts'
import { checkLinks } from '../file-requests.ts'
import { type Account, repeat, type Scenario } from '../scenario.ts'

const workbooks = [aFarRowsWorkbook(), aDotsWorkbook()]

const archive = await anArchiveOfLines()

async function uploadReports({ client, params }: Account): Promise<void> {
  for (const workbook of workbooks) await client.earningsImports.create({ params, body: { file: new File([workbook], 'report.xlsx') } })
  await sleep(100)
}

async function uploadArchive({ client, params: { orgId } }: Account): Promise<void> {
  const one = await client.dataImports.create({ params: { orgId }, body: { file_name: 'archive.tar.gz', bytes: archive.length } })
  if (one.state === 'uploading') {
    const params = { orgId, dataImportId: one.import_id, number: 0 }
    await client.dataImports.addPart({ params, body: { file: new File([new Uint8Array(archive)], 'part') } })
  }
  await sleep(100)
}

/** The attacker uploads workbooks and archives that are small, but large when they are unpacked or read. */
export const scenario: Scenario = {
  name: 'hostile workbooks and archives | check of a file of links',
  environment: { PLANS: 'off' },
  attack: ({ attacker }, signal) =>
    Promise.all([repeat(2, signal, () => uploadReports(attacker)), repeat(1, signal, () => uploadArchive(attacker))]),
  request: ({ neighbour }) => checkLinks(neighbour),
}
