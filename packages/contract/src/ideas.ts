import { z } from 'zod'
import { call, id, inProject } from './call.ts'
import { refusals } from './refusals.ts'
import { isVisible } from './text.ts'

export const ideaMessages = {
  fieldsRequired: 'Please fill in all fields.',
  projectRequired: 'Please select a project to submit your idea.',
  standardCharacters: 'Please use only standard characters in your submission.',
  submitFailed: 'Failed to submit your idea. Please try again.',
  thanks: 'Thank You!',
  submitted: 'Your idea has been submitted successfully.',
} as const

/** How many characters each field holds, and above how many its counter warns. */
export const ideaLimits = { subject: { most: 100, warnAbove: 90 }, idea: { most: 400, warnAbove: 360 } } as const

/** Letters, marks, digits, punctuation and signs of any script, spaces, joiners and line breaks: no control characters, private use or emoji. */
export function isStandardText(written: string): boolean {
  return /^(?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]|\u200c|\u200d)*$/u.test(written) && !/\p{Emoji_Presentation}|\ufe0f/u.test(written)
}

function ideaText(most: number) {
  return z
    .string({ error: ideaMessages.fieldsRequired })
    .trim()
    .max(most, { error: `At most ${most} characters` })
    .refine(isStandardText, { error: ideaMessages.standardCharacters })
    .refine(isVisible, { error: ideaMessages.fieldsRequired })
}

export const ideaDraft = z.strictObject({ subject: ideaText(ideaLimits.subject.most), idea: ideaText(ideaLimits.idea.most) })

export const ideas = {
  submit: call({ method: 'POST', path: '/v1/{orgId}/projects/{projectId}/ideas', successStatus: 201, summary: 'Tell the operator an idea' })
    .input(z.object({ params: inProject, body: ideaDraft }))
    .output(z.object({ id }))
    .errors(refusals('TOO_MANY_REQUESTS')),
}

export type IdeaDraft = z.output<typeof ideaDraft>
