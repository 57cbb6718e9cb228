import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aLink, inProject, openDashboard } from '../../../test/open-dashboard.tsx'

const link = aLink()
const other = aLink({ url_id: '0197a000-0000-7000-8000-0000000000ff', title: 'Desk lamp' })

function toDeleted({ url_id, url, target, title }: typeof link) {
  const times = { deleted_at: '2026-07-01T09:00:00.000Z', restorable_until: '2026-07-31T09:00:00.000Z' }
  return { url_id, url, target, title, slug_taken: false, deleted_by: 'Mia Reed', ...times }
}

function openDeleted(sent: unknown[], restored: object[]): void {
  let stored = [toDeleted(link), toDeleted(other)]
  openDashboard('/links?deleted=true', {
    [`GET ${inProject}/urls`]: () => [],
    [`GET ${inProject}/urls/deleted`]: () => stored,
    [`POST ${inProject}/urls/restore`]: ({ body }) => {
      sent.push(body)
      stored = []
      return restored
    },
    [`POST ${inProject}/urls/erase`]: ({ body }) => {
      sent.push(body)
      stored = stored.slice(1)
      return { url_ids: [link.url_id] }
    },
  })
}

it('lists who deleted each link and until when it can be restored, and restores several links in one step', async () => {
  const sent: unknown[] = []
  openDeleted(sent, [
    { ...link, earlier_url: null },
    { ...other, earlier_url: null },
  ])
  const row = await screen.findByRole('row', { name: /Wireless headphones/ })
  expect(row.textContent).toMatch(/Mia Reed.*Jul 31, 2026/)

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  await userEvent.click(within(screen.getByRole('group', { name: 'Selected links' })).getByRole('button', { name: 'Restore' }))

  expect(await screen.findByText('Links restored')).toBeTruthy()
  expect(sent).toEqual([{ url_ids: [link.url_id, other.url_id] }])
  expect(await screen.findByRole('heading', { name: 'No deleted links' })).toBeTruthy()
})

it('names the earlier and the new short name if the earlier short name was taken', async () => {
  openDeleted([], [{ ...link, url: 'https://sho.rt/new4now', earlier_url: 'https://sho.rt/lamp' }])

  await userEvent.click(await screen.findByRole('button', { name: 'Restore Wireless headphones' }))

  expect(await screen.findByText('sho.rt/lamp was taken, so the link is now sho.rt/new4now')).toBeTruthy()
})

it('lists the earlier and the new short names of many links in a dialog', async () => {
  const renamed = ['pan', 'pot', 'cup'].map((name) => ({
    ...link,
    ...{ url_id: `link-${name}`, url: `https://sho.rt/new-${name}`, earlier_url: `https://sho.rt/${name}` },
  }))
  openDeleted([], renamed)

  await userEvent.click(await screen.findByRole('button', { name: 'Restore Wireless headphones' }))

  const dialog = await screen.findByRole('dialog', { name: '3 restored links have new short names' })
  expect(within(dialog).getByRole('row', { name: 'sho.rt/pot sho.rt/new-pot' })).toBeTruthy()
})

it('erases a link only after a confirmation', async () => {
  const sent: unknown[] = []
  openDeleted(sent, [])
  await userEvent.click(await screen.findByRole('button', { name: 'Erase now: Wireless headphones' }))
  const dialog = await screen.findByRole('dialog', { name: 'Erase link' })
  expect(dialog.textContent).toContain('can’t be restored')
  expect(sent).toEqual([])

  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase now' }))

  expect(await screen.findByText('Link erased')).toBeTruthy()
  expect(sent).toEqual([{ url_ids: [link.url_id] }])
})
