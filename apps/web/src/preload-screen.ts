import { matchPath } from 'react-router'
import type { LazyComponent } from './ui/states/lazy-component.tsx'

/** Loads the code of the screen whose path matches. Resolves when it is loaded, or could not be: rendering the screen then shows the error. */
export async function preloadScreenOf(screensByPath: Readonly<Record<string, LazyComponent<object>>>, pathname: string): Promise<void> {
  const match = Object.entries(screensByPath).find(([path]) => matchPath(path, pathname) !== null)
  await match?.[1].preload()
}
