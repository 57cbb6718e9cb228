import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, aLink, inProject, internalError, noReply, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

const names = ['Headphones', 'A desk', 'A kettle', 'Socks', 'A lamp']
const links = names.map((title, index) => aLink({ url_id: toLinkId(index), title, labels: index === 0 ? ['audio'] : [] }))
const many = `PATCH ${inProject}/urls`
const deletion = `POST ${inProject}/urls/delete`

function toLinkId(index: number): string {
  return `0197a000-0000-7000-8000-${String(300 + index).padStart(12, '0')}`
}

function openLinks(list: Answer, answers: Record<string, Answer> = {}, path = '/links'): void {
  openDashboard(path, {
    [`GET ${inProject}/labels`]: () => [],
    [`GET ${inProject}/urls`]: list,
    ...answers,
  })
}

async function select(...titles: string[]): Promise<void> {
  for (const title of titles) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
}

function getSelectionBar() {
  return within(screen.getByRole('group', { name: 'Selected links' }))
}

function listTitles(): (string | null)[] {
  return within(screen.getByRole('list', { name: /inks/ }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
}

describe('several links', () => {
  it('are counted, and show the actions when the first link is selected', async () => {
    openLinks(() => links)
    await screen.findByRole('checkbox', { name: 'Select Headphones' })
    expect(getSelectionBar().queryAllByRole('button')).toEqual([])

    await select('Headphones', 'Socks')

    expect(getSelectionBar().getByRole('status').textContent).toBe('2 selected')
    expect(
      getSelectionBar()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Labels', 'Archive', 'Delete', 'Clear'])
  })

  it('are selected as a range with Shift', async () => {
    openLinks(() => links)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Select A desk' }))

    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Socks' }))
    await user.keyboard('{/Shift}')

    expect(getSelectionBar().getByRole('status').textContent).toBe('3 selected')
  })

  it('are all selected and deselected with the checkbox above them', async () => {
    openLinks(() => links)
    const all = await screen.findByRole('checkbox', { name: 'Select all shown' })

    await userEvent.click(all)
    expect(getSelectionBar().getByRole('status').textContent).toBe('5 selected')

    await userEvent.click(all)
    expect(getSelectionBar().getByRole('status').textContent).toBe('')
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Clear', () => userEvent.click(getSelectionBar().getByRole('button', { name: 'Clear' }))],
  ])('are deselected with %s, without losing the focus', async (_name, clearSelection) => {
    openLinks(() => links)
    await select('Headphones')

    await clearSelection()

    expect(getSelectionBar().getByRole('status').textContent).toBe('')
    expect(document.activeElement?.tagName).toBe('INPUT')
  })

  it('stay selected when Escape closes a dialog', async () => {
    openLinks(() => links)
    await select('Headphones')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Delete Link' })

    await userEvent.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getSelectionBar().getByRole('status').textContent).toBe('1 selected')
    await waitFor(() => expect(document.activeElement).toBe(getSelectionBar().getByRole('button', { name: 'Delete' })))
  })

  it('are deselected in another view, and after going back', async () => {
    openLinks(() => links)
    await select('Headphones')
    const archive = screen.getByRole('switch', { name: 'Show archived links' })

    await userEvent.click(archive)
    await userEvent.click(archive)

    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Headphones' })).checked).toBe(false)
  })

  it('are archived after a confirmation that names them, optimistically, and rolled back when it fails', async () => {
    const sent: unknown[] = []
    let fail: () => void = () => {}
    openLinks(() => links, {
      [many]: ({ body }) => {
        sent.push(body)
        return new Promise((resolve) => {
          fail = () => resolve(internalError())
        })
      },
    })
    await select('Headphones', 'A desk', 'A kettle', 'Socks')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Archive' }))
    const dialog = await screen.findByRole('dialog', { name: 'Archive Links' })
    expect(dialog.textContent).toContain('4 links')
    expect(dialog.textContent).toContain('“Headphones”, “A desk”, “A kettle” and 1 more')

    await userEvent.click(within(dialog).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(listTitles()).toEqual(['A lamp']))
    expect(sent).toEqual([{ url_ids: [0, 1, 2, 3].map(toLinkId), archived: true }])
    fail()

    await waitFor(() => expect(listTitles()).toEqual(names))
    expect(await screen.findByText('Failed to update link')).toBeTruthy()
  })

  it('are unarchived', async () => {
    let stored = links.map((link) => ({ ...link, archived: true }))
    openLinks(
      () => stored,
      {
        [many]: () => {
          const changed = stored.slice(0, 2)
          stored = stored.slice(2)
          return changed
        },
      },
      '/links?archived=true',
    )
    await select('Headphones', 'A desk')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Unarchive' }))
    const dialog = await screen.findByRole('dialog', { name: 'Unarchive Links' })

    await userEvent.click(within(dialog).getByRole('button', { name: 'Unarchive' }))

    expect(await screen.findByText('Links unarchived')).toBeTruthy()
    await waitFor(() => expect(listTitles()).toEqual(names.slice(2)))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select all shown' })))
  })

  it('are deleted after a confirmation that names them', async () => {
    const sent: unknown[] = []
    let stored = links
    openLinks(() => stored, {
      [deletion]: ({ body }) => {
        sent.push(body)
        stored = links.slice(2)
        return { url_ids: [toLinkId(0), toLinkId(1)] }
      },
    })
    await select('Headphones', 'A desk')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Links' })
    expect(dialog.textContent).toContain('2 links')
    expect(dialog.textContent).toContain('“Headphones”, “A desk”')
    expect(sent).toEqual([])

    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Links deleted')).toBeTruthy()
    expect(sent).toEqual([{ url_ids: [toLinkId(0), toLinkId(1)] }])
    await waitFor(() => expect(listTitles()).toEqual(names.slice(2)))
  })

  it('stay selected when they cannot be deleted', async () => {
    openLinks(() => links, { [deletion]: internalError })
    await select('Headphones', 'A desk')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Delete' }))

    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
    expect(listTitles()).toEqual(names)
    expect(getSelectionBar().getByRole('status').textContent).toBe('2 selected')
  })

  it('get a label that only some of them have', async () => {
    const sent: unknown[] = []
    openLinks(() => links, {
      [many]: ({ body }) => {
        sent.push(body)
        return noReply()
      },
    })
    await select('Headphones', 'A desk')
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Labels' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Labels' }))
    const audio = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'audio' })
    expect(audio.indeterminate).toBe(true)

    await userEvent.click(audio)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    const list = within(screen.getByRole('list', { name: 'Links' }))
    await waitFor(() => expect(list.getAllByRole('link', { name: 'audio' })).toHaveLength(2))
    expect(sent).toEqual([{ url_ids: [toLinkId(0), toLinkId(1)], add_labels: ['audio'], remove_labels: [] }])
  })

  it('show no empty state while the next page is loading', async () => {
    openLinks(() => new Reply(200, links, { 'x-next-cursor': 'next' }), { [many]: noReply })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    await userEvent.click(getSelectionBar().getByRole('button', { name: 'Archive' }))

    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }))

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'No links yet' })).toBeNull()
  })
})
