import { searchDebounceMs } from '@linkshelf/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  aHealth,
  aLink,
  aLiveStream,
  anAffiliationSummary,
  anOrganization,
  answerClicksOfLinks,
  aProject,
  errorReply,
  inProject,
  internalError,
  narrowWindow,
  noReply,
  openDashboard,
  Reply,
  someTotals,
} from '../../../test/open-dashboard.tsx'

const link = aLink()
const list = `GET ${inProject}/urls`
const clicks = `GET ${inProject}/analytics/urls/clicks`

function openLinks(answer: Answer, more: Record<string, Answer> = {}, address = '/links'): void {
  openDashboard(address, { ...more, [list]: answer })
}

describe('the links screen', () => {
  it('says how many archived links match a search without results, and shows them', async () => {
    openLinks(
      ({ query }) => {
        if (query.get('archived') !== 'true' || query.get('search') !== 'zzz') return []
        return query.get('limit') === '1'
          ? new Reply(200, [{ ...link, archived: true }], { 'x-total-count': '1' })
          : [{ ...link, archived: true }]
      },
      {},
      '/links?search=zzz',
    )
    await screen.findByText('1 archived link matches.')

    await userEvent.click(screen.getByRole('button', { name: 'Show archived links' }))

    expect(await screen.findByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search links' }).value).toBe('zzz')
  })

  it('shows a skeleton while it loads', async () => {
    openLinks(noReply)

    expect(await screen.findByRole('heading', { name: 'Links' })).toBeTruthy()
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error with a retry and the correlation id', async () => {
    openLinks(internalError)

    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { name: 'Error Loading Links' })).toBeTruthy()
    expect(within(alert).getByRole('button', { name: 'Reload Page' })).toBeTruthy()
    expect(alert.textContent).toContain('c0ffee00-0000-4000-8000-000000000001')
  })

  it.each([
    ['/links', 'No links yet'],
    ['/links?search=zzz', 'No links found'],
    ['/links?archived=true', 'No archived links'],
    ['/links?health=broken', 'No broken links'],
    ['/links?health=uncheckable', "No links that can't be checked"],
    ['/links?health=unavailable', 'No links to sold-out products'],
  ])('shows why %s is empty', async (address, title) => {
    openLinks(() => [], {}, address)

    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  it('has compact rows on request, and stores the choice', async () => {
    openLinks(() => [link])
    const toggle = await screen.findByRole('button', { name: 'Compact rows' })
    const rows = await screen.findByRole('list', { name: 'Links' })
    expect([toggle.getAttribute('aria-pressed'), rows.dataset.density]).toEqual(['false', 'comfortable'])

    await userEvent.click(toggle)

    expect([toggle.getAttribute('aria-pressed'), rows.dataset.density]).toEqual(['true', 'compact'])
    expect(localStorage.getItem('linkshelf.links.density')).toBe('"compact"')
    localStorage.removeItem('linkshelf.links.density')
  })

  it('has no tools for a list if the project has no links, but leads to deleted links', async () => {
    openLinks(() => [], { [`GET ${inProject}/urls/deleted`]: () => [] })
    await screen.findByRole('button', { name: 'Add your first link' })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search links' })).toBeNull())
    for (const name of ['Import', 'Compact rows']) expect(screen.queryByRole('button', { name })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Deleted links' }))

    expect(await screen.findByRole('heading', { name: 'No deleted links' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Search links' })).toBeTruthy()
  })

  it('has no tools while the links of a project without links load', async () => {
    const answerProjects = (linkCount: number) => ({
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ link_count: linkCount })] })],
    })
    openLinks(noReply, answerProjects(0))
    await screen.findByRole('status', { name: 'Loading' })
    expect(screen.queryByRole('textbox', { name: 'Search links' })).toBeNull()

    cleanup()
    openLinks(noReply, answerProjects(1))
    expect(await screen.findByRole('textbox', { name: 'Search links' })).toBeTruthy()
  })

  it('keeps its tools if all links are archived', async () => {
    openLinks(({ query }) => (query.get('archived') === 'true' ? [link] : []))
    await screen.findByRole('button', { name: 'Show archived links' })

    expect(screen.getByRole('textbox', { name: 'Search links' })).toBeTruthy()
  })

  it('clears the search with Escape', async () => {
    openLinks(() => [link], {}, '/links?search=zzz')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search links' })

    await userEvent.type(field, '{Escape}')

    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    expect(await screen.findByRole('link', { name: 'Wireless headphones' })).toBeTruthy()
  })

  it('filters by the health of destinations, and shows the problem on each link', async () => {
    const asked: (string | null)[] = []
    openLinks(({ query }) => {
      asked.push(query.get('health'))
      return query.get('health') === 'unavailable'
        ? [aLink({ health: aHealth({ status: 'unavailable', reason: 'sold_out' }) })]
        : query.has('health')
          ? []
          : [link]
    })
    const filter = await screen.findByRole('combobox', { name: 'Filter by destination' })
    await userEvent.selectOptions(filter, 'Sold out')

    const shown = await screen.findByRole('list', { name: 'Links to sold-out products' })
    expect(await within(shown).findByText('Sold out')).toBeTruthy()
    await userEvent.selectOptions(filter, 'Broken')
    await userEvent.click(await screen.findByRole('button', { name: 'Show all links' }))
    expect(await screen.findByRole('list', { name: 'Links' })).toBeTruthy()
    expect(asked.filter((health) => health !== null)).toEqual(['unavailable', 'broken'])
  })

  it('focuses the add-link bar from the empty state', async () => {
    openLinks(() => [])

    await userEvent.click(await screen.findByRole('button', { name: 'Add your first link' }))

    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL to shorten' }))
  })

  it('updates the clicks of its links when more arrive', async () => {
    let days = [3, 4]
    let publish = () => {}
    openLinks(() => [link], {
      [clicks]: (call) => answerClicksOfLinks(call, { [link.url_id]: days }),
      [`GET ${inProject}/analytics/live`]: () =>
        aLiveStream((publisher) => {
          publish = publisher
        }),
    })
    await screen.findByText('7')

    days = [3, 9]
    publish()

    expect(await screen.findByText('12')).toBeTruthy()
  })

  it('requests twenty links at a time', async () => {
    const limits: (string | null)[] = []
    openLinks(({ query }) => {
      limits.push(query.get('limit'))
      return new Reply(200, [aLink({ url_id: `0197a000-0000-7000-8000-00000000010${limits.length}` })], { 'x-next-cursor': 'next' })
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    await waitFor(() => expect(limits).toEqual(['20', '20']))
  })

  it('requests the order from the server, and shows the number of links', async () => {
    const asked: (string | null)[][] = []
    openLinks(({ query }) => {
      asked.push([query.get('sort'), query.get('total')])
      return new Reply(200, [link], { 'x-next-cursor': 'next', 'x-total-count': query.get('sort') === 'name' ? '10001' : '61' })
    })
    expect(await screen.findAllByText('1 of 61')).toHaveLength(2)

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name')

    expect(await screen.findAllByText('1 of 10,000+')).toHaveLength(2)
    expect(asked).toEqual([
      ['newest', 'true'],
      ['name', 'true'],
    ])
  })

  it('shows a card for each link, with its clicks', async () => {
    openLinks(() => [link, aLink({ url_id: '0197a000-0000-7000-8000-000000000101', title: 'A desk', pending: true })], {
      [clicks]: (call) => answerClicksOfLinks(call, { [link.url_id]: [3, 4], '0197a000-0000-7000-8000-000000000101': [0, 0] }),
    })

    const cards = await within(await screen.findByRole('list', { name: 'Links' })).findAllByRole('listitem')
    expect(cards).toHaveLength(2)
    expect(cards[0]?.textContent).toContain('Wireless headphones')
    expect(cards[0]?.textContent).toContain('sho.rt/spring')
    expect(cards[0]?.textContent).toContain('audio')
    await waitFor(() => expect(cards[0]?.textContent).toContain('7 clicks'))
    expect(cards[1]?.textContent).toContain('Pending')
    await waitFor(() => expect(cards[1]?.textContent).toContain('0 clicks'))
  })

  it('names the store or the deleted product of a short URL', async () => {
    const page = { kind: 'store', id: 'a-store', name: 'Mia’s Shelf' }
    const deleted = { kind: 'product', id: 'a-lamp', name: null }
    openLinks(() => [
      aLink({ title: 'A page', own_title: false, page }),
      aLink({ url_id: '0197a000-0000-7000-8000-000000000101', title: 'A desk', page: deleted }),
    ])

    const cards = await within(await screen.findByRole('list', { name: 'Links' })).findAllByRole('listitem')
    expect(cards[0]?.textContent).toContain('Mia’s Shelf')
    expect(
      within(cards[0] as HTMLElement)
        .getByRole('link', { name: 'Store page' })
        .getAttribute('href'),
    ).toBe('/store/settings')
    expect(cards[1]?.textContent).toContain('Deleted product')
  })

  it('shows whether each link earns, and its earnings, with one call for each page', async () => {
    const other = aLink({ url_id: '0197a000-0000-7000-8000-000000000101', title: 'Kettle' })
    const requests: (string | null)[] = []
    const onAmazon = { retailer: 'amazon', market: 'de' } as const
    openLinks(
      () => [
        { ...link, affiliation: anAffiliationSummary({ ...onAmazon, state: 'earns', tag: 'mia-21' }) },
        { ...other, affiliation: anAffiliationSummary({ ...onAmazon, state: 'not_connected' }) },
      ],
      {
        [clicks]: (call) => {
          requests.push(call.query.get('url_ids'))
          return answerClicksOfLinks(call, {}, { [link.url_id]: [someTotals({ earned: 1_240, clicks: 100 })] })
        },
      },
    )

    const [earning, idle] = await screen.findAllByRole('listitem')
    expect(within(earning as HTMLElement).getByText('Earns · tag mia-21')).toBeTruthy()
    expect(await within(earning as HTMLElement).findByText('€12.40')).toBeTruthy()
    expect(within(idle as HTMLElement).getByText('Not connected: earns nothing')).toBeTruthy()
    expect(within(idle as HTMLElement).queryByText(/earned/)).toBeNull()
    expect(requests).toEqual([`${link.url_id},${other.url_id}`])
  })

  it('requests the clicks of a page in one call, and shows zero if the call fails', async () => {
    const page = (first: number) =>
      Array.from({ length: 20 }, (_, index) => aLink({ url_id: `0197a000-0000-7000-8000-000000000${first + index}` }))
    const requests: (number | undefined)[] = []
    openLinks(({ query }) => (query.has('cursor') ? page(200) : new Reply(200, page(100), { 'x-next-cursor': 'next' })), {
      [clicks]: (call) => {
        requests.push(call.query.get('url_ids')?.split(',').length)
        return call.query.get('url_ids')?.includes(page(200)[0]?.url_id ?? '')
          ? errorReply(402, 'FULL_ANALYTICS_REQUIRED', 'No')
          : answerClicksOfLinks(call, {})
      },
    })
    await waitFor(() => expect(screen.getAllByText(/^\s?click$/)).toHaveLength(20))
    expect(requests).toEqual([20])

    await userEvent.click(screen.getByRole('button', { name: 'Load More' }))

    await waitFor(() => expect(screen.getAllByText(/^\s?clicks$/)).toHaveLength(20))
    expect(requests).toEqual([20, 20])
  })

  it('debounces the search by 300 ms', async () => {
    const searches: (string | null)[] = []
    openLinks(({ query }) => {
      searches.push(query.get('search'))
      return [link]
    })
    const box = await screen.findByRole('textbox', { name: 'Search links' })
    await waitFor(() => expect(searches).toEqual([null]))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of ['s', 'sh', 'sho', 'shop']) {
      fireEvent.change(box, { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(299))
    }
    expect(searches).toEqual([null])

    await act(() => vi.advanceTimersByTimeAsync(1))

    await expect.poll(() => searches).toEqual([null, 'shop'])
    expect(searchDebounceMs).toBe(300)
  })

  it('searches for at most 2,048 characters', async () => {
    const searches: (number | undefined)[] = []
    openLinks(({ query }) => [searches.push(query.get('search')?.length), [link]][1], {}, `/links?search=${'k'.repeat(2_049)}`)

    expect(await screen.findByRole('textbox', { name: 'Search links' })).toHaveProperty('maxLength', 2_048)
    await waitFor(() => expect(searches).toEqual([2_048]))
  })

  it('discards typed text when the search is cleared', async () => {
    const searches: (string | null)[] = []
    openLinks(({ query }) => {
      searches.push(query.get('search'))
      return [link]
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search links' })
    // The timers are fake, because on a busy machine the click could be later than the debounce.
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1, toFake: ['setTimeout', 'clearTimeout'] })
    await userEvent.type(field, 'copper')

    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(document.activeElement).toBe(field)
    await act(() => vi.advanceTimersByTimeAsync(2 * searchDebounceMs))

    expect([field.value, searches]).toEqual(['', [null]])
  })

  it('shows the search of the URL in its field', async () => {
    openLinks(() => [link], {}, '/links?search=copper')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search links' })
    expect(field.value).toBe('copper')

    await userEvent.click(screen.getByRole('link', { name: 'Links' }))

    await waitFor(() => expect(field.value).toBe(''))
  })

  it('focuses the search field when a search without results is cleared', async () => {
    openLinks(({ query }) => (query.get('search') === null ? [link] : []), {}, '/links?search=zzz')
    await screen.findByRole('heading', { name: 'No links found' })

    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)

    expect(await screen.findByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search links' }))
  })

  it('links to the archive when every link is archived', async () => {
    openLinks(({ query }) => (query.get('archived') === 'true' ? [aLink({ archived: true })] : []))

    await userEvent.click(await screen.findByRole('button', { name: 'Show archived links' }))

    expect(await screen.findByRole('list', { name: 'Archived links' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Show archived links' }))
  })

  it('loads the next page after the last link', async () => {
    const second = aLink({ url_id: '0197a000-0000-7000-8000-000000000102', title: 'The second page' })
    openLinks(({ query }) => (query.get('cursor') === 'next' ? [second] : new Reply(200, [link], { 'x-next-cursor': 'next' })))

    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }))

    expect(await screen.findByRole('heading', { name: 'The second page' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'The second page' })))
  })

  it('archives after a confirmation, optimistically, and rolls back when it fails', async () => {
    let fail: () => void = () => {}
    openLinks(() => [link], {
      [`POST ${inProject}/urls/${link.url_id}/archive`]: () =>
        new Promise((resolve) => {
          fail = () => resolve(internalError())
        }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    const dialog = await screen.findByRole('dialog', { name: 'Archive Link' })

    await userEvent.click(within(dialog).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Wireless headphones' })).toBeNull())
    fail()

    expect(await screen.findByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
    expect(await screen.findByText('Failed to update link')).toBeTruthy()
  })

  it('deletes after a confirmation that names the link', async () => {
    const stored = [link]
    openLinks(() => stored, {
      [`DELETE ${inProject}/urls/${link.url_id}`]: () => {
        stored.pop()
        return new Reply(204, undefined)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Link' })
    expect(dialog.textContent).toContain('Wireless headphones')
    expect(stored).toHaveLength(1)

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByRole('heading', { name: 'No links yet' })).toBeTruthy()
  })

  it.each([
    ['takes a deletion back from the toast', () => [link], 'Link restored'],
    ['says that a deletion is final', () => [], 'Too late to restore'],
  ])('%s', async (_what, restored, title) => {
    let stored = [link]
    openLinks(() => stored, {
      [`DELETE ${inProject}/urls/${link.url_id}`]: () => {
        stored = []
        return new Reply(204, undefined)
      },
      [`POST ${inProject}/urls/restore`]: () => {
        stored = restored()
        return stored.map((each) => ({ ...each, earlier_url: null }))
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Link deleted')

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

    expect(await screen.findByText(title)).toBeTruthy()
    const rows = () => screen.queryAllByRole('button', { name: 'Actions of Wireless headphones' })
    await waitFor(() => expect(rows()).toHaveLength(restored().length))
  })

  it('offers no undo after archiving, which was confirmed', async () => {
    openLinks(() => [link], { [`POST ${inProject}/urls/${link.url_id}/archive`]: () => aLink({ archived: true }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }))

    expect(await screen.findByText('Link archived')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it.each([
    ['Archive', `POST ${inProject}/urls/${link.url_id}/archive`],
    ['Delete', `DELETE ${inProject}/urls/${link.url_id}`],
  ])('focuses the next card after %s', async (action, call) => {
    const next = aLink({ url_id: '0197a000-0000-7000-8000-000000000101', title: 'A desk' })
    let stored = [link, next]
    openLinks(() => stored, {
      [call]: () => {
        stored = [next]
        return action === 'Delete' ? new Reply(204, undefined) : aLink({ archived: true })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: action }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }))

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A desk' })))
    expect(screen.queryByRole('heading', { name: 'Wireless headphones' })).toBeNull()
  })
})

describe('the filters on a phone', () => {
  it('are in a sheet, apply at once, and are chips below the search', async () => {
    const requests: string[] = []
    narrowWindow()
    openLinks(({ query }) => [requests.push(query.toString()), [link]][1], {
      [`GET ${inProject}/labels`]: () => [{ label_id: 'one', name: 'audio', is_active: true }],
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.selectOptions(await sheet.findByRole('combobox', { name: 'Filter by label' }), await sheet.findByText('audio'))
    await userEvent.click(sheet.getByRole('switch', { name: 'Show archived links' }))

    await waitFor(() => expect(requests.at(-1)).toMatch(/archived=true.*label=audio|label=audio.*archived=true/))
    await userEvent.click(sheet.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('button', { name: 'Filters 2 in use' })).toBeTruthy()
    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    await userEvent.click(chips.getByRole('link', { name: 'Remove filter Label: audio' }))

    await waitFor(() => expect(requests.at(-1)).not.toMatch(/label=/))
    expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Links Archived'])
  })

  it('are cleared together, and the search stays', async () => {
    const requests: URLSearchParams[] = []
    narrowWindow()
    openLinks(({ query }) => [requests.push(query), [link]][1], {}, '/links?search=head&health=broken&archived=true')

    await userEvent.click(await screen.findByRole('button', { name: 'Filters 2 in use' }))
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Filters' })).getByRole('button', { name: 'Clear all' }))

    await waitFor(() => expect(Object.fromEntries(requests.at(-1) ?? [])).not.toHaveProperty('health'))
    expect(requests.at(-1)?.get('search')).toBe('head')
    expect(screen.getByRole('button', { name: 'Filters', hidden: true })).toBeTruthy()
  })
})
