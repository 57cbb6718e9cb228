type Mode = 'shared' | 'exclusive'

export interface HeldLock {
  mode(): Mode
  /** Turns an exclusive lock into a shared lock, without waiting. */
  share(): void
  /** Can be called more than once. */
  unlock(): void
}

export interface SharedLock {
  /**
   * Resolves when the lock is held. Any number of holders can share the lock, or one holder has it exclusively.
   * Requests are served in order: no later request overtakes a request for exclusive mode. Rejects if the signal is
   * aborted before the lock is held.
   */
  lock(mode: Mode, signal?: AbortSignal): Promise<HeldLock>
}

interface WaitingLock {
  mode: Mode
  start(): void
}

/** Creates a lock for the tasks of this process. */
export function createSharedLock(): SharedLock {
  const waiting: WaitingLock[] = []
  const held = { shared: 0, exclusive: 0 }

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && held.exclusive === 0; next = waiting[0]) {
      if (next.mode === 'exclusive' && held.shared > 0) return
      waiting.shift()
      next.start()
    }
  }
  function hold(first: Mode): HeldLock {
    let mode: Mode | undefined = first
    held[first] += 1
    function changeMode(next: Mode | undefined): void {
      if (mode !== undefined) held[mode] -= 1
      if (next !== undefined) held[next] += 1
      mode = next
      startNext()
    }
    return {
      mode: () => mode ?? first,
      share() {
        if (mode === 'exclusive') changeMode('shared')
      },
      unlock() {
        if (mode !== undefined) changeMode(undefined)
      },
    }
  }

  return {
    async lock(mode, signal) {
      signal?.throwIfAborted()
      const started = Promise.withResolvers<HeldLock>()
      const one: WaitingLock = { mode, start: () => started.resolve(hold(mode)) }
      function abort(): void {
        const index = waiting.indexOf(one)
        if (index === -1) return
        waiting.splice(index, 1)
        started.reject(signal?.reason)
        startNext()
      }
      signal?.addEventListener('abort', abort)
      waiting.push(one)
      startNext()
      return started.promise.finally(() => signal?.removeEventListener('abort', abort))
    },
  }
}
