import { useEffect, useState, useSyncExternalStore } from 'react'
import { answerIdentity, isIdentityAsked, onIdentityQuestion } from '../../../session/reauthentication-prompt.ts'
import { showLoadFailedToast } from '../../../ui/toasts/load-failed-toast.tsx'

/** Where the question is rendered, above every other dialog. Its code is loaded with the first one. */
export function IdentityQuestionOutlet() {
  const isAsked = useSyncExternalStore(onIdentityQuestion, isIdentityAsked)
  const [dialog, setDialog] = useState<typeof import('./reauthentication-dialog.tsx')>()

  useEffect(() => {
    if (!isAsked) return
    import('./reauthentication-dialog.tsx').then(setDialog, () => {
      showLoadFailedToast()
      answerIdentity(false)
    })
  }, [isAsked])

  return isAsked && dialog !== undefined && <dialog.ReauthenticationDialog onAnswer={answerIdentity} />
}
