import { type CallMeta, contract, dashboardHeader } from '@linkshelf/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aLink, anOrganization, answerCalls, errorReply, inProject, orgId, projectId, Reply, signIn } from '../../test/open-dashboard.tsx'
import { closeReauthenticationPrompt, isReauthenticationPromptOpen } from '../session/reauthentication-prompt.ts'
import type { StoredSession } from '../session/stored-session.ts'
import { CanceledError } from '../ui/error-details.ts'
import { api } from './api.ts'
import { ApiError, NetworkError } from './api-error.ts'

const scope = { orgId, projectId }
const list = 'GET /v1/organizations'
let renewals: string[] = []
const renewed = { userId: 'mia', expiresAtMs: Date.now() + 1_200_000 }
const restarts = vi.hoisted(() => ({ count: 0 }))

vi.mock('../session/session.ts', () => ({
  restartSignIn: () => {
    restarts.count += 1
  },
}))

vi.mock('../session/renew-session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  renewSession: async ({ userId }: StoredSession) => {
    renewals.push(userId)
    return renewed
  },
}))

beforeEach(() => {
  renewals = []
  restarts.count = 0
  signIn()
})

describe('a call', () => {
  it('carries the header of the dashboard, a correlation id and no token', async () => {
    const sent: (string | null)[] = []
    answerCalls({
      [list]: ({ headers }) => {
        sent.push(headers.get(dashboardHeader), headers.get('authorization'), headers.get('x-correlation-id'))
        return [anOrganization()]
      },
    })

    await api.organizations.list.call()

    expect(sent).toEqual(['1', null, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('returns the next cursor with the links', async () => {
    answerCalls({ [`GET ${inProject}/urls`]: () => new Reply(200, [aLink()], { 'x-next-cursor': 'next' }) })

    const { headers, body } = await api.links.list.call({ params: scope, query: {} })

    expect([headers['x-next-cursor'], body]).toEqual(['next', [aLink()]])
  })

  it('is retried once after a 401, with a renewed session and the same body', async () => {
    const sent: unknown[] = []
    answerCalls({
      [`POST ${inProject}/urls`]: ({ body }) => {
        sent.push(body)
        return renewals.length > 0 ? new Reply(201, aLink()) : errorReply(401, 'SIGN_IN_REQUIRED', 'x')
      },
    })

    const link = await api.links.create.call({ params: scope, body: { target: 'https://shop.example/' } })

    expect(link).toEqual(aLink())
    expect(sent).toEqual([{ target: 'https://shop.example/' }, { target: 'https://shop.example/' }])
    expect([renewals, restarts.count]).toEqual([['mia'], 0])
  })

  it('restarts the sign-in when the renewed session is also rejected', async () => {
    let requestCount = 0
    answerCalls({
      [list]: () => {
        requestCount += 1
        return errorReply(401, 'SIGN_IN_REQUIRED', 'Your session has expired. Please sign in again.')
      },
    })

    await expect(api.organizations.list.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', status: 401 })
    expect([requestCount, restarts.count]).toEqual([2, 1])
  })

  it('restarts the sign-in without calling the API if there is no session', async () => {
    localStorage.clear()
    answerCalls({})

    await expect(api.organizations.list.call()).rejects.toMatchObject({ message: 'Your session has expired. Please sign in again.' })
    expect(restarts.count).toBe(1)
  })
})

describe('a failure', () => {
  it('has the code, message, data and correlation id of the response', async () => {
    const body = { code: 'LINK_LIMIT_REACHED', status: 402, message: 'Limit reached', data: { limit: 10 }, correlation_id: 'an-id' }
    answerCalls({ [list]: () => new Reply(402, body) })

    const error = await api.organizations.list.call().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'LINK_LIMIT_REACHED',
      status: 402,
      message: 'Limit reached',
      data: { limit: 10 },
      correlationId: 'an-id',
    })
  })

  it('has the default message when a proxy responds', async () => {
    answerCalls({ [list]: () => new Reply(502, { oops: true }, { 'x-correlation-id': 'from-the-header' }) })

    await expect(api.organizations.list.call()).rejects.toMatchObject({
      code: 'FAULT',
      status: 502,
      message: 'An unexpected error occurred',
      correlationId: 'from-the-header',
    })
  })

  it('has the correlation id of the request if a proxy responds without an id', async () => {
    const sent: (string | null)[] = []
    const page = new Reply(502, '<h1>Bad Gateway</h1>', { 'content-type': 'text/html' })
    answerCalls({
      [list]: ({ headers }) => {
        sent.push(headers.get('x-correlation-id'))
        return page
      },
    })

    const error = await api.organizations.list.call().catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'FAULT', status: 502, correlationId: sent[0] })
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('is a network error when there is no response', async () => {
    answerCalls({})

    const call = api.organizations.list.call()

    await expect(call).rejects.toThrow(NetworkError)
    await expect(call).rejects.toThrow('Linkshelf could not be reached. Check your connection and try again.')
  })
})

describe('a call that needs a recent sign-in', () => {
  const gated = Object.entries(contract).flatMap(([module, calls]) =>
    Object.entries(calls as Record<string, { '~orpc': { meta: CallMeta; route: { method?: string; path?: string } } }>).flatMap(
      ([name, { '~orpc': call }]) => (call.meta.needsRecentSignIn === undefined ? [] : [{ module, name, ...call.route }]),
    ),
  )
  const params: Record<string, string> = { ...scope, userId: 'a', invitationId: 'b', exportId: 'c', storeId: 'd', domainId: 'e' }

  function send(module: string, name: string): Promise<unknown> {
    const calls = api as unknown as Record<string, Record<string, { call(input: object): Promise<unknown> }>>
    const call = calls[module]?.[name]
    return call === undefined ? Promise.reject(new Error('There is no such call')) : call.call({ params, body: { name: 'x' } })
  }

  it('is declared at least eleven times in the contract', () => {
    expect(gated.length).toBeGreaterThanOrEqual(11)
  })

  it.each(gated)(
    'prompts the user to confirm their identity, and is repeated once: $module.$name',
    async ({ module, name, method, path = '' }) => {
      let sent = 0
      answerCalls({
        [`${method} ${path.replace(/\{(\w+)\}/g, (_whole, id: string) => params[id] ?? id)}`]: () => {
          sent += 1
          return errorReply(403, 'REAUTHENTICATION_REQUIRED', 'Confirm that it is you.')
        },
      })

      const calls = [send(module, name), send(module, name)]
      await expect.poll(() => [sent, isReauthenticationPromptOpen()]).toEqual([2, true])
      closeReauthenticationPrompt(true)

      for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ reason: { code: 'REAUTHENTICATION_REQUIRED' } })
      expect([sent, isReauthenticationPromptOpen()]).toEqual([4, false])
    },
  )

  it('is not repeated when the user cancels', async () => {
    let sent = 0
    answerCalls({
      [`DELETE ${inProject}`]: () => {
        sent += 1
        return errorReply(403, 'REAUTHENTICATION_REQUIRED', 'Confirm that it is you.')
      },
    })

    const call = send('projects', 'delete')
    await expect.poll(isReauthenticationPromptOpen).toBe(true)
    closeReauthenticationPrompt(false)

    await expect(call).rejects.toThrow(CanceledError)
    expect(sent).toBe(1)
  })
})
