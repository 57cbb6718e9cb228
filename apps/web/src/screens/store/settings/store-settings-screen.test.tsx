import { listDisclosureWordings } from '@linkshelf/contract'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { anAffiliation } from '../../../../test/api-answers.ts'
import { enterText } from '../../../../test/enter-text.ts'
import {
  type Answers,
  aLink,
  anOrganization,
  aProject,
  aQrConfig,
  aStore,
  errorReply,
  inProject,
  internalError,
  narrowWindow,
  noReply,
  openDashboard,
  orgId,
  outdatedReply,
  projectId,
  Reply,
  type SentCall,
} from '../../../../test/open-dashboard.tsx'

const store = aStore({ footer_text: 'Thank you.', title: 'Things I use' })
const list = `GET ${inProject}/stores`
const one = `${inProject}/stores/${store.store_id}`
const url = `/v1/org/${orgId}/projects/${projectId}/stores/${store.store_id}/url`
const toCheckPath = (name: string) => `GET /v1/check/store/${store.store_id}/${name}`
const createNameTakenReply = () => errorReply(409, 'STORE_NAME_TAKEN', 'Store name is already taken. Please choose a different name.')
const takenText = 'Store name is already taken. Please choose a different name.'

const deal = aLink({ title: 'Amazon week', target: 'https://www.amazon.de/deals' })
const about = aLink({
  url_id: '0197a000-0000-7000-8000-000000000101',
  url: 'https://sho.rt/about',
  title: 'About me',
  target: 'https://www.ebay.com/usr/mia',
})
const featured = ({ url_id, title }: typeof deal) => ({
  url_id,
  title,
  subtitle: null,
  image_url: null,
  thumbnail: true,
  ad: true,
  show_from: null,
  show_until: null,
})
const toAnswers = (...links: (typeof deal)[]) =>
  Object.fromEntries(
    links.flatMap((link) => [
      [`GET ${inProject}/urls/${link.url_id}`, () => link],
      [`GET ${inProject}/urls/${link.url_id}/affiliation`, () => anAffiliation({ programs: [], programmes: [] })],
    ]),
  )

function openSettings(answers: Answers = {}, path = '/store/settings') {
  return openDashboard(path, {
    [list]: () => [store],
    [`GET ${url}`]: () => ({ url: 'https://sho.rt/mia', target: store.store_linkshelf_url }),
    [`GET ${one}/qr_code/config`]: () => aQrConfig(),
    [`GET ${one}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/products`]: () => [],
    [`GET ${inProject}/urls`]: () => [],
    [`GET ${one}/shops`]: () => ({ hosts: [] }),
    [`GET ${one}/thumbnails`]: () => [],
    ...answers,
  })
}

function findNameField(): Promise<HTMLElement> {
  return screen.findByRole('textbox', { name: 'Store name' })
}

async function typeName(name: string): Promise<void> {
  const field = await findNameField()
  await userEvent.clear(field)
  if (name !== '') await userEvent.type(field, name)
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}

async function addFeaturedLink(title: string): Promise<void> {
  await enterText(await screen.findByRole('combobox', { name: 'Feature a link' }), title)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(title) }))
}

/** Chooses a wording after the shops of the links are loaded. */
async function chooseWording(name: string): Promise<void> {
  const wordings = await screen.findByRole('combobox', { name: 'Wording' })
  await waitFor(() => expect(wordings).toHaveProperty('disabled', false))
  await userEvent.selectOptions(wordings, name)
}

// Removes the toasts, because a toast stays when the screen that showed it is closed.
afterEach(() => notifications.clean())

