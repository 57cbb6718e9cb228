import { routes } from 'virtual:routes'
import { type contract, isAtLeast, type MemberRole } from '@linkshelf/contract'
import { createContext, use } from 'react'

type Contract = typeof contract

/** The name of a call, as in `links.create`. */
export type CallName = { [Module in keyof Contract & string]: `${Module}.${keyof Contract[Module] & string}` }[keyof Contract & string]

/** The role of the user in the current organization. Before it is known everything is offered; the server decides. */
const RoleContext = createContext<MemberRole>('owner')

export function RoleProvider({ role, children }: { role: MemberRole | undefined; children: React.ReactNode }) {
  return <RoleContext value={role ?? 'owner'}>{children}</RoleContext>
}

export function useRole(): MemberRole {
  return use(RoleContext)
}

/** Whether the user may make a call about the current organization, by the role that the contract declares for it. */
export function useCan(call: CallName): boolean {
  return isAtLeast(useRole(), leastRoleOf(call))
}

/** Renders nothing for a user who may not make the call. */
export function Can({ call, children }: { call: CallName; children: React.ReactNode }) {
  return useCan(call) && children
}

export function leastRoleOf(call: CallName): MemberRole {
  const [module = '', name = ''] = call.split('.')
  const [method, , , role] = routes[module]?.[name] ?? []
  if (role === 1) return 'owner'
  return method === 'GET' || role === 2 ? 'viewer' : 'member'
}
