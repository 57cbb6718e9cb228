import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { moveFocusWhenRemoved } from '../browser/focus.ts'
import { showLoadFailedToast } from '../toasts/load-failed-toast.tsx'
import type { Dialog } from './dialog-window.tsx'

export type { Dialog }

type WindowModule = typeof import('./dialog-window.tsx')

let mountWindow: ((module: WindowModule) => void) | undefined
let closeOpened: (() => void) | undefined
let stopMovingFocus: (() => void) | undefined
let isLoading = false

/**
 * Opens a dialog and closes the previous dialog. The code of the dialog and of its window is loaded first. If it cannot
 * be loaded, a toast says so. After the dialog closes, the focus returns to `opener`, or to its neighbor if `opener`
 * was removed. Resolves to false if the dialog was not opened.
 */
export async function openDialog(load: () => Promise<Dialog>, opener: HTMLElement | null): Promise<boolean> {
  if (isLoading) return false
  isLoading = true
  try {
    const [module, dialog] = await Promise.all([import('./dialog-window.tsx'), load()])
    showDialog(module, dialog, opener)
    return true
  } catch {
    showLoadFailedToast()
    return false
  } finally {
    isLoading = false
  }
}

/** Returns a function that opens a dialog. `load` loads the function that creates the dialog. */
export function createLazyDialog<Args extends unknown[]>(
  load: () => Promise<(...args: Args) => Dialog>,
): (opener: HTMLElement | null, ...args: Args) => void {
  return (opener, ...args) => void openDialog(async () => (await load())(...args), opener)
}

function showDialog(module: WindowModule, dialog: Dialog, opener: HTMLElement | null): void {
  mountWindow?.(module)
  closeOpened = () => module.closeWindow()
  closeOpened()
  stopMovingFocus?.()
  // Safari does not focus a clicked button, so the opener is focused here. The window returns the focus to the element
  // that was focused when the window opened.
  opener?.focus()
  if (opener !== null) stopMovingFocus = moveFocusWhenRemoved(opener)
  module.openInWindow(dialog)
}

/** Renders the dialogs. When the user leaves the screen, they are closed. */
export function DialogRoot() {
  const [module, setModule] = useState<WindowModule>()
  const { pathname } = useLocation()

  useEffect(() => {
    mountWindow = (loaded) => flushSync(() => setModule(loaded))
    return () => {
      mountWindow = undefined
    }
  }, [])

  // `pathname` is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => () => closeOpened?.(), [pathname])

  return module !== undefined && <module.DialogWindow />
}
