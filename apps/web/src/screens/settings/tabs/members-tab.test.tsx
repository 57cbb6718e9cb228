import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type Answer, anOrganization, aUser, errorReply, openDashboard, orgId, Reply } from '../../../../test/open-dashboard.tsx'

const mia = { ...aMember('0197a000-0000-7000-8000-000000000001'), user_id: aUser().user_id, full_name: 'Mia Lindqvist', role: 'owner' }
const noah = { ...aMember('0197a000-0000-7000-8000-000000000402'), full_name: 'Noah Chen', email: 'noah@example.org' }
const invitation = {
  invitation_id: '0197a000-0000-7000-8000-000000000403',
  email: 'grace@example.org',
  role: 'member',
  state: 'pending',
  invited_at: '2025-11-28T08:00:00Z',
  expires_at: '2025-12-05T08:00:00Z',
}

function aMember(id: string) {
  return {
    user_id: id,
    full_name: '',
    email: 'mia@example.org',
    avatar_url: null,
    role: 'member',
    joined_at: '2025-03-01T09:00:00Z',
    second_factors: [],
  }
}

function openMembers(answers: Record<string, Answer> = {}): void {
  openDashboard('/settings/members', {
    [`GET /v1/${orgId}/members`]: () => [mia, noah],
    [`GET /v1/${orgId}/invitations`]: () => [],
    ...answers,
  })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function confirm(title: string, action: string): Promise<void> {
  await userEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: action }))
}

describe('members', () => {
  it('are invited by email with a role, and the invitation is listed', async () => {
    const sent: unknown[] = []
    let invitations: object[] = []
    openMembers({
      [`GET /v1/${orgId}/invitations`]: () => invitations,
      [`POST /v1/${orgId}/members`]: ({ body }) => {
        sent.push(body)
        invitations = [invitation]
        return new Reply(201, invitation)
      },
    })
    await press('Invite')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), ' grace@example.org ')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Owner')
    await confirm('Invite to Everyday Media', 'Send invitation')

    expect(await screen.findByText('Invitation sent')).toBeTruthy()
    expect(sent).toEqual([{ email: 'grace@example.org', role: 'owner' }])
    expect(within(await screen.findByRole('table', { name: 'Invitations' })).getByText('grace@example.org')).toBeTruthy()
  })

  it.each([
    ['', 'Enter an email address'],
    ['grace', 'Enter a valid email address'],
  ])('are not invited with the address "%s"', async (address, message) => {
    openMembers()
    await press('Invite')
    const field = await screen.findByRole('textbox', { name: 'Email' })
    if (address !== '') await userEvent.type(field, address)
    await confirm('Invite to Everyday Media', 'Send invitation')

    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field)
  })

  it('show at the field that the address belongs to a member', async () => {
    const message = 'Someone with this email address is already a member.'
    openMembers({ [`POST /v1/${orgId}/members`]: () => errorReply(409, 'MEMBER_EXISTS', message) })
    await press('Invite')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'noah@example.org')
    await confirm('Invite to Everyday Media', 'Send invitation')

    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('get another role from the menu', async () => {
    const sent: unknown[] = []
    openMembers({
      [`PATCH /v1/${orgId}/members/${noah.user_id}`]: ({ body }) => {
        sent.push(body)
        return { ...noah, role: 'owner' }
      },
    })
    await press('Actions of Noah Chen')
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Owner' }))

    expect(await screen.findByText('Noah Chen is an owner')).toBeTruthy()
    expect(sent).toEqual([{ role: 'owner' }])
  })

  it.each([
    ['Transfer ownership', 'Transfer', `POST /v1/${orgId}/members/${noah.user_id}/transfer`, 'Ownership transferred'],
    ['Remove', 'Remove', `DELETE /v1/${orgId}/members/${noah.user_id}`, 'Member removed'],
  ])('%s after a confirmation that names the person', async (item, action, call, title) => {
    openMembers({ [call]: () => (action === 'Remove' ? new Reply(204, undefined) : { ...noah, role: 'owner' }) })
    await press('Actions of Noah Chen')
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Noah Chen')
    await userEvent.click(within(dialog).getByRole('button', { name: action }))

    expect(await screen.findByText(title)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['Noah Chen', 'Remove', 'API keys that act for them stop working, and so do their invitations and download links of exports.'],
    ['Mia Lindqvist', 'Leave', 'API keys that act for you stop working, and so do your invitations and download links of exports.'],
  ])('see in the dialog what else ends when %s leaves', async (name, item, words) => {
    openMembers()
    await press(`Actions of ${name}`)
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))

    expect((await screen.findByRole('dialog')).textContent).toContain(words)
  })

  it('see no invitations and cannot change other members if they are not owners', async () => {
    openMembers({
      'GET /v1/organizations': () => [anOrganization({ role: 'member' })],
      'GET /v1/me': () => aUser({ user_id: noah.user_id, email: noah.email }),
    })

    const table = within(await screen.findByRole('table', { name: 'Members' }))
    await waitFor(() =>
      expect(table.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Actions of Noah Chen']),
    )
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull()
    await press('Actions of Noah Chen')
    expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['Leave'])
  })
})

