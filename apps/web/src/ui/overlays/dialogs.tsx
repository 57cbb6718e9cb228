import { type SyntheticEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { moveFocusWhenRemoved } from '../browser/focus.ts'
import { createRandomId } from '../browser/random-id.ts'
import { showLoadFailedToast } from '../toasts/load-failed-toast.tsx'

export interface Dialog {
  title: string
  body: (close: () => void) => React.ReactNode
  /** Called however it is closed. */
  onClose?: () => void
}

type ModalsModule = typeof import('./modals.tsx')

let mountModals: ((module: ModalsModule) => void) | undefined
let closeAll: (() => void) | undefined
let stopMovingFocus: (() => void) | undefined
let isLoading = false

/**
 * Opens a dialog in place of an open one. Its code and the modal's are loaded first; a toast says when they cannot be.
 * The focus returns to `opener` afterwards, or to its neighbor when it was removed meanwhile. Resolves to false when it
 * was not opened.
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

/** Returns a function that opens a dialog. `load` loads the function that makes the dialog. */
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
  // Safari does not focus a button that is clicked, and the modal returns the focus to what had it.
  opener?.focus()
  if (opener !== null) stopMovingFocus = moveFocusWhenRemoved(opener)
  const modalId = createRandomId()
  // This is synchronous, so that the modal stores what has the focus before its content takes it.
  let isClosed = false
  function close(): void {
    isClosed = true
    module.modals.close(modalId)
  }
  /** A second click may hit a dialog that is closed, and still fades out. */
  function ignoreOnceClosed(event: SyntheticEvent): void {
    if (!isClosed) return
    event.preventDefault()
    event.stopPropagation()
  }
  flushSync(() => {
    module.modals.open({ modalId, title, onClose, children: <div onClickCapture={ignoreOnceClosed}>{body(close)}</div> })
  })
}

/** Dialogs are rendered here. Leaving the screen closes them. */
export function DialogRoot() {
  const [module, setModule] = useState<ModalsModule>()
  const { pathname } = useLocation()

  useEffect(() => {
    // The modal listens for `open` once it is mounted, which must have happened when this returns.
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
