import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { uuid } from '../ids.ts'
import { isVisible } from '../text.ts'
import { feedbackLimits, feedbackMessages, isStandardText } from './feedback-rules.ts'

export * from './feedback-rules.ts'

function ideaText(max: number) {
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
  subject: ideaText(feedbackLimits.subject.max),
  idea: ideaText(feedbackLimits.idea.max),
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
