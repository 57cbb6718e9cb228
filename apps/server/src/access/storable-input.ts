import { isStorableText, unstorableTextMessage } from '@linkshelf/contract'
import { ORPCError, ValidationError } from '@orpc/server'

interface FoundValue {
  value: unknown
  key: string
  parent: FoundValue | undefined
}

/**
 * Throws REQUEST_INVALID, which names the field, for input with NUL or a lone surrogate anywhere: in a parameter, in
 * the name or the value of a field, or in the name of a file. PostgreSQL can't store such text, and no schema has to
 * remember it.
 */
export function requireStorableInput(input: unknown): void {
  const unstorable = findUnstorable(input)
  if (unstorable === undefined) return
  const issues = [{ message: unstorableTextMessage, path: toPath(unstorable) }]
  throw new ORPCError('BAD_REQUEST', { cause: new ValidationError({ message: unstorableTextMessage, issues, data: input }) })
}

/** Returns whether PostgreSQL can store every text in this value, names of fields included. */
export function isStorable(value: unknown): boolean {
  return findUnstorable(value) === undefined
}

/**
 * Returns the first in the order of the input. Without recursion, because the body of a request may be nested deeper
 * than the stack.
 */
function findUnstorable(input: unknown): FoundValue | undefined {
  const pending: FoundValue[] = [{ value: input, key: '', parent: undefined }]
  for (let found = pending.pop(); found !== undefined; found = pending.pop()) {
    const { value, key } = found
    if (!isStorableText(key) || !isStorableText(findText(value))) return found
    if (typeof value !== 'object' || value === null) continue
    // One by one: the arguments of a call are limited, the entries of a list are not.
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
