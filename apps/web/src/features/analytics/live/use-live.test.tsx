import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  aLink,
  aLiveStream,
  answerCalls,
  inProject,
  internalError,
  noReply,
  openDashboard,
  orgId,
  projectId,
  type SentCall,
  signIn,
  someDays,
} from '../../../../test/open-dashboard.tsx'
import { createQueryClient } from '../../../query-client.ts'
import { useLive } from './use-live.ts'

const live = `GET ${inProject}/analytics/live`
const overviewCall = `GET ${inProject}/analytics/overview`

/** A dashboard whose total grows by one with each request. */
function openWithCounter(changes: Record<string, (call: SentCall) => unknown>) {
  const requests = { times: 0 }
  openDashboard('/', {
    [overviewCall]: () => {
      requests.times += 1
      const clicks = 1_000 + requests.times
      return { totalClicks: clicks, clicksLastMonth: 1, activeLinks: 3, topPerformingLinks: [], clicksByDay: someDays(1) }
    },
    [`GET ${inProject}/urls`]: () => [aLink()],
    ...changes,
  })
  return requests
}

it('shows a click announced by the server, over one authenticated stream', async () => {
  let publish = () => {}
  const tokens: (string | null)[] = []
  const requests = openWithCounter({
    [live]: ({ headers }) => {
      tokens.push(headers.get('authorization'))
      return aLiveStream((publisher) => {
        publish = publisher
      })
    },
  })
  await expect.poll(() => tokens).toEqual(['Bearer a-token'])
  // Once for the screen, and once because the stream may have been opened after a click.
  await expect.poll(() => requests.times, { timeout: 5_000 }).toBe(2)
  expect(await screen.findByText('Live')).toBeTruthy()

  publish()

  expect(await screen.findByText('1,003', undefined, { timeout: 5_000 })).toBeTruthy()
  expect(tokens).toHaveLength(1)
})

it('does not refetch a query that never had data', async () => {
  let requestCount = 0
  let publish = () => {}
  openWithCounter({
    [overviewCall]: () => {
      requestCount += 1
      return internalError()
    },
    [live]: () =>
      aLiveStream((publisher) => {
        publish = publisher
      }),
  })
  await screen.findByRole('button', { name: 'Retry' })
  const requestCountBefore = requestCount

  publish()
  await new Promise((resolve) => setTimeout(resolve, 1_500))

  expect(requestCount).toBe(requestCountBefore)
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

it('shows Not live while the stream is broken', async () => {
  openWithCounter({ [live]: internalError })

  expect(await screen.findByText('Not live')).toBeTruthy()
})

it('shows Not live without an event', async () => {
  openWithCounter({ [live]: noReply })

  expect(await screen.findByText('Live')).toBeTruthy()
  expect(await screen.findByText('Not live', undefined, { timeout: 5_000 })).toBeTruthy()
})

it('opens one stream for all callers of a project', async () => {
  let streams = 0
  signIn()
  answerCalls({
    [live]: () => {
      streams += 1
      return aLiveStream()
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveState of="chart" />
      <LiveState of="table" />
    </QueryClientProvider>,
  )
  await expect.poll(() => streams).toBe(1)
  expect(screen.getByText('chart is live')).toBeTruthy()
  expect(screen.getByText('table is live')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(streams).toBe(1)
})

function LiveState({ of }: { of: string }) {
  return useLive({ orgId, projectId }) ? <p>{of} is live</p> : null
}
