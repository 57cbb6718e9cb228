import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { aLink, inProject, openDashboard } from '../../../test/open-dashboard.tsx'

const links = [aLink(), aLink({ url_id: '0197a000-0000-7000-8000-000000000101', title: 'A desk' })]

async function openLinks(): Promise<void> {
  openDashboard('/links', { [`GET ${inProject}/urls`]: () => links, [`GET ${inProject}/labels`]: () => [] })
  await screen.findByRole('link', { name: 'A desk' })
  // The list's keyboard shortcuts are loaded after the list.
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select A desk' }).tabIndex).toBe(-1))
}

it('focuses the add-link bar with C, and the search with /, but types them in fields', async () => {
  await openLinks()

  await userEvent.keyboard('c')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'URL to shorten' })
  expect([document.activeElement, field.value]).toEqual([field, ''])
  await userEvent.keyboard('c/')
  expect(field.value).toBe('c/')
  field.blur()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search links' }))
})

it('opens a screen with G and its letter', async () => {
  await openLinks()

  await userEvent.keyboard('gs')

  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
})

it('moves through the list with J and K, and acts on a link with E and L', async () => {
  await openLinks()
  const [first, second] = [screen.getByRole('link', { name: 'Wireless headphones' }), screen.getByRole('link', { name: 'A desk' })]

  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('jj')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(first)

  await userEvent.keyboard('e')
  expect((await screen.findByRole('dialog', { name: 'Archive Link' })).textContent).toContain('Wireless headphones')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await userEvent.keyboard('l')
  expect(await screen.findByRole('dialog', { name: 'Labels' })).toBeTruthy()
})

it('selects links with X, and acts on all of them with E and L', async () => {
  await openLinks()

  await userEvent.keyboard('jxjx')
  expect(await screen.findByText('2 selected')).toBeTruthy()

  await userEvent.keyboard('e')
  expect((await screen.findByRole('dialog', { name: 'Archive Links' })).textContent).toContain('2 links')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('l')
  expect((await screen.findByRole('dialog', { name: 'Labels' })).textContent).toContain('“Wireless headphones”, “A desk”')
})

it('has one tab stop for the list of links, which the arrow keys move between and inside rows', async () => {
  await openLinks()
  const element = screen.getByRole('list', { name: 'Links' })
  const list = within(element)
  const [first, second] = [list.getByRole('link', { name: 'Wireless headphones' }), list.getByRole('link', { name: 'A desk' })]
  const tabStops = () => [...element.querySelectorAll<HTMLElement>('a, button, input')].filter((control) => control.tabIndex === 0)
  expect(tabStops()).toEqual([first])

  first.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(second)
  expect(tabStops()).toEqual([second])
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(list.getByRole('checkbox', { name: 'Select A desk' }))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowRight}')
  expect(list.getAllByRole('link', { name: 'audio' })[0]).toBe(document.activeElement)

  second.focus()
  await userEvent.tab()
  expect(element.contains(document.activeElement)).toBe(false)
})

it('ignores events without a key, which browsers send when they fill in a field', async () => {
  await openLinks()
  const failed = vi.fn<(event: ErrorEvent) => void>()
  window.addEventListener('error', failed)

  screen.getByRole('textbox', { name: 'Search links' }).dispatchEvent(new Event('keydown', { bubbles: true }))

  window.removeEventListener('error', failed)
  expect(failed).not.toHaveBeenCalled()
})

it('lists the shortcuts with ?', async () => {
  await openLinks()

  await userEvent.keyboard('?')

  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(sheet).getByText('New link')).toBeTruthy()
})

it('can be turned off, and on again from the command palette', async () => {
  await openLinks()
  const field = screen.getByRole('textbox', { name: 'URL to shorten' })
  const turn = async () => {
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await userEvent.click(within(sheet).getByRole('switch', { name: 'Shortcuts without Ctrl' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  await userEvent.keyboard('?')
  await turn()
  await userEvent.keyboard('cj?')
  expect(document.activeElement).not.toBe(field)
  expect(screen.queryByRole('dialog')).toBeNull()

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find a link, a screen or an action' }), 'shortcuts')
  await userEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
  await turn()
  await userEvent.keyboard('c')
  expect(document.activeElement).toBe(field)
})
