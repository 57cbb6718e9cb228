import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { anAffiliation, outdatedReply } from '../../../test/api-answers.ts'
import { enterText } from '../../../test/enter-text.ts'
import {
  type Answer,
  aLink,
  anOrganization,
  errorReply,
  inProject,
  internalError,
  noReply,
  openDashboard,
  Reply,
  someDays,
} from '../../../test/open-dashboard.tsx'

const link = aLink()
const find = `GET ${inProject}/urls/${link.url_id}`
const edit = `PATCH ${inProject}/urls/${link.url_id}`
const dialogTitle = 'Edit target URL and details'

function openLink(answers: Record<string, Answer> = {}): void {
  openDashboard(`/links/${link.url_id}`, {
    [find]: () => link,
    [`GET ${inProject}/analytics/urls/${link.url_id}`]: () => someDays(1, 2, 3),
    [`GET ${inProject}/analytics/urls/${link.url_id}/dashboard`]: () => ({ totalClicks: 6, visitors: 5, countries: 2 }),
    [`GET ${inProject}/urls/${link.url_id}/qr_code/config`]: noReply,
    [`GET ${inProject}/slugs`]: () => [],
    [`${find}/affiliation`]: () => anAffiliation({ shops: [] }),
    ...answers,
  })
}

/** The response to a destination on an own domain. `path` is the field of the destination. */
function forbiddenReply(path: string): Reply {
  const message = 'Links to our own short domain would run in a circle.'
  const { status, body } = errorReply(422, 'LINK_TARGET_FORBIDDEN', message)
  return new Reply(status, { ...Object(body), data: { issues: [{ path, message }] } })
}

async function openForm(button = 'Edit URL') {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: dialogTitle }))
}

/** Replaces the text of a field. */
async function replaceText(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  await enterText(field, text)
}

async function changeTarget(target: string): Promise<void> {
  const dialog = await openForm()
  await replaceText(dialog.getByRole('textbox', { name: 'Target URL' }), target)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
}

