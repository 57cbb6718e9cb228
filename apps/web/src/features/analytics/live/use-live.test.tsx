import { dashboardHeader } from '@linkshelf/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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
import { createQueryClient } from '../../../api/query-client.ts'
import { dashboardQuery, overviewQuery } from '../analytics-queries.ts'
import { useLive } from './use-live.ts'

const live = `GET ${inProject}/analytics/live`
const overviewCall = `GET ${inProject}/analytics/overview`

const anOverview = {
  totalClicks: 7,
  clicksAllTime: 7,
  clicksLastMonth: 7,
  activeLinks: 1,
  topPerformingLinks: [],
  clicksByDay: someDays(7),
}

/** Opens a dashboard whose total grows by one with each request of the chosen period. */
function openWithCounter(changes: Record<string, (call: SentCall) => unknown>) {
  const requests = { times: 0 }
  openDashboard('/', {
    [overviewCall]: ({ query }) => {
      if (query.get('end_date') === null) requests.times += 1
      const clicks = 1_000 + requests.times
      return {
        totalClicks: clicks,
        clicksAllTime: clicks,
        clicksLastMonth: 1,
        activeLinks: 3,
        topPerformingLinks: [],
        clicksByDay: someDays(1),
      }
    },
    [`GET ${inProject}/urls`]: () => [aLink()],
    ...changes,
  })
  return requests
}

it('requests the stream with low priority', async () => {
  openWithCounter({ [live]: () => aLiveStream(() => undefined) })
  const fetched = vi.spyOn(globalThis, 'fetch')
  const listSent = () => fetched.mock.calls.map(([request, init]) => [new URL((request as Request).url).pathname, init?.priority])

  await expect.poll(listSent).toContainEqual([live.slice('GET '.length), 'low'])
  expect(listSent().filter(([, priority]) => priority === 'low')).toHaveLength(1)
})

it('shows a click announced by the server, over one stream of the session', async () => {
  let publish = () => {}
  const opened: (string | null)[] = []
  const requests = openWithCounter({
    [live]: ({ headers }) => {
      opened.push(headers.get(dashboardHeader))
      return aLiveStream((publisher) => {
        publish = publisher
      })
    },
  })
  await expect.poll(() => opened).toEqual(['1'])
  expect(await screen.findByText(/^1,001 all time/)).toBeTruthy()
  await screen.findByRole('heading', { name: 'Recent clicks' })
  expect(await screen.findAllByText('Live')).toHaveLength(1)

  publish()

  expect(await screen.findByText(/^1,002 all time/)).toBeTruthy()
  expect([requests.times, opened.length]).toEqual([2, 1])
})

it('refetches queries that were fetched before the stream was opened', async () => {
  const queryClient = createQueryClient()
  const { queryKey } = overviewQuery({ orgId, projectId })
  const fetched: string[] = []
  signIn()
  answerCalls({ [live]: () => aLiveStream(), [overviewCall]: () => [fetched.push('overview'), anOverview][1] })
  queryClient.setQueryData(queryKey, { ...anOverview, totalClicks: 1 }, { updatedAt: Date.now() - 6_000 })
  render(
    <QueryClientProvider client={queryClient}>
      <LiveTotal />
    </QueryClientProvider>,
  )

  expect(await screen.findByText('7 clicks')).toBeTruthy()
  expect(fetched).toEqual(['overview'])
})

it('does not refetch a query that never had data', async () => {
  const sent = { overview: 0, dashboard: 0 }
  let publish: (() => void) | undefined
  signIn()
  answerCalls({
    [live]: () =>
      aLiveStream((publisher) => {
        publish = publisher
      }),
    [overviewCall]: () => {
      sent.overview += 1
      return internalError()
    },
    [`GET ${inProject}/analytics/dashboard`]: () => {
      sent.dashboard += 1
      return { totalClicks: 7, visitors: 1, countries: 1 }
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveStates />
    </QueryClientProvider>,
  )
  await screen.findByText('error and success')
  await expect.poll(() => publish).toBeDefined()
  const before = { ...sent }

  publish?.()

  await expect.poll(() => sent.dashboard).toBe(before.dashboard + 1)
  expect(sent.overview).toBe(before.overview)
})

it('shows Not live while the stream is broken', async () => {
  openWithCounter({ [live]: internalError })

  expect(await screen.findAllByText('Not live')).not.toEqual([])
})

it('shows Not live if no event arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  openWithCounter({ [live]: noReply })

  expect(await screen.findAllByText('Live')).not.toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findAllByText('Not live')).not.toEqual([])
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

function LiveTotal() {
  useLive({ orgId, projectId })
  const { data } = useQuery(overviewQuery({ orgId, projectId }))
  return <p>{data?.totalClicks} clicks</p>
}

function LiveStates() {
  useLive({ orgId, projectId })
  const { status: overview } = useQuery(overviewQuery({ orgId, projectId }))
  const { status: dashboard } = useQuery(dashboardQuery({ orgId, projectId }))
  return (
    <p>
      {overview} and {dashboard}
    </p>
  )
}

function LiveState({ of }: { of: string }) {
  return useLive({ orgId, projectId }) ? <p>{of} is live</p> : null
}