describe('an organization', () => {
  it('is created, and becomes the current organization', async () => {
    const next = anOrganization({ id: noah.user_id, organization_id: noah.user_id, name: 'Northwind Audio' })
    let organizations = [anOrganization()]
    openMembers({
      'GET /v1/organizations': () => organizations,
      'POST /v1/organizations': () => {
        organizations = [...organizations, next]
        return new Reply(201, next)
      },
      [`GET /v1/${noah.user_id}/members`]: () => [mia],
      [`GET /v1/${noah.user_id}/invitations`]: () => [],
      [`GET /v1/${noah.user_id}/projects/${next.projects[0]?.id}/stores`]: () => [],
    })
    await press('New organization')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Northwind Audio')
    await confirm('New organization', 'Create')

    expect(await screen.findByText('Only you have access to Northwind Audio so far.')).toBeTruthy()
    expect(screen.getByText(/^Northwind Audio is created\. Now showing /)).toBeTruthy()
  })

  it('is renamed', async () => {
    const sent: unknown[] = []
    openMembers({
      [`PATCH /v1/organizations/${orgId}`]: ({ body }) => {
        sent.push(body)
        return anOrganization({ name: 'Everyday Shelf' })
      },
    })
    await press('Rename')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Everyday Shelf')
    await confirm('Rename organization', 'Save')

    expect(await screen.findByText('Organization renamed')).toBeTruthy()
    expect(sent).toEqual([{ name: 'Everyday Shelf' }])
  })
})

describe('the rule for second factors', () => {
  const call = `PUT /v1/organizations/${orgId}/second-factor`

  it('is changed with one switch, which says who would lose access', async () => {
    const sent: unknown[] = []
    let isRequired = false
    openMembers({
      [`GET /v1/${orgId}/members`]: () => [{ ...mia, second_factors: ['passkey'] }, noah],
      'GET /v1/organizations': () => [anOrganization({ second_factor_required: isRequired })],
      [call]: ({ body }) => {
        sent.push(body)
        isRequired = true
        return anOrganization({ second_factor_required: true })
      },
    })
    const rule = await screen.findByRole('switch', { name: 'Require from all members' })
    expect(rule).toHaveProperty('checked', false)
    expect(screen.getByText(/If you require it, 1 member without a second factor can only set it up or leave/)).toBeTruthy()
    await userEvent.click(rule)

    expect(await screen.findByText('Second factor required')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true))
    expect(sent).toEqual([{ required: true }])
  })

  it('leads owners without a second factor to their account', async () => {
    openMembers({ [call]: () => errorReply(409, 'SECOND_FACTOR_MISSING', 'Set up a passkey first.') })
    await userEvent.click(await screen.findByRole('switch'))

    const alert = within(await screen.findByText(/Set up a passkey first\./))
    expect(alert.getByRole('link', { name: 'Open your account' })).toHaveProperty('pathname', '/auth/account')
    expect(screen.getByRole('switch')).toHaveProperty('checked', false)
  })

  it('and the second factors of others are hidden from members', async () => {
    openMembers({ 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] })

    expect(await screen.findByText('Noah Chen')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByText('Second factor')).toBeNull()
  })
})
