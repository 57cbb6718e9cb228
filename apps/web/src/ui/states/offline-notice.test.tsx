import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { OfflineNotice } from './offline-notice.tsx'

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

it('appears when the connection is lost, and disappears when it is back', () => {
  render(<OfflineNotice />)
  expect(screen.getByRole('status').textContent).toBe('')

  setOnline(false)
  expect(screen.getByRole('status').textContent).toMatch(/^You are offline/)

  setOnline(true)
  expect(screen.getByRole('status').textContent).toBe('')
})
