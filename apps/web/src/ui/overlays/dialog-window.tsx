import { getDefaultZIndex, Modal } from '@mantine/core'
import { type SyntheticEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRandomId } from '../browser/random-id.ts'
import { ConfirmForm } from './dialog-form.tsx'
import { type DialogGuard, DialogGuardContext } from './dialog-guard.ts'

export interface Dialog {
  title: string
  body: (close: () => void) => React.ReactNode
  /** Whether the fields of the dialog are in two columns, if the window is large enough. */
  isWide?: boolean
  /** Called when the dialog closes, for whatever reason. */
  onClose?: () => void
}

interface OpenedDialog extends Dialog {
  id: string
}

let opened: OpenedDialog | undefined
let render: ((state: Partial<WindowState>) => void) | undefined

/**
 * Opens a dialog in the DialogWindow on screen. The dialog is rendered synchronously, so that the window remembers the
 * focused element before the content takes the focus.
 */
export function openInWindow(dialog: Dialog): void {
  opened = { ...dialog, id: createRandomId() }
  flushSync(() => render?.({ dialog: opened, isOpen: true }))
}

/** Closes the open dialog. If an id is given, closes the dialog only if it has this id. */
export function closeWindow(id = opened?.id): void {
  if (opened === undefined || opened.id !== id) return
  const { onClose } = opened
  opened = undefined
  render?.({ isOpen: false })
  onClose?.()
}

interface WindowState {
  /** The dialog that was opened last. It stays rendered while it fades out. */
  dialog?: OpenedDialog | undefined
  isOpen: boolean
}

/** The window of all dialogs. It must be mounted before a dialog is opened, because it opens only by a change. */
export function DialogWindow() {
  const [{ dialog, isOpen }, setState] = useState<WindowState>({ isOpen: false })
  useLayoutEffect(() => {
    render = (changes) => setState((state) => ({ ...state, ...changes }))
    return () => {
      render = undefined
    }
  }, [])

  const { id = '', title = '', isWide = false, body } = dialog ?? {}
  const close = () => closeWindow(id)
  return (
    <DialogFrame id={id} title={title} isWide={isWide} isOpen={isOpen} onClose={close}>
      <div key={id} onClickCapture={ignoreOnceClosed}>
        {body?.(close)}
      </div>
    </DialogFrame>
  )
}

/** Ignores a second click that hits a closed dialog while the dialog fades out. */
function ignoreOnceClosed(event: SyntheticEvent): void {
  if (opened !== undefined) return
  event.preventDefault()
  event.stopPropagation()
}

interface DialogFrameProps {
  /** The id of the dialog. The window is reused for the next dialog. */
  id: string
  title: string
  isWide: boolean
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
}

/**
 * The frame of a dialog. If its content has unsaved changes, the user is asked before Escape, the close button or a
 * click outside closes it. The question is shown in place of the content, which stays rendered.
 */
function DialogFrame({ id, title, isWide, isOpen, onClose, children }: DialogFrameProps) {
  // A ref, because Escape can follow a change before the next render.
  const hasChanges = useRef(false)
  /** What happens if the user agrees to lose the changes, and the dialog that the user is asked about. */
  const [asked, setAsked] = useState<{ id: string; leave: () => void }>()
  const guard = useMemo(
    // A dialog that fades out has already been closed, so its changes no longer count.
    (): DialogGuard => ({
      setChanged: (isChanged) => {
        hasChanges.current = isChanged
      },
      ask: (leave) => (isOpen ? setAsked({ id, leave }) : leave()),
    }),
    [id, isOpen],
  )
  const isAsking = asked?.id === id

  function requestClose(): void {
    if (isAsking) setAsked(undefined)
    else if (hasChanges.current) guard.ask(() => {})
    else onClose()
  }

  function discard(): void {
    onClose()
    asked?.leave()
  }

  return (
    <Modal
      opened={isOpen}
      onClose={requestClose}
      title={isAsking ? 'Close without saving?' : title}
      size={isWide && !isAsking ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={getDefaultZIndex('modal') + 1}
    >
      <div hidden={isAsking}>
        <DialogGuardContext value={guard}>{children}</DialogGuardContext>
      </div>
      {isAsking && <LossQuestion onDiscard={discard} onReturn={() => setAsked(undefined)} />}
    </Modal>
  )
}

/** Asks whether changes may be lost. It takes the focus, and returns it when the user goes back to the changes. */
function LossQuestion({ onDiscard, onReturn }: { onDiscard: () => void; onReturn: () => void }) {
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    question.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <div ref={question}>
      <ConfirmForm action="Discard" cancel="Keep editing" isDangerous onConfirm={onDiscard} onClose={onReturn}>
        Your changes are not saved. They will be lost.
      </ConfirmForm>
    </div>
  )
}