describe('the store settings', () => {
  it('have the specified sections and buttons', async () => {
    openSettings()
    await findNameField()
    await screen.findByRole('heading', { name: 'Store QR Code' })

    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'Basic Information',
      'Brand Colors',
      'Store Layout',
      'Page content',
      'Newsletter',
      'Store URLs',
      'Store QR Code',
      'Delete store',
    ])
    expect(screen.getByRole('button', { name: 'Save Settings' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/store/products')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Products' }).getAttribute('href')).toBe('/store/products')
  })

  it.each(['/store', '/settings/store'])('also open at %s', async (path) => {
    openSettings({}, path)

    expect(await findNameField()).toBeTruthy()
  })

  it('do not exist if only the product page is enabled', async () => {
    openSettings({ 'GET /v1/organizations': () => [anOrganization({ store_page_enabled: false })] })

    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
  })

  it('show a skeleton while they load', async () => {
    openSettings({ [list]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  })

  it('show the error, and load again on retry', async () => {
    let isDown = true
    openSettings({ [list]: () => (isDown ? internalError() : [store]) })
    await screen.findByRole('heading', { name: 'Your store could not be loaded' })

    isDown = false
    await press('Retry')

    expect(await findNameField()).toBeTruthy()
  })

  it('send changed fields, null for a cleared text, and the loaded revision', async () => {
    const sent: unknown[] = []
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return { ...store, store_name: 'Mia', title: null, layout: 'left' }
      },
    })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Display name' }), ' Mia ')
    await userEvent.clear(screen.getByRole('textbox', { name: 'Page title' }))
    await userEvent.click(screen.getByRole('radio', { name: /Classic/ }))
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await press('Save Settings')

    expect(await screen.findByText('Store settings saved')).toBeTruthy()
    expect(sent).toEqual([{ revision: 'first', store_name: 'Mia', title: null, layout: 'left' }])
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveProperty('value', 'Mia')
  })

  it('send the picture settings and the language of the page', async () => {
    const sent: unknown[] = []
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return { ...store, picture_ratio: 'portrait', language: 'de' }
      },
    })
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Pictures of products' }), 'Portrait 4:5')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch')
    await press('Save Settings')

    expect(await screen.findByText('Store settings saved')).toBeTruthy()
    expect(sent).toEqual([{ revision: 'first', picture_ratio: 'portrait', language: 'de' }])
  })

  it('send the changed content of the page', async () => {
    const sent: unknown[] = []
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return store
      },
    })
    await chooseWording('Germany, Austria, Switzerland')
    await enterText(screen.getByRole('textbox', { name: 'Contact' }), 'mia@mia.example')
    await enterText(screen.getByRole('textbox', { name: 'Social links' }), 'https://youtube.com/@mia\n')
    await press('Save Settings')
    await screen.findByText('Store settings saved')

    expect(sent).toEqual([
      {
        revision: 'first',
        ad_label: 'Werbung',
        disclosure_text: expect.stringMatching(/^Werbung: /),
        contact_url: 'mailto:mia@mia.example',
        social_links: ['https://youtube.com/@mia'],
      },
    ])
  })

  it('add a missing scheme to URLs, and focus the social links if one is invalid', async () => {
    openSettings({ [`PATCH ${one}`]: internalError })
    const links = await screen.findByRole('textbox', { name: 'Social links' })
    await enterText(links, 'youtube.com/@mia\n@mia')
    await enterText(screen.getByRole('textbox', { name: 'Privacy' }), 'mia.example/privacy')
    await enterText(screen.getByRole('textbox', { name: 'Contact' }), 'mia@mia.example')
    expect(links).toHaveProperty('value', 'https://youtube.com/@mia\n@mia')
    await press('Save Settings')

    expect(await screen.findByText('Enter an address that begins with https://')).toBeTruthy()
    expect(document.activeElement).toBe(links)
    expect(screen.getByRole('textbox', { name: 'Privacy' })).toHaveProperty('value', 'https://mia.example/privacy')
    expect(screen.getByRole('textbox', { name: 'Contact' })).toHaveProperty('value', 'mia@mia.example')
  })

  it('send nothing if nothing was changed', async () => {
    openSettings({ [`PATCH ${one}`]: internalError })
    await findNameField()
    await press('Save Settings')

    expect(await screen.findByText('Nothing to save')).toBeTruthy()
  })

  it('are refreshed while nothing is typed, and do not change while something is typed', async () => {
    let stored = store
    const { queryClient } = openSettings({ [list]: () => [stored] })
    const display = await screen.findByRole('textbox', { name: 'Display name' })
    const title = screen.getByRole('textbox', { name: 'Page title' })

    stored = { ...store, title: 'What I like', revision: 'second' }
    await queryClient.invalidateQueries()
    await waitFor(() => expect(title).toHaveProperty('value', 'What I like'))
    expect(screen.queryByText('Unsaved changes')).toBeNull()

    await enterText(display, 'Mia')
    stored = { ...store, title: 'What I love', store_name: 'Noah', revision: 'third' }
    await queryClient.invalidateQueries()
    expect(display).toHaveProperty('value', 'Mia')
    expect(title).toHaveProperty('value', 'What I like')

    await userEvent.clear(display)
    await waitFor(() => expect(title).toHaveProperty('value', 'What I love'))
    expect(display).toHaveProperty('value', 'Noah')
  })

  it('are merged with changes of other fields by someone else', async () => {
    const sent: unknown[] = []
    const theirs = { ...store, title: 'What I like', revision: 'second' }
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs, body as object) : { ...theirs, store_name: 'Mia', revision: 'third' }
      },
    })
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await press('Save Settings')

    expect(await screen.findByText('Store settings saved')).toBeTruthy()
    expect(sent).toEqual([
      { revision: 'first', store_name: 'Mia' },
      { revision: 'second', store_name: 'Mia' },
    ])
    expect(screen.getByRole('textbox', { name: 'Page title' })).toHaveProperty('value', 'What I like')
  })

  it('ask which value to save if someone else has changed the same field, and send only the chosen values', async () => {
    const sent: unknown[] = []
    const theirs = { ...store, title: 'What I like', store_name: 'Noah', layout: 'top', revision: 'second' }
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return sent.length === 1 ? outdatedReply(theirs, body as object) : { ...theirs, store_name: 'Mia', revision: 'third' }
      },
    })
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await userEvent.clear(screen.getByRole('textbox', { name: 'Page title' }))
    await userEvent.click(screen.getByRole('radio', { name: /Visual/ }))
    await press('Save Settings')

    const dialog = within(await screen.findByRole('dialog', { name: 'This was changed while you edited it' }))
    const choose = (field: string, value: string) =>
      userEvent.click(within(dialog.getByRole('group', { name: field })).getByRole('radio', { name: value }))
    expect(dialog.getAllByRole('group')).toHaveLength(2)
    await choose('Display name', 'Yours Mia')
    await choose('Page title', 'Yours Empty')
    await choose('Page title', 'Theirs What I like')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Store settings saved')).toBeTruthy()
    expect(sent).toEqual([
      { revision: 'first', store_name: 'Mia', title: null },
      { revision: 'second', store_name: 'Mia' },
    ])
    expect(screen.getByRole('textbox', { name: 'Page title' })).toHaveProperty('value', 'What I like')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('get the values of someone else if the user chooses them, and the typed values after Cancel', async () => {
    const theirs = { ...store, title: 'What I like', revision: 'second' }
    openSettings({ [`PATCH ${one}`]: () => outdatedReply(theirs) })
    const title = await screen.findByRole('textbox', { name: 'Page title' })
    await enterText(title, ' daily')
    await press('Save Settings')
    const button = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name })
    await userEvent.click(await button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(title).toHaveProperty('value', 'Things I use daily')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()

    await press('Save Settings')
    await userEvent.click(await screen.findByRole('radio', { name: 'Theirs What I like' }))
    await userEvent.click(await button('Save'))
    expect(await screen.findByText('Nothing to save')).toBeTruthy()
    expect(title).toHaveProperty('value', 'What I like')
  })

  it('leave the typed values if saving fails', async () => {
    openSettings({ [`PATCH ${one}`]: internalError })
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await press('Save Settings')

    expect(await screen.findByText(/Failed to update store settings. Please try again./)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveProperty('value', 'Mia')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })

  it('ask before unsaved changes are lost', async () => {
    openSettings()
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))

    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
  })

  it('say how the page uses a pale main color', async () => {
    openSettings({ [list]: () => [aStore({ main_color: '#f59e0b' })] })

    const notes = within(await screen.findByRole('list', { name: 'Contrast' })).getAllByRole('listitem')
    expect(notes.map(({ textContent }) => textContent?.replace(/^(Buy|Link|Store)/, ''))).toEqual([
      'Buttons: black text, 9.7:1.',
      expect.stringMatching(/^Links: the main color is hard to read \(2\.1:1\), so they are darker, (4\.[5-9]|[5-9]\.\d):1\.$/),
      'Header: black text, 17.8:1. ',
    ])
  })

  it.each([
    ['darker', { main_color: '#089b71' }],
    ['lighter', { main_color: '#172554', secondary_color: '#15201c' }],
  ])('say that buttons use the main color %s, if white is not readable on it or it equals the color of cards', async (change, colors) => {
    openSettings({ [list]: () => [aStore(colors)] })

    const [buttons] = within(await screen.findByRole('list', { name: 'Contrast' })).getAllByRole('listitem')
    expect(buttons?.textContent).toMatch(new RegExp(`Buttons: the main color, ${change}, with white text, [4-9]\\.\\d:1\\.$`))
  })

  it('show fonts by name next to the fonts that someone else chose', async () => {
    const own = { ...store, custom_fonts_url: null }
    openSettings({ [list]: () => [own], [`PATCH ${one}`]: () => outdatedReply({ ...own, text_font: 'dm-sans', revision: 'second' }) })
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Text font' }), 'Source Serif 4')
    await press('Save Settings')

    const dialog = within(await screen.findByRole('dialog', { name: 'This was changed while you edited it' }))
    expect(dialog.getByRole('radio', { name: 'Theirs DM Sans' })).toBeTruthy()
    expect(dialog.getByRole('radio', { name: 'Yours Source Serif 4' })).toBeTruthy()
  })
})

