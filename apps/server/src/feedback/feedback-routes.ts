import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { submitFeedback } from './submit-feedback.ts'

const calls = projectCall.feedback

export function feedbackRoutes(deps: Deps) {
  return { submit: calls.submit.handler(({ context, input }) => submitFeedback(deps, context.ctx, input.body)) }
}
