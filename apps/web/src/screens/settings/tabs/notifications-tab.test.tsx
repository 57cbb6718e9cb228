import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aNotificationSettings } from '../../../../test/api-answers.ts'
import { type Answer, errorReply, internalError, noReply, openDashboard } from '../../../../test/open-dashboard.tsx'

function openNotifications(answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/notifications', { 'GET /v1/me/notifications': () => aNotificationSettings(), ...answers })
}

const listSwitches = async () => {
  await screen.findByRole('heading', { name: 'Your links' })
  return screen.getAllByRole<HTMLInputElement>('switch')
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save Notification Preferences' }))

describe('notifications', () => {
  it('show a skeleton while they load', async () => {
    openNotifications({ 'GET /v1/me/notifications': noReply })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openNotifications({ 'GET /v1/me/notifications': () => (isDown ? internalError() : aNotificationSettings()) })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Your notification preferences could not be loaded')).toBeTruthy()

    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await listSwitches()).toHaveLength(5)
  })

  it('say that the address was rejected, until they are saved', async () => {
    openNotifications({
      'GET /v1/me/notifications': () => aNotificationSettings({ undeliverable_email: 'mia@example.org' }),
      'PUT /v1/me/notifications': () => aNotificationSettings({ time_zone: 'Europe/Berlin' }),
    })
    expect((await screen.findByText('Emails don’t reach you')).closest('[role="status"]')?.textContent).toContain('mia@example.org')

    await save()
    await waitFor(() => expect(screen.queryByText('Emails don’t reach you')).toBeNull())
  })

  it('have one switch each, with an explanation and the stored state', async () => {
    openNotifications()

    expect((await listSwitches()).map((one) => [one.getAttribute('aria-label'), one.checked])).toEqual([
      ['Click summary', true],
      ['Broken links', true],
      ['New conversions', true],
      ['Product changes', false],
      ['News and offers', false],
    ])
    expect(screen.getByText('Yesterday’s clicks and your top links, every morning at 8.')).toBeTruthy()
  })

  it('are saved together with the time zone of the browser, with a toast', async () => {
    const sent: unknown[] = []
    openNotifications({
      'PUT /v1/me/notifications': ({ body }) => {
        sent.push(body)
        return aNotificationSettings({ time_zone: 'Europe/Lisbon' })
      },
    })
    const [clicks] = await listSwitches()
    if (clicks) await userEvent.click(clicks)
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await save()

    expect(await screen.findByText('Setting Updated')).toBeTruthy()
    expect(sent).toEqual([
      {
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        preferences: [
          { id: 'link_click', enabled: false },
          { id: 'link_broken', enabled: true },
          { id: 'new_conversion', enabled: true },
          { id: 'product_change', enabled: false },
          { id: 'marketing', enabled: false },
        ],
      },
    ])
  })

  it('use the chosen time zone if one is stored', async () => {
    const sent: unknown[] = []
    openNotifications({
      'GET /v1/me/notifications': () => aNotificationSettings({ time_zone: 'Asia/Kathmandu' }),
      'PUT /v1/me/notifications': ({ body }) => {
        sent.push((body as { time_zone: string }).time_zone)
        return aNotificationSettings({ time_zone: 'America/New_York' })
      },
    })
    const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Time zone' })
    expect(field.value).toBe('Asia/Kathmandu')
    await userEvent.selectOptions(field, 'America/New_York')
    await save()

    expect(await screen.findByText('Setting Updated')).toBeTruthy()
    expect(sent).toEqual(['America/New_York'])
  })

  it('leave the choices if saving fails, and show an error', async () => {
    openNotifications({ 'PUT /v1/me/notifications': () => errorReply(500, 'FAULT', 'An unexpected error occurred') })
    const [clicks] = await listSwitches()
    if (clicks) await userEvent.click(clicks)
    await save()

    expect(await screen.findByText(/Your notification preferences could not be saved/)).toBeTruthy()
    expect(clicks?.checked).toBe(false)
  })
})
