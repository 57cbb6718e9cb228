// Separate from the destination form, which the add-link bar loads on every first visit.
import type { z } from 'zod'
import * as mini from 'zod/mini'
import { labelNames } from '../labels/labels.ts'
import { maxCharacters, text } from '../text.ts'
import { destinationForm, linkTitle } from './link-forms.ts'
import { notesMaxLength } from './link-limits.ts'
import type { LinkDraft } from './link-schemas.ts'
import { linkShopsForm } from './link-shops.ts'
import { findSlugProblem } from './slug-rules.ts'

/** Every field of a link that its owner can change, as users type it into a form. Texts can be empty. */
const fields = {
  ...destinationForm.shape,
  domain: mini.nullable(mini.string()),
  slug: mini.string().check(
    mini.trim(),
    mini.normalize('NFC'),
    mini.refine((name) => findSlugProblem(name) === undefined, { error: ({ input }) => findSlugProblem(String(input)) }),
  ),
  title: linkTitle,
  labels: labelNames,
  notes: text.check(mini.trim(), maxCharacters(notesMaxLength)),
  affiliated: mini.boolean(),
  ...linkShopsForm.shape,
} satisfies Record<keyof LinkDraft, mini.ZodMiniType>

export const linkEditForm = mini.object(fields)

export type LinkEdit = z.output<typeof linkEditForm>
