// Apart from the form of a destination, which the add-link bar loads on every first visit.
import type { z } from 'zod'
import * as mini from 'zod/mini'
import { labelNames } from '../labels/labels.ts'
import { maxCharacters, text } from '../text.ts'
import { linkTitle } from './link-forms.ts'
import { notesMaxLength } from './link-limits.ts'
import { findSlugProblem } from './slug-rules.ts'
import { utmForm } from './utm-templates.ts'

/**
 * The form for the details of a new link. Texts may be empty, and campaign parameters are a part of the destination.
 */
export const linkDetailsForm = mini.object({
  domain: mini.nullable(mini.string()),
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
