import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// The component library needs it; happy-dom has none.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Screens load their code when they are first shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizeObserver)
  localStorage.clear()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
