import { type SyntheticEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { moveFocusWhenRemoved } from '../browser/focus.ts'
import { createRandomId } from '../browser/random-id.ts'
import { showLoadFailedToast } from '../toasts/load-failed-toast.tsx'

export interface Dialog {
  title: string
  body: (close: () => void) => React.ReactNode
  /** Called when the dialog closes, for whatever reason. */
  onClose?: () => void
}

type ModalsModule = typeof import('./modals.tsx')

let mountModals: ((module: ModalsModule) => void) | undefined
let closeAll: (() => void) | undefined
let stopMovingFocus: (() => void) | undefined
let isLoading = false

/**
 * Opens a dialog and closes the previous dialog. The code of the dialog and of the modal is loaded first. If it cannot
 * be loaded, a toast says so. After the dialog closes, the focus returns to `opener`, or to its neighbor if `opener`
 * was removed. Resolves to false if the dialog was not opened.
 */
export async function openDialog(load: () => Promise<Dialog>, opener: HTMLElement | null): Promise<boolean> {
  if (isLoading) return false
  isLoading = true
  try {
    const [{ Modals, modals }, dialog] = await Promise.all([import('./modals.tsx'), load()])
    showDialog({ Modals, modals }, dialog, opener)
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

function showDialog(module: ModalsModule, { title, body, onClose }: Dialog, opener: HTMLElement | null): void {
  mountModals?.(module)
  closeAll = () => module.modals.closeAll()
  closeAll()
  stopMovingFocus?.()
  // Safari does not focus a clicked button, so the opener is focused here. The modal returns the focus to the element
  // that was focused when the modal opened.
  opener?.focus()
  if (opener !== null) stopMovingFocus = moveFocusWhenRemoved(opener)
  const modalId = createRandomId()
  // The modal is opened synchronously below, so that it remembers the focused element before its content takes the
  // focus.
  let isClosed = false
  function close(): void {
    isClosed = true
    module.modals.close(modalId)
  }
  /** Ignores a second click that hits a closed dialog while the dialog fades out. */
  function ignoreOnceClosed(event: SyntheticEvent): void {
    if (!isClosed) return
    event.preventDefault()
    event.stopPropagation()
  }
  flushSync(() => {
    module.modals.open({ modalId, title, onClose, children: <div onClickCapture={ignoreOnceClosed}>{body(close)}</div> })
  })
}

/** Renders the dialogs. When the user leaves the screen, they are closed. */
export function DialogRoot() {
  const [module, setModule] = useState<ModalsModule>()
  const { pathname } = useLocation()

  useEffect(() => {
    // The modal listens for `open` only once it is mounted, so it must be mounted when this function returns.
    mountModals = (loaded) => flushSync(() => setModule(loaded))
    return () => {
      mountModals = undefined
    }
  }, [])

  // `pathname` is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => () => closeAll?.(), [pathname])

  return module !== undefined && <module.Modals />
}
