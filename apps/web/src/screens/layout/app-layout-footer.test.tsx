import { errorCatalog } from '@linkshelf/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, aStatus, errorReply, inProject, internalError, openDashboard, someDays } from '../../../test/open-dashboard.tsx'

const status = 'GET /v1/public/status'

const anOverview = () => ({
  totalClicks: 5,
  clicksAllTime: 5,
  clicksLastMonth: 5,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(2, 3),
})

function openWith(answers: Answers = {}): void {
  openDashboard('/', { [`GET ${inProject}/analytics/overview`]: anOverview, ...answers })
}

describe('the footer', () => {
  it('links to the terms and the privacy page of the instance in new tabs', async () => {
    openWith({
      'GET /v1/public/instance': () => ({
        terms_url: 'https://terms.example/',
        privacy_url: 'https://privacy.example/',
        social_links: [],
        password_min_length: 6,
        sign_ups: 'open',
      }),
    })

    await waitFor(() => expect(screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('https://terms.example/'))
    expect(screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('target')).toBe('_blank')
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('https://privacy.example/')
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('target')).toBe('_blank')
  })

  it('links to the built-in pages by default', async () => {
    openWith({ 'GET /v1/public/instance': internalError })

    expect((await screen.findByRole('link', { name: 'Terms of Service' })).getAttribute('href')).toBe('/terms')
    expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy')
  })

  it('has only the social links that the instance configures', async () => {
    const social_links = [
      { name: 'GitHub', url: 'https://code.example/shelf' },
      { name: 'Village board', url: 'https://board.example/' },
    ]
    openWith({
      'GET /v1/public/instance': () => ({
        terms_url: '/terms',
        privacy_url: '/privacy',
        social_links,
        password_min_length: 6,
        sign_ups: 'open',
      }),
    })

    expect((await screen.findByRole('link', { name: 'GitHub' })).getAttribute('href')).toBe('https://code.example/shelf')
    expect(screen.getByRole('link', { name: 'Village board' })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Elsewhere' }).children).toHaveLength(2)
  })

  it('has no list of social links if there are none', async () => {
    openWith()

    await screen.findByRole('button', { name: 'All systems operational' })
    expect(screen.queryByRole('list', { name: 'Elsewhere' })).toBeNull()
  })
})

describe('the status widget', () => {
  afterEach(() => void vi.useRealTimers())

  it('names the parts that are down, and shows the status by part', async () => {
    openWith({ [status]: () => aStatus('analytics') })

    await userEvent.click(await screen.findByRole('button', { name: 'Not working: analytics' }))

    const parts = await screen.findByRole('dialog', { name: 'Not working: analytics' })
    expect([...parts.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'Working',
      'Working',
      'Not working',
      'Working',
      'Working',
      'Up to date',
    ])
    expect(parts.textContent).toContain('Checked Nov 05, 2025')

    await userEvent.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Not working: analytics' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not working: analytics' })))
  })

  it('shows an unknown status when it cannot be loaded', async () => {
    openWith({ [status]: () => errorReply(502, 'FAULT', 'An unexpected error occurred') })

    expect(await screen.findByRole('button', { name: 'Status unknown' })).toBeTruthy()
  })

  it('refetches every minute, but not while the page is hidden', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    let requestCount = 0
    openWith({
      [status]: () => {
        requestCount += 1
        return requestCount === 1 ? aStatus() : aStatus('redirects')
      },
    })
    await screen.findByRole('button', { name: 'All systems operational' })

    await vi.advanceTimersByTimeAsync(60_000)
    expect(await screen.findByRole('button', { name: 'Not working: redirects' })).toBeTruthy()
    expect(requestCount).toBe(2)

    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(180_000)
    expect(requestCount).toBe(2)
  })

  it('refetches at once when a screen receives an error about analytics', async () => {
    let isDown = false
    const { status: code, message } = errorCatalog.ANALYTICS_UNAVAILABLE
    openWith({
      [status]: () => aStatus(...(isDown ? ['analytics'] : [])),
      [`GET ${inProject}/analytics/overview`]: () => {
        isDown = true
        return errorReply(code, 'ANALYTICS_UNAVAILABLE', message)
      },
    })

    expect(await screen.findByRole('button', { name: 'Not working: analytics' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(message)
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Links' })).toBeTruthy()
  })
})
