import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultServedSettings } from '../../domains/visitors.ts'
import { tryLockFile } from '../../platform/process/file-lock.ts'
import { silentLog } from '../../platform/process/log.ts'
import { createServedDomains } from './served-domains.ts'
import { persistServedDomains } from './served-domains-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'served-domains-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'served-domains')
const dayMs = 86_400_000
const domainId = '01890a5d-ac96-774b-bcce-b302099a8057' as DomainId
const organizationId = '01890a5d-ac96-774b-bcce-b302099a8058' as OrganizationId
const rows = (...hosts: string[]) => hosts.map((host) => ({ host, domainId, organizationId, settings: defaultServedSettings }))

/** Restores the stored domains like an edge on the same machine that starts `days` later. */
async function openTable({ days = 0, log = silentLog } = {}) {
  const servedDomains = createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [] })
  const clock = { now: () => new Date(Date.now() + days * dayMs) }
  return { ...servedDomains, ...(await persistServedDomains({ folder, servedDomains, clock, log })) }
}

async function writeDomains(...hosts: string[]): Promise<void> {
  const table = await openTable()
  table.replaceAll(rows(...hosts))
  table.confirm()
  await table.close()
}

const listRestored = async (options = {}) => (await openTable(options)).list()

it('restores the domains that an earlier edge confirmed', async () => {
  await writeDomains('lamps.example', 'xn--lmpen-gra.example')
  expect(await listRestored()).toEqual(
    rows('lamps.example', 'xn--lmpen-gra.example').map((row) => ({ kind: 'domain', ...row, addressPrefix: `//${domainId}/` })),
  )
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  await writeDomains()
  expect(await listRestored()).toEqual([])
})

it('writes only domains that the database has confirmed', async () => {
  await writeDomains('lamps.example')
  const before = await readFile(path())
  const unconfirmed = await openTable()
  unconfirmed.replaceAll([])
  await unconfirmed.close()
  expect(await readFile(path())).toEqual(before)
})

it('writes each confirmed change, and rewrites an unchanged table from time to time', async () => {
  await writeDomains('lamps.example')
  const before = await readFile(path())
  const table = await openTable()
  table.confirm()
  await table.close()
  expect(await readFile(path())).toEqual(before)

  const later = await openTable({ days: 6 })
  later.confirm()
  await later.close()
  expect((await listRestored({ days: 12 })).map(({ host }) => host)).toEqual(['lamps.example'])
})

it('writes later if another edge was writing', async () => {
  const table = await openTable()
  const lock = tryLockFile(`${path()}.lock`)
  table.replaceAll(rows('lamps.example'))
  table.confirm()
  await table.close()
  lock?.release()
  expect(await listRestored()).toEqual([])
  await table.close()
  expect(await listRestored()).toHaveLength(1)
})

it('drops domains that were not confirmed for a week', async () => {
  await writeDomains('lamps.example')
  expect(await listRestored({ days: 6 })).toHaveLength(1)
  expect(await listRestored({ days: 8 })).toEqual([])
})

it.each([
  ['changed', (text: string) => text.replace('lamps', 'sofas')],
  ['cut off', (text: string) => text.slice(0, -30)],
])('ignores a file that was %s, with a warning', async (_damage, damage) => {
  await writeDomains('lamps.example')
  await writeFile(path(), damage(await readFile(path(), 'latin1')))
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  expect(await listRestored({ log })).toEqual([])
  expect(warnings).toHaveLength(1)
})
