import { anOrganization, errorReply, internalError, noReply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const token = 'AZegAAAAcACAAAAAAAAAARk3Yk3v8mT1cQxR5dLw0bNzJ7sHfPa2uGeKq4Vt9iX1'
const invitation = `GET /v1/public/invitations/${token}`
const pending = {
  state: 'pending',
  organization_id: '0197a000-0000-7000-8000-000000000501',
  organization_name: 'Northwind Audio',
  email: 'mia@example.org',
  role: 'member',
  expires_at: '2025-12-05T08:00:00Z',
  has_account: false,
}
const createInvitationAnswers = (changes: object = {}) => ({ [invitation]: () => ({ ...pending, ...changes }) })
const joined = anOrganization({ id: pending.organization_id, organization_id: pending.organization_id, name: pending.organization_name })

export const invitationScenes: Scenes = {
  screen: 'invitation',
  address: `/invitations/${token}`,
  title: 'Invitation · Linkshelf',
  answers: createInvitationAnswers(),
  states: [
    { name: 'loading', session: null, answers: { [invitation]: noReply }, shows: ['status'], says: ['Loading the invitation…'] },
    {
      name: 'error',
      session: null,
      answers: { [invitation]: internalError },
      shows: ['heading', 'The invitation could not be loaded'],
      says: ['Retry', /Correlation ID/],
    },
    {
      name: 'without an account',
      session: null,
      shows: ['heading', 'Join Northwind Audio'],
      says: ['mia@example.org is invited as a member, until Dec 5, 2025.', 'Create account', 'Sign In'],
    },
    {
      name: 'without an account where none are created',
      session: null,
      answers: {
        'GET /v1/public/instance': () => ({
          terms_url: '/terms',
          privacy_url: '/privacy',
          social_links: [],
          password_min_length: 6,
          sign_ups: 'closed',
        }),
      },
      shows: ['heading', 'Join Northwind Audio'],
      says: ["This Linkshelf doesn't take new accounts. Ask its operator for one.", 'Sign In'],
    },
    {
      name: 'with an account',
      session: null,
      answers: createInvitationAnswers({ has_account: true }),
      shows: ['heading', 'Join Northwind Audio'],
      says: ['Sign In'],
    },
    {
      name: 'signed in',
      shows: ['heading', 'Join Northwind Audio'],
      says: ['Accept invitation'],
    },
    {
      name: 'another account',
      answers: createInvitationAnswers({ email: 'grace@example.org' }),
      shows: ['heading', 'This invitation is for another account'],
      says: ['grace@example.org is invited to Northwind Audio, and you are signed in as mia@example.org.', 'Switch account'],
    },
    {
      name: 'already a member',
      answers: { ...createInvitationAnswers({ state: 'accepted' }), 'GET /v1/organizations': () => [anOrganization(), joined] },
      shows: ['heading', 'You are a member of Northwind Audio'],
      says: ['Open Northwind Audio'],
    },
    {
      name: 'expired',
      session: null,
      answers: createInvitationAnswers({ state: 'expired' }),
      shows: ['heading', 'This invitation has expired'],
      says: ['Ask an owner of Northwind Audio to invite you again.'],
    },
    {
      name: 'revoked',
      session: null,
      answers: createInvitationAnswers({ state: 'revoked' }),
      shows: ['heading', 'This invitation was revoked'],
    },
    { name: 'used', answers: createInvitationAnswers({ state: 'accepted' }), shows: ['heading', 'This invitation has been used'] },
    {
      name: 'used, signed out',
      session: null,
      answers: createInvitationAnswers({ state: 'accepted' }),
      shows: ['heading', 'This invitation has been used'],
      says: ['Sign In'],
    },
    {
      name: 'unknown',
      session: null,
      answers: {
        [invitation]: () =>
          errorReply(404, 'INVITATION_NOT_FOUND', 'This invitation does not exist, or it was revoked. Ask for a new one.'),
      },
      shows: ['heading', 'This invitation does not exist'],
    },
    {
      name: 'accepting failed',
      answers: { 'POST /v1/me/invitations': internalError },
      steps: press('Accept invitation'),
      shows: ['alert'],
      says: ['The invitation could not be accepted'],
    },
  ],
}
