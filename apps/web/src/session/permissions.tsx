import { addingCalls, ownerFields } from 'virtual:owner-fields'
import { routes } from 'virtual:routes'
import { type contract, isAtLeast, type MemberRole, projectArchivedMessage } from '@linkshelf/contract'
import { IconLock } from '@tabler/icons-react'
import { createContext, use } from 'react'
import classes from './permissions.module.css'

type Contract = typeof contract

/** The name of a call, as in `links.create`. */
export type CallName = { [Module in keyof Contract & string]: `${Module}.${keyof Contract[Module] & string}` }[keyof Contract & string]

/** The role of the user in the current organization. Before it is known everything is offered; the server decides. */
const RoleContext = createContext<MemberRole>('owner')

export function RoleProvider({ role, children }: { role: MemberRole | undefined; children: React.ReactNode }) {
  return <RoleContext value={role ?? 'owner'}>{children}</RoleContext>
}

/** Whether the current project is archived, so that nothing can be added to it. */
export const ArchivedProjectContext = createContext(false)

/** Returns whether the call adds to the current project, which is archived. */
export function useRejectsAddition(call: CallName): boolean {
  return use(ArchivedProjectContext) && addingCalls.includes(call)
}

function useRole(): MemberRole {
  return use(RoleContext)
}

/**
 * Returns whether the user may make a call about the current organization, by the role that the contract declares for
 * it, and may add to the current project.
 */
export function useCan(call: CallName): boolean {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  return isAllowed && !isRejected
}

function useHasRoleFor(call: CallName): boolean {
  return isAtLeast(useRole(), findLeastRole(call))
}

/** How a control that makes a call is offered. */
export type Offer = 'enabled' | 'disabled' | 'hidden'

/** Returns `hidden` for a user who may not make the call, and `disabled` for what adds to an archived project. */
export function useOffer(call: CallName): Offer {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  if (!isAllowed) return 'hidden'
  return isRejected ? 'disabled' : 'enabled'
}

/** Renders nothing for a user who may not make the call; disables the controls that add to an archived project. */
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

/** Returns whether the user may change a field of what the call sends. */
export function useCanSet(call: CallName, field: string): boolean {
  const role = useRole()
  return useCan(call) && (role === 'owner' || !ownerFields[call]?.includes(field))
}

const viewerReason = 'You can see everything here, but change nothing. An owner can make you a member.'

/** Returns why the user may not make the call, to be shown beside it; undefined when they may. */
export function useWhyNot(call: CallName): string | undefined {
  const [isRejected, isAllowed] = [useRejectsAddition(call), useHasRoleFor(call)]
  if (isAllowed) return isRejected ? projectArchivedMessage : undefined
  return findLeastRole(call) === 'owner' ? 'Only owners of the organization change this.' : viewerReason
}

/**
 * A form, whose controls are disabled for a user who may not make the call that saves it, and in an archived project.
 * They read what is in it, and why they can't change it.
 */
export function Editable({ call, children }: { call: CallName; children: React.ReactNode }) {
  const isViewer = useRole() === 'viewer'
  const isRejected = useRejectsAddition(call)
  const whyNot = useWhyNot(call)
  if (whyNot === undefined) return children
  return (
    <>
      {/* A banner on every screen tells viewers, and users of an archived project. */}
      {!isViewer && !isRejected && <ReadOnlyNote>{whyNot}</ReadOnlyNote>}
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
