import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aLink, inProject, narrowWindow, noReply, openDashboard } from '../../../test/open-dashboard.tsx'

const link = aLink()
const shared = vi.fn<(data: ShareData) => Promise<void>>()
const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  shared.mockReset().mockResolvedValue()
  copied.mockReset().mockResolvedValue()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText: copied } as object as Clipboard)
  Object.assign(navigator, { canShare: ({ url }: ShareData) => url === link.url, share: shared })
})

afterEach(() => {
  for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
})

async function openLink(): Promise<void> {
  openDashboard(`/links/${link.url_id}`, {
    [`GET ${inProject}/urls/${link.url_id}`]: () => link,
    [`GET ${inProject}/analytics/urls/${link.url_id}`]: noReply,
    [`GET ${inProject}/analytics/urls/${link.url_id}/dashboard`]: noReply,
    [`GET ${inProject}/urls/${link.url_id}/qr_code/config`]: noReply,
  })
  await screen.findByRole('button', { name: 'Copy Short Link' })
}

const queryShareButton = () => screen.queryByRole('button', { name: 'Share' })

it('is next to Copy on the page of a link, and shares the short URL with the name of the link', async () => {
  narrowWindow()
  await openLink()

  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))

  expect(shared).toHaveBeenCalledExactlyOnceWith({ url: 'https://sho.rt/spring', title: 'Wireless headphones' })
  expect(copied).not.toHaveBeenCalled()
})

it('does nothing if the user closes the sheet, and copies if the browser rejects the call', async () => {
  narrowWindow()
  await openLink()
  shared.mockRejectedValueOnce(new DOMException('Share canceled', 'AbortError'))
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(copied).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()

  shared.mockRejectedValueOnce(new DOMException('Permission denied', 'NotAllowedError'))
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await waitFor(() => expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring'))
})

it('is not offered on a large screen', async () => {
  await openLink()
  expect(queryShareButton()).toBeNull()
})

it('is not offered if the browser cannot share', async () => {
  Reflect.deleteProperty(navigator, 'canShare')
  narrowWindow()
  await openLink()
  expect(queryShareButton()).toBeNull()
})

it('is in the menu of a row', async () => {
  narrowWindow()
  openDashboard('/links', {
    [`GET ${inProject}/urls`]: () => [link],
    [`GET ${inProject}/analytics/urls`]: noReply,
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Wireless headphones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share' }))

  expect(shared).toHaveBeenCalledOnce()
})
