import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { moveFocusWhenRemoved } from '../browser/focus.ts'
import { createRandomId } from '../browser/random-id.ts'
import { showLoadFailedToast } from '../toasts/load-failed-toast.tsx'

export interface Dialog {
  title: string
  body: (close: () => void) => React.ReactNode
  /** Whether the fields of the dialog are in two columns, if the window is large enough. */
  isWide?: boolean
  /** Called when the dialog closes, for whatever reason. */
  onClose?: () => void
}

type FrameModule = typeof import('./dialog-frame.tsx')

/** A dialog that was opened. */
interface OpenedDialog extends Dialog {
  id: string
}

/** The functions of the DialogRoot on screen. */
interface Root {
  mount: (module: FrameModule) => void
  open: (dialog: OpenedDialog) => void
  /** Closes the open dialog. If an id is given, closes it only if it has this id. */
  close: (id?: string) => void
}

let root: Root | undefined
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
    const [module, dialog] = await Promise.all([import('./dialog-frame.tsx'), load()])
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

function showDialog(module: FrameModule, dialog: Dialog, opener: HTMLElement | null): void {
  root?.mount(module)
  root?.close()
  stopMovingFocus?.()
  // Safari does not focus a clicked button, so the opener is focused here. The modal returns the focus to the element
  // that was focused when the modal opened.
  opener?.focus()
  if (opener !== null) stopMovingFocus = moveFocusWhenRemoved(opener)
  root?.open({ ...dialog, id: createRandomId() })
}

interface RootState {
  module?: FrameModule
  /** The dialog that was opened last. It stays rendered while it fades out. */
  dialog?: OpenedDialog
  isOpen: boolean
}

/** Renders the dialogs. When the user leaves the screen, they are closed. */
export function DialogRoot() {
  const [{ module, dialog, isOpen }, setState] = useState<RootState>({ isOpen: false })
  const current = useRef<OpenedDialog>(undefined)
  const { pathname } = useLocation()

  useEffect(() => {
    const update = (changes: Partial<RootState>) => setState((state) => ({ ...state, ...changes }))
    root = {
      // The modal remembers the focused element when it opens, but not if it is mounted open. So it is mounted closed,
      // and opened synchronously before its content takes the focus.
      mount: (loaded) => flushSync(() => update({ module: loaded })),
      open: (opened) => {
        current.current = opened
        flushSync(() => update({ dialog: opened, isOpen: true }))
      },
      close: (id = current.current?.id) => {
        const closed = current.current
        if (closed === undefined || closed.id !== id) return
        current.current = undefined
        update({ isOpen: false })
        closed.onClose?.()
      },
    }
    return () => {
      root = undefined
    }
  }, [])

  // `pathname` is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => () => root?.close(), [pathname])

  /** Ignores a second click that hits a closed dialog while the dialog fades out. */
  function ignoreOnceClosed(event: SyntheticEvent): void {
    if (current.current !== undefined) return
    event.preventDefault()
    event.stopPropagation()
  }

  if (module === undefined) return null
  const { id = '', title = '', isWide = false, body } = dialog ?? {}
  return (
    <module.DialogFrame id={id} title={title} isWide={isWide} isOpen={isOpen} onClose={() => root?.close(id)}>
      <div key={id} onClickCapture={ignoreOnceClosed}>
        {body?.(() => root?.close(id))}
      </div>
    </module.DialogFrame>
  )
}
