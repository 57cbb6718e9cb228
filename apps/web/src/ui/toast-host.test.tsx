import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { showToast } from './toast.tsx'
import { ToastHost } from './toast-host.tsx'

const shelf = vi.hoisted(() => ({ askedTimes: 0 }))
vi.mock('./toast-shelf.tsx', () => {
  shelf.askedTimes += 1
  throw new TypeError('Failed to fetch dynamically imported module')
})

function openHost(): void {
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  )
}

it('shows a toast although its shelf cannot be fetched, until it is closed', async () => {
  openHost()

  await showToast({ title: 'Error', message: 'Linkshelf could not be reached.', tone: 'bad' })

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Linkshelf could not be reached.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }))

  expect(screen.queryByText('Linkshelf could not be reached.')).toBeNull()
})

it('asks for the shelf before the first toast, once the page has come to rest', async () => {
  vi.useFakeTimers()
  try {
    const before = shelf.askedTimes
    openHost()
    expect(shelf.askedTimes).toBe(before)

    await vi.runAllTimersAsync()
    vi.useRealTimers()

    await vi.waitFor(() => expect(shelf.askedTimes).toBeGreaterThan(before))
  } finally {
    vi.useRealTimers()
  }
})
