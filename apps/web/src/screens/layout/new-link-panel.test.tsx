import { createLowestId, errorCatalog, slugMessages } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { enterText } from '../../../test/enter-text.ts'
import { type Answer, aLink, errorReply, inProject, internalError, openDashboard, someDays } from '../../../test/open-dashboard.tsx'

const create = `POST ${inProject}/urls`
const list = `GET ${inProject}/urls`
const anOverview = () => ({
  totalClicks: 5,
  clicksAllTime: 5,
  clicksLastMonth: 5,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(2, 3),
})
// The id contains the current time, so the link is new. Its creation date is not relevant.
const made = aLink({ url_id: createLowestId(Date.now()), labels: [], title: null, own_title: false, pending: true })
const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  sessionStorage.clear()
  copied.mockReset().mockResolvedValue()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText: copied } as object as Clipboard)
})

function open(answers: Record<string, Answer> = {}, path = '/'): void {
  openDashboard(path, {
    [`GET ${inProject}/analytics/overview`]: anOverview,
    [list]: () => [],
    [create]: () => made,
    [`GET ${inProject}/urls/${made.url_id}`]: () => ({ ...made, title: 'Wireless headphones', pending: false }),
    [`GET ${inProject}/urls/${made.url_id}/slug`]: () => ({ slug: 'spring', fixed_because: null }),
    [`GET ${inProject}/labels`]: () => [{ label_id: made.url_id, name: 'audio', active: true, color_hex: null }],
    [`GET ${inProject}/slugs`]: ({ query }) =>
      (query.get('slugs') ?? '').split(',').map((slug) => ({ slug, status: slug === 'taken' ? 'taken' : 'free' })),
    [`GET ${inProject}/utm-templates`]: () => [
      { template_id: made.url_id, name: 'Newsletter', source: 'newsletter', medium: 'email', campaign: null, term: null, content: null },
    ],
    ...answers,
  })
}

async function sendLink(text = 'shop.example/headphones'): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'URL to shorten' })
  await screen.findByText('Active links')
  await enterText(field, text)
  await userEvent.keyboard('{Enter}')
}

const findPanel = () => screen.findByRole('region', { name: /^(New|Existing) link$/ })

async function addLink(text?: string): Promise<HTMLElement> {
  await sendLink(text)
  return findPanel()
}

/** Dispatches the event that Ctrl+V causes in a browser. The event's target is the focused element. */
function pasteOutsideOfFields(text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
}

