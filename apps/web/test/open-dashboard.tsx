import type { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { createQueryClient } from '../src/api/query-client.ts'
import { App } from '../src/app.tsx'
import { sessionKey } from '../src/session/stored-session.ts'
import { smallScreenQuery } from '../src/ui/browser/use-small-screen.ts'
import { type Answers, answersOfEveryScreen, aSession, findReply, noReply, type Reply } from './api-answers.ts'

export * from './api-answers.ts'

/** Stores a session, by default one that expires in ten minutes. */
export function signIn(session: object = aSession(Date.now())): void {
  localStorage.setItem(sessionKey, JSON.stringify(session))
}

/**
 * Replaces `fetch` with a function that sends these answers. A call without an answer throws. If a reply is ready only
 * after the test has ended, it is not sent, because it would affect the next test.
 */
export function answerCalls(answers: Answers): void {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, window.location.origin), init)
    const { method, headers } = request
    const { pathname: path, searchParams: query } = new URL(request.url)
    const text = await request.clone().text()
    const reply = await findReply(answers, { method, path, query, headers, body: parseBody(headers, text) })
    if (isOver) return noReply()
    if (reply === undefined) throw new Error(`No answer for ${method} ${path}`)
    return toResponse(reply)
  })
}

function parseBody(headers: Headers, text: string): unknown {
  return text !== '' && headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text || undefined
}

/**
 * Returns the response for a reply. A body that is a blob or a stream is sent unchanged. Any other body is sent as
 * JSON.
 */
function toResponse({ status, body, headers }: Reply): Response {
  if (body instanceof Blob) return new Response(body, { status, headers: { 'content-type': body.type, ...headers } })
  if (body instanceof ReadableStream) return new Response(body, { status, headers })
  const text = body === undefined ? null : JSON.stringify(body)
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Makes the window as narrow as a phone's, until the end of the test. */
export function narrowWindow(): void {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query === smallScreenQuery, media: query }))
}

/** Signs in, and renders the whole dashboard at a path. Returns the query client. */
export function openDashboard(path: string, answers: Answers): { queryClient: QueryClient } {
  signIn()
  return openPage(path, answers)
}

/** Renders the whole dashboard at a path, with the stored session if there is one. Returns the query client. */
export function openPage(path: string, answers: Answers): { queryClient: QueryClient } {
  answerCalls({ ...answersOfEveryScreen, ...answers })
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
  render(
    <MemoryRouter initialEntries={[path]}>
      <App queryClient={queryClient} env="test" />
    </MemoryRouter>,
  )
  return { queryClient }
}
