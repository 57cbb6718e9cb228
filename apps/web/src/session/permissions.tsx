import { addingCalls, ownerFields } from 'virtual:owner-fields'
import { routes } from 'virtual:routes'
import { type contract, isAtLeast, type MemberRole, projectArchivedMessage } from '@linkshelf/contract'
import { IconLock } from '@tabler/icons-react'
import { createContext, use } from 'react'
import classes from './permissions.module.css'

type Contract = typeof contract

/** The name of a call, for example `links.create`. */
export type CallName = { [Module in keyof Contract & string]: `${Module}.${keyof Contract[Module] & string}` }[keyof Contract & string]

/**
 * The user's role in the current organization. Until the role is known, every control is offered, and the server
 * rejects calls that the user may not make.
 */
const RoleContext = createContext<MemberRole>('owner')

export function RoleProvider({ role, children }: { role: MemberRole | undefined; children: React.ReactNode }) {
  return <RoleContext value={role ?? 'owner'}>{children}</RoleContext>
}

/** Whether the current project is archived. Nothing can be added to an archived project. */
export const ArchivedProjectContext = createContext(false)

/** Returns whether the call would add to the current project although the project is archived. */
export function useRejectsAddition(call: CallName): boolean {
  return use(ArchivedProjectContext) && addingCalls.includes(call)
}

function useRole(): MemberRole {
  return use(RoleContext)
}

/**
 * Returns whether the user may make a call about the current organization. The contract declares the minimum role for
 * the call. If the current project is archived, the user may not make a call that adds to it.
 */
export function useCan(call: CallName): boolean {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  return isAllowed && !isRejected
}

function useHasRoleFor(call: CallName): boolean {
  return isAtLeast(useRole(), findLeastRole(call))
}

/** How a control that makes a call is shown. */
export type Offer = 'enabled' | 'disabled' | 'hidden'

/** Returns `hidden` if the user may not make the call, and `disabled` if the call would add to an archived project. */
export function useOffer(call: CallName): Offer {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  if (!isAllowed) return 'hidden'
  return isRejected ? 'disabled' : 'enabled'
}

/**
 * Renders the controls inside it if the user may make the call. If the call would add to an archived project, the
 * controls are disabled.
 */
export function Can({ call, children }: { call: CallName; children: React.ReactNode }) {
  const offer = useOffer(call)
  if (offer !== 'disabled') return offer === 'enabled' && children
  return (
    <fieldset className={classes.fields} disabled>
      {children}
    </fieldset>
  )
}

export function findLeastRole(call: CallName): MemberRole {
  const [module = '', name = ''] = call.split('.')
  const [method, , , role] = routes[module]?.[name] ?? []
  if (role === 1) return 'owner'
  return method === 'GET' || role === 2 ? 'viewer' : 'member'
}

/** Returns whether the user may change this field of the call's body. */
export function useCanSet(call: CallName, field: string): boolean {
  const role = useRole()
  return useCan(call) && (role === 'owner' || !ownerFields[call]?.includes(field))
}

const viewerReason = 'You can see everything here, but change nothing. An owner can make you a member.'

/**
 * Returns why the user may not make the call, as a text to show beside the control. Undefined if the user may make the
 * call.
 */
export function useWhyNot(call: CallName): string | undefined {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  if (isAllowed) return isRejected ? projectArchivedMessage : undefined
  return findLeastRole(call) === 'owner' ? 'Only owners of the organization change this.' : viewerReason
}

/**
 * Disables the controls of a form if the user may not make the call that saves it, or if the project is archived. The
 * user can still read the form, and is told why it can't be changed.
 */
export function Editable({ call, children }: { call: CallName; children: React.ReactNode }) {
  const isViewer = useRole() === 'viewer'
  const isRejected = useRejectsAddition(call)
  const whyNot = useWhyNot(call)
  if (whyNot === undefined) return children
  return (
    <>
      {/* Viewers and users of an archived project see a banner about this on every screen, so they need no note here. */}
      {!isViewer && !isRejected && <ReadOnlyNote>{whyNot}</ReadOnlyNote>}
      <fieldset className={classes.fields} disabled>
        {children}
      </fieldset>
    </>
  )
}

/** Says why the controls after this note can't be changed. */
export function ReadOnlyNote({ children }: { children: React.ReactNode }) {
  return (
    <p className={classes.note}>
      <IconLock aria-hidden size={16} stroke={1.7} />
      {children}
    </p>
  )
}
