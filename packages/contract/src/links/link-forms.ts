import * as mini from 'zod/mini'
import { parseTypedDestination, targetMaxLength, toDestinationHref } from '../addresses/destinations.ts'
import { maxCharacters, text } from '../text.ts'
import { linkMessages, titleMaxLength } from './link-limits.ts'

/** The destination of a link in a call. The serialized href is stored, served and shown. */
export const destination = makeDestinationSchema(toDestinationHref)

/** A destination as users type it into a form. The scheme can be missing. */
export const destinationForm = mini.object({ target: makeDestinationSchema(parseTypedDestination) })

export function makeDestinationSchema(toHref: (text: string) => string | undefined) {
  return mini.pipe(
    mini
      .string({ error: linkMessages.invalidUrl })
      .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `URLs can be up to ${targetMaxLength} characters` })),
    mini.transform((typed: string, payload) => {
      const href = toHref(typed)
      if (href !== undefined) return href
      payload.issues.push({ code: 'custom', message: linkMessages.invalidUrl, input: typed })
      return mini.NEVER
    }),
  )
}

export const linkTitle = text.check(mini.trim(), maxCharacters(titleMaxLength))
