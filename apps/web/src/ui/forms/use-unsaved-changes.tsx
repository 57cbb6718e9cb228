import { useLayoutEffect } from 'react'
import { ConfirmForm } from '../overlays/dialog-form.tsx'
import { openDialog } from '../overlays/dialogs.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/**
 * While there are unsaved changes, the user has to confirm leaving the screen. `loss` names the
 * changes that would be lost.
 */
export function useUnsavedChanges(hasChanges: boolean, loss: { title: string; text: string } = lossOfChanges): void {
  useLeaveGuard(hasChanges, (leave) => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void openDialog(async () => createLeaveDialog(leave, loss), opener)
  })
}

const lossOfChanges = { title: 'Leave without saving?', text: 'Your changes on this screen are not saved. They will be lost.' }

function createLeaveDialog(leave: () => void, { title, text }: typeof lossOfChanges) {
  return {
    title,
    body: (close: () => void) => (
      <ConfirmForm
        action="Leave"
        isDangerous
        onConfirm={() => {
          close()
          leave()
        }}
        onClose={close}
      >
        {text}
      </ConfirmForm>
    ),
  }
}

/** Prepares a page for a save bar: a field that gets the focus scrolls clear of the bar, and toasts stay above it. */
export function useSaveBar(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.saveBar = ''
    return () => {
      delete dataset.saveBar
    }
  }, [])
}
