import { type CallMeta, moduleDescriptions, recentSignInMs } from '@linkshelf/contract'
import type { OpenAPI } from '@orpc/contract'

/**
 * Adds the module's tag and a description to an operation. The first clause of the summary remains the summary; the
 * others become sentences of the description.
 */
export function describeOperation(operation: OpenAPI.OperationObject, meta: CallMeta): void {
  const [module = ''] = (operation.operationId ?? '').split('.')
  const [summary, ...details] = splitClauses(operation.summary ?? '')
  operation.tags = [toModuleTitle(module)]
  operation.summary = summary
  operation.description = [...(details.length === 0 ? [] : [details.join(' ')]), describeAccess(operation, meta)].join('\n\n')
}

/** Returns the tags of all modules, in the order of the contract. */
export function describeTags(modules: readonly string[]): OpenAPI.TagObject[] {
  return modules.map((module) => ({ name: toModuleTitle(module), description: moduleDescriptions[module] ?? '' }))
}

/** Splits `Edit a link; its short name only once` into `Edit a link` and `Its short name only once.` */
function splitClauses(summary: string): string[] {
  const [first = '', ...others] = summary.split(/[;.:] /)
  const sentences = others.map((clause) => `${capitalize(clause).replace(/\.$/, '')}.`)
  return [first.replace(/\.$/, ''), ...sentences]
}

/** Capitalizes the clause, unless it begins with the name of a field, such as `url_id`. */
function capitalize(clause: string): string {
  return /^\w+_/.test(clause) ? clause : `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`
}

/** Describes in sentences who may make a call, and which sign-in it needs. */
function describeAccess({ security }: OpenAPI.OperationObject, meta: CallMeta): string {
  if (security?.length === 0) return 'Available without signing in.'
  const { role, ownerFields = {}, isForUsersOnly, needsRecentSignIn, needsConfirmedEmail } = meta
  const fields = Object.keys(ownerFields).map((name) => `\`${name}\``)
  const minutes = recentSignInMs / 60_000
  return [
    role === undefined ? 'For every user.' : accessByRole[role],
    ...(fields.length > 0 ? [`Only owners change ${fields.join(', ')}.`] : []),
    ...(isForUsersOnly ? ['For signed-in users: API keys are rejected.'] : []),
    ...(needsRecentSignIn === 'always' ? [`Users have to have entered their password within the last ${minutes} minutes.`] : []),
    ...(needsRecentSignIn === 'by-input' ? [`Some changes need a password that was entered within the last ${minutes} minutes.`] : []),
    ...(needsConfirmedEmail ? ['The email address of the account has to be confirmed.'] : []),
  ].join(' ')
}

const accessByRole = {
  viewer: 'For owners, members and viewers of the organization.',
  member: 'For owners and members of the organization, not for viewers.',
  owner: 'For owners of the organization.',
} as const

/** Turns `qrCodes` into `QR codes`. */
function toModuleTitle(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/^Qr /, 'QR ')
    .replace(/^Api /, 'API ')
    .replace(/^Utm /, 'UTM ')
    .replace(/^Youtube /, 'YouTube ')
    .replace(/^Me$/, 'Account')
    .replaceAll(/ url\b/gi, ' URL')
}
