import { notifications } from '@mantine/notifications'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Test files share a process, and with it the libraries they load, but each has the dashboard's modules to itself.
vi.resetModules()

// The component library needs it; happy-dom has none.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Screens load their code when they are first shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError: toElementError })

/**
 * Prints the document only if the message is read. A test that waits for an element discards the errors of all queries
 * but the last.
 */
function toElementError(reason: string | null, container: Element): Error {
  const error = new Error()
  Error.captureStackTrace(error, toElementError)
  error.name = 'TestingLibraryElementError'
  return Object.defineProperty(error, 'message', { get: () => `${reason}\n\n${prettyDOM(container)}`, configurable: true })
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizeObserver)
  localStorage.clear()
})

afterEach(() => {
  cleanup()
  notifications.clean()
  // A hidden page, or a clock that stands still, would change the next file's tests.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
