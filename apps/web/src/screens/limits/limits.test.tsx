import { countedLinksNote } from '@linkshelf/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  aClickUsage,
  aLink,
  anOrganization,
  aProject,
  inProject,
  internalError,
  openDashboard,
  orgId,
  Reply,
  someDays,
} from '../../../test/open-dashboard.tsx'

const organizations = 'GET /v1/organizations'
const usage = `GET /v1/${orgId}/analytics/usage`
const anOverview = () => ({
  totalClicks: 5,
  clicksAllTime: 5,
  clicksLastMonth: 5,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(2, 3),
})
const limitMessage = 'Limit reached - You have reached the maximum of 10 links for this project.'

function createLinkAnswers(link_count: number, changes: object = {}): Answers {
  return { [organizations]: () => [anOrganization({ ...changes, projects: [aProject({ link_count })] })] }
}

async function openScreen(answers: Answers): Promise<void> {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: anOverview, [`GET ${inProject}/urls`]: () => [aLink()], ...answers })
  await screen.findByText('Active links')
}

describe('the clicks of the plan', () => {
  it.each([
    [
      { used: 1_001, hidden: 1, hidden_since: '2025-11-14', upgrade: 'Starter' },
      /1 more click since Nov 14, .*Starter shows up to 50,000 a month/,
    ],
    [
      { used: 6_000_000, limit: 5_000_000, hidden: 900_000, hidden_since: '2025-11-29', upgrade: 'Enterprise' },
      /900,000 more clicks .*Enterprise shows all of them/,
    ],
    [{ used: 1_000, upgrade: 'Starter' }, /This month’s limit of 1,000 clicks is reached\. More clicks are counted, and shown from Dec 1/],
  ])('are used up, and the notice names the plan that shows them: %o', async (changes, text) => {
    await openScreen({ [usage]: () => aClickUsage(changes) })

    expect((await screen.findByRole('note')).textContent).toMatch(text)
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/settings/subscription')
  })

  it.each([
    ['below the limit', () => aClickUsage({ used: 999 })],
    ['when they are not known', internalError],
  ])('have no notice %s', async (_when, answer) => {
    let isAsked = false
    await openScreen({
      [usage]: () => {
        isAsked = true
        return answer()
      },
    })

    await waitFor(() => expect(isAsked).toBe(true))
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('are not requested if there is no limit', async () => {
    await openScreen({ [organizations]: () => [anOrganization({ package: 'Enterprise' })], [usage]: () => expect.fail('asked for') })
    expect(screen.queryByRole('note')).toBeNull()
  })
})

describe('the links of the plan', () => {
  it.each([
    [7, undefined],
    [8, '8 of 10 links used.'],
    [9, '9 of 10 links used.'],
    [10, limitMessage],
    [12, limitMessage],
  ])('are shown if at least 80 percent are used: %i', async (count, text) => {
    await openScreen(createLinkAnswers(count))

    if (text === undefined) expect(screen.queryByRole('note')).toBeNull()
    else {
      expect((await screen.findByRole('note')).textContent).toBe(`${text} ${countedLinksNote}Upgrade`)
      expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/settings/subscription')
    }
  })

  it('tell a member who can upgrade', async () => {
    await openScreen(createLinkAnswers(10, { role: 'member' }))

    expect((await screen.findByRole('note')).textContent).toBe(
      `${limitMessage} ${countedLinksNote} An owner of this organization can upgrade the plan.`,
    )
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  })

  it('are updated after a link is created', async () => {
    let count = 7
    await openScreen({
      [organizations]: () => [anOrganization({ projects: [aProject({ link_count: count })] })],
      // The project has no link to the pasted URL yet.
      [`GET ${inProject}/urls`]: () => [],
      [`POST ${inProject}/urls`]: () => {
        count += 1
        return new Reply(201, aLink())
      },
    })
    await userEvent.click(screen.getByRole('textbox', { name: 'URL to shorten' }))
    await userEvent.paste('https://shop.example/lamp')
    await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))

    expect(await screen.findByText(`8 of 10 links used. ${countedLinksNote}`)).toBeTruthy()
  })

  it.each([
    ['reached, also if the links are near theirs', 8, /^1 more click since Nov 14/, 'Links of your plan 8 of 10 in this project'],
    ['reached, as the links are too', 10, /^Limit reached/, 'Clicks of your plan 1,001 of 1,000 this month'],
  ])(
    'are shown below the heading without another notice, and are not repeated, if the clicks are %s',
    async (_when, count, text, other) => {
      await openScreen({
        ...createLinkAnswers(count),
        [usage]: () => aClickUsage({ used: 1_001, hidden: 1, hidden_since: '2025-11-14', upgrade: 'Starter' }),
      })

      await waitFor(() => expect(screen.getByRole('note').textContent).toMatch(text))
      expect(await screen.findByRole('link', { name: other })).toBeTruthy()
      expect(screen.getAllByRole('link', { name: /of your plan/ })).toHaveLength(1)
      const heading = screen.getByRole('heading', { level: 1 })
      expect(heading.compareDocumentPosition(screen.getByRole('note'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    },
  )

  it.each([
    ['/store/products', /^8 of 10 links used\. Archived/],
    ['/store/products/new', /^8 of 10 links used\. Archived/],
    ['/store/categories', /^You have temporary access/],
  ])('are shown on screens of products instead of another notice: %s', async (path, text) => {
    openDashboard(path, createLinkAnswers(8))
    expect((await screen.findByRole('note')).textContent).toMatch(text)
  })

  it('are not shown on screens without links', async () => {
    openDashboard('/settings/profile', createLinkAnswers(10))
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
    expect(screen.queryByRole('note')).toBeNull()
  })

  it.each([
    [9, 'owner', 'Shorten shop.example/lamp', '9 of 10 links'],
    [10, 'owner', 'Upgrade the plan', limitMessage],
    [10, 'member', 'Shorten shop.example/lamp', limitMessage],
  ])('are shown in the command palette: %i, %s', async (count, role, label, description) => {
    await openScreen(createLinkAnswers(count, { role }))
    await userEvent.click(screen.getByRole('button', { name: /Find/ }))
    await userEvent.click(await screen.findByRole('textbox', { name: 'Find a link, a screen or an action' }))
    await userEvent.paste('shop.example/lamp')

    const action = (await screen.findByText(label)).closest('button')
    expect(action?.textContent).toContain(description)
  })
})
