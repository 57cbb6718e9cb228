import { notifications } from '@mantine/notifications'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Test files share a process and its loaded libraries, but each file loads its own copy of the dashboard's modules.
vi.resetModules()

// The component library needs a `ResizeObserver`, and happy-dom has none.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Screens load their code when they are first shown, which can take long on a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError: toElementError })

/**
 * Returns an error that formats the document only if its message is read, because a test that waits for an element
 * discards the errors of all queries except the last one.
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
  // A hidden page or a stopped clock would affect the tests of the next file.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
