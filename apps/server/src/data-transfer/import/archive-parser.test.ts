import { dataImportMessages } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aWholeArchive } from '../../../test/builders/archive-builder.ts'
import { anOrganization } from '../../../test/builders/builders.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { aCheckedArchive, importArchive } from '../../../test/run-import.ts'
import { listOrganizations } from '../../organizations/organizations.ts'
import { createJsonFile } from '../format/archive-format.ts'

const paid = { settings: ['package=Pro'] }
const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

const aWholeArchiveFrom = (linksUrl: string) =>
  aWholeArchive([], createJsonFile('linkshelf-archive.json', { format: 'linkshelf-archive', version: 1, links_url: linksUrl }))

const anyProject = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Lamps',
  description: 'Lamps',
  status: 'active',
  time_zone: 'UTC',
  created_at: '2026-01-01T00:00:00Z',
}
const aProjectFile: [string, string][] = [['projects/0001/project.json', JSON.stringify(anyProject)]]
const aFileOfLines: [string, string] = ['projects/0001/links-0001.jsonl', '{}\n'.repeat(21_000_000)]
const aLabelRow = (id: string, createdAt = '2026-01-01T00:00:00Z') =>
  JSON.stringify({ id, name: 'lamps', is_active: true, color_hex: null, created_at: createdAt })
const aFileOfLabels: [string, string] = ['projects/0001/labels-0001.jsonl', `${aLabelRow(anyProject.id)}\n`.repeat(50_001)]
const formatMonth = (month: number) => `${2_000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

it.each<[string, () => Promise<Buffer>, string]>([
  ['a file of another kind of address', () => aWholeArchiveFrom('javascript:alert(1)'), dataImportMessages.notArchive],
  ['an address without an origin', () => aWholeArchiveFrom('mailto:mia@people.example'), dataImportMessages.notArchive],
  ['an address of a megabyte', () => aWholeArchiveFrom(`http://${'a'.repeat(1_000_000)}`), dataImportMessages.notArchive],
  [
    'NUL in a name',
    () => aWholeArchive([['organization.json', '{"name":"Mia\\u0000"}']]),
    `${dataImportMessages.notArchive} (organization.json)`,
  ],
  [
    'a line that is nested deeply',
    () => aWholeArchive([['organization.json', `{"name":"Mia","deep":${'['.repeat(100)}${']'.repeat(100)}}`]]),
    `${dataImportMessages.notArchive} (organization.json)`,
  ],
  [
    'clicks of 1,200 months',
    () =>
      aWholeArchive([
        ...aProjectFile,
        ...Array.from({ length: 1_200 }, (_, month): [string, string] => [`projects/0001/clicks/${formatMonth(month)}-0001.jsonl`, '']),
      ]),
    dataImportMessages.tooManyMonths,
  ],
  [
    'a thousand rows that are not valid in each of two files',
    () =>
      aWholeArchive([
        ...aProjectFile,
        ['projects/0001/labels-0001.jsonl', '{}\n'.repeat(1_000)],
        ['projects/0001/links-0001.jsonl', '{}\n'],
      ]),
    dataImportMessages.tooManyInvalidRows,
  ],
  ['a file of 64 MB of lines', () => aWholeArchive([...aProjectFile, aFileOfLines]), dataImportMessages.tooManyInvalidRows],
  ['too many rows in a file', () => aWholeArchive([...aProjectFile, aFileOfLabels]), dataImportMessages.tooManyRows],
])('explains an archive with %s', async (_what, archive, failure) => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)

  expect(await aCheckedArchive(deps, ctx, await archive())).toMatchObject({ state: 'failed', failure })
})

it('fails permanently if the database rejects a value, and leaves no data of the archive', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx, user } = await anOrganization(deps, paid)
  const before = await listOrganizations(user)
  // The year 0 is valid in JSON, but PostgreSQL has no such year.
  const labels: [string, string] = ['projects/0001/labels-0001.jsonl', aLabelRow(deps.ids.next(), '0000-01-01T00:00:00Z')]

  expect(await importArchive(deps, ctx, await aWholeArchive([...aProjectFile, labels]))).toMatchObject({
    state: 'failed',
    failure: dataImportMessages.unstorable,
  })
  expect(await listOrganizations(user)).toEqual(before)
})

it('skips clicks of another month, of a day that does not exist, and in the future', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx } = await anOrganization(deps, paid)
  const clicks = ['2026-02-10 10:00:00.000', '2026-03-32 10:00:00.000', '2026-03-30 10:00:00.000'].map((at) => {
    const text = { reason: '', country: '', subdivision: '', city: '', device: '', browser: '', os: '', referrer: '', language: '' }
    const utm = { utm_source: '', utm_medium: '', utm_campaign: '' }
    const ids = { id: deps.ids.next(), link_id: deps.ids.next(), product_id: deps.ids.next(), store_id: deps.ids.next() }
    return { ...text, ...utm, ...ids, at, visitor: '7', is_bot: false, page: '', is_scan: false, rule: '', revision: 1 }
  })
  const file: [string, string] = ['projects/0001/clicks/2026-03-0001.jsonl', clicks.map((row) => JSON.stringify(row)).join('\n')]

  const { notes, summary } = await importArchive(deps, ctx, await aWholeArchive([...aProjectFile, file]))

  expect(summary?.clicks).toBe(0)
  expect(notes.map((note) => note.replace(/^.*jsonl, /, ''))).toEqual([
    'line 1: at: not in the month of its file',
    'line 2: at: no time of the past',
    'line 3: at: no time of the past',
  ])
})

it('lets other jobs run after each file of a check', async () => {
  await using deps = await openTestDeps()
  const { ctx } = await anOrganization(deps)
  let pauseCount = 0
  const pause = async () => {
    pauseCount += 1
  }

  expect(await aCheckedArchive(deps, ctx, await aWholeArchive(aProjectFile), { pause })).toMatchObject({ state: 'ready' })
  // The head and the manifest count as files too.
  expect(pauseCount).toBe(aProjectFile.length + 2)
})
