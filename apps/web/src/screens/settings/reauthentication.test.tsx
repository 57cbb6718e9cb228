import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { aUser } from '../../../test/api-answers.ts'
import { type Answer, errorReply, openDashboard, orgId, Reply } from '../../../test/open-dashboard.tsx'
import { closeReauthenticationPrompt } from '../../session/reauthentication-prompt.ts'

const create = `POST /v1/${orgId}/api-keys`
const confirm = 'POST /v1/me/reauthentication'
const title = "Confirm it's you"
const key = { id: '0197a000-0000-7000-8000-000000000701', name: 'Podcast feed', key: 'lsk_9fK2aB', scope: 'full', created_by: 'Mia' }

afterEach(() => closeReauthenticationPrompt(false))

/**
 * Opens the form of a new API key. The server rejects its creation until the user has confirmed the password. Returns
 * the bodies that were sent.
 */
async function createKey(changed: Record<string, Answer> = {}): Promise<{ created: unknown[]; confirmed: unknown[] }> {
  const created: unknown[] = []
  const confirmed: unknown[] = []
  let isRecent = false
  const answers: Record<string, Answer> = {
    [`GET /v1/${orgId}/api-keys`]: () => [],
    [`GET /v1/${orgId}/api-keys/usage`]: () => ({ used: 0, limit: 1_000, resets_at: '2026-01-01T00:00:00.000Z' }),
    [create]: ({ body }) => {
      created.push(body)
      if (!isRecent) return errorReply(403, 'REAUTHENTICATION_REQUIRED', 'Confirm that it is you.')
      return new Reply(201, { ...key, created: '2025-11-30T09:00:00.000Z', expires_at: null, last_used_at: null })
    },
    'GET /v1/me/reauthentication': () => ({ passkey: null, providers: [] }),
    [confirm]: ({ body }) => {
      confirmed.push(body)
      const { method, password } = body as { method: string; password?: string }
      isRecent = method === 'passkey' || password === 'otters like cold water'
      return isRecent ? new Reply(204, undefined) : errorReply(422, 'PASSWORD_WRONG', 'This is not your current password.')
    },
  }
  openDashboard('/settings/api', { ...answers, ...changed })
  const [open] = await screen.findAllByRole('button', { name: 'New API Key' })
  if (open === undefined) return expect.unreachable()
  await userEvent.click(open)
  const form = within(await screen.findByRole('dialog', { name: 'New API Key' }))
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Podcast feed')
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  return { created, confirmed }
}

async function openPrompt() {
  return within(await screen.findByRole('dialog', { name: title }))
}

async function enter(password: string): Promise<void> {
  const dialog = await openPrompt()
  await userEvent.type(dialog.getByLabelText(/^Password/), password)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
}

