import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  type Answer,
  aLink,
  aLinkView,
  errorReply,
  inProject,
  internalError,
  openDashboard,
  Reply,
  recordBody,
} from '../../../test/open-dashboard.tsx'

const views = `${inProject}/link-views`
const best = aLinkView()

/** Opens the list at `address`, and then its menu of views. Returns the menu. */
async function openViews(answers: Record<string, Answer>, address = '/links'): Promise<HTMLElement> {
  openDashboard(address, { [`GET ${inProject}/urls`]: () => [aLink()], ...answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
  return screen.findByRole('menu')
}

it('opens a saved view, and marks the current view', async () => {
  const requested: (string | null)[] = []
  const menu = await openViews({
    [`GET ${inProject}/urls`]: ({ query }) => {
      requested.push(`${query.get('label')} ${query.get('sort')}`)
      return [aLink()]
    },
    [`GET ${views}`]: () => [best],
  })
  const item = await within(menu).findByRole('menuitem', { name: best.name })
  expect([item.getAttribute('href'), item.getAttribute('aria-current')]).toEqual(['/links?label=audio&sort=clicks', null])

  await userEvent.click(item)

  await waitFor(() => expect(requested).toContain('audio clicks'))
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  expect((await screen.findByRole('menuitem', { name: best.name })).getAttribute('aria-current')).toBe('true')
})

it('saves the search, the filters and the order under a name, and replaces a view that has the name', async () => {
  const sent: unknown[] = []
  const menu = await openViews(
    {
      [`GET ${views}`]: () => [best],
      [`POST ${views}`]: recordBody(sent, { ...best, view_id: aLink().url_id }),
      [`PUT ${views}/${best.view_id}`]: recordBody(sent, best),
    },
    '/links?sort=name&search=lamp',
  )
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Save this view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' })
  const name = within(dialog).getByRole('textbox', { name: 'Name' })

  await userEvent.type(name, `${best.name} again`)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('View saved')
  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const again = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(again.getByRole('textbox', { name: 'Name' }), best.name.toUpperCase())
  await userEvent.click(await again.findByRole('button', { name: 'Replace' }))

  const query = 'search=lamp&sort=name'
  await waitFor(() =>
    expect(sent).toEqual([
      { name: `${best.name} again`, query },
      { name: best.name.toUpperCase(), query },
    ]),
  )
})

it('renames and deletes the current view, and undoes the deletion from the toast', async () => {
  const sent: unknown[] = []
  const menu = await openViews(
    {
      [`GET ${views}`]: () => [best],
      [`PUT ${views}/${best.view_id}`]: recordBody(sent, errorReply(409, 'LINK_VIEW_NAME_TAKEN', 'You have it already')),
      [`DELETE ${views}/${best.view_id}`]: () => new Reply(204, undefined),
      [`POST ${views}`]: recordBody(sent, best),
    },
    `/links?${best.query}`,
  )
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Rename this view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename this view' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' 2')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('You have it already')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete this view' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() =>
    expect(sent).toEqual([
      { name: `${best.name} 2`, query: best.query },
      { name: best.name, query: best.query },
    ]),
  )
})

it('shows why a deletion could not be undone, even on another screen', async () => {
  const menu = await openViews(
    {
      [`GET ${views}`]: () => [best],
      [`DELETE ${views}/${best.view_id}`]: () => new Reply(204, undefined),
      [`POST ${views}`]: () => errorReply(402, 'LINK_VIEW_LIMIT_REACHED', 'You have 50 views'),
    },
    `/links?${best.query}`,
  )
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Delete this view' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })

  await userEvent.click(undo)

  expect(await screen.findByText(/You have 50 views/)).toBeTruthy()
})

it('explains views if there are none, and offers a retry if they could not be loaded', async () => {
  let answer: Answer = internalError
  const menu = await openViews({ [`GET ${views}`]: (call) => answer(call) })

  const retry = await within(menu).findByRole('menuitem', { name: 'Your views could not be loaded. Retry' })
  answer = () => []
  await userEvent.click(retry)

  expect(await within(menu).findByText(/save it here as a view/)).toBeTruthy()
})
