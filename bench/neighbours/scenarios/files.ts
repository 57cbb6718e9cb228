import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { aWholeArchive } from '../../../apps/server/test/builders/archive-builder.ts'
import { type Account, type Neighbours, repeat, type Scenario } from '../scenario.ts'

const worksheet = (rows: string) => strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
const row = (...cells: string[]) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

/** Rows far below in 300 sheets: 51 KB. */
const farRows = zipSync(
  Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`xl/worksheets/sheet${nth + 1}.xml`, worksheet('<row r="200000"/>')])),
)
const heading = row('ASIN', 'Tracking ID', 'Date Shipped', 'Ad Fees($)')
/** One amount of 300,000 dots. */
const dots = zipSync({ 'xl/worksheets/sheet1.xml': worksheet(heading + row('B0', 'lamps-20', '2026-09-15', '.'.repeat(300_000))) })

const project = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Lamps',
  description: 'Lamps',
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
}
/** 64 MB of lines in 63 KB. */
const archive = await aWholeArchive([
  ['projects/0001/project.json', JSON.stringify(project)],
  ['projects/0001/links-0001.jsonl', '{}\n'.repeat(21_000_000)],
])

async function uploadReports({ client, params }: Account): Promise<void> {
  for (const file of [farRows, dots])
    await client.earningsImports.create({ params, body: { file: new File([new Uint8Array(file)], 'report.xlsx') } })
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

/** Uploads a small file of links, and waits until it is checked. */
async function checkLinks({ neighbour: { client, params } }: Neighbours): Promise<void> {
  const file = new File([`url\nhttps://shop.example/${performance.now()}`], 'links.csv')
  let one = await client.linkImports.create({ params, body: { file } })
  while (one.state === 'checking') {
    await sleep(50)
    one = await client.linkImports.get({ params: { ...params, linkImportId: one.import_id } })
  }
  if (one.state !== 'ready') throw new Error(`The file is ${one.state}`)
}

/** Workbooks and archives that are small, and large when they are unpacked or read. */
export const scenario: Scenario = {
  name: 'hostile workbooks and archives | check of a file of links',
  environment: { PLANS: 'off' },
  attack: ({ attacker }, signal) =>
    Promise.all([repeat(2, signal, () => uploadReports(attacker)), repeat(1, signal, () => uploadArchive(attacker))]),
  request: checkLinks,
}
