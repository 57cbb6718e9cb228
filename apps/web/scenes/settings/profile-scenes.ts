import type { Page } from 'playwright-core'
import { anotherUserSession, aSignIn, aUser, aUserSession, errorReply, internalError, noReply, Reply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const phone = anotherUserSession({ last_used_at: '2025-11-30T04:12:00Z', signed_in_at: '2025-11-26T18:05:00Z' })
const oldTablet = anotherUserSession({
  session_id: '0197a000-0000-7000-8000-000000000202',
  device: 'tablet',
  browser: null,
  os: 'Android',
  country: null,
  last_used_at: '2025-11-21T07:30:00Z',
  signed_in_at: '2025-11-02T07:30:00Z',
})
const signIns = ['signed_in', 'wrong_password', 'wrong_code', 'signed_in', 'signed_in', 'signed_in', 'signed_in'].map((result, nth) =>
  aSignIn({
    sign_in_id: `0197a000-0000-7000-8000-00000000022${nth}`,
    at: `2025-11-${30 - nth}T08:12:00Z`,
    result,
    methods: result === 'wrong_password' ? ['password'] : ['password', 'totp'],
    ...(nth === 1 && { device: 'phone', browser: 'Chrome', os: 'Android', country: null }),
  }),
)
/** A drawn face, because tests fetch no pictures. */
const portrait = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#e8b48a" d="M0 0h8v8H0z"/><circle cx="4" cy="3" r="1.6" fill="#5b3a29"/><path d="M1 8a3 3 0 0 1 6 0" fill="#067b5a"/></svg>')}`
const rejected = 'This picture cannot be used. Choose a PNG, JPEG, WebP or GIF of at most 10 MB and 16 megapixels.'
const elsewhere = { 'GET /v1/me/sessions': () => [phone, aUserSession(), oldTablet] }

async function changePassword(page: Page): Promise<void> {
  await press('Change password')(page)
  await page.getByLabel('Current password').first().fill('otters like cold water')
  await page.getByLabel('New password').first().fill('badgers dig at dusk')
  await confirm(page, 'Change password')
}

const affected = {
  organizations: [
    { organization_id: '0197a000-0000-7000-8000-000000000011', name: 'Everyday Media', effect: 'deleted' },
    { organization_id: '0197a000-0000-7000-8000-000000000012', name: 'Gear Lab', effect: 'left' },
  ],
}
const deletion = { 'GET /v1/me/deletion': () => affected }
const leaving = { 'GET /v1/me': () => aUser({ deletes_at: '2025-12-14T09:41:00.000Z' }) }

async function deleteAccount(page: Page): Promise<void> {
  await press('Delete account')(page)
  await page.getByLabel('Current password').first().fill('otters like cold water')
  await confirm(page, 'Delete account')
}

export const profileScenes: Scenes = {
  screen: 'settings-profile',
  address: '/settings/profile',
  title: 'Profile · Settings · Linkshelf',
  states: [
    {
      name: 'list of settings',
      steps: async (page) => {
        await page.getByRole('navigation', { name: 'Settings' }).waitFor()
        // If there is space next to the settings, the list is always open and there is no button.
        const button = page.getByRole('button', { name: 'You Profile' })
        if (await button.isVisible()) await button.click()
      },
      shows: ['link', 'Labels'],
      says: ['Organization', 'Activity log'],
    },
    { name: 'loading', address: '/settings', answers: { 'GET /v1/me': noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { 'GET /v1/me': internalError }, shows: ['heading', 'Your profile could not be loaded'] },
    {
      name: 'ready',
      address: '/settings',
      shows: ['heading', 'Profile'],
      says: [
        'Theme',
        'Mia Lindqvist',
        'mia@example.org',
        'Firefox on Linux',
        'You are signed in on this device only.',
        'Change name or email',
      ],
    },
    {
      name: 'without a name',
      answers: { 'GET /v1/me': () => aUser({ full_name: '' }) },
      shows: ['heading', 'Profile'],
      says: ['No name given'],
    },
    {
      name: 'setting could not be saved',
      answers: { 'PATCH /v1/me': internalError },
      steps: (page) => page.getByText('Dark', { exact: true }).click(),
      shows: ['alert'],
      says: [/Your setting could not be saved/],
    },
    {
      name: 'without a password',
      answers: { 'GET /v1/me': () => aUser({ has_password: false }) },
      shows: ['link', 'Set a password'],
      says: [/^You have no password/],
    },
    {
      name: 'with a picture',
      answers: { 'GET /v1/me': () => aUser({ avatar_url: portrait }) },
      shows: ['button', 'Remove picture'],
      says: ['Replace'],
    },
    {
      name: 'picture removed',
      answers: { 'GET /v1/me': () => aUser({ avatar_url: portrait }), 'DELETE /v1/me/avatar': () => aUser() },
      steps: press('Remove picture'),
      shows: ['alert'],
      says: ['Picture removed', 'Choose picture'],
    },
    {
      name: 'picture rejected',
      answers: { 'POST /v1/me/avatar': () => errorReply(422, 'UPLOAD_INVALID', rejected) },
      steps: (page) => page.getByLabel('Picture file').setInputFiles({ name: 'mia.png', mimeType: 'image/png', buffer: Buffer.from('x') }),
      shows: ['alert'],
      says: [rejected],
    },
    { name: 'unknown tab', address: '/settings/nonsense', shows: ['heading', 'Profile'] },
    { name: 'sessions loading', answers: { 'GET /v1/me/sessions': noReply }, shows: ['status', 'Loading'], says: ['mia@example.org'] },
    {
      name: 'sessions could not be loaded',
      answers: { 'GET /v1/me/sessions': internalError },
      shows: ['heading', 'Your sessions could not be loaded'],
    },
    {
      name: 'signed in elsewhere',
      answers: elsewhere,
      shows: ['list', 'Sessions'],
      says: ['This device', 'Safari on iOS', 'Portugal · Active 5 hours ago', 'Unknown location · Active 9 days ago'],
    },
    {
      name: 'sign-ins',
      answers: { 'GET /v1/me/sign-ins': () => signIns },
      steps: press('Show all 7'),
      shows: ['list', 'Sign-ins'],
      says: ['Wrong password', 'Password and authenticator code', 'Show fewer'],
    },
    {
      name: 'sign-ins could not be loaded',
      answers: { 'GET /v1/me/sign-ins': internalError },
      shows: ['heading', 'Your sign-ins could not be loaded'],
    },
    {
      name: 'sign-out confirmation',
      answers: elsewhere,
      steps: press('Sign out Safari on iOS'),
      shows: ['dialog', 'Sign out session'],
      says: ['Safari on iOS'],
    },
    { name: 'sign-out of others confirmation', answers: elsewhere, steps: press('Sign out others'), shows: ['dialog', 'Sign out others'] },
    {
      name: 'signing out failed',
      answers: { ...elsewhere, 'DELETE /v1/me/sessions': internalError },
      steps: press('Sign out others', 'Sign out'),
      shows: ['alert'],
      says: [/The session could not be signed out/],
    },
    {
      name: 'changing the password',
      steps: press('Change password'),
      shows: ['dialog', 'Change password'],
      says: [/Minimum 6 characters/],
    },
    {
      name: 'changing the password without one',
      steps: press('Change password', 'Change password'),
      shows: ['dialog', 'Change password'],
      says: ['Enter your current password', 'Use at least 6 characters.'],
    },
    {
      name: 'wrong current password',
      answers: { 'POST /v1/me/password': () => errorReply(422, 'PASSWORD_WRONG', 'This is not your current password.') },
      steps: changePassword,
      shows: ['dialog', 'Change password'],
      says: ['This is not your current password.'],
    },
    {
      name: 'common new password',
      answers: {
        'POST /v1/me/password': () => errorReply(422, 'PASSWORD_REJECTED', 'This password is too common. Choose a different one.'),
      },
      steps: changePassword,
      shows: ['dialog', 'Change password'],
      says: ['This password is too common. Choose a different one.'],
    },
    {
      name: 'password changed',
      answers: { 'POST /v1/me/password': () => new Reply(204, undefined) },
      steps: changePassword,
      shows: ['alert'],
      says: ['Password changed'],
    },
    {
      name: 'deleting the account',
      answers: deletion,
      steps: press('Delete account'),
      shows: ['dialog', 'Delete account'],
      says: [/in 14 days/, 'Everyday Media', 'Your other organizations stay with their members.'],
    },
    {
      name: 'deleting the account without a password',
      answers: { ...deletion, 'GET /v1/me': () => aUser({ has_password: false }) },
      steps: press('Delete account'),
      shows: ['dialog', 'Delete account'],
      says: [/in 14 days/],
    },
    {
      name: 'deleting the account, loading',
      answers: { 'GET /v1/me/deletion': noReply },
      steps: press('Delete account'),
      shows: ['status', 'Loading'],
    },
    {
      name: 'deleting the account, error',
      answers: { 'GET /v1/me/deletion': internalError },
      steps: press('Delete account'),
      shows: ['heading', 'Your organizations could not be loaded'],
    },
    {
      name: 'deleting the account of a last owner',
      answers: { 'GET /v1/me/deletion': () => ({ organizations: [{ ...affected.organizations[0], effect: 'blocks' }] }) },
      steps: press('Delete account'),
      shows: ['dialog', 'Delete account'],
      says: [/You are the only owner/, 'Everyday Media', 'Members'],
    },
    {
      name: 'deleting the account with a wrong password',
      answers: { ...deletion, 'POST /v1/me/deletion': () => errorReply(422, 'PASSWORD_WRONG', 'This is not your current password.') },
      steps: deleteAccount,
      shows: ['dialog', 'Delete account'],
      says: ['This is not your current password.'],
    },
    {
      name: 'account deletion scheduled',
      answers: { ...deletion, 'POST /v1/me/deletion': () => aUser({ deletes_at: '2025-12-14T09:41:00.000Z' }) },
      steps: deleteAccount,
      shows: ['alert'],
      says: ['Deletion scheduled', 'Keep my account'],
    },
    {
      name: 'account going to be deleted',
      answers: leaving,
      shows: ['region', 'Deletion of your account'],
      says: [/Your account will be deleted on Dec 14, 2025/, 'Keep my account'],
    },
    {
      name: 'account, deletion not canceled',
      answers: { ...leaving, 'DELETE /v1/me/deletion': internalError },
      steps: press('Keep my account'),
      shows: ['alert'],
      says: [/The deletion could not be canceled/],
    },
  ],
}
