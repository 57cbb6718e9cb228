import { lazy } from 'react'

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
  /** Loads the code ahead of the first render. A load that fails is repeated by the render. */
  preload: () => void
}

/** A component whose code loads with its first render. `lazy` alone caches a failed load; here an ErrorBoundary discards it. */
export function lazyComponent<Props extends object>(load: () => Promise<React.FunctionComponent<Props>>): LazyComponent<Props> {
  let Attempt = attempt()

  function attempt(): React.ComponentType<Props> {
    return lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new ChunkLoadError(cause, () => {
          Attempt = attempt()
        })
      }
    })
  }

  // A module calls this once, as it would call `lazy`.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  function LazyComponent(props: Props) {
    return <Attempt {...props} />
  }
  return Object.assign(LazyComponent, { preload: () => void load().catch(() => undefined) })
}
