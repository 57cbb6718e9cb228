import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  aLink,
  aLiveLine,
  answerCalls,
  inProject,
  openDashboard,
  orgId,
  projectId,
  refusal,
  type SentCall,
  signIn,
  silence,
  someDays,
} from '../../../../test/open-dashboard.tsx'
import { createQueryClient } from '../../../query-client.ts'
import { useLive } from './use-live.ts'

const live = `GET ${inProject}/analytics/live`
const overviewCall = `GET ${inProject}/analytics/overview`

/** A dashboard whose number is one more each time it is asked for. */
function openCounting(changes: Record<string, (call: SentCall) => unknown>) {
  const asked = { times: 0 }
  openDashboard('/', {
    [overviewCall]: () => {
      asked.times += 1
      const clicks = 1_000 + asked.times
      return { totalClicks: clicks, clicksLastMonth: 1, activeLinks: 3, topPerformingLinks: [], clicksByDay: someDays(1) }
    },
    [`GET ${inProject}/urls`]: () => [aLink()],
    ...changes,
  })
  return asked
}

it('shows a click announced by the server, over one authenticated stream', async () => {
  let tell = () => {}
  const tokens: (string | null)[] = []
  const asked = openCounting({
    [live]: ({ headers }) => {
      tokens.push(headers.get('authorization'))
      return aLiveLine((telling) => {
        tell = telling
      })
    },
  })
  await expect.poll(() => tokens).toEqual(['Bearer a-token'])
  // Once for the screen, and once because the line may have been opened after a click.
  await expect.poll(() => asked.times, { timeout: 5_000 }).toBe(2)
  expect(await screen.findByText('Live')).toBeTruthy()

  tell()

  expect(await screen.findByText('1,003', undefined, { timeout: 5_000 })).toBeTruthy()
  expect(tokens).toHaveLength(1)
})

it('does not refetch a query that never had data', async () => {
  let asked = 0
  let tell = () => {}
  openCounting({
    [overviewCall]: () => {
      asked += 1
      return refusal(500, 'FAULT', 'An unexpected error occurred')
    },
    [live]: () =>
      aLiveLine((telling) => {
        tell = telling
      }),
  })
  await screen.findByRole('button', { name: 'Retry' })
  const askedBefore = asked

  tell()
  await new Promise((resolve) => setTimeout(resolve, 1_500))

  expect(asked).toBe(askedBefore)
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

it('says that it is not live while the stream is broken', async () => {
  openCounting({ [live]: () => refusal(500, 'FAULT', 'An unexpected error occurred') })

  expect(await screen.findByText('Not live')).toBeTruthy()
})

it('says that it is not live without an event', async () => {
  openCounting({ [live]: silence })

  expect(await screen.findByText('Live')).toBeTruthy()
  expect(await screen.findByText('Not live', undefined, { timeout: 5_000 })).toBeTruthy()
})

it('opens one stream for all callers of a project', async () => {
  let lines = 0
  signIn()
  answerCalls({
    [live]: () => {
      lines += 1
      return aLiveLine()
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Look of="chart" />
      <Look of="table" />
    </QueryClientProvider>,
  )
  await expect.poll(() => lines).toBe(1)
  expect(screen.getByText('chart is live')).toBeTruthy()
  expect(screen.getByText('table is live')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(lines).toBe(1)
})

function Look({ of }: { of: string }) {
  return useLive({ orgId, projectId }) ? <p>{of} is live</p> : null
}
