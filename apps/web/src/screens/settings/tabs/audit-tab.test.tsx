import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  anAuditEntry,
  internalError,
  noReply,
  openDashboard,
  orgId,
  Reply,
  type SentCall,
} from '../../../../test/open-dashboard.tsx'

const keyId = '0197a000-0000-7000-8000-000000000700'
const list = `GET /v1/${orgId}/audit-logs`
const members = {
  [`GET /v1/${orgId}/api-keys`]: () => [{ id: keyId, name: 'CI' }],
  [`GET /v1/${orgId}/members`]: () => [{ user_id: orgId, full_name: 'Mia Lindqvist', email: 'mia@example.org', role: 'owner' }],
}

afterEach(() => vi.restoreAllMocks())

/** Opens the log. Returns the queries of the list's requests, without the page size. */
function openLog(answer: Answer = () => [anAuditEntry(1)], address = '/settings/audit', answers: Record<string, Answer> = {}): object[] {
  const queries: object[] = []
  openDashboard(address, {
    ...members,
    [list]: (call) => {
      const { limit, ...query } = Object.fromEntries(call.query)
      queries.push(query)
      return answer(call)
    },
    ...answers,
  })
  return queries
}

describe('the activity log', () => {
  it('shows a skeleton while it loads', async () => {
    openLog(noReply)

    await screen.findByRole('heading', { name: 'Account Activity Log' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error, and loads again on retry', async () => {
    let isDown = true
    openLog(() => (isDown ? internalError() : [anAuditEntry(1)]))
    expect(await screen.findByRole('heading', { name: 'The activity log could not be loaded' })).toBeTruthy()

    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('table', { name: 'Account Activity Log' })).toBeTruthy()
  })

  it('says that it is empty', async () => {
    openLog(() => [], '/settings/audit?actor=everyone')

    expect(await screen.findByRole('heading', { name: 'No activity logs found.' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show all activity' })).toBeNull()
  })

  it('shows the old and the new value of each change, with the names on screen', async () => {
    openLog(() => [
      anAuditEntry(1, {
        before: { name: 'Shop', main_color: '#089B71', active: true, footer_text: '', dashboard_days: 30 },
        after: { name: 'Store', main_color: '#7C3AED', active: false, footer_text: 'x'.repeat(200), dashboard_days: 30 },
      }),
    ])
    const row = within(await screen.findByRole('table', { name: 'Account Activity Log' })).getAllByRole('row')[1] as HTMLElement

    expect(row.textContent).toContain('Namefrom Shop →  to Store')
    expect(row.textContent).toContain('Main colorfrom #089B71 →  to #7C3AED')
    expect(row.textContent).toContain('Activefrom Yes →  to No')
    await userEvent.click(within(row).getByText('1 more'))
    expect(row.textContent).toContain(`Footer textfrom empty →  to ${'x'.repeat(119)}…`)
    expect(row.textContent).not.toContain('Days in charts')
  })

  it('describes the content of a value in words, without ids', async () => {
    const organization = { id: orgId, name: 'Shelf & Co' }
    openLog(() => [anAuditEntry(1, { before: null, after: { organization, price: { amount: 9, currency: 'EUR' } } })])

    const row = within(await screen.findByRole('table', { name: 'Account Activity Log' })).getAllByRole('row')[1] as HTMLElement

    await userEvent.click(within(row).getByText('Details'))
    expect(within(row).getByText('Shelf & Co')).toBeTruthy()
    expect(within(row).getByText('amount: 9, currency: EUR')).toBeTruthy()
  })

  it('names members, API keys, Linkshelf and the operator', async () => {
    openLog(() => [
      anAuditEntry(1),
      anAuditEntry(2, { actor: { kind: 'api_key', id: orgId, name: 'CI' } }),
      anAuditEntry(3, { actor: { kind: 'system', id: 'check-page', name: null }, metadata: { source: 'job' } }),
      anAuditEntry(4, { actor: { kind: 'system', id: 'linkshelf organization', name: null }, metadata: { source: 'command' } }),
      anAuditEntry(5, { actor: { kind: 'user', id: orgId, name: null } }),
    ])
    const rows = within(await screen.findByRole('table', { name: 'Account Activity Log' }))
      .getAllByRole('row')
      .slice(1)

    const actors = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)
    expect(actors).toEqual(['Mia Lindqvist', 'API key CI', 'Linkshelf', 'The operator', 'A deleted account'])
  })

  it('links to existing links, and to products of the current project', async () => {
    const id = '0197a000-0000-7000-8000-000000000100'
    const elsewhere = { project: { project_id: '0197a000-0000-7000-8000-000000000003', name: 'Gear Lab' }, entity_id: id, exists: true }
    openLog(() => [
      anAuditEntry(1, { entity: 'link', entity_id: id, exists: true, description: 'Created link “a”' }),
      anAuditEntry(2, { entity: 'product', entity_id: id, exists: true, description: 'Created product “b”' }),
      anAuditEntry(3, { entity: 'link', entity_id: id, description: 'Created link “c”' }),
      anAuditEntry(4, { ...elsewhere, entity: 'link', description: 'Created link “d”' }),
      anAuditEntry(5, { ...elsewhere, entity: 'product', description: 'Created product “e”' }),
    ])
    const table = within(await screen.findByRole('table', { name: 'Account Activity Log' }))

    expect(table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Created link “a”', `/links/${id}`],
      ['Created product “b”', `/store/products/edit/${id}`],
      ['Created link “d”', `/links/${id}`],
    ])
  })

  it('loads more entries', async () => {
    const answerPage = ({ query }: SentCall) =>
      query.get('cursor') === 'next'
        ? [anAuditEntry(2, { description: 'Older' })]
        : new Reply(200, [anAuditEntry(1)], { 'x-next-cursor': 'next' })
    openLog(answerPage)
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    expect(await screen.findByText('Older')).toBeTruthy()
  })
})

describe('the filter of the activity log', () => {
  it('shows the activity of people at first, and that of Linkshelf, API keys or everyone on request', async () => {
    const queries = openLog()
    const by = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who' })
    await screen.findByRole('table', { name: 'Account Activity Log' })
    expect(by.selectedOptions[0]?.textContent).toBe('By: people')

    for (const choice of ['By: Linkshelf', 'By: API keys', 'By: everyone', 'By: people']) await userEvent.selectOptions(by, choice)

    await waitFor(() => expect(queries).toEqual([{ actor: 'user' }, { actor: 'system' }, { actor: 'api_key' }, {}]))
  })

  it('is in the URL', async () => {
    const queries = openLog(undefined, '/settings/audit?actor=system')

    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who' })).value).toBe('system')
    await waitFor(() => expect(queries).toEqual([{ actor: 'system' }]))
  })

  it('searches after a pause, and writes the search into the URL', async () => {
    const queries = openLog(({ query }) => (query.has('search') ? [anAuditEntry(2, { description: 'Found' })] : [anAuditEntry(1)]))
    await userEvent.click(await screen.findByRole('textbox', { name: 'Search activity' }))
    await userEvent.paste(' lamp ')

    expect(await screen.findByText('Found')).toBeTruthy()
    expect(queries).toEqual([{ actor: 'user' }, { actor: 'user', search: 'lamp' }])
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(screen.queryByText('Found')).toBeNull())
  })

  it('filters by kind, member, project and period', async () => {
    const queries = openLog()
    await screen.findByRole('table', { name: 'Account Activity Log' })
    await screen.findByRole('option', { name: 'Mia Lindqvist' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of activity' }), 'Links')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Mia Lindqvist')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Everyday Reviews')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Today')

    const today = new Intl.DateTimeFormat('en-CA').format(new Date())
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({
        group: 'link',
        actor: orgId,
        project_id: expect.any(String),
        from: today,
        tz: expect.any(String),
      }),
    )
  })

  it('ignores a kind of activity that does not exist', async () => {
    const queries = openLog(undefined, '/settings/audit?group=constructor')

    await waitFor(() => expect(queries.at(-1)).toEqual({ actor: 'user' }))
  })

  it('filters by API key', async () => {
    const queries = openLog()
    await screen.findByRole('option', { name: 'API key CI' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'API key CI')

    await waitFor(() => expect(queries.at(-1)).toEqual({ actor: keyId }))
  })

  it('can be removed completely if nothing matches', async () => {
    const queries = openLog(
      ({ query }) => (query.size > 1 ? [] : [anAuditEntry(1)]),
      '/settings/audit?search=velvet&group=link&days=nonsense',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show all activity' }))

    expect(await screen.findByRole('table', { name: 'Account Activity Log' })).toBeTruthy()
    expect(queries).toEqual([{ search: 'velvet', group: 'link', actor: 'user' }, {}])
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search activity' }))
  })

  it('applies to the CSV file', async () => {
    const saved: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const asked: object[] = []
    openLog(undefined, '/settings/audit?group=store', {
      [`GET /v1/${orgId}/audit-logs/export`]: ({ query }) => {
        asked.push(Object.fromEntries(query))
        const file = new Blob(['id,date\r\n'])
        return new Reply(200, file.stream(), {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="activity.csv"; filename*=UTF-8''activity.csv`,
        })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Export the activity log as CSV' }))

    await waitFor(() => expect(saved).toEqual(['activity.csv']))
    expect(asked).toEqual([{ group: 'store', actor: 'user' }])
  })
})
