import { lazy, useEffect, useState } from 'react'
import { waitUntilIdle } from './browser/wait-until-idle.ts'

/** Means that the code of a component could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** Discards the failed load, so that the next render loads the code again. */
  discard: () => void

  constructor(cause: unknown, discard: () => void) {
    super('A part of the page could not be loaded.', { cause })
    this.discard = discard
  }
}

export type LazyComponent<Props> = React.FunctionComponent<Props> & {
  /**
   * Loads the code before the first render, so that the first render does not suspend. If the load fails, the render
   * tries again.
   */
  preload: () => Promise<void>
}

const loadListeners = new Set<() => void>()

/** Calls `listener` whenever the code of a lazy component has loaded. Returns a function that removes the listener. */
export function onCodeLoaded(listener: () => void): () => void {
  loadListeners.add(listener)
  return () => loadListeners.delete(listener)
}

/**
 * Returns a component whose code loads when it is first rendered. `lazy` alone would cache a failed load. ErrorBoundary
 * therefore discards a failed load, so that the next render loads the code again.
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
    // The component type must not change while the component is mounted, because its state would be lost.
    const [Component] = useState(() => Loaded ?? Attempt)
    return <Component {...props} />
  }

  async function preload(): Promise<void> {
    await loadOnce().catch(() => undefined)
  }
  return Object.assign(LazyComponent, { preload })
}

/**
 * Loads the code of the parts that a screen renders after its data. The code loads while the data loads, so the parts
 * can send their calls as soon as they are rendered. `parts` must be the same array in each render.
 */
export function usePreload(parts: readonly Pick<LazyComponent<object>, 'preload'>[]): void {
  useEffect(() => {
    void waitUntilIdle().then(() => {
      for (const part of parts) void part.preload()
    })
  }, [parts])
}
