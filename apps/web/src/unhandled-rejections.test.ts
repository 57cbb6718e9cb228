import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportUnhandledRejections } from './unhandled-rejections.ts'

const toasts = vi.hoisted((): unknown[] => [])
vi.mock('./ui/toasts/toast.tsx', () => ({ showErrorToast: async (error: unknown) => void toasts.push(error) }))

let stop: () => void

beforeEach(() => {
  toasts.length = 0
  stop = reportUnhandledRejections()
})
afterEach(() => stop())

/** Dispatches an unhandled rejection. Returns true if it is suppressed, so that the browser does not log it. */
function reject(reason: unknown): boolean {
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('an unhandled rejection', () => {
  it.each([
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
    'The message port closed before a response was received.',
  ])('is suppressed if its message is %j', (message) => {
    expect([reject(new Error(message)), reject(message)]).toEqual([true, true])
    expect(toasts).toEqual([])
  })

  it.each([[new Error('The channel of this store is closed')], [new TypeError('x is not a function')], ['a text'], [undefined]])(
    'shows a toast for %s',
    (reason) => {
      expect(reject(reason)).toBe(false)
      expect(toasts).toEqual([reason])
    },
  )

  it('is shown only once if it rejected several promises', () => {
    const error = new Error('x')

    reject(error)
    reject(error)

    expect(toasts).toEqual([error])
  })
})