describe('the panel of a new link', () => {
  it('opens with the short link copied', async () => {
    open()

    await sendLink()
    // The panel and the toast are awaited at the same time, because the toast closes after some seconds.
    const [panel, toast] = await Promise.all([findPanel(), screen.findByText('Link created successfully')])

    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring')
    expect(within(panel).getByRole('link', { name: 'sho.rt/spring' })).toBeTruthy()
    expect(within(panel).getByRole('button', { name: 'Copied' })).toBeTruthy()
    expect(toast).toBeTruthy()
    expect(document.activeElement).toBe(panel)
  })

  it('leaves the focus in the field if the next URL is already being typed', async () => {
    const reply = Promise.withResolvers<object>()
    open({ [create]: () => reply.promise })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'URL to shorten' })
    await screen.findByText('Active links')
    await userEvent.type(field, 'shop.example/headphones{Enter}')
    await userEvent.clear(field)
    await userEvent.type(field, 'next.')

    reply.resolve(made)
    await screen.findByRole('region', { name: 'New link' })
    await userEvent.keyboard('example')

    expect(field.value).toBe('next.example')
  })

  it('says if the browser does not allow copying, and copies on request', async () => {
    copied.mockRejectedValueOnce(new Error('denied'))
    open()

    const panel = await addLink()

    expect(within(panel).getByRole('status').textContent).toMatch(/^Not copied: your browser did not allow it/)
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Copy' }))
    await userEvent.keyboard('{Enter}')
    expect(await within(panel).findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  it('saves only the changed details of the link, and returns to the field', async () => {
    const sent: unknown[] = []
    open({
      [`POST ${inProject}/labels`]: ({ body }) => [sent.push(body), { label_id: made.url_id, ...Object(body) }][1],
      [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => {
        sent.push(body)
        return made
      },
    })
    const panel = await addLink()
    const name = within(panel).getByRole('textbox', { name: 'Short name' })

    await userEvent.clear(name)
    await userEvent.type(name, 'best-headphones ')
    await userEvent.type(within(panel).getByRole('combobox', { name: 'Labels' }), 'AUDIO{Enter}gift guide{Enter}')
    await enterText(within(panel).getByRole('textbox', { name: 'Notes' }), 'For the newsletter')
    await userEvent.click(within(panel).getByText('Campaign (UTM)'))
    await userEvent.selectOptions(await within(panel).findByRole('combobox', { name: 'UTM template' }), 'Newsletter')
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('region', { name: 'New link' })).toBeNull())
    expect(sent).toEqual([
      { name: 'gift guide', active: true, color_hex: '#3b82f6' },
      {
        target: 'https://shop.example/headphones?utm_source=newsletter&utm_medium=email',
        slug: 'best-headphones',
        labels: ['audio', 'gift guide'],
        notes: 'For the newsletter',
        revision: made.revision,
      },
    ])
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL to shorten' }))
  })

  describe('saved', () => {
    async function save(field: 'Notes' | 'Short name', text: string): Promise<void> {
      open({
        [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => {
          const { slug = 'spring' } = body as { slug?: string }
          return { ...made, url: `https://sho.rt/${slug}` }
        },
      })
      const panel = await addLink()
      await enterText(within(panel).getByRole('textbox', { name: field }), text)
      await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))
    }

    it('copies the new short URL if the short name was changed', async () => {
      await save('Short name', '-2')

      const toast = await screen.findByText('Copied! Link copied to clipboard')
      expect(toast.parentElement?.textContent).toContain('https://sho.rt/spring-2')
      expect(copied.mock.calls).toEqual([['https://sho.rt/spring'], ['https://sho.rt/spring-2']])
    })

    it('shows the new short URL if the browser does not allow copying', async () => {
      copied.mockResolvedValueOnce().mockRejectedValueOnce(new Error('denied'))

      await save('Short name', '-2')

      const toast = await screen.findByText('The link could not be copied. Select it and copy it by hand.')
      expect(toast.parentElement?.textContent).toContain('https://sho.rt/spring-2')
    })

    it('copies nothing if the short name was not changed', async () => {
      await save('Notes', 'For the newsletter')

      expect(await screen.findByText('Link updated')).toBeTruthy()
      expect(copied).toHaveBeenCalledOnce()
    })
  })

  it('turns off the affiliate tag of a link', async () => {
    const sent: unknown[] = []
    const target = 'https://www.amazon.com/dp/B08N5WRWNW'
    const tagged = { ...made, target }
    open({
      [create]: () => tagged,
      [`GET ${inProject}/urls/${made.url_id}`]: () => tagged,
      [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => [sent.push(body), { ...tagged, affiliated: false }][1],
    })
    const panel = await addLink(target)

    await userEvent.click(within(panel).getByRole('switch', { name: 'Use my affiliate tag' }))
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toEqual([{ affiliated: false, revision: made.revision }]))
  })

  it('gives new labels the chosen color, or the next free color', async () => {
    const sent: unknown[] = []
    open({
      // Another member has created the label in the meantime.
      [`POST ${inProject}/labels`]: ({ body }) => [sent.push(body), errorReply(409, 'LABEL_NAME_TAKEN', 'This name is taken.')][1],
      [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => [sent.push(body), made][1],
    })
    const panel = await addLink()

    await userEvent.type(within(panel).getByRole('combobox', { name: 'Labels' }), 'audio{Enter}gift guide{Enter}sale{Enter}')
    expect(await within(panel).findByRole('radiogroup', { name: 'Color of sale' })).toBeTruthy()
    expect(within(panel).queryByRole('radiogroup', { name: 'Color of audio' })).toBeNull()
    await userEvent.click(
      within(await within(panel).findByRole('radiogroup', { name: 'Color of gift guide' })).getByRole('radio', { name: 'Teal' }),
    )
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('region', { name: 'New link' })).toBeNull())
    expect(sent).toEqual([
      { name: 'gift guide', active: true, color_hex: '#14b8a6' },
      { name: 'sale', active: true, color_hex: '#3b82f6' },
      { labels: ['audio', 'gift guide', 'sale'], revision: made.revision },
    ])
  })

  it('does not offer a color for a label that was created before a later call failed', async () => {
    const labels: object[] = []
    open({
      [`GET ${inProject}/labels`]: () => [...labels],
      [`POST ${inProject}/labels`]: ({ body }) => {
        labels.push({ label_id: made.url_id, ...Object(body) })
        return labels[0]
      },
      [`PATCH ${inProject}/urls/${made.url_id}`]: internalError,
    })
    const panel = await addLink()
    await userEvent.type(within(panel).getByRole('combobox', { name: 'Labels' }), 'gifts{Enter}')
    await userEvent.click(
      within(await within(panel).findByRole('radiogroup', { name: 'Color of gifts' })).getByRole('radio', { name: 'Teal' }),
    )

    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(within(panel).queryByRole('radiogroup')).toBeNull())
    expect(labels).toHaveLength(1)
  })

  it('checks a short name as it is typed, and suggests free ones', async () => {
    open()
    const panel = await addLink()
    const name = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Short name' })

    await userEvent.clear(name)
    await userEvent.type(name, 'taken')
    expect(await within(panel).findByText(/^This short name is already taken/)).toBeTruthy()
    await userEvent.click(await within(panel).findByRole('button', { name: 'taken-2' }))

    expect(name.value).toBe('taken-2')
    expect(await within(panel).findByRole('img', { name: 'Free' })).toBeTruthy()
  })

  it('accepts a short name with several segments and non-ASCII letters, shows it in readable form, and copies its URL', async () => {
    const named = { ...made, url: 'https://sho.rt/go/k%C3%BCche' }
    const sent: unknown[] = []
    open({
      [create]: () => named,
      [`GET ${inProject}/urls/${made.url_id}`]: () => named,
      [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => {
        sent.push(body)
        return { ...made, url: 'https://sho.rt/go/k%C3%BCche/2' }
      },
    })
    const panel = await addLink()
    const name = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Short name' })

    expect(within(panel).getByText('sho.rt/go/k\u00fcche').getAttribute('href')).toBe('https://sho.rt/go/k%C3%BCche')
    expect(name.value).toBe('go/k\u00fcche')
    await userEvent.clear(name)
    await userEvent.type(name, 'go/ku\u0308che/2+')
    expect(await within(panel).findByText(slugMessages.plus)).toBeTruthy()
    await userEvent.type(name, '{Backspace}')
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(copied.mock.calls).toEqual([['https://sho.rt/go/k%C3%BCche'], ['https://sho.rt/go/k%C3%BCche/2']]))
    expect(sent).toEqual([{ slug: 'go/k\u00fcche/2', revision: made.revision }])
  })

  it('hides the progress if a short name could not be checked', async () => {
    open({
      [`GET ${inProject}/slugs`]: ({ query }) =>
        query.get('slugs')?.startsWith('spring-') ? errorReply(429, 'TOO_MANY_REQUESTS', 'Limit reached') : [],
    })
    const panel = await addLink()
    const field = within(panel).getByRole('textbox', { name: 'Short name' }).parentElement

    await userEvent.type(within(panel).getByRole('textbox', { name: 'Short name' }), '-2')

    expect(field?.querySelector('[class*=Loader]')).toBeTruthy()
    await waitFor(() => expect(field?.querySelector('[class*=Loader]')).toBeNull())
  })

  it('shows the server’s error at the short name', async () => {
    const message = errorCatalog.LINK_SLUG_FIXED.message
    open({ [`PATCH ${inProject}/urls/${made.url_id}`]: () => errorReply(409, 'LINK_SLUG_FIXED', message) })
    const panel = await addLink()

    const name = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Short name' })
    await userEvent.type(name, '-2')
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    expect(await within(panel).findByText(message)).toBeTruthy()
    expect([name.readOnly, name.value]).toEqual([false, 'spring-2'])
  })

  it('says that the current URL of a visited link continues to work, and changes its short name', async () => {
    const names: unknown[] = []
    open({
      [`GET ${inProject}/urls/${made.url_id}/slug`]: () => ({ slug: 'spring', fixed_because: 'visits' }),
      [`PATCH ${inProject}/urls/${made.url_id}`]: ({ body }) => {
        names.push((body as { slug?: string }).slug)
        return { ...made, url: 'https://sho.rt/spring-2' }
      },
    })
    const panel = await addLink()
    const says = await within(panel).findByText(/^This link has been visited\..* the current address keeps working/)

    const name = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Short name' })
    expect(name.getAttribute('aria-describedby')).toBe(says.id)
    await userEvent.type(name, '-2')
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(names).toEqual(['spring-2']))
  })

  it('offers an existing link with the same destination, and creates another link on request', async () => {
    const existing = aLink()
    const targets: (string | null)[] = []
    const another = aLink({ ...made, url_id: '0197a000-0000-7000-8000-000000000177', url: 'https://sho.rt/other' })
    open({
      [list]: ({ query }) => {
        if (query.has('target')) targets.push(query.get('target'))
        return [existing]
      },
      [`GET ${inProject}/urls/${existing.url_id}`]: () => existing,
      [`GET ${inProject}/urls/${another.url_id}`]: () => another,
      [create]: () => another,
    })

    const panel = await addLink('shop.example/headphones')
    expect(panel.textContent).toContain('You have a link to this page: Wireless headphones')
    expect(targets).toEqual(['https://shop.example/headphones'])
    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring')

    await userEvent.click(within(panel).getByRole('button', { name: 'Make another link anyway' }))
    expect(await screen.findByRole('region', { name: 'New link' })).toBeTruthy()
    expect(copied).toHaveBeenLastCalledWith('https://sho.rt/other')
  })

  it('says that the existing link is archived, and unarchives it', async () => {
    const existing = aLink({ archived: true })
    const path = `${inProject}/urls/${existing.url_id}`
    let isArchived = true
    open({
      [list]: ({ query }) => (query.get('include_archived') === 'true' ? [existing] : []),
      [`GET ${path}`]: () => ({ ...existing, archived: isArchived }),
      [`POST ${path}/unarchive`]: () => {
        isArchived = false
        return { ...existing, archived: false }
      },
    })
    const panel = await addLink()
    expect(panel.textContent).toContain('You have an archived link to this page: Wireless headphones')
    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring')

    await userEvent.click(within(panel).getByRole('button', { name: 'Unarchive' }))

    expect(await screen.findByText('Link unarchived')).toBeTruthy()
    expect(panel.textContent).toContain('You have a link to this page: Wireless headphones')
    expect(within(panel).queryByRole('button', { name: 'Unarchive' })).toBeNull()
    expect(document.activeElement).toBe(panel)
  })

  it('prefers an active link to an archived link', async () => {
    const active = aLink({ url_id: made.url_id, url: 'https://sho.rt/active' })
    open({ [list]: ({ query }) => (query.has('target') ? [aLink({ archived: true }), active] : []) })

    await addLink()

    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/active')
  })

  it('deletes a link that was created by mistake, and closes with Escape', async () => {
    const deleted = vi.fn<() => void>()
    open({
      [`DELETE ${inProject}/urls/${made.url_id}`]: () => {
        deleted()
        return {}
      },
    })
    await userEvent.click(within(await addLink()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New link' })).toBeNull())
    expect(deleted).toHaveBeenCalledOnce()

    await addLink()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'New link' })).toBeNull()
  })

  it('stays open when Escape closes the dropdown of its labels', async () => {
    open()
    const panel = await addLink()
    await userEvent.type(within(panel).getByRole('combobox', { name: 'Labels' }), 'aud')
    await within(panel).findByRole('option', { name: 'audio' })

    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('region', { name: 'New link' })).toBe(panel)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'New link' })).toBeNull()
  })

  it('edits campaign parameters in the destination, also after the destination was typed', async () => {
    open()
    const panel = await addLink()
    const target = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Target URL' })
    await userEvent.click(within(panel).getByText('Campaign (UTM)'))
    const campaign = await within(panel).findByRole<HTMLInputElement>('textbox', { name: 'Campaign' })

    await userEvent.type(campaign, 'spring sale')
    expect([campaign.value, target.value]).toEqual(['spring sale', 'https://shop.example/headphones?utm_campaign=spring+sale'])
    await userEvent.clear(target)
    expect(within(panel).getByText('Enter a valid target URL first.')).toBeTruthy()
    await userEvent.type(target, 'maker.example?utm_campaign=autumn')
    expect(within(panel).getByRole('textbox', { name: 'Campaign' })).toHaveProperty('value', 'autumn')
  })
})

