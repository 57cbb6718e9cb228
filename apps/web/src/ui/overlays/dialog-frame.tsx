import { getDefaultZIndex, Modal } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ConfirmForm } from './dialog-form.tsx'
import { type DialogGuard, DialogGuardContext } from './dialog-guard.ts'

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
 * The window of a dialog. If its content has unsaved changes, the user is asked before Escape, the close button or a
 * click outside closes it. The question is shown in place of the content, which stays rendered.
 */
export function DialogFrame({ id, title, isWide, isOpen, onClose, children }: DialogFrameProps) {
  const [hasChanges, setChanged] = useState(false)
  /** What happens if the user agrees to lose the changes, and the dialog that the user is asked about. */
  const [asked, setAsked] = useState<{ id: string; leave: () => void }>()
  const guard = useMemo(
    // A dialog that fades out has already been closed, so its changes no longer count.
    (): DialogGuard => ({ setChanged, ask: (leave) => (isOpen ? setAsked({ id, leave }) : leave()) }),
    [id, isOpen],
  )
  const isAsking = asked?.id === id

  function requestClose(): void {
    if (isAsking) setAsked(undefined)
    else if (hasChanges) guard.ask(() => {})
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
      size={isWide ? 'lg' : 'md'}
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
      <ConfirmForm action="Discard" isDangerous onConfirm={onDiscard} onClose={onReturn}>
        Your changes are not saved. They will be lost.
      </ConfirmForm>
    </div>
  )
}