describe('the suggested wordings', () => {
  const amazonSentence = 'As an Amazon Associate I earn from qualifying purchases.'
  const ebaySentence = 'As an eBay Partner, I may be compensated if you make a purchase.'

  it('have the sentences that the links’ shops require, in the language of each wording', async () => {
    openSettings({ [`GET ${one}/shops`]: () => ({ hosts: ['www.amazon.de', 'www.ebay.com'] }) })
    const names = within(await screen.findByRole('combobox', { name: 'Wording' })).getAllByRole('option')

    for (const name of names.map(({ textContent }) => textContent ?? '').filter((text) => text !== 'Own text')) {
      await chooseWording(name)
      const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value
      expect({ name, text }).toEqual({
        name,
        text: listDisclosureWordings(['amazon.de', 'ebay.com']).find((wording) => wording.name === name)?.text,
      })
      expect(text.includes(`${amazonSentence} ${ebaySentence}`), name).toBe(/International|United/.test(name))
    }
  })

  it('have the sentences that a featured ad requires, before it is saved', async () => {
    openSettings({
      [`GET ${inProject}/urls`]: () => [deal, about],
      ...toAnswers(deal, about),
      [`GET ${inProject}/urls/${deal.url_id}`]: noReply,
      [list]: () => [{ ...store, featured_links: [{ ...featured(about), ad: false }] }],
    })
    await addFeaturedLink('Amazon week')
    await userEvent.click((await screen.findAllByRole('checkbox', { name: 'Mark as an ad' })).at(-1) ?? document.body)
    await chooseWording('International')
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', expect.stringContaining(amazonSentence))
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', expect.not.stringContaining(ebaySentence))
  })

  it('cannot be chosen while the shops are unknown', async () => {
    openSettings({ [`GET ${one}/shops`]: internalError })

    expect(await screen.findByText(/The shops of your links could not be loaded/)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Wording' })).toHaveProperty('disabled', true)
  })
})

describe('the newsletter', () => {
  it('reads the URL and the field of a form from pasted embed code, and saves them', async () => {
    const sent: unknown[] = []
    openSettings({
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return store
      },
    })
    await userEvent.click(await screen.findByRole('textbox', { name: 'Form address' }))
    await userEvent.paste(
      '<form action="https://app.kit.com/forms/1/subscriptions" method="post"><input type="email" name="email_address"></form>',
    )

    expect(screen.getByRole('textbox', { name: 'Form address' })).toHaveProperty('value', 'https://app.kit.com/forms/1/subscriptions')
    expect(screen.getByText('Recognized: Kit')).toBeTruthy()
    await enterText(screen.getByRole('textbox', { name: 'Heading' }), 'One letter a month')
    await press('Save Settings')
    await waitFor(() =>
      expect(sent).toEqual([
        {
          revision: store.revision,
          newsletter_url: 'https://app.kit.com/forms/1/subscriptions',
          newsletter_field: 'email_address',
          newsletter_heading: 'One letter a month',
        },
      ]),
    )
  })

  it('shows the error of a field whose form address was removed', async () => {
    openSettings({})
    const address = await screen.findByRole('textbox', { name: 'Form address' })
    await userEvent.type(address, 'https://mia.example/form')
    await enterText(screen.getByRole('textbox', { name: 'Name of the email field' }), 'my email')
    await userEvent.clear(address)
    await press('Save Settings')

    expect(await screen.findByText('Enter the field name from your provider’s form')).toBeTruthy()
  })

  it('requires https', async () => {
    openSettings({})
    await userEvent.type(await screen.findByRole('textbox', { name: 'Form address' }), 'http://mia.example/form')
    await press('Save Settings')

    expect(await screen.findByText('Enter an address that begins with https://')).toBeTruthy()
  })
})

