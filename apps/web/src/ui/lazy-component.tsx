import { lazy } from 'react'

/** The code of a part could not be fetched. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** Lets the next showing of the part fetch it again. */
  discard: () => void

  constructor(cause: unknown, discard: () => void) {
    super('A part of the page could not be loaded.', { cause })
    this.discard = discard
  }
}

/** A component whose code comes with its first showing. `lazy` alone would keep a failed fetch for ever; here a ErrorBoundary forgets it, and the browser is asked again. */
export function lazyComponent<Props extends object>(load: () => Promise<React.FunctionComponent<Props>>): React.FunctionComponent<Props> {
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
  return function LazyPart(props: Props) {
    return <Attempt {...props} />
  }
}
