import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aUser } from '../../../../test/api-answers.ts'
import { type Answer, internalError, noReply, openDashboard } from '../../../../test/open-dashboard.tsx'
import { LanguageChoice } from '../../../features/identity/profile-preferences.tsx'
import { colorSchemeKey } from '../../../ui/theme.ts'

const mia = aUser()

function openProfile(answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/profile', { 'GET /v1/me': () => mia, ...answers })
}

function readColorScheme(): string | null {
  return document.documentElement.getAttribute('data-mantine-color-scheme')
}

async function findThemeChoice(name: 'System' | 'Light' | 'Dark'): Promise<HTMLInputElement> {
  return within(await screen.findByRole('group', { name: 'Theme' })).getByRole<HTMLInputElement>('radio', { name })
}

afterEach(() => document.documentElement.removeAttribute('data-mantine-color-scheme'))

describe('the profile', () => {
  it('shows a skeleton while it loads', async () => {
    openProfile({ 'GET /v1/me': noReply })

    await screen.findByRole('navigation', { name: 'Settings' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('shows the error, and loads again on retry', async () => {
    let isDown = true
    openProfile({ 'GET /v1/me': () => (isDown ? internalError() : mia) })
    const alert = await screen.findByRole('alert')

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
  })

  it('says that there is no name', async () => {
    openProfile({ 'GET /v1/me': () => ({ ...mia, full_name: '' }) })

    expect(await screen.findByText('No name given')).toBeTruthy()
  })

  it.each([
    [false, 'Set up', /^Two-step sign-in is off\./],
    [true, 'Manage', /^Two-step sign-in is on\./],
  ])('leads to passkeys and two-step sign-in, which is on: %s', async (isOn, link, state) => {
    openProfile({ 'GET /v1/me': () => ({ ...mia, has_second_factor: isOn }) })

    expect((await screen.findByRole('link', { name: link })).getAttribute('href')).toBe('/auth/account#passkeys-heading')
    expect(screen.getByText(state)).toBeTruthy()
  })

  it('shows name and email read-only, with a link to the page that changes them', async () => {
    openProfile()
    await screen.findByRole('heading', { name: 'Profile' })
    const main = within(screen.getByRole('main'))

    expect(main.getByText('Mia Lindqvist')).toBeTruthy()
    expect(main.getByText('mia@example.org')).toBeTruthy()
    expect(main.queryByRole('textbox')).toBeNull()
    expect(main.getByRole('link', { name: 'Change name or email' }).getAttribute('href')).toBe('/auth/account')
  })
})

describe('the theme', () => {
  it('offers system, light and dark', async () => {
    openProfile()

    const offered = within(await screen.findByRole('group', { name: 'Theme' })).getAllByRole<HTMLInputElement>('radio')

    expect(offered.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['System', true],
      ['Light', false],
      ['Dark', false],
    ])
  })

  it('is applied at once and saved, with a toast', async () => {
    const sent: unknown[] = []
    openProfile({
      'PATCH /v1/me': ({ body }) => {
        sent.push(body)
        return { ...mia, theme: 'dark' }
      },
    })

    await userEvent.click(await findThemeChoice('Dark'))

    expect(readColorScheme()).toBe('dark')
    expect(await screen.findByText('Setting Updated')).toBeTruthy()
    expect(sent).toEqual([{ theme: 'dark' }])
    expect(localStorage.getItem(colorSchemeKey)).toBe('dark')
  })

  it('is rolled back when it cannot be saved', async () => {
    let fail: () => void = () => {}
    openProfile({
      'PATCH /v1/me': () =>
        new Promise((resolve) => {
          fail = () => resolve(internalError())
        }),
    })
    await userEvent.click(await findThemeChoice('Dark'))
    await waitFor(() => expect(readColorScheme()).toBe('dark'))

    fail()

    expect(await screen.findByText(/Your setting could not be saved/)).toBeTruthy()
    expect(readColorScheme()).toBe('light')
    expect(localStorage.getItem(colorSchemeKey)).toBe('auto')
    expect((await findThemeChoice('System')).checked).toBe(true)
  })

  it('shows the last choice even if an earlier choice could not be saved', async () => {
    const requests: { theme: unknown; answer: (reply: unknown) => void }[] = []
    openProfile({
      'PATCH /v1/me': ({ body }) => new Promise((answer) => requests.push({ theme: Object(body).theme, answer })),
    })
    await userEvent.click(await findThemeChoice('Dark'))
    await waitFor(() => expect(requests.map(({ theme }) => theme)).toEqual(['dark']))
    await userEvent.click(await findThemeChoice('Light'))

    requests[0]?.answer(internalError())
    await waitFor(() => expect(requests.map(({ theme }) => theme)).toEqual(['dark', 'light']))
    expect(localStorage.getItem(colorSchemeKey)).toBe('light')
    requests[1]?.answer({ ...mia, theme: 'light' })

    expect(await screen.findByText('Dark mode is off')).toBeTruthy()
    expect([readColorScheme(), localStorage.getItem(colorSchemeKey)]).toEqual(['light', 'light'])
  })

  it('of the account replaces the theme that is stored in the browser', async () => {
    localStorage.setItem(colorSchemeKey, 'light')
    openProfile({ 'GET /v1/me': () => ({ ...mia, theme: 'dark' }) })

    await waitFor(() => expect(readColorScheme()).toBe('dark'))
    expect(localStorage.getItem(colorSchemeKey)).toBe('dark')
    expect((await findThemeChoice('Dark')).checked).toBe(true)
  })

  it('starts with the stored theme, before the account is loaded', async () => {
    localStorage.setItem(colorSchemeKey, 'dark')
    openProfile({ 'GET /v1/me': noReply })

    await screen.findByRole('navigation', { name: 'Settings' })
    expect(readColorScheme()).toBe('dark')
  })

  it('is reset to the system setting', async () => {
    const sent: unknown[] = []
    openProfile({
      'GET /v1/me': () => ({ ...mia, theme: 'dark' }),
      'PATCH /v1/me': ({ body }) => {
        sent.push(body)
        return mia
      },
    })

    await userEvent.click(await findThemeChoice('System'))

    await waitFor(() => expect(sent).toEqual([{ theme: 'system' }]))
    expect((await findThemeChoice('System')).checked).toBe(true)
    expect(readColorScheme()).toBe('light')
  })

  it('is saved from the user menu too', async () => {
    const sent: unknown[] = []
    openProfile({
      'PATCH /v1/me': ({ body }) => {
        sent.push(body)
        return { ...mia, theme: 'dark' }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /Mia Lindqvist/ }))

    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))

    await waitFor(() => expect(sent).toEqual([{ theme: 'dark' }]))
    await waitFor(async () => expect((await findThemeChoice('Dark')).checked).toBe(true))
  })
})

describe('the language', () => {
  function openChoice(choices: readonly string[], onChoose = vi.fn()): void {
    render(
      <MantineProvider env="test">
        <LanguageChoice choices={choices} value="en" onChoose={onChoose} />
      </MantineProvider>,
    )
  }

  it('is hidden if there is only one', () => {
    openChoice(['en'])

    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('is selected from two languages, each named in its own language', async () => {
    const onChoose = vi.fn()
    openChoice(['en', 'de'], onChoose)
    const choice = screen.getByRole('combobox', { name: 'Language' })
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['English', 'Deutsch'])

    await userEvent.selectOptions(choice, 'Deutsch')

    expect(onChoose).toHaveBeenCalledExactlyOnceWith('de')
  })
})
