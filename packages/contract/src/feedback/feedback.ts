import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { uuid } from '../ids.ts'
import { isVisible } from '../text.ts'

export const feedbackMessages = {
  fieldsRequired: 'Please fill in all fields.',
  projectRequired: 'Please select a project to submit your idea.',
  standardCharacters: 'Please use only standard characters in your submission.',
  submitFailed: 'Failed to submit your idea. Please try again.',
  thanks: 'Thank You!',
  submitted: 'Your idea has been submitted successfully.',
} as const

/** Messages about a request for a plan that has no listed price. */
export const planRequestMessages = {
  submitFailed: 'Failed to send your request. Please try again.',
  submitted: 'Your request has been sent. The answer comes by email.',
} as const

/** Maximum length of each field, and the length above which its counter warns. */
export const feedbackLimits = { subject: { max: 100, warnAbove: 90 }, idea: { max: 400, warnAbove: 360 } } as const

/**
 * Whether a text has only letters, marks, digits, punctuation and symbols of any script, spaces, joiners and line
 * breaks. Control characters, private-use characters and emoji are not allowed.
 */
export function isStandardText(text: string): boolean {
  return /^(?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]|\u200c|\u200d)*$/u.test(text) && !/\p{Emoji_Presentation}|\ufe0f/u.test(text)
}

function makeIdeaSchema(max: number) {
  return mini
    .string({ error: feedbackMessages.fieldsRequired })
    .check(
      mini.trim(),
      mini.maxLength(max, { error: `At most ${max} characters` }),
      mini.refine(isStandardText, { error: feedbackMessages.standardCharacters }),
      mini.refine(isVisible, { error: feedbackMessages.fieldsRequired }),
    )
}

export const feedbackDraft = mini.strictObject({
  subject: makeIdeaSchema(feedbackLimits.subject.max),
  idea: makeIdeaSchema(feedbackLimits.idea.max),
})

export const feedback = {
  submit: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/ideas',
    successStatus: 201,
    summary: 'Send feedback to the operator',
    role: 'viewer',
  })
    .input(z.object({ params: projectParams, body: feedbackDraft }))
    .output(z.object({ id: uuid })),
}

export type FeedbackDraft = z.output<typeof feedbackDraft>
