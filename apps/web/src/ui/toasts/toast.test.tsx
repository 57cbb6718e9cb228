import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showErrorToast, showToast } from './toast.tsx'
import { ToastOutlet } from './toast-outlet.tsx'

afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  render(
    <MantineProvider env="test">
      <ToastOutlet />
    </MantineProvider>,
  )
})

function createApiError(message: string, correlationId: string): Error {
  return Object.assign(new Error(message), { correlationId })
}

describe('the toast of a failure', () => {
  it('has the message, the time, the correlation id and a hint to give it to support', async () => {
    vi.setSystemTime(new Date(2025, 10, 5, 14, 3))
    await showErrorToast(createApiError('The label is taken.', 'an-id'))

    const toast = await screen.findByRole('alert')
    expect(toast.textContent).toContain('Error')
    expect(toast.textContent).toContain('The label is taken.')
    expect(toast.textContent).toContain('Nov 05, 2025 14:03 · Correlation ID an-id')
    expect(toast.textContent).toContain('give this ID to support')
  })

  it.each([
    ['an API error without an id', createApiError('The label is taken.', '')],
    ['a value that is not an error', 'oops'],
  ])('generates an id for %s', async (_title, error) => {
    await showErrorToast(error)

    expect((await screen.findByRole('alert')).textContent).toMatch(/An unexpected error occurred.*Correlation ID [0-9a-f-]{36}/)
  })

  it('stays until it is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await showErrorToast(createApiError('The label is taken.', 'an-id'))
    await screen.findByText('The label is taken.')
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    vi.useRealTimers()
    expect(screen.getByText('The label is taken.')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Close this message' }))

    await waitFor(() => expect(screen.queryByText('The label is taken.')).toBeNull())
  })
})

it('replaces the previous toast', async () => {
  await showToast({ title: 'Project Changed' })
  await showToast({ title: 'Link created successfully' })
  await showErrorToast(createApiError('The label is taken.', 'an-id'))

  expect(await screen.findByText('The label is taken.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
})
