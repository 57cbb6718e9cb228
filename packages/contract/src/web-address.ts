import * as mini from 'zod/mini'
import { destinationHref, targetMaxLength } from './link-rules.ts'

const secureOnly = 'Enter an address that begins with https://'

/** The address of a picture, a font or a page that a store page loads or links to; blank text is null. */
export const secureWebAddress = mini._default(
  mini.nullable(
    mini.pipe(
      mini
        .string({ error: secureOnly })
        .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `A URL may have ${targetMaxLength} characters at most` })),
      mini.transform((typed: string, payload) => {
        if (typed === '') return null
        const href = destinationHref(typed)
        if (href?.startsWith('https:')) return href
        payload.issues.push({ code: 'custom', message: secureOnly, input: typed })
        return mini.NEVER
      }),
    ),
  ),
  null,
)
