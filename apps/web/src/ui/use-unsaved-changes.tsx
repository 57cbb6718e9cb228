import { ConfirmForm } from './dialog-form.tsx'
import { openDialog } from './dialogs.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/** While there are unsaved changes, leaving the screen has to be confirmed. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useLeaveGuard(hasChanges, (leave) => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void openDialog(async () => leaveDialog(leave), opener)
  })
}

function leaveDialog(leave: () => void) {
  return {
    title: 'Leave without saving?',
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
        Your changes on this screen are not saved. They will be lost.
      </ConfirmForm>
    ),
  }
}
