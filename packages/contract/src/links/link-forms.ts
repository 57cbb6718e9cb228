import type { z } from 'zod'
import * as mini from 'zod/mini'
import { labelNames } from '../labels/labels.ts'
import { maxCharacters, text } from '../text.ts'
import { destinationHref, targetMaxLength, typedDestinationHref } from './destinations.ts'
import { linkMessages, notesMaxLength, titleMaxLength } from './link-limits.ts'
import { findSlugProblem } from './slugs.ts'
import { utmForm } from './utm-templates.ts'

/** Parsed once, here: the serialised href is what is stored, served and shown. */
export const destination = destinationText(destinationHref)

/** A destination as users type it into a form, where the scheme may be missing. */
export const destinationForm = mini.object({ target: destinationText(typedDestinationHref) })

export function destinationText(toHref: (text: string) => string | undefined) {
  return mini.pipe(
    mini
      .string({ error: linkMessages.invalidUrl })
      .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `A URL may have ${targetMaxLength} characters at most` })),
    mini.transform((typed: string, payload) => {
      const href = toHref(typed)
      if (href !== undefined) return href
      payload.issues.push({ code: 'custom', message: linkMessages.invalidUrl, input: typed })
      return mini.NEVER
    }),
  )
}

export const linkTitle = text.check(mini.trim(), maxCharacters(titleMaxLength))

/**
 * The form for the details of a new link. Texts may be empty, and campaign parameters are a part of the destination.
 */
export const linkDetailsForm = mini.object({
  slug: mini.string().check(
    mini.trim(),
    mini.normalize('NFC'),
    mini.refine((name) => findSlugProblem(name) === undefined, { error: ({ input }) => findSlugProblem(String(input)) }),
  ),
  title: linkTitle,
  notes: text.check(mini.trim(), maxCharacters(notesMaxLength)),
  labels: labelNames,
  affiliated: mini.boolean(),
  utm: utmForm,
})

export type LinkDetails = z.output<typeof linkDetailsForm>
