import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  closeReauthenticationPrompt,
  isReauthenticationPromptOpen,
  onReauthenticationPrompt,
} from '../../../session/reauthentication-prompt.ts'
import { showLoadFailedToast } from '../../../ui/toasts/load-failed-toast.tsx'

/** Renders the reauthentication prompt above every other dialog. Its code is loaded when it first opens. */
export function ReauthenticationOutlet() {
  const isOpen = useSyncExternalStore(onReauthenticationPrompt, isReauthenticationPromptOpen)
  const [dialog, setDialog] = useState<typeof import('./reauthentication-dialog.tsx')>()

  useEffect(() => {
    if (!isOpen) return
    import('./reauthentication-dialog.tsx').then(setDialog, () => {
      showLoadFailedToast()
      closeReauthenticationPrompt(false)
    })
  }, [isOpen])

  return isOpen && dialog !== undefined && <dialog.ReauthenticationDialog onAnswer={closeReauthenticationPrompt} />
}
