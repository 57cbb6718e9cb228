import { type CallMeta, contract } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'

/** Adds to the description of an operation who may make it, where not every member of an organization may. */
export function describeAccess(operation: OpenAPI.OperationObject): void {
  const { role, ownerFields = {} } = metaOf(operation.operationId ?? '')
  const fields = Object.keys(ownerFields).map((name) => `\`${name}\``)
  const sentences = [
    ...(role === 'owner' ? ['For owners of the organization.'] : []),
    ...(role === 'member' ? ['For owners and members of the organization, not for viewers.'] : []),
    ...(fields.length > 0 ? [`Only owners change ${fields.join(', ')}.`] : []),
  ]
  if (sentences.length > 0) operation.description = sentences.join(' ')
}

/** `operationId`: the path in the contract, as in `links.create`. */
export function metaOf(operationId: string): CallMeta {
  const [module = '', name = ''] = operationId.split('.')
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { meta: CallMeta } }>>
  return calls[module]?.[name]?.['~orpc'].meta ?? {}
}
