import type { Session } from '@linkshelf/contract'
import { ConfirmMutation } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { PasswordForm } from './password-form.tsx'
import { useRevokeSession } from './security-mutations.ts'
import { nameOfSession, placeOfSession } from './session-names.ts'

export function passwordDialog(user: { email: string; minLength: number }): Dialog {
  return { title: 'Change Password', body: (close) => <PasswordForm {...user} onClose={close} /> }
}

/** Makes the dialog that signs out one session, or, without one, all but the current session. */
export function signOutDialog(session: Session | undefined): Dialog {
  return {
    title: session === undefined ? 'Sign Out Others' : 'Sign Out Session',
    body: (close) => <SignOutForm session={session} onClose={close} />,
  }
}

function SignOutForm({ session, onClose }: { session: Session | undefined; onClose: () => void }) {
  const revocation = useRevokeSession()
  return (
    <ConfirmMutation action="Sign Out" isDangerous mutation={revocation} subject={session} onClose={onClose}>
      {session === undefined ? (
        <>
          Every session but <strong>this one</strong> will be signed out.
        </>
      ) : (
        <>
          <strong>{nameOfSession(session)}</strong> ({placeOfSession(session)}) will be signed out.
        </>
      )}{' '}
      Pages that are open there stop within a second.
    </ConfirmMutation>
  )
}
