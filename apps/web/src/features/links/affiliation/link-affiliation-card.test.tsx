import type { LinkAffiliation } from '@linkshelf/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { anAffiliation } from '../../../../test/api-answers.ts'
import { type Answer, aLink, inProject, internalError, openDashboard } from '../../../../test/open-dashboard.tsx'

const link = aLink({ target: 'https://www.amazon.com/dp/B07FZ8S74R' })
const path = `${inProject}/urls/${link.url_id}`

function openLink(changes: object = {}, facts: Partial<LinkAffiliation> = {}, answers: Record<string, Answer> = {}): unknown[] {
  const sent: unknown[] = []
  let stored = { ...link, ...changes }
  openDashboard(`/links/${link.url_id}`, {
    [`GET ${path}`]: () => stored,
    [`GET ${path}/affiliation`]: () => anAffiliation(facts),
    [`PATCH ${path}`]: ({ body }) => {
      sent.push(body)
      stored = { ...stored, ...(body as object) }
      return stored
    },
    ...answers,
  })
  return sent
}

it('says what becomes of the link, and what visitors from other countries get', async () => {
  openLink()
  expect(await screen.findByText('Amazon · amazon.com')).toBeTruthy()
  expect(screen.getByText('Visitors reach Amazon with your tag.')).toBeTruthy()
  const shops = within(screen.getByRole('list', { name: 'Shops of visitors' })).getAllByRole('listitem')
  expect(shops.map(({ textContent }) => textContent)).toEqual(['amazon.de · Germany and its neighborsa search for the title'])
})

it('turns the tag off, for emails and print', async () => {
  const sent = openLink()
  await userEvent.click(await screen.findByRole('switch', { name: 'Use my tag' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ affiliated: false }])
})

it('adds a shop for a country', async () => {
  const sent = openLink()
  await userEvent.click(await screen.findByRole('button', { name: 'Add other shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Other shops' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a shop' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Visitors from' }), 'FR')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter a valid URL')).toBeTruthy()

  await userEvent.type(dialog.getByRole('textbox', { name: /^Address/ }), 'maker.example/fr')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Link updated')).toBeTruthy()
  expect(sent).toEqual([{ shops: [{ place: 'FR', name: null, target: 'https://maker.example/fr' }], choice_page: false }])
})

it('asks nothing about a link to no retailer', async () => {
  openLink({ target: 'https://shop.example/lamp' }, {}, { [`GET ${path}/affiliation`]: internalError })
  expect(await screen.findByText('No retailer')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Use my tag' })).toBeNull()
})

it('shows the error, and loads again on retry', async () => {
  let isDown = true
  openLink({}, {}, { [`GET ${path}/affiliation`]: () => (isDown ? internalError() : anAffiliation()) })
  const heading = await screen.findByRole('heading', { name: 'What becomes of this link could not be loaded' })
  isDown = false
  await userEvent.click(within(heading.closest<HTMLElement>('[role=alert]') ?? heading).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Amazon · amazon.com')).toBeTruthy()
})
