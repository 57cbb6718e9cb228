import { confirmedHash, reauthenticationMessages } from '@linkshelf/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  closeReauthenticationPrompt,
  isReauthenticationPromptOpen,
  onReauthenticationPrompt,
} from '../../../session/reauthentication-prompt.ts'
import { showLoadFailedToast } from '../../../ui/toasts/load-failed-toast.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'

/** Renders the reauthentication prompt above every other dialog. Its code is loaded when it first opens. */
export function ReauthenticationOutlet() {
  const isOpen = useSyncExternalStore(onReauthenticationPrompt, isReauthenticationPromptOpen)
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<typeof import('./reauthentication-dialog.tsx')>()

  // The browser comes back from an identity provider at which the user confirmed.
  useEffect(() => {
    if (hash !== confirmedHash) return
    void navigate({ pathname, search }, { replace: true })
    void showToast({ title: reauthenticationMessages.confirmed, message: reauthenticationMessages.repeat })
  }, [hash, pathname, search, navigate])

  useEffect(() => {
    if (!isOpen) return
    import('./reauthentication-dialog.tsx').then(setDialog, () => {
      showLoadFailedToast()
      closeReauthenticationPrompt(false)
    })
  }, [isOpen])

  return isOpen && dialog !== undefined && <dialog.ReauthenticationDialog onAnswer={closeReauthenticationPrompt} />
}