describe('the featured links', () => {
  const openWith = (sent: unknown[], links = [deal, about]) =>
    openSettings({
      'GET /v1/organizations': () => [anOrganization({ projects: [aProject({ time_zone: 'Europe/Berlin' })] })],
      [list]: () => [{ ...store, featured_links: links.map(featured) }],
      [`GET ${inProject}/urls`]: () => [deal, about],
      ...toAnswers(deal, about),
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return store
      },
    })

  it('are found among the links of the project, and have a label and a schedule in its time zone', async () => {
    const sent: unknown[] = []
    openWith(sent, [])
    await addFeaturedLink('Amazon week')
    const label = await screen.findByRole('textbox', { name: 'Label' })
    expect(label).toHaveProperty('value', 'Amazon week')
    await userEvent.clear(label)
    await press('Save Settings')
    expect(await screen.findByText('Enter a title')).toBeTruthy()

    await enterText(label, 'Deals')
    fireEvent.change(screen.getByLabelText('Show from'), { target: { value: '2026-07-01T09:00' } })
    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-07-01T08:00' } })
    await press('Save Settings')
    expect(await screen.findByText('Choose an end after the beginning')).toBeTruthy()

    fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-07-08T09:00' } })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mark as an ad' }))
    await enterText(screen.getByRole('textbox', { name: 'Subtitle' }), 'Every year')
    await press('Save Settings')

    await screen.findByText('Store settings saved')
    const schedule = { show_from: '2026-07-01T07:00:00.000Z', show_until: '2026-07-08T07:00:00.000Z' }
    expect(sent).toEqual([
      expect.objectContaining({ featured_links: [{ ...featured(deal), title: 'Deals', subtitle: 'Every year', ad: true, ...schedule }] }),
    ])
  })

  it('say that the picture of a new link is fetched after it is saved', async () => {
    const thumbnails: unknown[] = []
    openSettings({
      [list]: () => [store],
      [`GET ${inProject}/urls`]: () => [deal],
      ...toAnswers(deal),
      [`GET ${one}/thumbnails`]: () => thumbnails,
      [`PATCH ${one}`]: () => {
        thumbnails.push({ url_id: deal.url_id, state: 'pending', image_url: null })
        return { ...store, featured_links: [featured(deal)] }
      },
    })
    await addFeaturedLink('Amazon week')
    expect(await screen.findByText('Fetched after you save.')).toBeTruthy()

    await press('Save Settings')

    expect(await screen.findByText('Fetching the picture…')).toBeTruthy()
  })

  it('can be marked as ads, and always are if they can pay a commission', async () => {
    const video = aLink({ ...about, title: 'Desk tour', target: 'https://www.youtube.com/watch?v=desk' })
    const tagged = aLink({ ...deal, ad: true })
    openSettings({
      [list]: () => [store],
      [`GET ${inProject}/urls`]: () => [tagged, video],
      ...toAnswers(tagged, video),
    })

    await addFeaturedLink('Desk tour')
    const mark = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Mark as an ad' })
    expect([mark.checked, mark.disabled]).toEqual([false, false])
    await addFeaturedLink('Amazon week')

    expect(await screen.findByText('Always marked, because visitors get a link that can pay a commission.')).toBeTruthy()
    const marks = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Mark as an ad' })
    expect(marks.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('can be moved, which is announced', async () => {
    const sent: unknown[] = []
    openWith(sent)
    await press('Move down Amazon week')
    expect(screen.getByText('Amazon week moved to position 2.')).toBeTruthy()
    await press('Save Settings')
    await screen.findByText('Store settings saved')
    expect(sent).toEqual([expect.objectContaining({ featured_links: [featured(about), featured(deal)] })])
  })

  it('are removed, and the focus moves to the search', async () => {
    const sent: unknown[] = []
    openWith(sent)
    await press('Remove Amazon week')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Feature a link' }))
    await press('Save Settings')
    await screen.findByText('Store settings saved')

    expect(sent).toEqual([expect.objectContaining({ featured_links: [featured(about)] })])
  })

  it('are not sent if they are unchanged', async () => {
    const sent: unknown[] = []
    openWith(sent)
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await press('Save Settings')
    await screen.findByText('Store settings saved')

    expect(sent).toEqual([expect.not.objectContaining({ featured_links: expect.anything() })])
  })

  it('say that a link was deleted in the meantime', async () => {
    openSettings({
      [`GET ${inProject}/urls`]: () => [deal],
      ...toAnswers(deal),
      [`PATCH ${one}`]: () => errorReply(404, 'LINK_NOT_FOUND', 'This link does not exist or has been removed.'),
    })
    await addFeaturedLink('Amazon week')
    await press('Save Settings')

    expect(await screen.findByText('This link does not exist or has been removed.')).toBeTruthy()
  })
})

describe('the name of a store', () => {
  it('is required', async () => {
    openSettings()
    await typeName('')
    await press('Save Settings')

    expect(await screen.findByText('Store name is required')).toBeTruthy()
    expect(document.activeElement).toBe(await findNameField())
  })

  it('is checked when typing stops, if it differs from the saved name', async () => {
    const checked: string[] = []
    const answer = ({ path }: SentCall) => {
      checked.push(decodeURIComponent(path.split('/').at(-1) ?? ''))
      return { available: true }
    }
    openSettings({ [toCheckPath('Lamps')]: answer })
    await typeName('Lamps')

    expect(await screen.findByText('This name is available.')).toBeTruthy()
    expect(checked).toEqual(['Lamps'])

    await typeName('Mia’s Finds')
    await waitFor(() => expect(screen.queryByText('This name is available.')).toBeNull())
    expect(checked).toEqual(['Lamps'])
  })

  it('says that it is being checked', async () => {
    openSettings({ [toCheckPath('Lamps')]: noReply })
    await typeName('Lamps')

    expect(await screen.findByText('Checking…')).toBeTruthy()
  })

  it('that is taken is not sent', async () => {
    const sent: unknown[] = []
    openSettings({ [toCheckPath('Noah')]: createNameTakenReply, [`PATCH ${one}`]: ({ body }) => sent.push(body) })
    await typeName('Noah')
    expect(await screen.findByText(takenText)).toBeTruthy()

    await press('Save Settings')

    expect(sent).toEqual([])
    expect(document.activeElement).toBe(await findNameField())
  })

  it('shows an error at its field if someone else has taken it', async () => {
    openSettings({ [toCheckPath('Noah')]: () => ({ available: true }), [`PATCH ${one}`]: createNameTakenReply })
    await typeName('Noah')
    await press('Save Settings')

    expect(await screen.findByText(takenText)).toBeTruthy()
    expect((await findNameField()).getAttribute('aria-invalid')).toBe('true')
  })

  it('can be saved if it cannot be checked', async () => {
    const sent: unknown[] = []
    openSettings({
      [toCheckPath('Lamps')]: internalError,
      [`PATCH ${one}`]: ({ body }) => {
        sent.push(body)
        return { ...store, name: 'Lamps' }
      },
    })
    await typeName('Lamps')
    await press('Save Settings')

    expect(await screen.findByText('Store settings saved')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })
})

describe('the visibility of a store', () => {
  it('is saved at once, without other changes', async () => {
    let stored = store
    openSettings({
      [list]: () => [stored],
      [`POST ${one}/deactivate`]: () => {
        stored = { ...store, active: false }
        return stored
      },
    })
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await userEvent.click(screen.getByRole('switch', { name: 'Visible to visitors' }))

    expect(await screen.findByText('Your store is hidden')).toBeTruthy()
    expect(screen.getByRole('switch', { name: 'Visible to visitors' })).toHaveProperty('checked', false)
    expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveProperty('value', 'Mia')
  })

  it('does not change if it cannot be saved', async () => {
    openSettings({ [`POST ${one}/deactivate`]: internalError })
    await userEvent.click(await screen.findByRole('switch', { name: 'Visible to visitors' }))

    expect(await screen.findByText(/Failed to update store settings. Please try again./)).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Visible to visitors' })).toHaveProperty('checked', true))
  })
})

describe('a hidden store', () => {
  const hidden = { ...store, active: false }
  const notice = () => screen.queryByText(/^Visitors get a page/)

  it('has a notice until the switch shows it, and no other control that publishes it', async () => {
    let stored: object = hidden
    openSettings({
      [list]: () => [stored],
      [`POST ${one}/activate`]: () => {
        stored = store
        return store
      },
    })
    expect((await screen.findByText(/^Visitors get a page/)).textContent).toContain('Switch on “Visible to visitors”')
    expect(screen.getAllByRole('switch', { name: /visible/i })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /show store|publish/i })).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: 'Visible to visitors' }))

    expect(await screen.findByText('Your store is visible')).toBeTruthy()
    await waitFor(() => expect(notice()).toBeNull())
    expect(screen.getByRole('switch', { name: 'Visible to visitors' })).toHaveProperty('checked', true)
  })

  it('tells viewers that it is hidden, but not how to show it', async () => {
    openSettings({ [list]: () => [hidden], 'GET /v1/organizations': () => [anOrganization({ role: 'viewer' })] })

    expect((await screen.findByText(/^Visitors get a page/)).textContent).not.toContain('Switch on')
  })

  it('has a notice, which a visible store does not have', async () => {
    openSettings()
    await findNameField()

    expect(screen.queryByText(/^Visitors get a page/)).toBeNull()
  })
})

