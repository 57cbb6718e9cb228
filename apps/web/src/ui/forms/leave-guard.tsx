import { use, useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To, useLocation } from 'react-router'

/** Asks the user whether to leave, and calls `leave` if the answer is yes. */
type LeavePrompt = (leave: () => void) => void

interface Guard {
  pathname: string
  /** The position of the screen in the browser's history. */
  index: number
  ask: LeavePrompt
  /**
   * Number of history entries between the screen and the entry that Back or Forward had opened; negative after Back.
   * Defined only while the browser is returning to the screen.
   */
  wanted?: number
}

/** The guards of the screen and of a dialog on it. Only the guard that was installed last asks the user. */
let guards: readonly Guard[] = []

/**
 * Asks the user through the guard of the current screen before calling `leave`. If the screen has no guard, calls
 * `leave` immediately.
 */
export function leaveGuarded(leave: () => void): void {
  const guard = guards.at(-1)
  if (guard === undefined) leave()
  else guard.ask(leave)
}

/**
 * Lets the current screen's guard stop every navigation to another screen. React Router supports guards only in its
 * data router, which adds 18 KB to the first visit.
 */
export function GuardedNavigation({ children }: { children: React.ReactNode }) {
  const context = use(NavigationContext)
  const guarded = useMemo(() => ({ ...context, navigator: guardNavigator(context.navigator) }), [context])

  // Listeners of the window run in the order in which they were added. The layout effect of a child runs before the
  // layout effect of the router, so this listener runs first.
  useLayoutEffect(() => {
    window.addEventListener('popstate', handlePopState)
    return () => window.removeEventListener('popstate', handlePopState)
  }, [])

  return <NavigationContext value={guarded}>{children}</NavigationContext>
}

function guardNavigator(navigator: Navigator): Navigator {
  const navigateGuarded = (to: To, go: () => void) => (isSameScreen(to) ? go() : leaveGuarded(go))
  return {
    ...navigator,
    push: (...target) => navigateGuarded(target[0], () => navigator.push(...target)),
    replace: (...target) => navigateGuarded(target[0], () => navigator.replace(...target)),
  }
}

/**
 * Returns whether the target is on the guarded screen. The target is always an object, because the router resolves
 * every target to a path.
 */
function isSameScreen(to: To): boolean {
  return typeof to === 'object' && to.pathname === guards.at(-1)?.pathname
}

/**
 * Handles Back and Forward. `popstate` fires when the browser has already left the screen, so this function first
 * returns to the screen and then asks the user. The router does not receive these events.
 */
function handlePopState(event: PopStateEvent): void {
  const guard = guards.at(-1)
  if (guard === undefined) return
  const { pathname, index, wanted, ask } = guard
  const delta = wanted ?? readEntryIndex() - index
  if (wanted === undefined && (window.location.pathname === pathname || !Number.isInteger(delta))) return
  event.stopImmediatePropagation()
  guard.wanted = wanted === undefined ? delta : undefined
  if (wanted === undefined) window.history.go(-delta)
  else ask(() => window.history.go(delta))
}

/** Returns the position of the current entry in the history, which the router stores in the history state. */
function readEntryIndex(): number {
  return Number(window.history.state?.idx)
}

/** Asks the user before a link, Back or closing the tab leaves the screen. This applies while `isActive` is true. */
export function useLeaveGuard(isActive: boolean, ask: LeavePrompt): void {
  const { pathname, key } = useLocation()
  const askUser = useEffectEvent(ask)

  // `key` is a trigger, because each history entry has its own key and the guard stores the index of its entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isActive) return
    return installGuard(pathname, askUser)
  }, [isActive, pathname, key])
}

/** Installs a guard for the screen, and returns a function that removes the guard. */
function installGuard(pathname: string, ask: LeavePrompt): () => void {
  const own: Guard = { pathname, index: readEntryIndex(), ask: (leave) => ask(() => leaveUnguarded(leave)) }

  /** Leaves without asking again. If a dialog was guarded, the guard of the screen below it still asks. */
  function leaveUnguarded(leave: () => void): void {
    remove()
    leaveGuarded(leave)
  }

  function remove(): void {
    guards = guards.filter((one) => one !== own)
    if (guards.length === 0) window.removeEventListener('beforeunload', preventUnload)
  }

  guards = [...guards, own]
  window.addEventListener('beforeunload', preventUnload)
  return remove
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
