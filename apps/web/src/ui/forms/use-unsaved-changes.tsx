import { use, useLayoutEffect } from 'react'
import { ConfirmForm } from '../overlays/dialog-form.tsx'
import { DialogGuardContext } from '../overlays/dialog-guard.ts'
import { openDialog } from '../overlays/dialogs.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/**
 * Asks the user to confirm before leaving the screen if there are unsaved changes. `loss` describes the changes that
 * would be lost.
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

/** Asks the user to confirm before a dialog with unsaved changes is closed, or before its screen is left. */
export function useUnsavedDialogChanges(hasChanges: boolean): void {
  const { setChanged, ask } = use(DialogGuardContext)
  useLayoutEffect(() => {
    setChanged(hasChanges)
    return () => setChanged(false)
  }, [setChanged, hasChanges])
  useLeaveGuard(hasChanges, ask)
}

/** Prepares a page for a save bar. A focused field scrolls clear of the bar, and toasts are shown above the bar. */
export function useSaveBar(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.saveBar = ''
    return () => {
      delete dataset.saveBar
    }
  }, [])
}
