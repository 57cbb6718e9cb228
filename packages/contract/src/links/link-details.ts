// Separate from the destination form, which the add-link bar loads on every first visit.
import type { z } from 'zod'
import * as mini from 'zod/mini'
import { labelNames } from '../labels/labels.ts'
import { maxCharacters, text } from '../text.ts'
import { linkTitle } from './link-forms.ts'
import { notesMaxLength } from './link-limits.ts'
import type { LinkDraft } from './link-schemas.ts'
import { findSlugProblem } from './slug-rules.ts'
import { utmForm } from './utm-templates.ts'

/**
 * Fields of the details form. Shops have their own form. In the destination, this form changes only the campaign
 * parameters.
 */
type DetailField = Exclude<keyof LinkDraft, 'target' | 'shops' | 'choice_page'> | 'utm'

/** Fields of the form for the details of a link. Texts can be empty. */
const fields = {
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
} satisfies Record<DetailField, mini.ZodMiniType>

export const linkDetailsForm = mini.object(fields)

export type LinkDetails = z.output<typeof linkDetailsForm>
