import { matchPath } from 'react-router'
import type { LazyComponent } from './ui/lazy-component.tsx'

/** Code that is loaded before its first render. */
export type Preloaded = Pick<LazyComponent<object>, 'preload'>

/**
 * Loads the code of the screen whose path matches. Also resolves if the code could not be loaded, because rendering the
 * screen then shows the error.
 */
export async function preloadMatchingScreen(screensByPath: Readonly<Record<string, Preloaded>>, pathname: string): Promise<void> {
  const match = Object.entries(screensByPath).find(([path]) => matchPath(path, pathname) !== null)
  await match?.[1].preload()
}

/**
 * Calls `preload` with the path of a link when the pointer or the focus reaches the link. A screen whose code is loaded
 * shows no fallback, and sends its calls at once.
 */
export function preloadBeforeNavigation(preload: (pathname: string) => Promise<void>): void {
  function preloadTarget({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === window.location.origin && link.target === '') void preload(link.pathname)
  }
  document.addEventListener('pointerover', preloadTarget)
  document.addEventListener('focusin', preloadTarget)
}