describe('the URL above the settings', () => {
  it('is the short URL, which can be copied, and its QR code opens in a dialog', async () => {
    openSettings()
    const top = within(await screen.findByRole('region', { name: 'Address of your store' }))
    expect(top.getByText('sho.rt/mia')).toBeTruthy()

    await userEvent.click(top.getByRole('button', { name: 'Copy address' }))
    expect(await screen.findByText('Copied! Link copied to clipboard')).toBeTruthy()

    await userEvent.click(top.getByRole('button', { name: 'QR code' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'QR code of your store' }))
    expect(await dialog.findByRole('button', { name: /PNG/ })).toBeTruthy()
  })

  it('is the URL of the page if there is no short URL', async () => {
    openSettings({ [list]: () => [{ ...store, store_short_url: null }] })
    const top = within(await screen.findByRole('region', { name: 'Address of your store' }))

    expect(top.getByText('sho.rt/@mias-finds')).toBeTruthy()
  })

  it('is the root of the owner’s domain if the store is there', async () => {
    openSettings({ [list]: () => [{ ...store, store_short_url: null, store_linkshelf_url: 'https://lamps.example/' }] })
    const top = within(await screen.findByRole('region', { name: 'Address of your store' }))

    expect(top.getByText('lamps.example')).toBeTruthy()
    expect(screen.queryByText(/^Your address:/)).toBeNull()
  })

  it('is shared on phones', async () => {
    const shared = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    Object.assign(navigator, { canShare: () => true, share: shared })
    onTestFinished(() => {
      for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
    })
    narrowWindow()
    openSettings()
    await press('Share')

    expect(shared).toHaveBeenCalledExactlyOnceWith({ url: 'https://sho.rt/mia', title: 'Mia’s Finds' })
  })
})

