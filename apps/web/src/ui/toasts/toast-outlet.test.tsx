import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { showToast } from './toast.tsx'
import { ToastOutlet } from './toast-outlet.tsx'

const container = vi.hoisted(() => ({ loadCount: 0 }))
vi.mock('./toast-container.tsx', () => {
  container.loadCount += 1
  throw new TypeError('Failed to fetch dynamically imported module')
})

function renderOutlet(): void {
  render(
    <MantineProvider env="test">
      <ToastOutlet />
    </MantineProvider>,
  )
}

it('shows a toast until it is closed, even if its container cannot be loaded', async () => {
  renderOutlet()

  await showToast({ title: 'Error', message: 'Linkshelf could not be reached.', tone: 'bad' })

  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Linkshelf could not be reached.')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }))

  expect(screen.queryByText('Linkshelf could not be reached.')).toBeNull()
})

it('loads the container before the first toast, once the page is idle', async () => {
  vi.useFakeTimers()
  try {
    const before = container.loadCount
    renderOutlet()
    expect(container.loadCount).toBe(before)

    await vi.runAllTimersAsync()
    vi.useRealTimers()

    await expect.poll(() => container.loadCount).toBeGreaterThan(before)
  } finally {
    vi.useRealTimers()
  }
})
