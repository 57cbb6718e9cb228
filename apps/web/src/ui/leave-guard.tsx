import { use, useEffect, useEffectEvent, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To, useLocation } from 'react-router'

/** Asks the user; calls `leave` when the answer is yes. */
type Ask = (leave: () => void) => void

let guard: { pathname: string; ask: Ask } | undefined

/** Calls `leave`: at once, or after the guard of the current screen has asked. */
export function leaveGuarded(leave: () => void): void {
  if (guard === undefined) leave()
  else guard.ask(leave)
}

/** Navigations to another screen pass its guard. The library guards only with its data router, which adds 18 KB to the first visit. */
export function GuardedNavigation({ children }: { children: React.ReactNode }) {
  const context = use(NavigationContext)
  const guarded = useMemo(() => ({ ...context, navigator: guardNavigator(context.navigator) }), [context])
  return <NavigationContext value={guarded}>{children}</NavigationContext>
}

function guardNavigator(navigator: Navigator): Navigator {
  const pass = (to: To, go: () => void) => (isSameScreen(to) ? go() : leaveGuarded(go))
  return {
    ...navigator,
    push: (...target) => pass(target[0], () => navigator.push(...target)),
    replace: (...target) => pass(target[0], () => navigator.replace(...target)),
  }
}

function isSameScreen(to: To): boolean {
  const pathname = typeof to === 'string' ? /^[^?#]*/.exec(to)?.[0] : to.pathname
  return pathname === undefined || pathname === '' || pathname === guard?.pathname
}

/** While `isActive`, leaving the screen by a link, by Back or by closing the tab asks first. */
export function useLeaveGuard(isActive: boolean, ask: Ask): void {
  const { pathname, key } = useLocation()
  const askUser = useEffectEvent(ask)

  // The key changes with the entry of the history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isActive) return
    return installGuard(pathname, askUser)
  }, [isActive, pathname, key])
}

/** Returns how to remove it. */
function installGuard(pathname: string, ask: Ask): () => void {
  const index = entryIndex()
  /** How far Back or Forward went, while the browser returns from there. */
  let wanted: number | undefined
  const own = { pathname, ask: (leave: () => void) => ask(() => leaveUnasked(leave)) }

  function leaveUnasked(leave: () => void): void {
    remove()
    leave()
  }

  /** The browser has left already: it returns, and then the user is asked. The router knows of neither. */
  function handlePop(event: PopStateEvent): void {
    const delta = wanted ?? entryIndex() - index
    if (wanted === undefined && (window.location.pathname === pathname || !Number.isInteger(delta))) return
    event.stopImmediatePropagation()
    if (wanted === undefined) window.history.go(-delta)
    else own.ask(() => window.history.go(delta))
    wanted = wanted === undefined ? delta : undefined
  }

  function remove(): void {
    if (guard === own) guard = undefined
    window.removeEventListener('popstate', handlePop, { capture: true })
    window.removeEventListener('beforeunload', preventUnload)
  }

  guard = own
  window.addEventListener('popstate', handlePop, { capture: true })
  window.addEventListener('beforeunload', preventUnload)
  return remove
}

/** The place of the current entry in the history, as the router stores it. */
function entryIndex(): number {
  return Number(window.history.state?.idx)
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