describe('the form of a link', () => {
  it('saves all changed fields with one call, on Enter', async () => {
    const sent: unknown[] = []
    let stored = link
    openLink({
      [find]: () => stored,
      [edit]: ({ body }) => {
        sent.push(body)
        stored = aLink({ ...(body as object), url: 'https://sho.rt/phones', revision: 'second' })
        return stored
      },
    })
    const dialog = await openForm()
    const target = dialog.getByRole('textbox', { name: 'Target URL' })
    await waitFor(() => expect(document.activeElement).toBe(target))

    await replaceText(target, 'https://maker.example/phones')
    await replaceText(dialog.getByRole('textbox', { name: 'Title' }), 'Phones')
    await replaceText(dialog.getByRole('textbox', { name: 'Short name' }), 'phones')
    await enterText(dialog.getByRole('textbox', { name: 'Notes' }), 'For the newsletter')
    await userEvent.click(dialog.getByText('Other shops'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add a shop' }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Visitors from' }))
    await userEvent.click(await dialog.findByRole('option', { name: 'France' }))
    await enterText(dialog.getByRole('textbox', { name: 'Address' }), 'maker.example/fr')
    await userEvent.keyboard('{Enter}')

    expect(await screen.findByText('Link updated')).toBeTruthy()
    expect(sent).toEqual([
      {
        target: 'https://maker.example/phones',
        title: 'Phones',
        slug: 'phones',
        notes: 'For the newsletter',
        shops: [{ place: 'FR', name: null, target: 'https://maker.example/fr' }],
        revision: 'first',
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('heading', { level: 1, name: 'Phones' })).toBeTruthy()
    expect(screen.getByText('For the newsletter')).toBeTruthy()
  })

  it('closes without a call if nothing was changed', async () => {
    let calls = 0
    openLink({
      [edit]: () => {
        calls += 1
        return link
      },
    })
    const dialog = await openForm()

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toBe(0)
  })

  it('shows at the short name that it is taken, and leaves everything as typed', async () => {
    openLink({ [edit]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name was just taken.') })
    const dialog = await openForm()
    const name = dialog.getByRole('textbox', { name: 'Short name' })
    await replaceText(dialog.getByRole('textbox', { name: 'Title' }), 'Phones')
    await replaceText(name, 'phones')

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('This short name was just taken.')).toBeTruthy()
    expect(document.activeElement).toBe(name)
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Phones')
    expect(name).toHaveProperty('value', 'phones')
  })

  it('shows at a shop that its address is not allowed, and opens the section of the shops', async () => {
    const shops = [{ place: 'FR', name: null, target: 'https://maker.example/fr' }]
    openLink({ [find]: () => aLink({ shops }), [edit]: () => forbiddenReply('shops.0.target') })
    const dialog = await openForm('Edit shops')
    const address = dialog.getByRole('textbox', { name: 'Address' })
    await replaceText(address, 'sho.rt/abc')
    await userEvent.click(dialog.getByText('Other shops · 1'))

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText(/would run in a circle/)).toBeTruthy()
    await waitFor(() => expect(address.closest('details')).toHaveProperty('open', true))
    expect(document.activeElement).toBe(address)
  })

  it.each([
    ['Title', 'Phones', 'Failed to update link'],
    ['Target URL', 'https://maker.example/', 'Failed to update link URL'],
  ])('leaves the typed %s after an error', async (name, text, message) => {
    openLink({ [edit]: internalError })
    const dialog = await openForm()
    await replaceText(dialog.getByRole('textbox', { name }), text)

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect((await screen.findByText(new RegExp(`^${message}`))).textContent).toMatch(new RegExp(`^${message}(?! URL)`))
    expect(dialog.getByRole('textbox', { name })).toHaveProperty('value', text)
  })

  it('adds a missing scheme to a new target', async () => {
    const sent: unknown[] = []
    openLink({
      [find]: () => link,
      [edit]: ({ body }) => {
        sent.push(body)
        return aLink({ target: 'https://elsewhere.example/' })
      },
    })

    await changeTarget('elsewhere.example')

    await waitFor(() => expect(sent).toEqual([{ target: 'https://elsewhere.example/', revision: link.revision }]))
    expect(await screen.findByText('Link updated')).toBeTruthy()
  })

  it('restores the earlier target of a link', async () => {
    const sent: unknown[] = []
    openLink({
      [find]: () => link,
      [edit]: ({ body }) => {
        sent.push(body)
        return aLink({ target: 'https://elsewhere.example/' })
      },
    })
    await changeTarget('elsewhere.example')

    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(await screen.findByText('Change undone')).toBeTruthy()
    expect(sent[1]).toEqual({ target: link.target })
  })

  it.each([['   '], ['not a url'], ['javascript:alert(1)'], ['https://me:secret@shop.example/']])(
    'rejects %j at its field',
    async (target) => {
      openLink({ [find]: () => link })

      await changeTarget(target)

      expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    },
  )

  it('shows the server’s error at its field', async () => {
    openLink({
      [find]: () => link,
      [edit]: () => forbiddenReply('target'),
    })

    await changeTarget('sho.rt/abc')

    const field = await screen.findByRole('textbox', { name: 'Target URL' })
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('Links to our own short domain would run in a circle.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
  })
})

describe('a form of a link with unsaved changes', () => {
  it('asks before Escape closes it, and keeps the typed text if the user goes back', async () => {
    openLink()
    const dialog = await openForm()
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await replaceText(title, 'Phones')

    await userEvent.keyboard('{Escape}')
    const question = within(await screen.findByRole('dialog', { name: 'Close without saving?' }))
    await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep editing' })))
    await userEvent.keyboard('{Escape}')

    expect(await screen.findByRole('dialog', { name: dialogTitle })).toBeTruthy()
    expect(title).toHaveProperty('value', 'Phones')
    await waitFor(() => expect(document.activeElement).toBe(title))

    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit URL' })))

    expect((await openForm()).getByRole('textbox', { name: 'Title' })).toHaveProperty('value', link.title)
  })

  it('asks before its screen is left', async () => {
    openLink({ [`GET ${inProject}/urls`]: () => [] })
    const dialog = await openForm()
    await replaceText(dialog.getByRole('textbox', { name: 'Title' }), 'Phones')

    await userEvent.click(screen.getByRole('link', { name: 'All links', hidden: true }))
    expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Links' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes without a question if nothing was changed, or if the user cancels', async () => {
    openLink()
    await openForm()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const dialog = await openForm()
    await replaceText(dialog.getByRole('textbox', { name: 'Title' }), 'Phones')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a link that two people edit at once', () => {
  it('gets both changes if they changed different fields', async () => {
    const sent: unknown[] = []
    const theirs = aLink({ title: 'Their title', revision: 'second' })
    openLink({
      [edit]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs) : { ...theirs, notes: 'Mine', revision: 'third' }
      },
    })
    const dialog = await openForm()
    await enterText(dialog.getByRole('textbox', { name: 'Notes' }), 'Mine')

    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Link updated')).toBeTruthy()
    expect(sent).toEqual([
      { notes: 'Mine', revision: 'first' },
      { notes: 'Mine', revision: 'second' },
    ])
  })

  it('gets the value that the user chooses if both changed a field', async () => {
    const sent: unknown[] = []
    const theirs = aLink({ title: 'Their title', target: 'https://their.example/', revision: 'second' })
    openLink({
      [edit]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs) : { ...theirs, target: 'https://mine.example/', revision: 'third' }
      },
    })
    const dialog = await openForm()
    await replaceText(dialog.getByRole('textbox', { name: 'Target URL' }), 'mine.example')
    await replaceText(dialog.getByRole('textbox', { name: 'Title' }), 'My title')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    await dialog.findByRole('heading', { name: 'This was changed while you edited it' })
    await userEvent.click(within(dialog.getByRole('group', { name: 'Title' })).getByRole('radio', { name: 'Theirs Their title' }))
    await userEvent.click(
      within(dialog.getByRole('group', { name: 'Target URL' })).getByRole('radio', { name: 'Yours https://mine.example/' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Link updated')).toBeTruthy()
    expect(sent.at(-1)).toEqual({ target: 'https://mine.example/', revision: 'second' })
  })
})

it('a viewer sees the notes of a link, and has no form for it', async () => {
  openLink({
    [find]: () => aLink({ notes: 'For the newsletter' }),
    'GET /v1/organizations': () => [anOrganization({ role: 'viewer' })],
  })

  expect(await screen.findByText('For the newsletter')).toBeTruthy()
  await screen.findByRole('region', { name: 'Your role' })
  for (const name of ['Edit URL', 'Edit labels', 'Edit shops', 'Add other shops']) expect(screen.queryByRole('button', { name })).toBeNull()
})
