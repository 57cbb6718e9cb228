import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowPageNote } from './slow-page-note.tsx'

const note = 'This page is taking longer than usual.'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Page({ pathname, isThere }: { pathname: string; isThere: boolean }) {
  const page = useRef<HTMLElement>(null)
  return (
    <MantineProvider env="test">
      <main ref={page}>{isThere ? <h1>Links</h1> : <div role="status" aria-label="Loading" />}</main>
      <SlowPageNote page={page} pathname={pathname} />
    </MantineProvider>
  )
}

function advanceTime(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

it('warns with the path and the time if a page takes more than five seconds', async () => {
  render(<Page pathname="/links" isThere={false} />)

  await advanceTime(4_999)
  expect(screen.queryByText(note)).toBeNull()
  expect(console.warn).not.toHaveBeenCalled()

  await advanceTime(1)
  expect(screen.getByText(note)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('/links is not rendered after 5000 ms')
})

it('is not shown when the page loads in time', async () => {
  const { rerender } = render(<Page pathname="/links" isThere={false} />)
  await advanceTime(4_000)

  rerender(<Page pathname="/links" isThere />)
  await advanceTime(4_000)

  expect(screen.queryByText(note)).toBeNull()
  expect(console.warn).not.toHaveBeenCalled()
})

it('disappears when the page is loaded', async () => {
  const { rerender } = render(<Page pathname="/links" isThere={false} />)
  await advanceTime(5_000)

  rerender(<Page pathname="/links" isThere />)
  await advanceTime(0)

  expect(screen.queryByText(note)).toBeNull()
})

it('restarts the timer for another page', async () => {
  const { rerender } = render(<Page pathname="/links" isThere={false} />)
  await advanceTime(5_000)

  rerender(<Page pathname="/" isThere={false} />)
  expect(screen.queryByText(note)).toBeNull()

  await advanceTime(5_000)
  expect(screen.getByText(note)).toBeTruthy()
  expect(console.warn).toHaveBeenLastCalledWith('/ is not rendered after 5000 ms')
})
