import { type LinkReport, linkReportProblems, type ReportedLink } from '@linkshelf/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { savedIntegrations, someStates } from '../../../test/api-answers.ts'
import { type Answers, aLink, inProject, internalError, openDashboard, Reply } from '../../../test/open-dashboard.tsx'

const toLinkId = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`

function aReport(problems: Partial<LinkReport['problems']>, shops: Partial<LinkReport['shops']> = {}): LinkReport {
  const all = <T,>(value: T) => Object.fromEntries(linkReportProblems.map((problem) => [problem, value]))
  const links_with_problems = Object.values(problems).reduce((sum, count) => sum + count, 0)
  return {
    links: 300,
    links_with_problems,
    health: someStates({ works: 300 }),
    problems: { ...(all(0) as LinkReport['problems']), ...problems },
    shops: { ...(all([]) as object as LinkReport['shops']), ...shops },
  }
}

function aReportedLink(number: number, problem: ReportedLink['problems'][number], changes: object = {}): ReportedLink {
  const target = `https://shop.example/${number}`
  const link = aLink({ url_id: toLinkId(number), title: `Lamp ${number}`, target, ...changes })
  const facts = { problems: [problem], shop: null, pasted_tag: null }
  return { link, ...facts, destinations: [{ target, ...facts }], redirected_to: null }
}

/**
 * Opens the report with two pages of links that have a problem. After a call fixed the links, the report has no links.
 * Returns the bodies of the calls.
 */
function openReport(problem: ReportedLink['problems'][number], answers: Answers = {}, shops: LinkReport['shops'][typeof problem] = []) {
  const sent: unknown[] = []
  const record =
    (reply: (ids: string[]) => unknown) =>
    ({ body }: { body: unknown }) => {
      sent.push(body)
      return reply((body as { url_ids: string[] }).url_ids)
    }
  openDashboard('/links/report', {
    [`GET ${inProject}/link-report`]: () => aReport({ [problem]: 3 }, { [problem]: shops }),
    [`GET ${inProject}/link-report/links`]: ({ query }) =>
      query.get('cursor') === null
        ? new Reply(200, [aReportedLink(1, problem), aReportedLink(2, problem)], { 'x-next-cursor': 'next' })
        : [aReportedLink(3, problem)],
    [`PATCH ${inProject}/urls`]: record((ids) => ids.map((url_id) => aLink({ url_id }))),
    [`POST ${inProject}/urls/check`]: record((url_ids) => ({ url_ids })),
    ...answers,
  })
  return sent
}

async function confirm(action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: action }))
  const dialog = within(await screen.findByRole('dialog', { name: action }))
  expect(dialog.getByText('3 links')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: action }))
}

const createUpdate = (change: object, ...numbers: number[]) => ({ url_ids: numbers.map(toLinkId), ...change })

it.each([
  ['redirected', 'Use the new destinations', { follow_redirects: true }, '3 links changed to the new destination'],
  ['dead', 'Archive all', { archived: true }, '3 links archived'],
  ['failing', 'Check all again', {}, 'Checking 3 links'],
  ['unavailable', 'Check all again', {}, 'Checking 3 links'],
  ['short_link', 'Find out again for all', {}, 'Finding out where 3 links lead'],
  ['replaced', 'Remove these tags', { remove_pasted_tags: true }, 'Tags of 3 links removed'],
  ['foreign_tag', 'Remove these tags', { remove_pasted_tags: true }, 'Tags of 3 links removed'],
  ['untagged', 'Leave all of these untagged', { affiliated: false }, 'Left 3 links untagged'],
] as const)('fixes all links that are %s: %s', async (problem, action, change, result) => {
  const sent = openReport(problem)
  await confirm(action)
  expect(await screen.findByText(result)).toBeTruthy()
  expect(sent).toEqual([createUpdate(change, 1, 2), createUpdate(change, 3)])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says how many links are fixed when a call fails, and continues on request', async () => {
  let calls = 0
  const sent = openReport('dead', {
    [`PATCH ${inProject}/urls`]: () => {
      calls += 1
      return calls === 2 ? internalError() : []
    },
  })
  await confirm('Archive all')
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/2 links done so far/)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toBe(4)
  expect(sent).toEqual([])
})

it('fixes one link', async () => {
  const sent = openReport('replaced')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove tag: Lamp 2' }))
  expect(await screen.findByText('Tags of 1 link removed')).toBeTruthy()
  expect(sent).toEqual([createUpdate({ remove_pasted_tags: true }, 2)])
})

it('edits the destination of a dead link on the screen', async () => {
  openReport('dead')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit destination: Lamp 1' }))
  expect(await screen.findByRole('dialog', { name: 'Edit target URL and details' })).toBeTruthy()
})

it('shows the shops that have the problem, and leaves the tags of a link that can earn in another shop', async () => {
  const other = 'https://www.ebay.com/itm/123456789012'
  const shops = [{ place: null, name: null, target: other }]
  const earning = aReportedLink(2, 'untagged', { target: 'https://www.amazon.com/dp/B07FZ8S74R', shops, choice_page: true, ad: true })
  const destinations = [{ target: other, shop: 'ebay.com', pasted_tag: null, problems: ['untagged'] }]
  const sent = openReport('untagged', {
    [`GET ${inProject}/link-report/links`]: () => [aReportedLink(1, 'untagged'), { ...earning, destinations }],
  })

  const row = (await screen.findByText('Lamp 2')).closest('tr') ?? document.body
  expect(row.textContent).toContain('www.ebay.com/itm/123456789012')
  expect(row.textContent).not.toContain('amazon')
  expect(within(row).queryByRole('button', { name: 'Leave untagged: Lamp 2' })).toBeNull()
  await userEvent.click(within(row).getByRole('button', { name: 'Edit shops: Lamp 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit target URL and details' })
  expect(within(dialog).getByRole('group', { name: 'Shop 1' })).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  await confirm('Leave all of these untagged')
  await waitFor(() => expect(sent).toEqual([createUpdate({ affiliated: false }, 1)]))
})

it('offers the Amazon migration for links to Amazon only', async () => {
  openReport('replaced', {}, [{ shop: 'ebay.com', links: 3 }])
  expect(await screen.findByRole('button', { name: 'Remove these tags' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open Amazon migration' })).toBeNull()
})

it('saves the tags of additional marketplaces on the screen', async () => {
  const saved: unknown[] = []
  openReport(
    'market_without_tag',
    {
      [`GET ${inProject}/integrations/amazon`]: () => savedIntegrations.amazon,
      [`PUT ${inProject}/integrations/amazon`]: ({ body }) => {
        saved.push(body)
        return savedIntegrations.amazon
      },
    },
    [{ shop: 'amazon.fr', links: 3 }],
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add Amazon tags' }))
  const form = within(await screen.findByRole('region', { name: 'Amazon integration' }))
  await userEvent.type(await form.findByRole('textbox', { name: /amazon\.fr/ }), 'mia-fr-21')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Amazon integration' })).toBeNull())
  expect(saved).toMatchObject([{ market_tags: { fr: 'mia-fr-21' } }])
})
