import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { joinQueries, QueryBoundary } from './query-boundary.tsx'

class FailedCall extends Error {
  correlationId = 'an-id'
  status: number

  constructor(status = 500) {
    super('The server failed.')
    this.status = status
  }
}

function renderWithQueries(children: React.ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">{children}</MantineProvider>
    </QueryClientProvider>,
  )
  return queryClient
}

function Names({ load, planAction }: { load: () => Promise<string[]>; planAction?: () => React.ReactNode }) {
  const names = useQuery({ queryKey: ['names'], queryFn: load })
  return (
    <QueryBoundary query={names} loading="Loading…" error="Names could not be loaded" empty="No names yet" planAction={planAction}>
      {(data) => data.join(', ')}
    </QueryBoundary>
  )
}

function Pages() {
  const pages = useInfiniteQuery({
    queryKey: ['pages'],
    queryFn: ({ pageParam }) => Promise.resolve([`page ${pageParam}`]),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  })
  return (
    <QueryBoundary query={pages} loading="Loading…" error="Pages could not be loaded">
      {({ pages }) => pages.flat().join(', ')}
    </QueryBoundary>
  )
}

describe('QueryBoundary', () => {
  it('shows the skeleton while the query loads, then its data', async () => {
    renderWithQueries(<Names load={() => Promise.resolve(['Ada', 'Alan'])} />)

    expect(screen.getByText('Loading…')).toBeTruthy()
    expect(await screen.findByText('Ada, Alan')).toBeTruthy()
  })

  it('shows the empty state for an answer without entries', async () => {
    renderWithQueries(<Names load={() => Promise.resolve([])} />)

    expect(await screen.findByText('No names yet')).toBeTruthy()
  })

  it('shows title, message and correlation id of a failure, and the data after a retry', async () => {
    let isDown = true
    renderWithQueries(<Names load={() => (isDown ? Promise.reject(new FailedCall()) : Promise.resolve(['Ada']))} />)

    expect(await screen.findByRole('heading', { name: 'Names could not be loaded' })).toBeTruthy()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('The server failed.')
    expect(alert.textContent).toContain('Correlation ID an-id')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ada')).toBeTruthy()
  })

  it('shows the loaded data when a later fetch fails', async () => {
    let isDown = false
    const queryClient = renderWithQueries(<Names load={() => (isDown ? Promise.reject(new FailedCall()) : Promise.resolve(['Ada']))} />)
    await screen.findByText('Ada')
    isDown = true

    await queryClient.refetchQueries()

    expect(queryClient.getQueryState(['names'])?.status).toBe('error')
    expect(screen.getByText('Ada')).toBeTruthy()
  })

  it('shows a note with its action when the plan does not include the data', async () => {
    renderWithQueries(<Names load={() => Promise.reject(new FailedCall(402))} planAction={() => <a href="/plans">See plans</a>} />)

    expect(await screen.findByRole('heading', { name: 'Not in your plan' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See plans' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('accepts the result of an infinite query', async () => {
    renderWithQueries(<Pages />)

    expect(await screen.findByText('page 1')).toBeTruthy()
  })
})

describe('joinQueries', () => {
  it('is ready when every query has data', () => {
    const ready = { data: 1, error: null, refetch: () => undefined }
    const loading = { data: undefined, error: null, refetch: () => undefined }

    expect(joinQueries({ one: ready, two: ready }).data).toEqual({ one: 1, two: 1 })
    expect(joinQueries({ one: ready, two: loading })).toMatchObject({ data: undefined, error: null })
  })

  it('fails if a query without data fails, and refetches only that query', async () => {
    const refetched: string[] = []
    const stale = { data: 1, error: new Error('late'), refetch: () => refetched.push('stale') }
    const failed = { data: undefined, error: new Error('down'), refetch: () => refetched.push('failed') }
    const joined = joinQueries({ stale, failed })

    expect(joined).toMatchObject({ data: undefined, error: failed.error })
    await joined.refetch()
    expect(refetched).toEqual(['failed'])
  })
})
