import { lazy, useEffect, useState } from 'react'
import { waitUntilIdle } from './browser/wait-until-idle.ts'

/** The code of a component could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** The next render loads it again. */
  discard: () => void

  constructor(cause: unknown, discard: () => void) {
    super('A part of the page could not be loaded.', { cause })
    this.discard = discard
  }
}

export type LazyComponent<Props> = React.FunctionComponent<Props> & {
  /**
   * Loads the code ahead of the first render, which then does not suspend. A load that fails is repeated by the render.
   */
  preload: () => Promise<void>
}

const loadListeners = new Set<() => void>()

/** Calls `listener` when the code of a component has loaded. Returns how to stop. */
export function onCodeLoaded(listener: () => void): () => void {
  loadListeners.add(listener)
  return () => loadListeners.delete(listener)
}

/**
 * Returns a component whose code loads with its first render. `lazy` alone caches a failed load; here an ErrorBoundary
 * discards it.
 */
export function createLazyComponent<Props extends object>(load: () => Promise<React.FunctionComponent<Props>>): LazyComponent<Props> {
  let Attempt = createAttempt()
  let Loaded: React.FunctionComponent<Props> | undefined

  async function loadOnce(): Promise<React.FunctionComponent<Props>> {
    if (Loaded !== undefined) return Loaded
    Loaded = await load()
    for (const listener of loadListeners) listener()
    return Loaded
  }

  function createAttempt(): React.ComponentType<Props> {
    return lazy(async () => {
      try {
        return { default: await loadOnce() }
      } catch (cause) {
        throw new ChunkLoadError(cause, () => {
          Attempt = createAttempt()
        })
      }
    })
  }

  // A module calls this once, as it would call `lazy`.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  function LazyComponent(props: Props) {
    // A mounted component stays the same one: another would lose its state.
    const [Component] = useState(() => Loaded ?? Attempt)
    return <Component {...props} />
  }

  async function preload(): Promise<void> {
    await loadOnce().catch(() => undefined)
  }
  return Object.assign(LazyComponent, { preload })
}

/**
 * Loads the code of what a screen shows once its data is loaded, while that loads. Without it, the part would send its
 * calls only after its code has loaded. `parts` must be the same array in each render.
 */
export function usePreload(parts: readonly Pick<LazyComponent<object>, 'preload'>[]): void {
  useEffect(() => {
    void waitUntilIdle().then(() => {
      for (const part of parts) void part.preload()
    })
  }, [parts])
}
