import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { aLink, inProject, noReply, openDashboard } from '../../test/open-dashboard.tsx'

vi.mock('./command-palette/command-palette.tsx', throwUnreachable)
vi.mock('./layout/sidebar-drawer.tsx', throwUnreachable)
vi.mock('./sign-in/sign-in-screen.tsx', throwUnreachable)
vi.mock('../features/links/dialogs/link-dialogs.tsx', throwUnreachable)

function throwUnreachable(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

const link = aLink()
const answers = {
  'GET /v1/me': noReply,
  [`GET ${inProject}/analytics/overview`]: noReply,
  [`GET ${inProject}/analytics/urls/clicks`]: noReply,
  [`GET ${inProject}/urls/${link.url_id}`]: () => link,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

it.each([
  ['/', 'Find'],
  ['/', 'Open menu'],
  [`/links/${link.url_id}`, 'Edit URL'],
])('on %s, the button %s shows that it could not be opened, and the page stays', async (path, name) => {
  openDashboard(path, answers)
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }))

  expect(await screen.findByText(/This could not be opened/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: new RegExp(name) })))
})

it('a page outside of the layout shows its error with a reload button', async () => {
  openDashboard('/sign-in', answers)

  expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeTruthy()
  expect(screen.getByText(/There may be a newer version/)).toBeTruthy()
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Reload Page' })).toBeTruthy()
})
