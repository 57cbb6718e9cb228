import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, anotherUserSession, aUserSession, errorReply, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

function openProfile(answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/profile', answers)
}

async function findDialog(name: string) {
  return within(await screen.findByRole('dialog', { name }))
}

async function pressIn(name: string, button: string): Promise<void> {
  await userEvent.click((await findDialog(name)).getByRole('button', { name: button }))
}

describe('sessions', () => {
  it('are signed out separately, and the list is loaded again', async () => {
    let sessions = [anotherUserSession(), aUserSession()]
    const revoked: string[] = []
    openProfile({
      'GET /v1/me/sessions': () => sessions,
      'DELETE /v1/me/sessions/0197a000-0000-7000-8000-000000000201': ({ path }) => {
        revoked.push(path)
        sessions = [aUserSession()]
        return new Reply(204, undefined)
      },
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }))
    expect(revoked).toEqual([])
    await pressIn('Sign out session', 'Sign out')

    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy()
    expect(revoked).toHaveLength(1)
    expect(within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')).toHaveLength(1)
  })

  it('are all signed out at once, except the current session', async () => {
    let sessions = [anotherUserSession(), aUserSession()]
    openProfile({
      'GET /v1/me/sessions': () => sessions,
      'DELETE /v1/me/sessions': () => {
        sessions = [aUserSession()]
        return new Reply(204, undefined)
      },
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Sign out others' }))
    await pressIn('Sign out others', 'Sign out')

    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign out others' })).toBeNull()
  })

  it('list the current session first, without a button', async () => {
    openProfile({ 'GET /v1/me/sessions': () => [anotherUserSession(), aUserSession()] })

    const [first, second] = within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

    expect(first?.textContent).toMatch(/^Firefox on LinuxThis device/)
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    expect(second?.textContent).toContain('Portugal · Active 5 hours ago')
  })
})

describe('the password', () => {
  async function change(current: string, next: string): Promise<void> {
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
    const form = await findDialog('Change password')
    await userEvent.type(form.getByLabelText(/^Current password/), current)
    await userEvent.type(form.getByLabelText(/^New password/), next)
    await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  }

  it('is changed if the current password is typed, and the dialog closes', async () => {
    const sent: unknown[] = []
    openProfile({
      'POST /v1/me/password': ({ body }) => {
        sent.push(body)
        return new Reply(204, undefined)
      },
    })

    await change('otters like cold water', 'badgers dig at dusk')

    expect(await screen.findByText('Password changed')).toBeTruthy()
    expect(sent).toEqual([{ current_password: 'otters like cold water', code: '', new_password: 'badgers dig at dusk' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['PASSWORD_WRONG', 'This is not your current password.', /^Current password/],
    ['PASSWORD_REJECTED', 'This password is too common. Choose a different one.', /^New password/],
  ])('shows %s at its field', async (code, message, field) => {
    openProfile({ 'POST /v1/me/password': () => errorReply(422, code, message) })

    await change('otters', 'badgers')

    const input = (await findDialog('Change password')).getByLabelText(field)
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(input)
  })

  it('must have as many characters as the operator requires', async () => {
    openProfile({
      'GET /v1/public/instance': () => ({
        terms_url: '/terms',
        privacy_url: '/privacy',
        social_links: [],
        password_min_length: 12,
        sign_ups: 'open',
      }),
    })

    await change('otters like cold water', 'badgers dig')

    expect(await screen.findByText('Use at least 12 characters.')).toBeTruthy()
    expect(screen.getByText(/^Minimum 12 characters/)).toBeTruthy()
  })

  it('is not sent while it is too short', async () => {
    openProfile()

    await change('otters', 'short')

    expect(await screen.findByText('Use at least 6 characters.')).toBeTruthy()
  })
})
