import { errorCatalog } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  anOrganization,
  errorReply,
  internalError,
  noReply,
  openDashboard,
  orgId,
  Reply,
} from '../../../../test/open-dashboard.tsx'

const list = `GET /v1/${orgId}/api-keys`
const usage = `GET /v1/${orgId}/api-keys/usage`
const create = `POST /v1/${orgId}/api-keys`
const secret = `lsk_${'x'.repeat(43)}`

function aKey(name: string, changes: object = {}) {
  return {
    id: '0197a000-0000-7000-8000-000000000701',
    name,
    key: 'lsk_9fK2aB…',
    scope: 'full',
    created: '2025-10-05T14:03:00.000Z',
    created_by: 'Mia Lindqvist',
    expires_at: null,
    last_used_at: null,
    ...changes,
  }
}

function openTab(answer: Answer = () => [aKey('Nightly import')], answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/api', {
    [list]: answer,
    [usage]: () => ({ used: 412, limit: 1_000, resets_at: '2025-12-01T00:00:00.000Z' }),
    [`GET /v1/${orgId}/projects/0197a000-0000-7000-8000-000000000002/labels`]: () => [],
    ...answers,
  })
}

async function createKey(name = 'Podcast'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'New API Key' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), name)
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
}

describe('the API keys', () => {
  it('show a skeleton while they load', async () => {
    openTab(noReply)
    await screen.findByRole('navigation', { name: 'Settings' })
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openTab(() => (isDown ? internalError() : [aKey('Nightly import')]))
    const alert = await screen.findByRole('alert')
    isDown = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table', { name: 'API keys' })).toBeTruthy()
  })

  it('begin with a curl line and a link to the reference', async () => {
    openTab(() => [])
    await screen.findByRole('heading', { name: 'No API keys yet' })
    expect(screen.getByText(/curl -H "Authorization: Bearer lsk_…"/).textContent).toContain('/v1/organizations')
    expect(screen.getByRole('link', { name: 'Every call is in the API reference' }).getAttribute('href')).toBe('/v1/docs')
  })

  it('are listed with their first characters, access, last use and expiry', async () => {
    openTab(() => [
      aKey('Nightly import', { scope: 'read', expires_at: '2020-01-01T00:00:00Z' }),
      aKey('Other', { id: '0197a000-0000-7000-8000-000000000702' }),
    ])
    const rows = within(await screen.findByRole('table', { name: 'API keys' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'Nightly importActs for Mia Lindqvistlsk_9fK2aB…Read onlyNeverExpired',
      'OtherActs for Mia Lindqvistlsk_9fK2aB…Full accessNeverNever',
    ])
  })

  it('are managed by owners, and members see whom to ask', async () => {
    openTab(undefined, { 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] })
    expect(await screen.findByText('Ask an owner of Everyday Media for a key.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New API Key' })).toBeNull()
  })

  it('are shown with the requests of the month', async () => {
    openTab()
    const bar = await screen.findByRole('progressbar', { name: 'API requests this month' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['412', '1000'])
    expect(screen.getByText(/Mon, Dec 1, 2025 \(UTC\)/)).toBeTruthy()
  })
})

describe('the API requests of a month that are all used', () => {
  const full = { [usage]: () => ({ used: 1_000, limit: 1_000, resets_at: '2025-12-01T00:00:00.000Z' }) }

  it('show owners a link to the plans', async () => {
    openTab(undefined, full)

    expect(await screen.findByText('A higher plan includes more requests.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/settings/subscription')
  })

  it('tell members who can upgrade', async () => {
    openTab(undefined, { ...full, 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] })

    expect(await screen.findByText(/An owner of this organization can upgrade the plan\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  })
})

describe('a new API key', () => {
  it('has a note about its permissions, and is sent with its access and expiry', async () => {
    const sent: unknown[] = []
    openTab(undefined, {
      [create]: ({ body }) => {
        sent.push(body)
        return new Reply(201, aKey('Podcast', { key: secret }))
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New API Key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New API Key' }))
    expect(dialog.getByRole('note').textContent).toContain('full account access')

    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Podcast ')
    await userEvent.click(dialog.getByRole('radio', { name: 'Read only' }))
    expect(dialog.getByRole('note').textContent).toContain('change nothing')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), 'After 90 days')
    await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))

    expect(await screen.findByText('API Key Created')).toBeTruthy()
    expect(sent).toEqual([{ name: 'Podcast', scope: 'read', expires_in_days: 90 }])
  })

  it('is shown once, can be copied, and is hidden when the owner confirms', async () => {
    openTab(undefined, { [create]: () => new Reply(201, aKey('Podcast', { key: secret })) })
    await createKey()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await screen.findByText(secret)
    const newKey = screen.getByRole<HTMLButtonElement>('button', { name: 'New API Key' })
    expect(newKey.disabled).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: 'Copy key' }))
    expect(await screen.findByText('Copied!')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(secret)

    await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }))
    expect(screen.queryByText(secret)).toBeNull()
    expect(newKey.disabled).toBe(false)
  })

  it('is not lost without a confirmation', async () => {
    openTab(undefined, { [create]: () => new Reply(201, aKey('Podcast', { key: secret })) })
    await createKey()
    await screen.findByText(secret)

    await userEvent.click(screen.getByRole('link', { name: 'Labels' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Have you copied the API key?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText(secret)).toBeTruthy()
  })

  it('requires a name', async () => {
    openTab()
    await userEvent.click(await screen.findByRole('button', { name: 'New API Key' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create key' }))
    expect(screen.getByText('API key name is required')).toBeTruthy()
  })

  it('shows the message of the limit', async () => {
    const { status, message } = errorCatalog.API_KEY_LIMIT_REACHED
    openTab(undefined, { [create]: () => errorReply(status, 'API_KEY_LIMIT_REACHED', message) })
    await createKey()
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('revoking an API key', () => {
  it('names the key, then removes it', async () => {
    let stored = [aKey('Nightly import')]
    openTab(() => stored, {
      [`DELETE /v1/${orgId}/api-keys/${stored[0]?.id}`]: () => {
        stored = []
        return new Reply(204, undefined)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly import' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke API key' })
    expect(dialog.textContent).toContain('Nightly import (lsk_9fK2aB…) stops working within a second')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))

    expect(await screen.findByText('API Key Revoked')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'No API keys yet' })).toBeTruthy())
  })

  it('shows its error', async () => {
    openTab(undefined, { [`DELETE /v1/${orgId}/api-keys/0197a000-0000-7000-8000-000000000701`]: internalError })
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly import' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText(/Failed to revoke API key/)).toBeTruthy()
  })
})
