import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  aLink,
  anOrganization,
  aProject,
  inProject,
  openDashboard,
  orgId,
  refusal,
  someDays,
} from '../../test/open-dashboard.tsx'

const otherId = '0197a000-0000-7000-8000-000000000003'
const inOther = `/v1/${orgId}/projects/${otherId}`
const other = aProject({ project_id: otherId, id: otherId, name: 'Gear Lab' })
const twoProjects = { 'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), other] })] }
const overview = () => ({ totalClicks: 5, clicksLastMonth: 5, activeLinks: 1, topPerformingLinks: [], clicksByDay: someDays(2, 3) })

function openFrame(answers: Record<string, Answer> = {}): void {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: overview, [`GET ${inOther}/analytics/overview`]: overview, ...answers })
}

async function add(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'URL to shorten' })
  await screen.findByText('Active links')
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
  await userEvent.click(screen.getByRole('button', { name: 'Add Link' }))
}

describe('the add-link bar', () => {
  it('creates a link and says so', async () => {
    const sent: unknown[] = []
    openFrame({
      [`POST ${inProject}/urls`]: ({ body }) => {
        sent.push(body)
        return aLink()
      },
    })

    await add('shop.example/headphones')

    expect(await screen.findByText('Link created successfully')).toBeTruthy()
    expect(sent).toEqual([{ target: 'https://shop.example/headphones' }])
  })

  it('asks for a URL', async () => {
    openFrame()

    await add('')

    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'URL to shorten' }))
  })

  it('says the sentence of the limit as the server sends it', async () => {
    const sentence = 'Limit reached - You have reached the maximum of 10 links for this project.'
    openFrame({ [`POST ${inProject}/urls`]: () => refusal(402, 'LINK_LIMIT_REACHED', sentence) })

    await add('shop.example')

    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('says that it failed, and keeps what was typed', async () => {
    openFrame({ [`POST ${inProject}/urls`]: () => refusal(500, 'FAULT', 'An unexpected error occurred') })

    await add('shop.example')

    expect(await screen.findByText(/Failed to create link. Please try again./)).toBeTruthy()
    expect(screen.getByDisplayValue('shop.example')).toBeTruthy()
  })
})

describe('the project selector', () => {
  it('is not there while there is one active project', async () => {
    openFrame({ 'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), { ...other, status: 'archived' }] })] })

    await screen.findByText('Active links')
    expect(screen.queryByRole('button', { name: /^Project:/ })).toBeNull()
  })

  it('changes the project, says so and remembers it', async () => {
    openFrame(twoProjects)
    await userEvent.click(await screen.findByRole('button', { name: /^Project: Everyday Reviews/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Gear Lab' }))

    expect(await screen.findByText('Project Changed')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Project: Gear Lab/ })).toBeTruthy()
    expect(localStorage.getItem('linkshelf.selection')).toBe(JSON.stringify({ organizationId: orgId, projectId: otherId }))
  })

  it('says so when nobody belongs anywhere', async () => {
    openFrame({ 'GET /v1/organizations': () => [] })

    expect(await screen.findByRole('heading', { level: 1, name: 'No Organization or Project Selected' })).toBeTruthy()
  })

  it('says so when organizations cannot be fetched', async () => {
    openFrame({ 'GET /v1/organizations': () => refusal(500, 'FAULT', 'An unexpected error occurred') })

    expect(await screen.findByRole('heading', { level: 1, name: 'Failed to fetch organization data' })).toBeTruthy()
  })
})

describe('the sidebar', () => {
  beforeEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the state a browser starts with
    document.cookie = 'linkshelf_sidebar=; path=/; max-age=0'
  })

  it('collapses with Ctrl and B, even while typing, and remembers it', async () => {
    openFrame()
    await userEvent.click(await screen.findByRole('textbox', { name: 'URL to shorten' }))

    await userEvent.keyboard('{Control>}b{/Control}')

    expect(await screen.findByRole('button', { name: 'Open sidebar' })).toBeTruthy()
    expect(document.cookie).toContain('linkshelf_sidebar=collapsed')
  })

  it('starts as it is remembered', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the state a browser starts with
    document.cookie = 'linkshelf_sidebar=collapsed; path=/'
    openFrame()

    expect(await screen.findByRole('button', { name: 'Open sidebar' })).toBeTruthy()
  })

  it('offers dark mode and the way out', async () => {
    openFrame()
    await userEvent.click(await screen.findByRole('button', { name: /Mia Lindqvist/ }))

    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: /Dark mode/ })).toBeTruthy())
  })
})
