import { inProjectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { submitFeedback } from './submit-feedback.ts'

const calls = inProjectCall.feedback

export function feedbackRoutes(deps: Deps) {
  return { submit: calls.submit.handler(({ context, input }) => submitFeedback(deps, context.project, context.person, input.body)) }
}
