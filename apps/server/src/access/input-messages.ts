import type { z } from 'zod'

/** Names the required type in words, for messages about missing values and values of another type. */
const phraseByType: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * Returns the message for an issue whose schema declares no message, so that no text of the validation library reaches
 * a user.
 */
export function toInputMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${phraseByType[issue.expected] ?? 'another kind of value'}`
    case 'too_big':
      return `Use at most ${issue.maximum}${toUnitSuffix(issue.origin)}`
    case 'too_small':
      return `Use ${issue.minimum}${toUnitSuffix(issue.origin)} at least`
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}`
    case 'invalid_format':
      return issue.format === 'date' ? 'Enter a day such as 2026-01-31' : 'This does not have the expected form'
    default:
      return 'This value is not valid'
  }
}

function toUnitSuffix(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
