import { inProjectCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { submitIdea } from './submit-idea.ts'

const calls = inProjectCall.ideas

export function ideaRoutes(platform: Platform) {
  return { submit: calls.submit.handler(({ context, input }) => submitIdea(platform, context.project, context.person, input.body)) }
}