describe('the navigation of the settings', () => {
  it('links to the groups of sections, and moves the focus', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    openSettings()
    await findNameField()
    const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Profile', 'Look', 'Content', 'Share'])

    for (const [name, sections] of [
      ['Look', ['Brand Colors', 'Store Layout']],
      ['Share', ['Store URLs', 'Store QR Code']],
    ] as const) {
      const link = screen.getByRole('link', { name })
      await userEvent.click(link)
      const headings = [...(document.activeElement?.querySelectorAll('h2') ?? [])].map(({ textContent }) => textContent)
      expect(headings).toEqual(sections)
      expect(link.getAttribute('href')).toBe(`/store/settings#${name.toLowerCase()}`)
    }
  })

  it('does not ask about unsaved changes, which stay', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    openSettings()
    await enterText(await screen.findByRole('textbox', { name: 'Display name' }), 'Mia')
    await userEvent.click(screen.getByRole('link', { name: 'Content' }))

    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveProperty('value', 'Mia')
  })

  it('scrolls to the group that the hash of the URL names', async () => {
    const scroll = vi.fn()
    Element.prototype.scrollIntoView = scroll
    openSettings({}, '/store/settings#share')
    await findNameField()

    await waitFor(() => expect(scroll.mock.contexts).toEqual([document.getElementById('share')]))
  })
})

