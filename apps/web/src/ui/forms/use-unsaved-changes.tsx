import { ConfirmForm } from '../overlays/dialog-form.tsx'
import { openDialog } from '../overlays/dialogs.tsx'
import { useLeaveGuard } from './leave-guard.tsx'

/** While there are unsaved changes, leaving the screen has to be confirmed. `loss` says what would be lost. */
export function useUnsavedChanges(hasChanges: boolean, loss: { title: string; text: string } = lossOfChanges): void {
  useLeaveGuard(hasChanges, (leave) => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void openDialog(async () => leaveDialog(leave, loss), opener)
  })
}

const lossOfChanges = { title: 'Leave without saving?', text: 'Your changes on this screen are not saved. They will be lost.' }

function leaveDialog(leave: () => void, { title, text }: typeof lossOfChanges) {
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
