import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type Answer, anOrganization, errorReply, openDashboard, openPage } from '../../../test/open-dashboard.tsx'

const invited = {
  state: 'pending',
  organization_id: '0197a000-0000-7000-8000-000000000501',
  organization_name: 'Northwind Audio',
  email: 'Mia@example.org',
  role: 'member',
  expires_at: '2025-12-05T08:00:00Z',
  has_account: false,
}
const joined = anOrganization({ id: invited.organization_id, organization_id: invited.organization_id, name: 'Northwind Audio' })
const answersFor = (changes: object = {}): Record<string, Answer> => ({
  'GET /v1/public/invitations/a-token': ({ headers }) => {
    expect(headers.get('authorization')).toBeNull()
    return { ...invited, ...changes }
  },
})

beforeEach(() => localStorage.clear())

it('opens without sign-in, and links to a sign-up that returns to the invitation', async () => {
  openPage('/invitations/a-token', answersFor())

  const link = await screen.findByRole('link', { name: 'Create account' })

  expect(link.getAttribute('href')).toBe('/auth/join?token=a-token')
  expect(screen.getByRole('heading', { name: 'Join Northwind Audio' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy()
})

it('offers only to sign in if the email address has an account', async () => {
  openPage('/invitations/a-token', answersFor({ has_account: true }))

  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
})

it('says whom to ask if the instance creates no accounts', async () => {
  const instance = { terms_url: '/terms', privacy_url: '/privacy', social_links: [], password_min_length: 6, sign_ups: 'closed' }
  openPage('/invitations/a-token', { ...answersFor(), 'GET /v1/public/instance': () => instance })

  expect(await screen.findByText("This Linkshelf doesn't take new accounts. Ask its operator for one.")).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
})

it('is accepted even if the case of the email address differs, and opens the organization', async () => {
  const sent: unknown[] = []
  let organizations = [anOrganization()]
  openDashboard('/invitations/a-token', {
    ...answersFor(),
    'GET /v1/organizations': () => organizations,
    'POST /v1/me/invitations': ({ body }) => {
      sent.push(body)
      organizations = [...organizations, joined]
      return joined
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))

  await waitFor(() => expect(JSON.parse(localStorage.getItem('linkshelf.selection') ?? '{}')).toMatchObject({ organizationId: joined.id }))
  expect(sent).toEqual([{ token: 'a-token' }])
})

it('says what to do if another account is signed in', async () => {
  openDashboard('/invitations/a-token', answersFor({ email: 'grace@example.org' }))

  expect(await screen.findByText('grace@example.org is invited to Northwind Audio, and you are signed in as mia@example.org.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Switch account' })).toBeTruthy()
})

it('says that the user is already a member, and opens the organization', async () => {
  openDashboard('/invitations/a-token', { ...answersFor({ state: 'accepted' }), 'GET /v1/organizations': () => [anOrganization(), joined] })

  expect(await screen.findByRole('button', { name: 'Open Northwind Audio' })).toBeTruthy()
})

it.each([
  ['expired', 'This invitation has expired'],
  ['revoked', 'This invitation was revoked'],
])('says that it is %s', async (state, title) => {
  openPage('/invitations/a-token', answersFor({ state }))

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

it('shows why it could not be accepted', async () => {
  openDashboard('/invitations/a-token', {
    ...answersFor(),
    'POST /v1/me/invitations': () => errorReply(410, 'INVITATION_EXPIRED', 'This invitation has expired. Ask for a new one.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))

  expect((await screen.findByRole('alert')).textContent).toBe('This invitation has expired. Ask for a new one.')
})
