import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, aLink, inProject, internalError, noReply, openDashboard, Reply, someDays } from '../../../test/open-dashboard.tsx'

const link = aLink()
const many = `PATCH ${inProject}/urls`
const list = `GET ${inProject}/labels`
const labels = [aLabel('audio', 1), aLabel('retired', 2, false), aLabel('travel', 3)]

function aLabel(name: string, number: number, active = true) {
  return { label_id: `0197a000-0000-7000-8000-00000000020${number}`, name, active, color_hex: null }
}

function open(path: string, answers: Record<string, Answer> = {}): void {
  openDashboard(path, {
    [`GET ${inProject}/urls`]: () => [link],
    [`GET ${inProject}/urls/${link.url_id}`]: () => link,
    [`GET ${inProject}/analytics/urls/${link.url_id}`]: () => someDays(1),
    [list]: () => labels,
    ...answers,
  })
}

const findLabelsButton = async () =>
  within(await screen.findByRole('group', { name: 'Selected links' })).getByRole('button', { name: 'Labels' })

/** Selects the link, and opens the dialog for the labels of selected links. */
async function openDialog(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Wireless headphones' }))
  await userEvent.click(await findLabelsButton())
  return screen.findByRole('dialog', { name: 'Labels' })
}

describe('the labels of selected links', () => {
  it('offers active and assigned labels', async () => {
    open('/links', { [`GET ${inProject}/urls`]: () => [aLink({ labels: ['audio', 'out of print'] })] })

    const offered = await within(await openDialog()).findAllByRole<HTMLInputElement>('checkbox')

    expect(offered.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['audio', true],
      ['out of print', true],
      ['travel', false],
    ])
  })

  it('are added and removed together, optimistically', async () => {
    const sent: unknown[] = []
    open('/links', {
      [many]: ({ body }) => {
        sent.push(body)
        return noReply()
      },
    })
    const dialog = within(await openDialog())

    await userEvent.click(await dialog.findByRole('checkbox', { name: 'audio' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'travel' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    const card = within(screen.getByRole('list', { name: 'Links' }))
    expect(await card.findByRole('link', { name: 'travel' })).toBeTruthy()
    expect(card.queryByRole('link', { name: 'audio' })).toBeNull()
    expect(sent).toEqual([{ url_ids: [link.url_id], add_labels: ['travel'], remove_labels: ['audio'] }])
  })

  it('are rolled back if the call fails', async () => {
    let fail: () => void = () => {}
    open('/links', {
      [many]: () =>
        new Promise((resolve) => {
          fail = () => resolve(internalError())
        }),
    })
    const dialog = within(await openDialog())
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'audio' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const card = within(screen.getByRole('list', { name: 'Links' }))
    await waitFor(() => expect(card.queryByRole('link', { name: 'audio' })).toBeNull())

    fail()

    expect(await card.findByRole('link', { name: 'audio' })).toBeTruthy()
    expect(await screen.findByText('Failed to update link')).toBeTruthy()
  })

  it('can be created with Enter', async () => {
    const sent: unknown[] = []
    open('/links', {
      [`POST ${inProject}/labels`]: ({ body }) => new Reply(201, { ...aLabel('gift guide', 4), ...Object(body) }),
      [many]: ({ body }) => {
        sent.push(body)
        return [aLink({ labels: ['audio', 'gift guide'] })]
      },
    })
    const dialog = within(await openDialog())
    const field = await dialog.findByRole('textbox', { name: 'Find or create a label' })

    await userEvent.type(field, ' gift guide ')
    expect(dialog.getByRole('button', { name: 'Create “gift guide”' })).toBeTruthy()
    expect(dialog.queryByRole('checkbox', { name: 'travel' })).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'gift guide' }).checked).toBe(true)
    await userEvent.keyboard('{Enter}')

    expect(await screen.findByText('Labels updated')).toBeTruthy()
    expect(sent).toEqual([{ url_ids: [link.url_id], add_labels: ['gift guide'], remove_labels: [] }])

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

    expect(await screen.findByText('Change undone')).toBeTruthy()
    expect(sent[1]).toEqual({ url_ids: [link.url_id], add_labels: [], remove_labels: ['gift guide'] })
  })

  it('can be created with a color', async () => {
    const sent: unknown[] = []
    open('/links', {
      [`POST ${inProject}/labels`]: ({ body }) => [sent.push(body), { ...aLabel('gift guide', 4), color_hex: '#14b8a6' }][1],
      [many]: ({ body }) => [sent.push(body), [aLink({ labels: ['audio', 'gift guide'] })]][1],
    })
    const dialog = within(await openDialog())

    await userEvent.type(await dialog.findByRole('textbox', { name: 'Find or create a label' }), 'gift guide')
    await userEvent.click(dialog.getByRole('radio', { name: 'Teal' }))
    await userEvent.keyboard('{Enter}')
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'gift guide' }).checked).toBe(true)
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Teal' }).checked).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Labels updated')).toBeTruthy()
    expect(sent).toEqual([
      { name: 'gift guide', active: true, color_hex: '#14b8a6' },
      { url_ids: [link.url_id], add_labels: ['gift guide'], remove_labels: [] },
    ])
  })

  it('are not duplicated in different case', async () => {
    open('/links')
    const dialog = within(await openDialog())

    await userEvent.type(await dialog.findByRole('textbox', { name: 'Find or create a label' }), 'TRAVEL')
    expect(dialog.queryByRole('button', { name: /^Create/ })).toBeNull()
    await userEvent.keyboard('{Enter}')

    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'travel' }).checked).toBe(true)
  })

  it('send no request without a change', async () => {
    let calls = 0
    open('/links', {
      [many]: () => {
        calls += 1
        return [link]
      },
    })
    const dialog = within(await openDialog())
    await dialog.findByRole('checkbox', { name: 'audio' })

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toBe(0)
    const opener = await findLabelsButton()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('show a skeleton while they load', async () => {
    open('/links', { [list]: noReply })

    expect(await within(await openDialog()).findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    open('/links', { [list]: () => (isDown ? internalError() : labels) })
    const dialog = within(await openDialog())
    expect(await dialog.findByRole('heading', { name: 'Error loading labels. Please try again.' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)

    isDown = false
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))

    expect(await dialog.findByRole('checkbox', { name: 'travel' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
  })

  it('show an empty state if the project has no labels', async () => {
    open('/links', { [list]: () => [], [`GET ${inProject}/urls`]: () => [aLink({ labels: [] })] })

    expect(await within(await openDialog()).findByText(/No labels yet/)).toBeTruthy()
  })
})

it("the labels of one link are edited in the link's form", async () => {
  const sent: unknown[] = []
  let stored = link
  open(`/links/${link.url_id}`, {
    [`GET ${inProject}/urls/${link.url_id}`]: () => stored,
    [`PATCH ${inProject}/urls/${link.url_id}`]: ({ body }) => {
      sent.push(body)
      stored = aLink({ labels: ['audio', 'travel'] })
      return stored
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit labels' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit target URL and details' }))
  const field = dialog.getByRole('combobox', { name: 'Labels' })
  await waitFor(() => expect(document.activeElement).toBe(field))

  await userEvent.click(await dialog.findByRole('option', { name: 'travel' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ labels: ['audio', 'travel'], revision: link.revision }])
  expect(screen.getAllByRole('link', { name: 'travel' })[0]?.getAttribute('href')).toBe('/links?label=travel')
})

describe('the label filter', () => {
  it.each([
    ['/links', 'audio', null, null],
    ['/links?search=shop&archived=true', 'audio', 'shop', 'true'],
  ])("on %s is set by a card's label, with the other filters unchanged", async (path, label, search, archived) => {
    const requests: (string | null)[][] = []
    open(path, {
      [`GET ${inProject}/urls`]: ({ query }) => {
        requests.push([query.get('label'), query.get('search'), query.get('archived')])
        return [link]
      },
    })

    await userEvent.click(await screen.findByRole('link', { name: label }))

    await waitFor(() => expect(requests.at(-1)).toEqual([label, search, archived ?? 'false']))
    expect(screen.getByRole('button', { name: `Filter by label: ${label}` })).toBeTruthy()
  })

  it('is set in the filter bar, from all labels of the project', async () => {
    const requests: (string | null)[] = []
    open('/links', {
      [`GET ${inProject}/urls`]: ({ query }) => {
        requests.push(query.get('label'))
        return [link]
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Filter by label: all labels' }))

    await userEvent.click(await screen.findByRole('option', { name: 'retired' }))

    await waitFor(() => expect(requests).toEqual([null, 'retired']))
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter by label' })
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('retired')
  })

  it('shows an empty state when no link has the label, and can be cleared', async () => {
    open('/links?label=nothing', { [`GET ${inProject}/urls`]: ({ query }) => (query.get('label') === null ? [link] : []) })
    expect(await screen.findByRole('heading', { name: 'No links found' })).toBeTruthy()
    expect(screen.getByText('No link here is labeled “nothing”.')).toBeTruthy()

    await userEvent.click(screen.getAllByRole('button', { name: 'Show all labels' }).at(-1) as HTMLElement)

    expect(await screen.findByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search links' }))
  })

  it('is cleared together with a search', async () => {
    open('/links?label=nothing&search=zzz', {
      [`GET ${inProject}/urls`]: ({ query }) => (query.has('label') || query.has('search') ? [] : [link]),
    })
    expect(await screen.findByText('No link labeled “nothing” matches “zzz”.')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))

    expect(await screen.findByRole('heading', { name: 'Wireless headphones' })).toBeTruthy()
  })

  it('shows Loading while the labels load and during a retry', async () => {
    const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    let requests = 0
    open('/links', { [list]: () => answers[requests++]?.promise ?? internalError() })
    await userEvent.click(await screen.findByRole('button', { name: 'Filter by label: all labels' }))
    expect(await screen.findByText('Loading…')).toBeTruthy()

    answers[0]?.resolve(internalError())
    await waitFor(() => expect(requests).toBe(2))
    expect(screen.getByText('Loading…')).toBeTruthy()
    answers[1]?.resolve(internalError())

    expect(await screen.findByText('Error loading labels. Please try again.')).toBeTruthy()
  })

  it('shows that labels could not be loaded', async () => {
    open('/links', { [list]: internalError })

    await userEvent.click(await screen.findByRole('button', { name: 'Filter by label: all labels' }))

    expect(await screen.findByText('Error loading labels. Please try again.')).toBeTruthy()
  })
})
