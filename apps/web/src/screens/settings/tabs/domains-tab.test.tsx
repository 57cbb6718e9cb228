import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aDomain, aDomainSettings, aVerifiedDomain } from '../../../../test/domain-answers.ts'
import {
  type Answers,
  aProject,
  errorReply,
  openDashboard,
  orgId,
  outdatedReply,
  Reply,
  type SentCall,
} from '../../../../test/open-dashboard.tsx'

const domain = aVerifiedDomain()
const path = `/v1/${orgId}/domains/${domain.domain_id}/settings`

/** Opens the settings of the domain. Returns the form, and the bodies of the changes that it sends. */
async function openForm(settings = aDomainSettings(), answers: Answers = {}) {
  const sent: unknown[] = []
  let stored = settings
  const save = ({ body }: SentCall) => {
    sent.push(body)
    stored = { ...stored, ...(body as object), revision: 'next' }
    return stored
  }
  openDashboard(`/settings/domains?domain=${domain.domain_id}`, {
    [`GET /v1/${orgId}/domains`]: () => [domain],
    [`GET ${path}`]: () => stored,
    [`PATCH ${path}`]: save,
    ...answers,
  })
  return { form: within(await screen.findByRole('form', { name: 'Domain settings' })), sent }
}

type Form = Awaited<ReturnType<typeof openForm>>['form']

const choose = (form: Form, name: string, option: string) => userEvent.selectOptions(form.getByRole('combobox', { name }), option)
const type = (form: Form, name: string, text: string) => userEvent.type(form.getByRole('textbox', { name }), text)
const save = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Save' }))

it.each(['HTTPS://Go.Lamps.example/Sale?from=a#top', 'go.lamps.example/', ' http://go.lamps.example'])(
  'adds the domain of the pasted URL “%s”',
  async (url) => {
    const sent: unknown[] = []
    openDashboard('/settings/domains', {
      [`GET /v1/${orgId}/domains`]: () => [],
      [`POST /v1/${orgId}/domains`]: ({ body }) => {
        sent.push(body)
        return new Reply(201, domain)
      },
    })
    await userEvent.click((await screen.findAllByRole('button', { name: 'Add domain' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }))
    await userEvent.click(dialog.getByRole('textbox', { name: /^Domain/ }))
    await userEvent.paste(url)
    await userEvent.click(dialog.getByRole('button', { name: 'Add domain' }))

    await waitFor(() => expect(sent).toEqual([{ host: 'go.lamps.example' }]))
  },
)

it('does not warn about links when a domain that is not serving is removed', async () => {
  const waiting = aDomain()
  openDashboard(`/settings/domains?domain=${waiting.domain_id}`, { [`GET /v1/${orgId}/domains`]: () => [waiting] })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove domain' }))

  expect(await dialog.findByText(/visitors notice nothing/)).toBeTruthy()
  expect(dialog.queryByText(/stop working/)).toBeNull()
})

describe('the settings of a domain', () => {
  it('save only the changed fields with the loaded revision, and name the domain', async () => {
    const { form, sent } = await openForm(aDomainSettings({ robots_txt: 'User-agent: *' }))
    await choose(form, 'Front page', 'A redirect to an address')
    await type(form, 'Front page leads to', 'https://lamps.example/')
    expect(form.getByText('Unsaved changes')).toBeTruthy()
    await save(form)

    const title = await screen.findByText('Domain settings saved')
    expect(title.parentElement?.textContent).toContain(domain.display_host)
    expect(sent).toEqual([{ root_url: 'https://lamps.example/', revision: 'first' }])
    expect(form.queryByText('Unsaved changes')).toBeNull()
  })

  it('replace a redirect with the store of a project', async () => {
    const { form, sent } = await openForm(aDomainSettings({ root_url: 'https://lamps.example/' }))
    await choose(form, 'Front page', `The store of “${aProject().name}”`)
    expect(form.queryByRole('textbox', { name: 'Front page leads to' })).toBeNull()
    expect(form.getByText(/If a short link has the same address as a page, visitors reach the link\.$/)).not.toBeNull()
    await save(form)

    await waitFor(() => expect(sent).toEqual([{ store_project_id: aProject().id, root_url: null, revision: 'first' }]))
  })

  it('require the address of a redirect, and focus its field', async () => {
    const { form, sent } = await openForm()
    await choose(form, 'Addresses without a link', 'A redirect to an address')
    await save(form)

    expect(await form.findByText('Enter the address that visitors are redirected to')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Other addresses lead to' }))
    expect(sent).toEqual([])
  })

  it('open the section of app files if the API reports an error in one of them', async () => {
    const issue = { path: 'asset_links', message: 'Enter valid JSON' }
    const invalid = errorReply(400, 'REQUEST_INVALID', 'Some values are not valid.').body as object
    const { form } = await openForm(aDomainSettings(), {
      [`PATCH ${path}`]: () => new Reply(400, { ...invalid, data: { issues: [issue] } }),
    })
    const summary = form.getByText('Links that open apps')
    expect(summary.closest('details')?.open).toBe(false)
    await choose(form, 'Front page', `The store of “${aProject().name}”`)
    await save(form)

    expect(await form.findByText(issue.message)).toBeTruthy()
    expect(summary.closest('details')?.open).toBe(true)
    expect(document.activeElement).toBe(form.getByLabelText('assetlinks.json'))
  })

  it('ask which value to save if someone else has changed the same field', async () => {
    const theirs = aDomainSettings({ favicon: 'https://lamps.example/theirs.png', revision: 'second' })
    const sent: unknown[] = []
    const { form } = await openForm(aDomainSettings(), {
      [`PATCH ${path}`]: ({ body }) => {
        sent.push(body)
        if (sent.length > 1) return { ...theirs, ...(body as object), revision: 'third' }
        return outdatedReply(theirs)
      },
    })
    await type(form, 'Icon address', 'https://lamps.example/mine.png')
    await save(form)
    const dialog = within(await screen.findByRole('dialog', { name: 'This was changed while you edited it' }))
    await userEvent.click(dialog.getByRole('radio', { name: /^Yours/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent.at(-1)).toEqual({ favicon: 'https://lamps.example/mine.png', revision: 'second' }))
  })
})
