import { IconLock } from '@tabler/icons-react'
import classes from './editable.module.css'
import { type CallName, leastRoleOf, useCan, useRole } from './permissions.tsx'

const viewerReason = 'You can see everything here, and change nothing. An owner can make you a member.'

/** Why the user may not make the call, to be shown beside it; undefined when they may. */
export function useWhyNot(call: CallName): string | undefined {
  if (useCan(call)) return undefined
  return leastRoleOf(call) === 'owner' ? 'Only owners of the organization change this.' : viewerReason
}

/**
 * A form, whose controls are disabled for a user who may not make the call that saves it. They read what is in it, and
 * why they can't change it.
 */
export function Editable({ call, children }: { call: CallName; children: React.ReactNode }) {
  const isViewer = useRole() === 'viewer'
  const whyNot = useWhyNot(call)
  if (whyNot === undefined) return children
  return (
    <>
      {/* A banner on every screen tells viewers. */}
      {!isViewer && <ReadOnlyNote>{whyNot}</ReadOnlyNote>}
      <fieldset className={classes.fields} disabled>
        {children}
      </fieldset>
    </>
  )
}

/** Why what follows can't be changed. */
export function ReadOnlyNote({ children }: { children: React.ReactNode }) {
  return (
    <p className={classes.note}>
      <IconLock aria-hidden size={16} stroke={1.7} />
      {children}
    </p>
  )
}
