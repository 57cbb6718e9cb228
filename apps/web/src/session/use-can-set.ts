import { ownerFields } from 'virtual:owner-fields'
import { type CallName, useCan, useRole } from './permissions.tsx'

/** Whether the user may change a field of what the call sends. */
export function useCanSet(call: CallName, field: string): boolean {
  const role = useRole()
  return useCan(call) && (role === 'owner' || !ownerFields[call]?.includes(field))
}
