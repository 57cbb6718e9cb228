import { type LinkImport, linkFileMaxBytes } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type Answers, aLink, aLinkImport, anImportIssue, inProject, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

const imports = `${inProject}/urls/imports`
const noCounts = { created: 0, skipped: 0, rejected: 0, over_limit: 0, unusable_slugs: 0, unverified_domains: 0, incomplete: 0 }

async function openImport(answers: Answers): Promise<void> {
  openDashboard('/links', { [`GET ${inProject}/urls`]: () => [aLink()], ...answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByRole('dialog', { name: 'Import Links' })
}

it('uploads a file, shows a preview of the import, imports it with other short names on request, and shows the progress', async () => {
  const ready = aLinkImport({ rows: 3, created: 2, rejected: 1, unusable_slugs: 1, incomplete: 1 })
  const states: LinkImport[] = []
  const started: unknown[] = []
  await openImport({
    [`GET ${imports}`]: () => (states.length > 1 ? [states.shift()] : states),
    [`POST ${imports}`]: () => {
      states.push(aLinkImport({ state: 'checking' }), ready)
      return new Reply(201, states[0])
    },
    [`GET ${imports}/${ready.import_id}/issues`]: () => [
      anImportIssue({ line: 2, columns: ['slug'], reasons: ['This short name is taken'] }),
      anImportIssue({ line: 3, columns: ['created_at'], reasons: ['Imported without this date'], row: 'https://b.example/, 05/06/2024' }),
    ],
    [`POST ${imports}/${ready.import_id}/start`]: ({ body }) => {
      started.push(body)
      states.splice(0, 9, aLinkImport({ state: 'importing', rows: 3, processed: 1 }), aLinkImport({ state: 'done', rows: 3, created: 3 }))
      return aLinkImport({ state: 'importing', rows: 3, processed: 0 })
    },
  })
  await userEvent.upload(await screen.findByLabelText('CSV file'), new File(['url\na.example'], 'links.csv'))

  await screen.findByRole('button', { name: 'Import 2 links' })
  expect(screen.getByText('1 row will be rejected')).toBeTruthy()
  const issues = await screen.findByRole('region', { name: 'Rows with problems' })
  const readIssues = () =>
    within(issues)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const dated = 'Line 3 https://b.example/, 05/06/2024Imported without this date'
  expect(readIssues()).toEqual(['Line 2 ftp://shop.example/lamp, lampThis short name is taken', dated])
  await userEvent.click(screen.getByRole('switch', { name: /^Import 1 link with another short name/ }))
  expect(screen.getByText('3 links will be created')).toBeTruthy()
  expect(screen.queryByText('1 row will be rejected')).toBeNull()
  expect(readIssues()).toEqual([dated])
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 links' }))

  expect(await screen.findByRole('progressbar', { name: 'Imported' })).toBeTruthy()
  expect(await screen.findByText('3 links created')).toBeTruthy()
  expect(started).toEqual([{ replace_slugs: true }])
})

it('says on which domains the links will be, and on request moves links of a domain that is not verified', async () => {
  const ready = aLinkImport({
    rows: 3,
    created: 2,
    rejected: 1,
    unverified_domains: 1,
    domains: [
      { host: 'go.lamps.example', rows: 1, status: 'used', moved: null },
      { host: 'bit.ly', rows: 1, status: 'replaced', moved: null },
      { host: 'old.example', rows: 1, status: 'unverified', moved: { ...noCounts, created: 1 } },
    ],
  })
  const started: unknown[] = []
  await openImport({
    [`GET ${imports}`]: () => [ready],
    [`GET ${imports}/${ready.import_id}/issues`]: () => [
      anImportIssue({ columns: ['domain'], reasons: ['old.example is not a domain of your organization'] }),
    ],
    [`POST ${imports}/${ready.import_id}/start`]: ({ body }) => {
      started.push(body)
      return aLinkImport({ state: 'done', rows: 3, created: 3 })
    },
  })
  const domains = await screen.findByRole('list', { name: 'Domains in the file' })
  expect(
    within(domains)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 row on go.lamps.exampleThese links keep their address.',
    '1 row on bit.lyThese links get their short name on the domain of this project.',
  ])
  expect(screen.getByText('1 row will be rejected for their domain')).toBeTruthy()
  expect(await screen.findByText('old.example is not a domain of your organization')).toBeTruthy()

  await userEvent.click(screen.getByRole('switch', { name: /^Import 1 row of old.example/ }))
  expect(screen.getByText('3 links will be created')).toBeTruthy()
  expect(screen.queryByText('1 row will be rejected for their domain')).toBeNull()
  expect(screen.queryByText('old.example is not a domain of your organization')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 links' }))

  expect(await screen.findByText('3 links created')).toBeTruthy()
  expect(started).toEqual([{ replace_slugs: false, move_domains: ['old.example'] }])
})

it('shows an unfinished import of links when it is opened, and starts again with another file', async () => {
  const ready = aLinkImport({ created: 0, skipped: 2, rejected: 0 })
  let isDeleted = false
  await openImport({
    [`GET ${imports}`]: () => (isDeleted ? [] : [ready]),
    [`DELETE ${imports}/${ready.import_id}`]: () => {
      isDeleted = true
      return new Reply(204, undefined)
    },
  })
  expect(await screen.findByText('2 rows will be skipped')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 0 links' })).toHaveProperty('disabled', true)

  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))

  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
})

it('rejects a file of links that is too large, in the empty list too', async () => {
  openDashboard('/links', { [`GET ${inProject}/urls`]: () => [], [`GET ${imports}`]: () => [] })
  await userEvent.click(await screen.findByRole('button', { name: 'Import links' }))

  await userEvent.upload(await screen.findByLabelText('CSV file'), new File([new Uint8Array(linkFileMaxBytes + 1)], 'links.csv'))

  expect((await screen.findByRole('alert')).textContent).toBe('Files can be up to 10 MB')
})

it('asks about links with clicks before an undo, and shows what the undo deleted and what stayed', async () => {
  const imported = aLinkImport({ state: 'done', created: 3 })
  const nothingYet = { include_clicked: true, deleted_links: 0, deleted_products: 0, kept_links: 0, kept_products: 0, kept: [] }
  const kept = { kind: 'link', id: 'link-1', name: 'Brass lamp', reason: 'changed' } as const
  const states: LinkImport[] = [imported]
  const started: unknown[] = []
  await openImport({
    [`GET ${imports}`]: () => (states.length > 1 ? [states.shift()] : states),
    [`GET ${imports}/${imported.import_id}/undo`]: () => ({
      ...{ links: 2, clicked_links: 1, products: 0, kept_links: 1, kept_products: 0 },
      kept: [kept, { kind: 'link', id: 'link-2', name: 'Oak chair', reason: 'clicks' }],
    }),
    [`POST ${imports}/${imported.import_id}/undo`]: ({ body }) => {
      started.push(body)
      states[0] = aLinkImport({ state: 'undone', created: 3, undo: { ...nothingYet, deleted_links: 2, kept_links: 1, kept: [kept] } })
      return aLinkImport({ state: 'undoing', created: 3, undo: nothingYet })
    },
  })
  const list = await screen.findByRole('region', { name: 'Imports' })
  expect(within(list).getByRole('listitem').textContent).toMatch(/^links\.csv ?Imported.*3 links created, 0 skipped, 0 rejected/)

  await userEvent.click(within(list).getByRole('button', { name: 'Undo the import of links.csv' }))
  expect(await screen.findByText(/1 link will be deleted/)).toBeTruthy()
  const stays = screen.getByRole('region', { name: 'What stays' })
  expect(
    within(stays)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Brass lampChanged after the import', 'Oak chairHas clicks'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also delete 1 link with clicks' }))
  expect(screen.getByText(/2 links will be deleted/)).toBeTruthy()
  expect(within(stays).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))

  const stayed = await screen.findByRole('region', { name: 'What stayed' })
  expect(within(stayed).getByRole('listitem').textContent).toBe('Brass lampChanged after the import')
  expect(screen.getByText(/2 links were deleted/)).toBeTruthy()
  expect(started).toEqual([{ include_clicked: true }])
})

it('shows the links of an import after the import, and all links when the filter is removed', async () => {
  const imported = aLinkImport({ state: 'done', created: 1 })
  const queries: (string | null)[] = []
  await openImport({
    [`GET ${inProject}/urls`]: ({ query }) => {
      queries.push(query.get('import_id'))
      return [aLink()]
    },
    [`GET ${imports}`]: () => [imported],
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Show links of links.csv' }))

  const chip = await screen.findByRole('link', { name: 'Remove filter Import: links.csv' })
  expect(queries.at(-1)).toBe(imported.import_id)
  await userEvent.click(chip)
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Remove filter Import/ })).toBeNull())
  expect(queries.at(0)).toBe(null)
})