describe('the reauthentication prompt', () => {
  it('shows a wrong password at its field, and repeats the call with the same body after the confirmation', async () => {
    const { created, confirmed } = await createKey()

    await enter('not mine')
    expect(await screen.findByText('This is not your current password.')).toBeTruthy()
    expect(created).toHaveLength(1)
    await userEvent.clear((await openPrompt()).getByLabelText(/^Password/))
    await enter('otters like cold water')

    expect(await screen.findByText('Copy “Podcast feed” now')).toBeTruthy()
    expect(created).toEqual([created[0], created[0]])
    expect(confirmed.at(-1)).toEqual({ method: 'password', password: 'otters like cold water', code: '' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  })

  it('asks users with two-step sign-in for a code', async () => {
    const { confirmed } = await createKey({ 'GET /v1/me': () => aUser({ has_second_factor: true }) })

    await userEvent.type(await (await openPrompt()).findByRole('textbox', { name: /^Code/ }), '123456')
    await enter('otters like cold water')

    expect(await screen.findByText('Copy “Podcast feed” now')).toBeTruthy()
    expect(confirmed).toEqual([{ method: 'password', password: 'otters like cold water', code: '123456' }])
  })

  it('shows the field for a code if the server asks for it, and keeps it while the user types', async () => {
    const required = errorReply(422, 'SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app, or a recovery code.')
    await createKey({ [confirm]: ({ body }) => ((body as { code: string }).code === '' ? required : new Reply(204, undefined)) })
    expect((await openPrompt()).queryByRole('textbox', { name: /^Code/ })).toBeNull()
    await enter('otters like cold water')

    expect(await screen.findByText('Enter the code from your authenticator app, or a recovery code.')).toBeTruthy()
    await userEvent.type((await openPrompt()).getByRole('textbox', { name: /^Code/ }), '123456')
    expect((await openPrompt()).getByRole('textbox', { name: /^Code/ })).toHaveProperty('value', '123456')
  })

  it('offers a passkey to users who have one, says that none was used, and sends the answer of the passkey', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer
    const answer = { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s'), userHandle: bytes('u') }
    const get = vi.fn().mockRejectedValueOnce(new DOMException('The user canceled', 'NotAllowedError'))
    get.mockResolvedValueOnce({ id: 'aQ', rawId: bytes('i'), type: 'public-key', response: answer, getClientExtensionResults: () => ({}) })
    vi.stubGlobal('PublicKeyCredential', class {})
    const credentials = vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as unknown as CredentialsContainer)
    onTestFinished(() => {
      vi.unstubAllGlobals()
      credentials.mockRestore()
    })
    const allowCredentials = [{ id: 'aQ', type: 'public-key', transports: ['internal'] }]
    const { confirmed } = await createKey({
      'GET /v1/me/reauthentication': () => ({
        passkey: { challenge: 'AAAA', rpId: 'localhost', userVerification: 'required', allowCredentials },
        providers: [],
      }),
    })

    await userEvent.click(await (await openPrompt()).findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('No passkey was used. Try again, or confirm in another way.')).toBeTruthy()
    expect(confirmed).toEqual([])
    await userEvent.click((await openPrompt()).getByRole('button', { name: 'Use a passkey' }))

    expect(await screen.findByText('Copy “Podcast feed” now')).toBeTruthy()
    const response = { clientDataJSON: 'Yw', authenticatorData: 'YQ', signature: 'cw', userHandle: 'dQ' }
    expect(confirmed).toMatchObject([{ method: 'passkey', assertion: { id: 'aQ', rawId: 'aQ', type: 'public-key', response } }])
  })

  it('offers users without a password their identity provider, and says what happens', async () => {
    const sent: unknown[] = []
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      sent.push([this.method, new URL(this.action).pathname, Object.fromEntries(new FormData(this))])
    })
    onTestFinished(() => submit.mockRestore())
    const { created } = await createKey({
      'GET /v1/me': () => aUser({ has_password: false, has_second_factor: true }),
      'GET /v1/me/reauthentication': () => ({ passkey: null, providers: [{ key: '1', label: 'Continue with Acme' }] }),
    })

    const dialog = await openPrompt()
    await userEvent.type(await dialog.findByRole('textbox', { name: /^Code/ }), '123456')
    expect(dialog.queryByLabelText(/^Password/)).toBeNull()
    expect(dialog.getByText(/What you typed here is lost/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Continue with Acme' }))

    const fields = { provider: '1', code: '123456', next: '/settings/api' }
    expect(sent).toEqual([['post', '/auth/account/confirm/provider', fields]])
    expect(created).toHaveLength(1)
  })

  it.each([
    ['has no way to confirm', () => ({ passkey: null, providers: [] })],
    ['could not be asked how', () => errorReply(500, 'INTERNAL_ERROR', 'Something went wrong.')],
  ])('links to the page that helps if a user without a password %s', async (_why, answer) => {
    await createKey({ 'GET /v1/me': () => aUser({ has_password: false }), 'GET /v1/me/reauthentication': answer })
    const link = await (await openPrompt()).findByRole('link', { name: 'See how you can confirm' })
    expect(link.getAttribute('href')).toBe('/auth/account/confirm?next=%2Fsettings%2Fapi')
  })

  it('says that the user confirmed at the identity provider', async () => {
    openDashboard('/settings/profile#confirmed', {})
    expect(await screen.findByText('Now repeat what you wanted to do.')).toBeTruthy()
  })

  it.each([
    ['Cancel', async () => userEvent.click((await openPrompt()).getByRole('button', { name: 'Cancel' }))],
    ['Close', async () => userEvent.click((await openPrompt()).getByRole('button', { name: 'Close' }))],
    [
      'Escape',
      async () => {
        const field = (await openPrompt()).getByLabelText(/^Password/)
        await waitFor(() => expect(document.activeElement).toBe(field))
        await userEvent.keyboard('{Escape}')
      },
    ],
  ])('changes nothing on %s', async (_how, cancel) => {
    const { created, confirmed } = await createKey()

    await cancel()

    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    const form = within(screen.getByRole('dialog', { name: 'New API Key' }))
    expect((form.getByRole('textbox', { name: /Name/ }) as HTMLInputElement).value).toBe('Podcast feed')
    expect(screen.queryByRole('alert')).toBeNull()
    expect([created.length, confirmed.length]).toEqual([1, 0])

    await userEvent.click(form.getByRole('button', { name: 'Create key' }))
    expect(await openPrompt()).toBeTruthy()
    expect(created).toHaveLength(2)
  })
})
