import { isStorableText, unstorableTextMessage } from '@linkshelf/contract'
import { ORPCError, ValidationError } from '@orpc/server'

interface FoundValue {
  value: unknown
  key: string
  parent: FoundValue | undefined
}

/**
 * Throws REQUEST_INVALID, with the path of the field, if the input contains NUL or a lone surrogate. It checks
 * parameters, field names, field values and file names. PostgreSQL can't store such text. This check covers every call,
 * so no schema needs its own.
 */
export function requireStorableInput(input: unknown): void {
  const unstorable = findUnstorable(input)
  if (unstorable === undefined) return
  const issues = [{ message: unstorableTextMessage, path: toPath(unstorable) }]
  throw new ORPCError('BAD_REQUEST', { cause: new ValidationError({ message: unstorableTextMessage, issues, data: input }) })
}

/** Returns whether PostgreSQL can store every text in this value, including field names. */
export function isStorable(value: unknown): boolean {
  return findUnstorable(value) === undefined
}

/**
 * Returns the first unstorable text, in the order of the input. It uses no recursion, because a body may be nested
 * deeper than the call stack allows.
 */
function findUnstorable(input: unknown): FoundValue | undefined {
  const pending: FoundValue[] = [{ value: input, key: '', parent: undefined }]
  for (let found = pending.pop(); found !== undefined; found = pending.pop()) {
    const { value, key } = found
    if (!isStorableText(key) || !isStorableText(findText(value))) return found
    if (typeof value !== 'object' || value === null) continue
    // Values are pushed one by one, because a function call accepts a limited number of arguments and a list may have
    // more entries.
    for (const [name, child] of Object.entries(value).toReversed()) pending.push({ value: child, key: name, parent: found })
  }
  return undefined
}

function findText(value: unknown): string {
  if (value instanceof File) return value.name
  return typeof value === 'string' ? value : ''
}

function toPath(found: FoundValue): string[] {
  const path: string[] = []
  for (let at: FoundValue | undefined = found; at?.parent !== undefined; at = at.parent) path.push(at.key)
  return path.toReversed()
}
