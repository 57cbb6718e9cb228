import { type ApiKey, type ApiUsage, errorCatalog } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { anOrganization, aUser, errorReply, internalError, noReply, orgId, Reply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET /v1/${orgId}/api-keys`
const usage = `GET /v1/${orgId}/api-keys/usage`
const create = `POST /v1/${orgId}/api-keys`

function aKey(nth: number, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: `0197a000-0000-7000-8000-00000000070${nth}`,
    name: 'Nightly import',
    key: 'lsk_9fK2aB…',
    scope: 'full',
    created: '2025-10-05T14:03:00.000Z',
    created_by: 'Mia Lindqvist',
    expires_at: null,
    last_used_at: null,
    ...changes,
  }
}

const someKeys = [
  aKey(3, { name: 'Price checker of the workshop in the old harbour', key: 'lsk_Qw81Zd…', created: '2025-11-29T08:12:00.000Z' }),
  aKey(2, {
    name: 'Newsletter',
    key: 'lsk_3bRt0X…',
    scope: 'read',
    last_used_at: '2025-11-30T04:12:00.000Z',
    expires_at: '2026-02-28T10:00:00.000Z',
  }),
  aKey(1, { last_used_at: '2025-11-30T09:40:00.000Z' }),
  aKey(0, { name: 'Old laptop', key: 'lsk_77hHmN…', expires_at: '2025-11-01T10:00:00.000Z', last_used_at: '2025-10-31T09:00:00.000Z' }),
]
const anUsage = (used: number, limit: number | null = 1_000): ApiUsage => ({ used, limit, resets_at: '2025-12-01T00:00:00.000Z' })
const secret = 'lsk_9fK2aBq7TzXc04LmVr8NwEhYd1sJgUo6PiKtRb5Q3xA'
const replyCreatedKey = () => new Reply(201, aKey(4, { name: 'Podcast feed', key: secret }))

async function createKey(page: Page): Promise<void> {
  await press('New API Key')(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Podcast feed')
  await confirm(page, 'Create key')
}

const needsConfirmation = {
  [create]: () => errorReply(403, 'REAUTHENTICATION_REQUIRED', errorCatalog.REAUTHENTICATION_REQUIRED.message),
}

async function enterPassword(page: Page): Promise<void> {
  await createKey(page)
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel(/^Password/).fill('otters like warm water')
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

export const apiKeysScenes: Scenes = {
  screen: 'settings-api',
  address: '/settings/api',
  title: 'API · Settings · Linkshelf',
  answers: { [list]: () => someKeys, [usage]: () => anUsage(412) },
  states: [
    { name: 'loading', answers: { [list]: noReply, [usage]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'Your API keys could not be loaded'] },
    {
      name: 'address not confirmed',
      answers: {
        'GET /v1/me': () => aUser({ email_confirmed: false }),
        [create]: () => errorReply(403, 'EMAIL_UNCONFIRMED', errorCatalog.EMAIL_UNCONFIRMED.message),
      },
      steps: createKey,
      shows: ['alert'],
      says: [/^Confirm your email address first/, 'Send again'],
    },
    {
      name: 'requests could not be loaded',
      answers: { [usage]: internalError },
      shows: ['heading', 'The API requests of this month could not be loaded'],
      says: ['Nightly import'],
    },
    {
      name: 'no keys yet',
      answers: { [list]: () => [], [usage]: () => anUsage(0) },
      shows: ['heading', 'No API keys yet'],
      says: ['New API Key', /curl -H "Authorization: Bearer lsk_…"/, 'Every call is in the API reference'],
    },
    {
      name: 'ready',
      shows: ['table', 'API keys'],
      says: ['lsk_9fK2aB…', 'Full access', 'Read only', '5 hours ago', 'Expired', 'Never', /412\s*of 1,000/],
    },
    {
      name: 'all requests used',
      answers: { [usage]: () => anUsage(1_000) },
      shows: ['progressbar', 'API requests this month'],
      says: [/Your plan’s requests are used up/],
    },
    {
      name: 'without a limit',
      answers: { [usage]: () => anUsage(2_481_204, null) },
      shows: ['table', 'API keys'],
      says: [/2,481,204\s*of no limit/],
    },
    {
      name: 'creating',
      steps: press('New API Key'),
      shows: ['dialog', 'New API Key'],
      says: [/This key has full account access/],
    },
    {
      name: 'creating one that only reads',
      steps: async (page) => {
        await press('New API Key')(page)
        await page.getByRole('dialog').getByText('Read only').click()
      },
      shows: ['dialog', 'New API Key'],
      says: [/This key can read everything/],
    },
    {
      name: 'creating without a name',
      steps: press('New API Key', 'Create key'),
      shows: ['dialog', 'New API Key'],
      says: ['API key name is required'],
    },
    {
      name: 'creating failed',
      answers: { [create]: internalError },
      steps: createKey,
      shows: ['alert'],
      says: [/Failed to create API key/],
    },
    {
      name: 'confirming who it is',
      answers: needsConfirmation,
      steps: createKey,
      shows: ['dialog', "Confirm it's you"],
      says: ['You signed in more than 15 minutes ago. Enter your password to continue.', 'Cancel'],
    },
    {
      name: 'confirming with a wrong password',
      answers: {
        ...needsConfirmation,
        'POST /v1/me/reauthentication': () => errorReply(422, 'PASSWORD_WRONG', errorCatalog.PASSWORD_WRONG.message),
      },
      steps: enterPassword,
      shows: ['dialog', "Confirm it's you"],
      says: ['This is not your current password.'],
    },
    {
      name: 'created',
      answers: { [create]: replyCreatedKey },
      steps: createKey,
      shows: ['heading', 'Copy “Podcast feed” now'],
      says: [secret, 'API Key Created'],
    },
    {
      name: 'first key created',
      answers: { [list]: () => [], [create]: replyCreatedKey },
      steps: createKey,
      shows: ['heading', 'Copy “Podcast feed” now'],
      says: [secret],
    },
    {
      name: 'leaving with a new key',
      answers: { [create]: replyCreatedKey },
      steps: async (page) => {
        await createKey(page)
        await page.getByRole('link', { name: 'Labels', exact: true }).click()
      },
      shows: ['dialog', 'Have you copied the API key?'],
    },
    {
      name: 'revoke confirmation',
      steps: press('Revoke Newsletter'),
      shows: ['dialog', 'Revoke API key'],
      says: [/stops working within a second/],
    },
    {
      name: 'revoking failed',
      answers: { [`DELETE /v1/${orgId}/api-keys/${someKeys[1]?.id}`]: internalError },
      steps: press('Revoke Newsletter', 'Revoke'),
      shows: ['alert'],
      says: [/Failed to revoke API key/],
    },
    {
      name: 'of a member',
      answers: { 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] },
      shows: ['heading', 'Owners manage API keys'],
      says: ['Ask an owner of Everyday Media for a key.'],
    },
    {
      name: 'confirming at an identity provider',
      answers: {
        ...needsConfirmation,
        'GET /v1/me': () => aUser({ has_password: false }),
        'GET /v1/me/reauthentication': () => ({ passkey: null, providers: [{ key: '1', label: 'Continue with Acme' }] }),
      },
      steps: createKey,
      shows: ['dialog', "Confirm it's you"],
      says: ['Continue with Acme', /^You sign in there and come back/],
    },
  ],
}