describe('pasted URLs', () => {
  it('outside of fields are shortened by Enter', async () => {
    open()
    await screen.findByText('Active links')

    pasteOutsideOfFields('see shop.example')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'URL to shorten' }).value).toBe('')
    pasteOutsideOfFields(' shop.example/lamp\n')

    await waitFor(() => expect(screen.getByDisplayValue('https://shop.example/lamp')).toBeTruthy())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Link' }))
  })

  it('become one link each if there are several, up to the limit', async () => {
    const sentence = 'Limit reached - You have reached the maximum of 10 links for this project.'
    const answers = [made, errorReply(402, 'LINK_LIMIT_REACHED', sentence)]
    open({
      [list]: ({ query }) => (query.get('target') === 'https://b.example/' ? [aLink({ url: 'https://sho.rt/b', archived: true })] : []),
      [create]: () => answers.shift(),
    })
    await screen.findByText('Active links')
    pasteOutsideOfFields('a.example\nb.example\nc.example\nd.example')
    const panel = await screen.findByRole('region', { name: 'New links' })
    expect(within(panel).getByText('4 URLs')).toBeTruthy()

    await userEvent.click(within(panel).getByRole('button', { name: 'Create 4 links' }))

    await within(panel).findByRole('button', { name: 'Copy all' })
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.trim()),
    ).toEqual(['a.example sho.rt/spring', 'b.example sho.rt/b · existing, archived', `c.example ${sentence}`, 'd.example'])
    expect(within(panel).getByRole('status').textContent).toBe('2 of 4 links ready.')
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Retry' }))
    await userEvent.click(within(panel).getByRole('button', { name: 'Copy all' }))
    expect(copied).toHaveBeenLastCalledWith('https://sho.rt/spring\nhttps://sho.rt/b')

    answers.push(aLink({ url: 'https://sho.rt/c' }), aLink({ url: 'https://sho.rt/d' }))
    await userEvent.click(within(panel).getByRole('button', { name: 'Retry' }))
    expect(await within(panel).findByText('4 of 4 links ready.')).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Copy all' }))
    await userEvent.click(within(panel).getByRole('button', { name: 'Copy all' }))
    expect(copied).toHaveBeenLastCalledWith('https://sho.rt/spring\nhttps://sho.rt/b\nhttps://sho.rt/c\nhttps://sho.rt/d')
  })

  it('become one link each if they are pasted into the field', async () => {
    open()
    await screen.findByText('Active links')
    const field = screen.getByRole('textbox', { name: 'URL to shorten' })
    await userEvent.click(field)

    await userEvent.paste('a.example\nb.example')

    expect(await screen.findByRole('button', { name: 'Create 2 links' })).toBeTruthy()
    expect(field).toHaveProperty('value', '')
  })

  it('replace pasted URLs that have already become links', async () => {
    open()
    await screen.findByText('Active links')
    pasteOutsideOfFields('a.example\nb.example')
    await userEvent.click(await screen.findByRole('button', { name: 'Create 2 links' }))
    await screen.findByRole('button', { name: 'Copy all' })

    pasteOutsideOfFields('c.example\nd.example\ne.example')

    expect(await screen.findByRole('button', { name: 'Create 3 links' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy all' })).toBeNull()
  })

  it('are ignored while a dialog is open', async () => {
    open()
    await screen.findByText('Active links')
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()

    pasteOutsideOfFields('shop.example/lamp')
    await userEvent.keyboard('c')

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'URL to shorten', hidden: true }).value).toBe('')
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a page that another app shared', () => {
  const path = '/new?title=Headphones&text=Look%20at%20https%3A%2F%2Fshop.example%2Fheadphones%20!'

  it('becomes a link, which is copied, only after a click', async () => {
    const targets: unknown[] = []
    open(
      {
        [create]: ({ body }) => {
          targets.push(body)
          return made
        },
      },
      path,
    )
    const panel = await screen.findByRole('region', { name: 'Page to shorten' })
    expect(panel.textContent).toContain('Headphones')
    expect(within(panel).getByRole('textbox')).toHaveProperty('value', 'https://shop.example/headphones')
    // The panel itself has the focus, and not its button. If the button had the focus, a key that is held down while
    // another site opens the URL would press it.
    expect(document.activeElement).toBe(panel)
    await userEvent.keyboard('{Enter}')
    expect(targets).toEqual([])

    await userEvent.click(within(panel).getByRole('button', { name: 'Shorten and copy' }))
    await screen.findByRole('region', { name: 'New link' })
    expect(targets).toEqual([{ target: 'https://shop.example/headphones' }])
    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring')

    // Closing the panel deletes the shared page, so that a reload does not offer it again.
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region')).toBeNull()
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  })

  it('gets the existing link with the same destination', async () => {
    open({ [list]: () => [aLink()], [`GET ${inProject}/urls/${aLink().url_id}`]: () => aLink() }, path)
    await userEvent.click(await screen.findByRole('button', { name: 'Shorten and copy' }))

    expect(await screen.findByRole('region', { name: 'Existing link' })).toBeTruthy()
    expect(copied).toHaveBeenCalledExactlyOnceWith('https://sho.rt/spring')
  })

  it('is replaced by several URLs that are pasted into its field', async () => {
    open({}, path)
    await userEvent.click(within(await screen.findByRole('region', { name: 'Page to shorten' })).getByRole('textbox'))

    await userEvent.paste('a.example\nb.example')

    expect(await screen.findByRole('button', { name: 'Create 2 links' })).toBeTruthy()
    expect(sessionStorage.length).toBe(0)
  })

  it('stays in the field with a message if it contains no URL', async () => {
    open({}, '/new?text=A%20lamp%20for%20the%20desk')
    const panel = await screen.findByRole('region', { name: 'Page to shorten' })

    expect(within(panel).getByText('There is no URL in what was shared')).toBeTruthy()
    expect(document.activeElement).toHaveProperty('value', 'A lamp for the desk')
    await userEvent.click(within(panel).getByRole('button', { name: 'Shorten and copy' }))
    expect(await within(panel).findByText('Please enter a valid URL')).toBeTruthy()
  })

  it('stays on other screens with the typed text, and is replaced there by its new link', async () => {
    const { promise: reply, resolve: answer } = Promise.withResolvers()
    open({ [create]: () => reply }, path)
    const panel = await screen.findByRole('region', { name: 'Page to shorten' })
    const field = within(panel).getByRole('textbox')
    await userEvent.type(field, '-2')
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    await userEvent.click(menu.getByRole('link', { name: 'Dashboard' }))
    expect(field.isConnected).toBe(true)

    await userEvent.click(within(panel).getByRole('button', { name: 'Shorten and copy' }))
    await userEvent.click(menu.getByRole('link', { name: 'Links' }))
    await screen.findByRole('heading', { level: 1, name: 'Links' })
    expect(field).toHaveProperty('value', 'https://shop.example/headphones-2')
    answer(made)

    const link = await screen.findByRole('region', { name: 'New link' })
    expect(screen.getByRole('heading', { level: 1, name: 'Links' })).toBeTruthy()
    expect(sessionStorage.length).toBe(0)
    await userEvent.click(within(link).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Page to shorten' })).toBeNull()
  })

  it('is discarded only when the panel is closed', async () => {
    open({}, path)
    await screen.findByRole('region', { name: 'Page to shorten' })
    expect(sessionStorage.length).toBe(1)

    await userEvent.keyboard('{Escape}')

    expect(sessionStorage.length).toBe(0)
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' }))
  })

  it('can be typed in a panel that a shortcut of the installed dashboard opens', async () => {
    open({}, '/new')
    await screen.findByRole('region', { name: 'Page to shorten' })

    await userEvent.keyboard('shop.example/headphones{Enter}')

    expect(await screen.findByRole('region', { name: 'New link' })).toBeTruthy()
  })
})