describe('the short URL of a store', () => {
  /** The store has no short URL, so the short URL must not be requested. */
  const none = { [list]: () => [{ ...store, store_short_url: null }], [`GET ${url}`]: internalError }

  it('is shown with the URL of the page, and both can be copied', async () => {
    openSettings()
    const urls = within(await screen.findByRole('region', { name: 'Store URLs' }))

    expect(await urls.findByText('sho.rt/mia')).toBeTruthy()
    expect(urls.getByText('sho.rt/@mias-finds')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy short URL' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy store page' })).toBeTruthy()
  })

  it.each([
    ['', {}],
    ['mia', { url: 'mia' }],
  ])('is created for the short name "%s"', async (slug, body) => {
    const sent: unknown[] = []
    openSettings({
      ...none,
      [`POST ${url}`]: (call) => {
        sent.push(call.body)
        return { url: 'https://sho.rt/mia', target: store.store_linkshelf_url }
      },
    })
    const field = await screen.findByRole('textbox', { name: 'Short URL' })
    if (slug !== '') await userEvent.type(field, slug)
    await press('Create')

    expect(await screen.findByText('Short URL created')).toBeTruthy()
    expect(sent).toEqual([body])
    expect(await screen.findByRole('button', { name: 'Copy short URL' })).toBeTruthy()
  })

  it('shows an error if it cannot be created', async () => {
    openSettings({ ...none, [`POST ${url}`]: internalError })
    await press('Create')

    expect(await screen.findByText(/Failed to create store URL. Please try again./)).toBeTruthy()
  })

  it('shows an error at its field if it is taken', async () => {
    openSettings({ ...none, [`POST ${url}`]: () => errorReply(409, 'LINK_SLUG_TAKEN', 'This short name is already taken.') })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Short URL' }), 'mia')
    await press('Create')

    expect(await screen.findByText('This short name is already taken.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Short URL' }).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a project without a store', () => {
  it('creates a hidden store from a name', async () => {
    const sent: unknown[] = []
    let stored: object[] = []
    openSettings({
      [list]: () => stored,
      [`POST ${inProject}/stores`]: ({ body }) => {
        sent.push(body)
        stored = [store]
        return new Reply(201, store)
      },
    })
    await screen.findByRole('heading', { name: 'No store found. Please create a store first.' })
    await typeName('Mia’s Finds')
    await press('Create store')

    expect(await screen.findByText('Store created')).toBeTruthy()
    expect(sent).toEqual([{ name: 'Mia’s Finds', active: false }])
    expect(await screen.findByRole('button', { name: 'Save Settings' })).toBeTruthy()
  })

  it.each([
    ['without a name', '', undefined, 'Store name is required'],
    ['with a name that is taken', 'Noah', createNameTakenReply, takenText],
    ['when it fails', 'Noah', internalError, 'Failed to create store'],
  ])('says why it creates no store %s', async (_title, name, answer, message) => {
    openSettings({ [list]: () => [], ...(answer && { [`POST ${inProject}/stores`]: answer }) })
    await typeName(name)
    await press('Create store')

    expect(await screen.findByText(new RegExp(message))).toBeTruthy()
  })
})
