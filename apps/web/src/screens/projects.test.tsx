import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  aLink,
  anOrganization,
  answerClicksOfLinks,
  errorReply,
  inOther,
  inProject,
  noReply,
  openDashboard,
  other,
  otherId,
  twoProjects,
} from '../../test/open-dashboard.tsx'

const link = aLink()

function open(path: string, answers: Record<string, Answer>): void {
  openDashboard(path, {
    ...twoProjects,
    [`GET ${inOther}/analytics/urls/clicks`]: (call) => answerClicksOfLinks(call, {}),
    ...answers,
  })
}

async function switchTo(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Project: / }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name }))
}

describe('another project', () => {
  it('never shows the links of the previous project', async () => {
    open('/links', { [`GET ${inProject}/urls`]: () => [link], [`GET ${inOther}/urls`]: noReply })
    await screen.findByRole('heading', { name: 'Wireless headphones' })

    await switchTo('Gear Lab')

    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Wireless headphones' })).toBeNull()
  })

  it('resets the choice in the add-link bar', async () => {
    open('/links', { [`GET ${inProject}/urls`]: () => [], [`GET ${inOther}/urls`]: () => [] })
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Project of the new link' })
    await userEvent.selectOptions(choice, 'Everyday Reviews')

    await switchTo('Gear Lab')
    await waitFor(() => expect(choice.value).toBe(otherId))
    await switchTo('Everyday Reviews')

    await waitFor(() => expect(choice.selectedOptions[0]?.textContent).toBe('Everyday Reviews'))
  })

  it('is named when a link was created in it, and is deselected', async () => {
    open('/links', { [`GET ${inProject}/urls`]: () => [], [`POST ${inOther}/urls`]: () => link })
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Project of the new link' })
    await userEvent.selectOptions(choice, 'Gear Lab')
    await userEvent.type(screen.getByRole('textbox', { name: 'URL to shorten' }), 'shop.example')
    await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))

    expect(await screen.findByText('Link created successfully')).toBeTruthy()
    expect(screen.getByText('sho.rt/spring in Gear Lab')).toBeTruthy()
    expect(choice.selectedOptions[0]?.textContent).toBe('Everyday Reviews')
  })

  it('is named with its organization if there are several', async () => {
    const second = anOrganization({ id: otherId, organization_id: otherId, name: 'Gear Guild', projects: [other] })
    open('/links', { 'GET /v1/organizations': () => [anOrganization(), second], [`GET ${inProject}/urls`]: () => [] })

    const choice = await screen.findByRole('combobox', { name: 'Project of the new link' })

    const offered = within(choice).getAllByRole('option')
    expect(offered.map((option) => option.textContent)).toEqual(['Everyday Reviews · Everyday Media', 'Gear Lab · Gear Guild'])
  })
})

describe('the address of a link in another project', () => {
  const createNotFoundReply = () => errorReply(404, 'LINK_NOT_FOUND', 'x')

  it('shows the link, and switches to its project', async () => {
    open(`/links/${link.url_id}`, {
      [`GET ${inProject}/urls/${link.url_id}`]: createNotFoundReply,
      [`GET ${inOther}/urls/${link.url_id}`]: () => link,
    })

    expect(await screen.findByRole('heading', { level: 1, name: 'Wireless headphones' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Project: Gear Lab/ })).toBeTruthy()
  })

  it('shows Not Found after one request for each project, if no project has the link', async () => {
    let requestCount = 0
    open(`/links/${link.url_id}`, {
      [`GET ${inProject}/urls/${link.url_id}`]: createNotFoundReply,
      [`GET ${inOther}/urls/${link.url_id}`]: () => {
        requestCount += 1
        return createNotFoundReply()
      },
    })

    expect(await screen.findByRole('heading', { name: 'Link Not Found' })).toBeTruthy()
    expect(requestCount).toBe(1)
  })
})
