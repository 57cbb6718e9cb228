import { dashboardClientId, issuerPath } from '@linkshelf/contract'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { App } from '../src/app.tsx'
import { makeQueryClient } from '../src/query-client.ts'

/** What a call was sent as, and what it was answered. */
export type Answer = (call: { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers }) => unknown

/** An answer that is not a plain 200 with a JSON body. */
export class Reply {
  status: number
  body: unknown
  headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function refusal(status: number, code: string, message: string): Reply {
  return new Reply(status, { code, status, message, correlation_id: 'c0ffee00-0000-4000-8000-000000000001' })
}

/** Never answers. */
export function silence(): Promise<never> {
  return new Promise(() => {})
}

/** Puts a session into this browser that is good for another ten minutes. */
export function signIn(): void {
  const user = {
    access_token: 'a-token',
    refresh_token: 'a-refresh-token',
    token_type: 'Bearer',
    expires_at: Math.floor(Date.now() / 1_000) + 600,
    profile: { sub: 'mia' },
  }
  localStorage.setItem(`oidc.user:${window.location.origin}${issuerPath}:${dashboardClientId}`, JSON.stringify(user))
}

/** Answers `METHOD /path` at the level of fetch; an unknown call is a test's mistake and fails it. */
export function answerCalls(answers: Record<string, Answer>): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const answer = answers[`${request.method} ${pathname}`]
    if (answer === undefined) throw new Error(`Nobody answers ${request.method} ${pathname}`)
    const text = await request.clone().text()
    const call = {
      method: request.method,
      path: pathname,
      query: searchParams,
      body: text === '' ? undefined : JSON.parse(text),
      headers: request.headers,
    }
    const given = await answer(call)
    const reply = given instanceof Reply ? given : new Reply(200, given)
    const headers = { 'content-type': 'application/json', ...reply.headers }
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), { status: reply.status, headers })
  })
}

/** The whole dashboard at one address, signed in. */
export function openDashboard(path: string, answers: Record<string, Answer>): void {
  signIn()
  answerCalls({ ...answersOfEveryScreen, ...answers })
  const queryClient = makeQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
  render(
    <MemoryRouter initialEntries={[path]}>
      <App queryClient={queryClient} env="test" />
    </MemoryRouter>,
  )
}

export const orgId = '0197a000-0000-7000-8000-000000000001'
export const projectId = '0197a000-0000-7000-8000-000000000002'
export const inProject = `/v1/${orgId}/projects/${projectId}`

const answersOfEveryScreen: Record<string, Answer> = {
  'GET /v1/me': () => ({
    user_id: orgId,
    full_name: 'Mia Lindqvist',
    email: 'mia@example.org',
    avatar_url: null,
    language: 'en',
    theme: 'system',
  }),
  'GET /v1/organizations': () => [anOrganization()],
}

export function anOrganization(changes: object = {}) {
  return {
    organization_id: orgId,
    id: orgId,
    name: 'Everyday Media',
    role: 'owner',
    package: 'Free',
    payment_period: null,
    product_page_enabled: true,
    store_page_enabled: true,
    full_analytics_enabled: false,
    dashboard_days: 30,
    projects: [aProject()],
    ...changes,
  }
}

export function aProject(changes: object = {}) {
  return {
    project_id: projectId,
    id: projectId,
    name: 'Everyday Reviews',
    description: 'Reviews',
    status: 'active',
    organization_id: orgId,
    organizationId: orgId,
    ...changes,
  }
}

export function aLink(changes: object = {}) {
  return {
    url_id: '0197a000-0000-7000-8000-000000000100',
    url: 'https://sho.rt/spring',
    target: 'https://shop.example/headphones',
    labels: ['audio'],
    archived: false,
    pending: false,
    brand_logo: null,
    created_at: '2025-11-05T14:03:00.000Z',
    title: 'Wireless headphones',
    ...changes,
  }
}

export function someDays(...clicks: number[]) {
  return clicks.map((count, index) => ({ date: new Date(Date.UTC(2025, 10, index + 1)).toISOString().slice(0, 10), clicks: count }))
}
