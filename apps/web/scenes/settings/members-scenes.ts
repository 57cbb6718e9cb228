import { anOrganization, aUser, errorReply, internalError, noReply, orgId, Reply } from '../../test/api-answers.ts'
import { asMember, asViewer } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const mia = aUser()
const noah = aMember(7, {
  full_name: 'Noah Chen',
  email: 'noah.chen@everyday-reviews.example',
  joined_at: '2025-09-14T10:12:00Z',
  second_factors: ['passkey', 'provider'],
})
const ada = aMember(8, { full_name: '', email: 'ada@example.org', joined_at: '2025-11-02T16:40:00Z' })
const self = aMember(1, {
  user_id: mia.user_id,
  full_name: mia.full_name,
  email: mia.email,
  role: 'owner',
  joined_at: '2025-03-01T09:00:00Z',
  second_factors: ['totp'],
})
const waiting = anInvitation(21, { email: 'grace@example.org' })
const expired = anInvitation(22, {
  email: 'long.address.of.somebody@a-rather-long-company-name.example',
  role: 'owner',
  state: 'expired',
  expires_at: '2025-11-20T08:00:00Z',
})

const requireSecondFactor = `PUT /v1/organizations/${orgId}/second-factor`
const members = `GET /v1/${orgId}/members`
const invitations = `GET /v1/${orgId}/invitations`

function aMember(nth: number, changes: object) {
  return {
    user_id: toMemberId(nth),
    full_name: '',
    email: '',
    avatar_url: null,
    role: 'member',
    joined_at: '2025-03-01T09:00:00Z',
    second_factors: [],
    ...changes,
  }
}

function anInvitation(nth: number, changes: object) {
  return {
    invitation_id: toMemberId(nth),
    email: '',
    role: 'member',
    state: 'pending',
    invited_at: '2025-11-28T08:00:00Z',
    expires_at: '2025-12-05T08:00:00Z',
    ...changes,
  }
}

function toMemberId(nth: number): string {
  return `0197a000-0000-7000-8000-0000000004${String(nth).padStart(2, '0')}`
}

export const membersScenes: Scenes = {
  screen: 'settings-members',
  address: '/settings/members',
  title: 'Members · Settings · Linkshelf',
  answers: { [members]: () => [self, noah, ada], [invitations]: () => [waiting, expired] },
  states: [
    { name: 'loading', answers: { [members]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [members]: internalError }, shows: ['heading', 'The members could not be loaded'] },
    {
      name: 'ready',
      shows: ['table', 'Members'],
      says: [
        'Noah Chen',
        'You',
        'ada@example.org',
        'Owner',
        'Two-step sign-in',
        'No second factor',
        'Invitations',
        'grace@example.org',
        'Expired',
        'Rename',
        'New organization',
      ],
    },
    {
      name: 'alone',
      answers: { [members]: () => [self], [invitations]: () => [] },
      shows: ['table', 'Members'],
      says: [/Only you have access/, 'Invite'],
    },
    {
      name: 'for a member',
      answers: { ...asMember, [members]: () => [self, noah, ada].map((one) => ({ ...one, second_factors: null })) },
      shows: ['table', 'Members'],
      says: ['Noah Chen', 'New organization', /Changes everything but the name of the organization/],
    },
    {
      name: 'for a viewer',
      answers: {
        ...asViewer,
        [members]: () => [self, noah, { ...ada, role: 'viewer' }].map((one) => ({ ...one, email: null, second_factors: null })),
      },
      shows: ['table', 'Members'],
      says: ['Noah Chen', 'A member without a name', 'Viewer', /Changes nothing/],
    },
    {
      name: 'second factor required',
      answers: { 'GET /v1/organizations': () => [anOrganization({ second_factor_required: true })] },
      shows: ['switch', 'Require from all members'],
      says: [/identity provider\. 1\smember without a second factor can only set it up or leave/],
    },
    {
      name: 'second factor of the owner missing',
      answers: {
        [requireSecondFactor]: () =>
          errorReply(409, 'SECOND_FACTOR_MISSING', 'Set up two-step sign-in or a passkey for your own account first.'),
      },
      steps: (page) => page.getByRole('switch', { name: 'Require from all members' }).click(),
      shows: ['link', 'Open your account'],
      says: [/for your own account first/],
    },
    {
      name: 'invitations could not be loaded',
      answers: { [invitations]: internalError },
      shows: ['heading', 'The invitations could not be loaded'],
    },
    { name: 'inviting', steps: press('Invite'), shows: ['dialog', 'Invite to Everyday Media'], says: ['Role'] },
    {
      name: 'inviting without an address',
      steps: press('Invite', 'Send invitation'),
      shows: ['dialog', 'Invite to Everyday Media'],
      says: ['Enter an email address'],
    },
    {
      name: 'inviting a member',
      answers: {
        [`POST /v1/${orgId}/members`]: () => errorReply(409, 'MEMBER_EXISTS', 'Someone with this email address is already a member.'),
      },
      steps: async (page) => {
        await press('Invite')(page)
        await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
        await confirm(page, 'Send invitation')
      },
      shows: ['dialog', 'Invite to Everyday Media'],
      says: ['Someone with this email address is already a member.'],
    },
    {
      name: 'invitation sent again',
      answers: { [`POST /v1/${orgId}/invitations/${waiting.invitation_id}/resend`]: () => waiting },
      steps: press('Resend grace@example.org'),
      shows: ['alert'],
      says: ['Invitation sent again'],
    },
    { name: 'revoke confirmation', steps: press('Revoke grace@example.org'), shows: ['dialog', 'Revoke invitation'] },
    { name: 'actions of a member', steps: press('Actions of Noah Chen'), shows: ['menu'], says: ['Transfer ownership', 'Remove'] },
    {
      name: 'transfer confirmation',
      steps: async (page) => {
        await press('Actions of Noah Chen')(page)
        await page.getByRole('menuitem', { name: 'Transfer ownership' }).click()
      },
      shows: ['dialog', 'Transfer ownership'],
      says: [/Noah Chen/],
    },
    {
      name: 'remove confirmation',
      steps: async (page) => {
        await press('Actions of Noah Chen')(page)
        await page.getByRole('menuitem', { name: 'Remove' }).click()
      },
      shows: ['dialog', 'Remove member'],
      says: [/API keys that act for them stop working, and so do their invitations/],
    },
    {
      name: 'the last owner leaves',
      answers: {
        [`DELETE /v1/${orgId}/members/${self.user_id}`]: () =>
          errorReply(409, 'MEMBER_LAST_OWNER', 'An organization needs at least one owner. Make someone else an owner first.'),
      },
      steps: async (page) => {
        await press('Actions of Mia Lindqvist')(page)
        await page.getByRole('menuitem', { name: 'Leave' }).click()
        await confirm(page, 'Leave')
      },
      shows: ['alert'],
      says: [/An organization needs at least one owner/],
    },
    { name: 'renaming the organization', steps: press('Rename'), shows: ['dialog', 'Rename organization'] },
    { name: 'a new organization', steps: press('New organization'), shows: ['dialog', 'New organization'] },
    {
      name: 'role changed',
      answers: { [`PATCH /v1/${orgId}/members/${noah.user_id}`]: () => new Reply(200, { ...noah, role: 'owner' }) },
      steps: async (page) => {
        await press('Actions of Noah Chen')(page)
        await page.getByRole('menuitemradio', { name: 'Owner' }).click()
      },
      shows: ['alert'],
      says: ['Role changed', 'Noah Chen is an owner'],
    },
  ],
}
