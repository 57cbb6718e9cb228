export interface CircuitBreaker {
  /** Open from a failure on, until a call succeeds. */
  isOpen(): boolean
  /** Undefined when the work failed, or was not tried because the circuit is open. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>
  reset(): void
}

/** While the circuit is open, one call at a time is tried, every `retryMs`; all others fail at once. */
export function createCircuitBreaker(retryMs: number): CircuitBreaker {
  let isOpen = false
  let isTrying = false
  let retryAt = 0

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work()
      isOpen = false
      return result
    } catch {
      isOpen = true
      retryAt = performance.now() + retryMs
      return undefined
    }
  }

  return {
    isOpen: () => isOpen,
    async run(work) {
      if (!isOpen) return attempt(work)
      if (isTrying || performance.now() < retryAt) return undefined
      isTrying = true
      const result = await attempt(work)
      isTrying = false
      return result
    },
    reset() {
      isOpen = false
    },
  }
}
